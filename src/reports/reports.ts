/**
 * A report is a snapshot of the numbers of one brand, or of several (a portfolio), for a period. The snapshot never
 * changes. People edit the texts and sections of a draft; a published report cannot be changed at all.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { reportSections, sectionsFor, snapshotName } from '../../vocabulary/reports.ts'
import { type Brand, canSee, getBrand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, invalid, notFound } from '../core/errors.ts'
import { actorOf, recordEvent } from '../core/events.ts'
import { Day, Line, Timestamp } from '../core/fields.ts'
import { newId, Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { Reports } from '../db/schema.generated.ts'
import type { Finder } from '../http/route.ts'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { writeSummary } from './executive-summary.ts'
import { Snapshot, StoredSnapshot, takeSnapshot } from './snapshot.ts'

/** A row without its snapshot. */
export type ReportRow = Omit<Selectable<Reports>, 'snapshot'>

export const maxBrands = 20

/** Text of several lines. */
const Paragraphs = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(max, `must have at most ${max} characters`)
        .refine((text) => !/[^\P{Cc}\n]|\p{Cs}/u.test(text), 'must not contain control characters'),
    )

const SectionFields = {
  section: z.enum(reportSections),
  note: Paragraphs(2_000).describe('Text shown below the heading of the section.'),
}
export const Sections = z
  .array(z.strictObject({ ...SectionFields, note: SectionFields.note.default('') }))
  .max(reportSections.length)
  .refine((list) => new Set(list.map(({ section }) => section)).size === list.length, 'must be distinct')
  .describe('The sections in the order in which they are shown.')

/** Sections as the database and responses have them. */
export const StoredSections = z.array(z.object(SectionFields))

export const NewReport = z.strictObject({
  brand_ids: z.array(Uuid).min(1).max(maxBrands).describe('One brand, or several for a portfolio.'),
  date_from: Day.describe('First day (UTC).'),
  date_to: Day.describe('Last day, inclusive (UTC).'),
  title: Line(120).default('AI visibility report').describe('Shown above the headline.'),
  sections: Sections.optional().describe(
    'The sections in the order in which they are shown; all of them if omitted.',
  ),
})

export const ReportChange = z
  .strictObject({ title: Line(120), headline: Line(200), summary: Paragraphs(4_000), sections: Sections })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must contain a change')

const summaryFields = {
  id: z.uuid(),
  brand_ids: z.array(z.uuid()).describe('One brand, or several for a portfolio.'),
  title: z.string(),
  headline: z.string(),
  date_from: z.iso.date().describe('First day (UTC).'),
  date_to: z.iso.date().describe('Last day, inclusive (UTC).'),
  snapshot_name: z.string().describe('First eight digits of `digest`, such as `9F2C-41AB`.'),
  digest: z.string().describe('SHA-256 of the stored snapshot as canonical JSON, in hexadecimal.'),
  created_at: Timestamp,
  published_at: Timestamp.nullable().describe('Null: a draft.'),
}

export const ReportSummary = z.object(summaryFields).meta({ id: 'ReportSummary' })

export const ReportRecord = z
  .object({
    ...summaryFields,
    summary: z.string().describe('The executive summary.'),
    sections: StoredSections,
    snapshot: Snapshot,
  })
  .meta({ id: 'Report' })

const columns = [
  'organization_id',
  'id',
  'brand_id',
  'brand_ids',
  'title',
  'headline',
  'summary',
  'sections',
  'date_from',
  'date_to',
  'digest',
  'schedule_id',
  'created_by',
  'created_at',
  'published_at',
] as const

/**
 * Lists the reports of all brands, or of one, newest first. Portfolios are listed with each of their brands. Throws
 * `not_found` for an unknown brand.
 */
