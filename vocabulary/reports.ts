/** The sections of a report, in their default order, and its parts that the server and the dashboard both name. */
export const reportSections = [
  'figures',
  'brands',
  'trend',
  'competitors',
  'actions',
  'opportunities',
  'sources',
  'traffic',
  'prompts',
  'method',
] as const

export type ReportSection = (typeof reportSections)[number]

/** The sections of a report on several brands; every other section is about one brand. */
export const portfolioSections: readonly ReportSection[] = ['brands', 'method']

/** Returns the sections that a report on this many brands can contain, in their default order. */
export const sectionsFor = (brands: number): ReportSection[] =>
  brands > 1 ? [...portfolioSections] : reportSections.filter((section) => section !== 'brands')

/** Returns those of the sections for which the snapshot of a report has numbers. */
export const measuredSections = <T extends { section: ReportSection }>(
  sections: readonly T[],
  { brands: [brand] }: { brands: readonly { traffic: unknown; actions: readonly unknown[] }[] },
): T[] =>
  sections.filter(
    ({ section }) =>
      (section !== 'traffic' || (brand?.traffic ?? null) !== null) &&
      (section !== 'actions' || (brand?.actions ?? []).length > 0),
  )

/** Returns the short form of a snapshot's digest, such as `9F2C-41AB`. */
export const snapshotName = (digest: string): string =>
  `${digest.slice(0, 4)}-${digest.slice(4, 8)}`.toUpperCase()
