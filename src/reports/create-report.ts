/** Creates a report: takes the snapshot, and stores it as a draft with a generated summary. */
import { z } from 'zod'
import { measuredSections } from '../../vocabulary/reports.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { CalendarDay } from '../core/fields.ts'
import { newId, Uuid } from '../core/ids.ts'
import type { ResourceLoader } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { recordReportEvent } from './change-report.ts'
import { writeSummary } from './executive-summary.ts'
import { defaultTitle, ReportTitle } from './report-title.ts'
import { type ReportRow, reportColumns } from './reports.ts'
import { SectionChoice, sectionsOrDefault } from './sections.ts'
import { type StoredSnapshot, takeSnapshot } from './snapshot.ts'

export const maxBrands = 20

export const NewReport = z.strictObject({
  brand_ids: z.array(Uuid).min(1).max(maxBrands).describe('One brand, or several for a portfolio.'),
  date_from: CalendarDay.describe('First day (UTC).'),
  date_to: CalendarDay.describe('Last day, inclusive (UTC).'),
  ...ReportTitle,
  sections: SectionChoice,
})

/** Loads the brands of a list of ids in the body. Throws `not_found` if any of them is missing. */
export const brandsInBody: ResourceLoader<Brand[]> = {
  in: 'body',
  name: 'brand_ids',
  schema: NewReport.shape.brand_ids,
  load: (ctx, ids) => Promise.all([...new Set(z.array(Uuid).parse(ids))].map((id) => getBrand(ctx, id))),
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
  { date_from, date_to, language, title, sections }: z.output<typeof NewReport>,
  scheduled?: Scheduled,
): Promise<ReportRow | null> {
  if (date_from > date_to) throw invalid('date_from', message('common.texts.mustNotBeAfterDateTo'))
  const chosen = sectionsOrDefault(brands.length, sections)
  const { snapshot, answers } = await takeSnapshot(ctx, brands, { date_from, date_to }, language)
  return transaction(ctx, async (tx) => {
    if (scheduled && !(await scheduled.claim(tx))) return null
    const row = await tx.db
      .insertInto('reports')
      .values({
        organization_id: tx.organizationId,
        id: newId(tx.now().getTime()),
        brand_id: brands.length === 1 ? (brands[0]?.id ?? null) : null,
        brand_ids: brands.map((brand) => brand.id),
        language,
        title: title ?? defaultTitle(language),
        ...writeSummary(snapshot, language),
        sections: JSON.stringify(measuredSections(chosen, snapshot)),
        date_from,
        date_to,
        snapshot: JSON.stringify(snapshot),
        snapshot_sha256: sha256Hex(canonicalJson(snapshot)),
        schedule_id: scheduled?.scheduleId ?? null,
        created_at: tx.now(),
      })
      .returning(reportColumns)
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
