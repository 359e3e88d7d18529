/**
 * An audit crawls a page of a site (and some pages it links to) like the crawlers of AI engines, and reports what
 * prevents them from reading, understanding and citing it. It consists of checks, each with a weight; failed gates cap
 * the score. An audit is a job of kind `audit` with the job's status, and has a report once it is completed.
 */

import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import { type Brand, canSee } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { BrandId, Timestamp } from '../core/fields.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { SiteAudits } from '../db/schema.generated.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { enqueueJob, findUnfinishedJob, getFailedReason, type Job } from '../jobs/job.ts'
import { localizedIssue, localizedText } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'
import { assertSafeUrl } from '../net/guarded-fetch.ts'
import { lockOrganization, requireRoom } from '../plans/plans.ts'
import { requireAuditQuota } from './quota.ts'
import { StoredAuditReport } from './report.ts'
import type { AuditResult } from './run-audit.ts'
import { saveSitePages } from './site-pages.ts'

export const auditKind = 'audit' satisfies JobKind

/** The maximum of unfinished audits per brand, because each occupies a worker for up to a minute. */
const maxUnfinished = 20

const statuses = ['waiting', 'running', 'completed', 'failed'] as const

/** The limit of the index on URLs. */
const maxUrlLength = 2_000

export const AuditUrl = z
  .string()
  .trim()
  .max(maxUrlLength)
  .refine((url) => URL.canParse(url) && /^[a-z][a-z0-9+.-]*:\/\//i.test(url), {
    error: localizedIssue(message('audits.general.mustBeACompleteURLSuch')),
    abort: true,
  })
  .transform((url) => new URL(url))
  .transform((url) => {
    url.hash = ''
    return url.href
  })
  .refine((url) => url.length <= maxUrlLength, {
    error: localizedIssue(message('audits.general.mustHaveAtMostMaxUrlLengthCharacters', { maxUrlLength })),
  })
  .meta({ examples: ['https://acme-shoes.example/guide'] })

export const NewAudit = z.strictObject({
  brand_id: BrandId,
  url: AuditUrl.describe('The http or https URL of the page to audit.'),
  pages: z
    .number()
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe('The number of pages to audit: this page and pages of the same site that it links to.'),
})

const summary = {
  id: z.uuid(),
  brand_id: z.uuid(),
  url: z.string().meta({ examples: ['https://acme-shoes.example/guide'] }),
  status: z.enum(statuses),
}

export const StartedAudit = z.object(summary).meta({ id: 'StartedAudit' })

export const AuditSummary = z
  .object({
    ...summary,
    pages: z.number().int().describe('The requested number of pages.'),
    final_url: untrustedText(z.string().nullable().describe('The URL after redirects.')),
    score: StoredAuditReport.shape.score,
    error: localizedText().nullable().describe('Why the audit failed.'),
    created_at: Timestamp,
    completed_at: Timestamp.nullable(),
  })
  .meta({ id: 'AuditSummary' })

export const AuditRecord = AuditSummary.extend({
  uncapped_score: StoredAuditReport.shape.uncapped_score,
  capped_by: StoredAuditReport.shape.capped_by,
  categories: StoredAuditReport.shape.categories.describe('Empty until the audit is completed.'),
  checks: StoredAuditReport.shape.checks,
  recommendations: StoredAuditReport.shape.recommendations,
  crawlers: StoredAuditReport.shape.crawlers,
  page_scores: StoredAuditReport.shape.pages,
}).meta({ id: 'Audit' })

export type AuditRow = Selectable<SiteAudits> & Pick<Job, 'status' | 'failed_reason' | 'finished_at'>

/**
 * Starts an audit, or returns the unfinished audit of the same URL. Throws `unsafe_url`, `plan_limit`, and `conflict`
 * when the brand has too many unfinished audits.
 */
export async function startAudit(
  ctx: Context,
  brand: Brand,
  { url, pages }: { url: string; pages: number },
): Promise<AuditRow> {
  await assertSafeUrl(ctx, url)
  return transaction(ctx, async (tx) => {
    // Serializes concurrent starts, which would otherwise miss each other in the checks below.
    await lockOrganization(tx)
    const unfinished = await findUnfinishedJob(tx, brand.id, auditKind, url)
    if (unfinished) return getAudit(tx, unfinished.id)
    await requireRoom(tx, {
      max: maxUnfinished,
      count: () => countUnfinished(tx, brand.id),
      full: message('audits.general.maxUnfinishedAuditsOfThisBrandAre', { maxUnfinished }),
    })
    await requireAuditQuota(tx)
    const id = await enqueueJob(tx, brand.id, auditKind, { url, pages }, url)
    await tx.db
      .insertInto('site_audits')
      .values({ brand_id: brand.id, id, url, pages, created_at: tx.now() })
      .execute()
    await recordEvent(tx, 'audit.requested', { brandId: brand.id, data: { audit_id: id, url } })
    return getAudit(tx, id)
  })
}

