/** Starts the reading of cited pages: every hour for due pages, and on request for the pages of a source. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { conflict, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { runInTurns } from '../core/in-turns.ts'
import { enqueueOrJoinJob } from '../jobs/job.ts'
import { message } from '../languages/message.ts'
import { countRemaining, getDailyLimit, listDuePages } from './due-pages.ts'

const kind = 'pages' satisfies JobKind

export async function requestDueReading(app: AppContext, stopping: AbortSignal): Promise<void> {
  const brands = await app.db
    .selectFrom('brands')
    .select(['id', 'organization_id'])
    .where('is_demo', '=', false)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  await runInTurns(app, brands, {
    stopping,
    failure: 'the job that reads cited pages was not created',
    work: async ({ id, organization_id }) => {
      const ctx = systemContext(app, organization_id)
      const brand = await getBrand(ctx, id)
      if ((await countRemaining(ctx, brand)) === 0) return
      if ((await listDuePages(ctx, brand, 1)).length > 0) await enqueueOrJoinJob(ctx, id, kind)
    },
  })
}

export const CheckRequest = z.strictObject({
  domain: z.string().trim().toLowerCase().min(1).max(253).describe('Registrable domain that answers cite.'),
})

export const RequestedChecks = z.object({
  requested: z
    .number()
    .int()
    .describe('Pages that will be read: the most cited ones that were not read today.'),
  job_id: z.uuid().nullable().describe('The job that reads them; null if there are none.'),
})

const mostRequested = 10

/** Requests a check of the most cited pages of a domain, except those that the brand has requested from their site today. */
export function requestChecks(
  ctx: Context,
  brand: Brand,
  { domain }: z.output<typeof CheckRequest>,
): Promise<z.input<typeof RequestedChecks>> {
  if (getDailyLimit(ctx, brand) === 0) throw conflict(message('citedPages.requests.off'))
  return transaction(ctx, async (tx) => {
    const pages = await listPages(tx, brand, domain)
    if (pages.length === 0) throw notFound(message('outreach.general.noAnswerCites', { domain }))
    const today = utcDay(tx.now())
    const due = pages.filter(({ fetched_on }) => fetched_on !== today)
    if (due.length === 0) return { requested: 0, job_id: null }
    await tx.db
      .insertInto('cited_pages')
      .values(due.map(({ url_id }) => ({ brand_id: brand.id, url_id, requested_at: tx.now() })))
      .onConflict((found) => found.columns(['brand_id', 'url_id']).doUpdateSet({ requested_at: tx.now() }))
      .execute()
    await recordEvent(tx, 'cited_pages.requested', { brandId: brand.id, data: { domain, pages: due.length } })
    return { requested: due.length, job_id: await enqueueOrJoinJob(tx, brand.id, kind) }
  })
}

async function listPages(tx: Context, brand: Brand, domain: string) {
  const { rows } = await sql<{ url_id: number; fetched_on: string | null }>`
    select cited.url_id, page.fetched_on
    from answer_citations cited
    join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
    join answers on answers.brand_id = cited.brand_id and answers.id = cited.answer_id
    left join cited_pages page on page.brand_id = cited.brand_id and page.url_id = cited.url_id
    where cited.brand_id = ${brand.id} and cited.cited and domains.registrable = ${domain}
      and answers.surface <> 'simulated'
    group by cited.url_id, page.fetched_on
    order by count(distinct cited.answer_id) desc, cited.url_id
    limit ${mostRequested}`.execute(tx.db)
  return rows
}
