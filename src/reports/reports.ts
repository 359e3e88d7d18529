/**
 * A report is a snapshot of the numbers of one brand, or of several (a portfolio), for a period. The snapshot never
 * changes. People edit the texts and sections of a draft; a published report cannot be changed at all.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { snapshotName } from '../../vocabulary/reports.ts'
import { canSee, getBrand } from '../brands/brands.ts'
import { type AppContext, type Context, isClient } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { Reports } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import { canPrint } from '../pdf/print-page.ts'
import { ReportLanguage } from './report-title.ts'
import { StoredSections } from './sections.ts'
import { SnapshotContent, type StoredSnapshot } from './snapshot.ts'

/** A row without its snapshot. */
export type ReportRow = Omit<Selectable<Reports>, 'snapshot'>

const summaryFields = {
  id: z.uuid(),
  brand_ids: z.array(z.uuid()).describe('One brand, or several for a portfolio.'),
  language: ReportLanguage.describe('Language of the generated texts, shared pages and PDFs.'),
  title: z.string(),
  headline: z.string(),
  date_from: z.iso.date().describe('First day (UTC).'),
  date_to: z.iso.date().describe('Last day, inclusive (UTC).'),
  snapshot_name: z.string().describe('First eight digits of `digest`, such as `9F2C-41AB`.'),
  digest: z.string().describe('SHA-256 of the stored snapshot as canonical JSON, in hexadecimal.'),
  created_at: Timestamp,
  published_at: Timestamp.nullable().describe('Null: a draft.'),
  can_create_pdf: z
    .boolean()
    .describe('Whether the service can print reports as PDF: Chromium is installed.'),
}

export const ReportSummary = z.object(summaryFields).meta({ id: 'ReportSummary' })

export const ReportRecord = z
  .object({
    ...summaryFields,
    summary: z.string().describe('The executive summary.'),
    sections: StoredSections,
    snapshot: SnapshotContent,
  })
  .meta({ id: 'Report' })

export const reportColumns = [
  'organization_id',
  'id',
  'brand_id',
  'brand_ids',
  'has_deleted_brand',
  'language',
  'title',
  'headline',
  'summary',
  'sections',
  'date_from',
  'date_to',
  'snapshot_sha256',
  'schedule_id',
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
    .select(reportColumns)
    .where('organization_id', '=', ctx.organizationId)
    .$if(brandId !== undefined, (query) => query.where(sql<boolean>`brand_ids @> ${[brandId]}::uuid[]`))
    .$if(visible !== null, (query) =>
      query.where(sql<boolean>`not has_deleted_brand and brand_ids <@ ${visible}::uuid[]`),
    )
    .$if(isClient(ctx), (query) => query.where('published_at', 'is not', null))
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

const visibleBrands = ({ actor }: Context): string[] | null => ('brandIds' in actor ? actor.brandIds : null)

const isVisible = (ctx: Context, { brand_ids, has_deleted_brand, published_at }: ReportRow): boolean =>
  brand_ids.every((brandId) => canSee(ctx, brandId)) &&
  !(has_deleted_brand && visibleBrands(ctx) !== null) &&
  (published_at !== null || !isClient(ctx))

/** Throws `not_found` unless the caller may access all of its brands, and for drafts to clients. */
export async function getReport(ctx: Context, id: string): Promise<ReportRow> {
  const row = await ctx.db
    .selectFrom('reports')
    .select(reportColumns)
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || !isVisible(ctx, row)) throw notFound(message('reports.general.noSuchReport'))
  return row
}

/** Returns the report of a share link, which belongs to no caller. */
export const getSharedReport = (
  { db }: Pick<Context, 'db'>,
  link: { organization_id: string; report_id: string },
): Promise<ReportRow> =>
  db
    .selectFrom('reports')
    .select(reportColumns)
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
  return asStoredSnapshot(snapshot)
}

/** Returns the numbers of the only or first brand. A portfolio can have several megabytes. */
export async function readFirstBrand(
  { db }: Pick<Context, 'db'>,
  { organization_id, id }: Pick<ReportRow, 'organization_id' | 'id'>,
): Promise<StoredSnapshot['brands'][number]> {
  const { brand } = await db
    .selectFrom('reports')
    .select(sql<StoredSnapshot['brands'][number]>`snapshot -> 'brands' -> 0`.as('brand'))
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return brand
}

/**
 * Narrows a snapshot from the database, which its schema has parsed before it was stored. With many brands and competitors,
 * parsing it takes as long as everything else in the response.
 */
const asStoredSnapshot = (snapshot: unknown): StoredSnapshot => snapshot as StoredSnapshot

export const showReportSummary = (
  ctx: AppContext,
  { snapshot_sha256, ...row }: ReportRow,
): z.input<typeof ReportSummary> => ({
  ...row,
  language: ReportLanguage.parse(row.language),
  digest: snapshot_sha256,
  snapshot_name: snapshotName(snapshot_sha256),
  created_at: row.created_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
  can_create_pdf: canPrint(ctx),
})

/** Returns the report with its snapshot. */
export async function showReport(ctx: AppContext, row: ReportRow): Promise<z.input<typeof ReportRecord>> {
  return {
    ...showReportSummary(ctx, row),
    summary: row.summary,
    sections: StoredSections.parse(row.sections),
    snapshot: await readStoredSnapshot(ctx, row),
  }
}