export async function listReports(
  ctx: Context,
  { brand_id: brandId, ...page }: Page & { brand_id?: string | undefined },
): Promise<{ items: ReportRow[]; next_cursor: string | null }> {
  const after = cursorId(page)
  if (brandId !== undefined) await getBrand(ctx, brandId)
  const visible = visibleBrands(ctx)
  const rows = await ctx.db
    .selectFrom('reports')
    .select(columns)
    .where('organization_id', '=', ctx.organizationId)
    .$if(brandId !== undefined, (query) => query.where(sql<boolean>`brand_ids @> ${[brandId]}::uuid[]`))
    .$if(visible !== null, (query) => query.where(sql<boolean>`brand_ids <@ ${visible}::uuid[]`))
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

const visibleBrands = ({ actor }: Context): string[] | null => ('brandIds' in actor ? actor.brandIds : null)

/** Loads the report of an id in the path. Throws `not_found` unless the caller may access all of its brands. */
export function reportFrom(name: string): Finder<ReportRow> {
  return { in: 'params', name, schema: Uuid, load: (ctx, id) => getReport(ctx, String(id)) }
}

/** Loads the brands of a list of ids in the body. Throws `not_found` if any of them is missing. */
export function brandsFrom(name: string): Finder<Brand[]> {
  const Ids = z.array(Uuid).min(1).max(maxBrands)
  return {
    in: 'body',
    name,
    schema: Ids,
    load: (ctx, ids) => Promise.all([...new Set(Ids.parse(ids))].map((id) => getBrand(ctx, id))),
  }
}

export async function getReport(ctx: Context, id: string): Promise<ReportRow> {
  const row = await ctx.db
    .selectFrom('reports')
    .select(columns)
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.brand_ids.every((brandId) => canSee(ctx, brandId))) throw notFound('report')
  return row
}

/** Returns the report of a share link, which belongs to no caller. */
export const getSharedReport = (
  { db }: Pick<Context, 'db'>,
  link: { organization_id: string; report_id: string },
): Promise<ReportRow> =>
  db
    .selectFrom('reports')
    .select(columns)
    .where('organization_id', '=', link.organization_id)
    .where('id', '=', link.report_id)
    .executeTakeFirstOrThrow()

export async function readStoredSnapshot(
  ctx: Pick<Context, 'db'>,
  { organization_id, id }: Pick<ReportRow, 'organization_id' | 'id'>,
): Promise<StoredSnapshot> {
  const { snapshot } = await ctx.db
    .selectFrom('reports')
    .select('snapshot')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return StoredSnapshot.parse(snapshot)
}

/**
 * The schedule that a report is created for, and what it does in the transaction that stores the report. `claim` returns
 * false when another process has created it.
 */
type Scheduled = {
  scheduleId: string
  claim(tx: Context): Promise<boolean>
  onStored(tx: Context, report: ReportRow, snapshot: StoredSnapshot): Promise<void>
}