async function countUnfinished(tx: Context, brandId: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .where('kind', '=', auditKind)
    .where('status', 'in', ['waiting', 'active'])
    .executeTakeFirstOrThrow()
  return count
}

/** Returns an audit of any brand that the caller may access. */
export async function getAudit(ctx: Context, id: string): Promise<AuditRow> {
  const row = await selectAudits(ctx).where('site_audits.id', '=', id).executeTakeFirst()
  if (!row || !canSee(ctx, row.brand_id)) throw notFound(message('audits.general.noSuchAudit'))
  return row
}

/** Lists audits, newest first; with `url`, only audits of that page. */
export async function listAudits(
  ctx: Context,
  brandId: string,
  { url, ...page }: Page & { url?: string | undefined },
): Promise<{ items: AuditRow[]; next_cursor: string | null }> {
  const before = cursorId(page)
  const found = await selectAudits(ctx)
    .where('site_audits.brand_id', '=', brandId)
    .$if(url !== undefined, (query) => query.where('site_audits.url', '=', url ?? ''))
    .$if(before !== null, (query) => query.where('site_audits.id', '<', before))
    .orderBy('site_audits.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(found, page)
}

/** Lists the completed audits of a page, newest first. */
export async function listCompleted(
  ctx: Context,
  { brandId, url, before, limit }: { brandId: string; url: string; before?: string; limit: number },
): Promise<AuditRow[]> {
  return await selectAudits(ctx)
    .where('site_audits.brand_id', '=', brandId)
    .where('site_audits.url', '=', url)
    .where('jobs.status', '=', 'completed')
    .$if(before !== undefined, (query) => query.where('site_audits.id', '<', before ?? ''))
    .orderBy('site_audits.id', 'desc')
    .limit(limit)
    .execute()
}

/** Overwrites what an interrupted attempt may have stored. */
export async function saveReport(
  ctx: Context,
  job: Job,
  { finalUrl, report, pages }: AuditResult,
): Promise<void> {
  await saveSitePages(ctx, job.brand_id, pages)
  await ctx.db
    .updateTable('site_audits')
    .set({ final_url: finalUrl, score: report.score, report: JSON.stringify(report) })
    .where('brand_id', '=', job.brand_id)
    .where('id', '=', job.id)
    .execute()
}

const selectAudits = (ctx: Context) =>
  ctx.db
    .selectFrom('brands')
    .innerJoin('site_audits', 'site_audits.brand_id', 'brands.id')
    .innerJoin('jobs', (join) =>
      join.onRef('jobs.brand_id', '=', 'site_audits.brand_id').onRef('jobs.id', '=', 'site_audits.id'),
    )
    .selectAll('site_audits')
    .select(['jobs.status', 'jobs.failed_reason', 'jobs.finished_at'])
    .where('brands.organization_id', '=', ctx.organizationId)

export function showStarted(row: AuditRow): z.input<typeof StartedAudit> {
  return { id: row.id, brand_id: row.brand_id, url: row.url, status: toAuditStatus(row) }
}

export function showSummary(row: AuditRow): z.input<typeof AuditSummary> {
  return {
    ...showStarted(row),
    pages: row.pages,
    final_url: row.final_url,
    score: row.status === 'completed' ? row.score : null,
    error: getFailure(row),
    created_at: row.created_at.toISOString(),
    completed_at: row.finished_at?.toISOString() ?? null,
  }
}

function getFailure(row: AuditRow): Message | null {
  return row.status === 'cancelled' ? message('audits.general.theAuditWasCancelled') : getFailedReason(row)
}

export function showAudit(row: AuditRow): z.input<typeof AuditRecord> {
  const report = reportFor(row)
  return {
    ...showSummary(row),
    uncapped_score: report?.uncapped_score ?? null,
    capped_by: report?.capped_by ?? null,
    categories: report?.categories ?? [],
    checks: report?.checks ?? [],
    recommendations: report?.recommendations ?? [],
    crawlers: report?.crawlers ?? [],
    page_scores: report?.pages ?? [],
  }
}

/** Returns null until the audit is completed. */
export const reportFor = (row: AuditRow): StoredAuditReport | null =>
  row.status === 'completed' && row.report !== null ? asReport(row.report) : null

/** Narrows the JSON of a column that only `saveReport` writes. The schema of a response checks it and formats its texts. */
const asReport = (report: AuditRow['report']) => report as StoredAuditReport

function toAuditStatus({ status }: AuditRow): (typeof statuses)[number] {
  if (status === 'waiting' || status === 'completed') return status
  return status === 'active' ? 'running' : 'failed'
}
