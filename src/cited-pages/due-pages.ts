/** Which cited pages of a brand are due to be read, and how many its budget still allows today. */
import { sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { dayMs, daysAfter, utcDay } from '../core/days.ts'

export type DuePage = { url_id: number; url: string; requested_at: Date | null }

/** Pages that no answer has cited for this long are not read again. */
const citedDays = 28
const readAgainDays = 7
/** Larger than any budget, because pages that another brand has read need no request. */
const mostDue = 2_000

/** Demo brands have invented sources. */
export const getDailyLimit = ({ config }: Context, { pages_per_day, is_demo, status }: Brand): number =>
  is_demo || status !== 'active' ? 0 : (pages_per_day ?? config.CITED_PAGES_PER_DAY)

export async function countRemaining(ctx: Context, brand: Brand): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('cited_pages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brand_id', '=', brand.id)
    .where('fetched_on', '=', utcDay(ctx.now()))
    .executeTakeFirstOrThrow()
  return Math.max(0, getDailyLimit(ctx, brand) - count)
}

/** Pages that were read after this time are not due. */
export const freshSince = (now: Date): Date => new Date(now.getTime() - readAgainDays * dayMs)

/** Lists the pages that people asked to check, then the most cited ones. Skips simulated answers: they cite no real pages. */
export async function listDuePages(ctx: Context, brand: Brand, limit = mostDue): Promise<DuePage[]> {
  const now = ctx.now()
  const { rows } = await sql<DuePage>`
    with cited as materialized (
      select url_id, count(distinct answer_id) as answers
      from answer_citations join answers on answers.brand_id = answer_citations.brand_id and answers.id = answer_id
      where answer_citations.brand_id = ${brand.id} and answer_citations.cited
        and answer_citations.day > ${daysAfter(utcDay(now), -citedDays)}::date and answers.surface <> 'simulated'
      group by url_id
    )
    select cited.url_id, urls.url, page.requested_at
    from cited
    join urls on urls.brand_id = ${brand.id} and urls.id = cited.url_id
    left join cited_pages page on page.brand_id = ${brand.id} and page.url_id = cited.url_id
    where urls.url ~ '^https?://' and (
      page.read_at is null or page.requested_at is not null or page.names_version < ${brand.names_version}
      or page.read_at <= ${freshSince(now)}
      or (page.state in ('timeout', 'failed') and page.read_at <= ${new Date(now.getTime() - dayMs)})
    )
    order by page.requested_at nulls last, cited.answers desc, cited.url_id
    limit ${limit}`.execute(ctx.db)
  return rows
}
