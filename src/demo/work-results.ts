/** Demo data that is the result of work with a brand: an audit of its site, and a published report. */
import { auditKind } from '../audits/audits.ts'
import { pageParsers } from '../audits/page-parser.ts'
import { runAudit } from '../audits/run-audit.ts'
import { saveSitePages } from '../audits/site-pages.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { listOpportunities } from '../opportunities/opportunities.ts'
import { changeStatus } from '../opportunities/status.ts'
import { publishReport } from '../reports/change-report.ts'
import { createReport, NewReport } from '../reports/create-report.ts'
import { listReports } from '../reports/reports.ts'
import { fetchDemoSite } from './site.ts'

/** Audits the pages of the fictional site, which exist only in this process. */
export async function addAudit(ctx: Context, brand: Brand, industry: string): Promise<void> {
  const url = `https://${brand.domain}/`
  const audited = await runAudit(fetchDemoSite(brand, industry), {
    url,
    pages: 10,
    now: ctx.now(),
    signal: AbortSignal.timeout(60_000),
    parsePage: ctx.use(pageParsers).of(ctx.organizationId),
  })
  const { finalUrl, report } = audited
  const pages = report.pages.length
  await transaction(ctx, async (tx) => {
    const known = await tx.db
      .selectFrom('site_audits')
      .select('id')
      .where('brand_id', '=', brand.id)
      .executeTakeFirst()
    if (known) return
    const [id, now] = [newId(tx.now().getTime()), tx.now()]
    await tx.db
      .insertInto('jobs')
      .values({
        brand_id: brand.id,
        id,
        kind: auditKind,
        subject: url,
        status: 'completed',
        input: JSON.stringify({ url, pages }),
        result: JSON.stringify({ score: report.score, pages }),
        actor_kind: 'system',
        created_at: now,
        started_at: now,
        finished_at: now,
      })
      .execute()
    await tx.db
      .insertInto('site_audits')
      .values({
        brand_id: brand.id,
        id,
        url,
        pages,
        final_url: finalUrl,
        score: report.score,
        report: JSON.stringify(report),
        created_at: now,
      })
      .execute()
    await saveSitePages(tx, brand.id, audited.pages)
  })
}

/** Publishes a report on the last four weeks. */
export async function addReport(ctx: Context, brand: Brand, days: readonly string[]): Promise<void> {
  const { items } = await listReports(ctx, { brand_id: brand.id, limit: 1 })
  const [date_from, date_to] = [days.at(-28) ?? days[0], days.at(-1)]
  if (items.length > 0) return
  const input = NewReport.parse({ brand_ids: [brand.id], date_from, date_to, language: brand.language })
  await publishReport(ctx, await createReport(ctx, [brand], input))
}

/** What a person did with the first opportunities; the others are new. */
const statuses = ['in_progress', 'sent', 'done', 'in_progress', 'dismissed'] as const

/** Skips a resumed demo whose opportunities were changed. Leaves two of three opportunities new. */
export async function workOnOpportunities(ctx: Context, brand: Brand): Promise<void> {
  const { items } = await listOpportunities(ctx, brand.id, { limit: 100 })
  if (items.some(({ status }) => status !== 'new')) return
  await transaction(ctx, async (tx) => {
    for (const [index, status] of statuses.slice(0, Math.ceil(items.length / 3)).entries()) {
      const row = items[index]
      if (row) await changeStatus(tx, row, status)
    }
  })
}