/** Takes the snapshot and stores it as a draft. Throws what `takeSnapshot` throws. */
export async function createReport(
  ctx: Context,
  brands: readonly Brand[],
  input: z.output<typeof NewReport>,
): Promise<ReportRow>
/** Returns null when another process has created the report of the period. */
export async function createReport(
  ctx: Context,
  brands: readonly Brand[],
  input: z.output<typeof NewReport>,
  scheduled: Scheduled,
): Promise<ReportRow | null>
export async function createReport(
  ctx: Context,
  brands: readonly Brand[],
  { date_from, date_to, title, sections }: z.output<typeof NewReport>,
  scheduled?: Scheduled,
): Promise<ReportRow | null> {
  if (date_from > date_to) throw invalid('date_from', 'must not be after date_to')
  const chosen = sectionsOrDefault(brands.length, sections)
  const { snapshot, answers } = await takeSnapshot(ctx, brands, { date_from, date_to })
  return transaction(ctx, async (tx) => {
    if (scheduled && !(await scheduled.claim(tx))) return null
    const row = await tx.db
      .insertInto('reports')
      .values({
        organization_id: tx.organizationId,
        id: newId(tx.now().getTime()),
        brand_id: brands.length === 1 ? (brands[0]?.id ?? null) : null,
        brand_ids: brands.map((brand) => brand.id),
        title,
        ...writeSummary(snapshot),
        sections: JSON.stringify(chosen),
        date_from,
        date_to,
        snapshot: JSON.stringify(snapshot),
        digest: sha256Hex(canonicalJson(snapshot)),
        schedule_id: scheduled?.scheduleId ?? null,
        created_by: JSON.stringify(actorOf(tx)),
        created_at: tx.now(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    for (const { brandId, ids, sentiments } of answers)
      await tx.db
        .insertInto('report_answers')
        .values({ brand_id: brandId, report_id: row.id, answer_ids: ids, sentiments })
        .execute()
    await recordReportEvent(tx, 'report.created', row)
    await scheduled?.onStored(tx, row, snapshot)
    return row
  })
}

type ChosenSections = z.output<typeof Sections>

/** Throws `invalid_request` for a section of another kind of report. */
export function sectionsOrDefault(brands: number, chosen: ChosenSections | undefined): ChosenSections {
  if (chosen) requireFittingSections(brands, chosen)
  return chosen ?? sectionsFor(brands).map((section) => ({ section, note: '' }))
}

/** Throws `conflict` when the report is published. */
export function changeReport(
  ctx: Context,
  report: ReportRow,
  { sections, ...texts }: z.output<typeof ReportChange>,
): Promise<ReportRow> {
  requireFittingSections(report.brand_ids.length, sections ?? [])
  return transaction(ctx, async (tx) => {
    const row = await updateDraft(tx, report, {
      ...texts,
      ...(sections && { sections: JSON.stringify(sections) }),
    })
    await recordReportEvent(tx, 'report.changed', row)
    return row
  })
}

/** Makes the report final. Throws `conflict` when it is already published. */
export function publishReport(ctx: Context, report: ReportRow): Promise<ReportRow> {
  return transaction(ctx, async (tx) => {
    const row = await updateDraft(tx, report, { published_at: tx.now() })
    await recordReportEvent(tx, 'report.published', row)
    return row
  })
}

type DraftText = 'title' | 'headline' | 'summary' | 'sections'
type DraftChange = { [K in DraftText]?: string | undefined } & { published_at?: Date }

async function updateDraft(tx: Context, { id }: ReportRow, change: DraftChange): Promise<ReportRow> {
  const row = await tx.db
    .updateTable('reports')
    .set(change)
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  if (!row) throw conflict('The report is published and can no longer be changed. Create a new one.')
  return row
}

/** Deletes the report and its links. */
export function deleteReport(ctx: Context, report: ReportRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    for (const brandId of report.brand_ids)
      await tx.db
        .deleteFrom('report_answers')
        .where('brand_id', '=', brandId)
        .where('report_id', '=', report.id)
        .execute()
    await tx.db
      .deleteFrom('share_links')
      .where('organization_id', '=', tx.organizationId)
      .where('report_id', '=', report.id)
      .execute()
    await tx.db
      .deleteFrom('reports')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', report.id)
      .execute()
    await recordReportEvent(tx, 'report.deleted', report)
  })
}

type ReportEvent = `report.${'created' | 'changed' | 'published' | 'deleted' | 'downloaded'}`

export const recordReportEvent = (tx: Context, kind: ReportEvent, report: ReportRow): Promise<void> =>
  recordEvent(tx, kind, {
    ...(report.brand_id !== null && { brandId: report.brand_id }),
    data: { report_id: report.id, title: report.title, date_from: report.date_from, date_to: report.date_to },
  })

function requireFittingSections(brands: number, sections: readonly { section: string }[]): void {
  const possible: readonly string[] = sectionsFor(brands)
  const wrong = sections.findIndex(({ section }) => !possible.includes(section))
  if (wrong >= 0)
    throw invalid(
      `sections.${wrong}.section`,
      `must be one of ${possible.join(', ')} in a report on ${brands === 1 ? 'one brand' : 'several brands'}`,
    )
}

export const showReportSummary = (row: ReportRow): z.input<typeof ReportSummary> => ({
  ...row,
  snapshot_name: snapshotName(row.digest),
  created_at: row.created_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
})

/** Returns the report with its snapshot. */
export async function showReport(
  ctx: Pick<Context, 'db'>,
  row: ReportRow,
): Promise<z.input<typeof ReportRecord>> {
  return {
    ...showReportSummary(row),
    summary: row.summary,
    sections: StoredSections.parse(row.sections),
    snapshot: await readStoredSnapshot(ctx, row),
  }
}
