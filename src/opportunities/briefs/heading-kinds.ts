import data from './heading-kinds.json' with { type: 'json' }

/** What answers give below a heading that is the same for every subject. */
export const givenKinds = ['audience', 'price', 'drawbacks'] as const
export type GivenKind = (typeof givenKinds)[number]

const kinds = new Map<string, GivenKind | 'structure'>(
  (['structure', ...givenKinds] as const).flatMap((kind) => data[kind].map((text) => [text, kind] as const)),
)

/** Returns null for a heading that names a topic, such as “Cushioning”. */
export const getHeadingKind = (heading: string): GivenKind | 'structure' | null =>
  kinds.get(heading.toLowerCase().replace(/^the /, '')) ?? null
