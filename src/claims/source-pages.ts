/** The cited pages that state a fact wrongly, as the answers do that cite them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope } from '../answers/scope.ts'
import { getBrand } from '../brands/brands.ts'
import { Timestamp } from '../core/fields.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { verdictOnAnswer } from '../metrics/claim-verdicts.ts'
import { Count, SourceDomain, SourceTitle, SourceUrl } from '../metrics/fields.ts'
import type { Window } from '../metrics/rollups.ts'
import type { FactRow } from './facts.ts'
import { findPageClaims, mostPages } from './page-claims.ts'

export const SourcePages = z
  .object({
    cited: Count.describe(
      'Pages that the wrong and outdated answers cite; the 30 most cited ones are compared.',
    ),
    read: Count.describe('Pages among the compared ones whose text is stored.'),
    pages: z.array(
      z.object({
        url: SourceUrl,
        title: SourceTitle,
        domain: SourceDomain,
        is_own: z.boolean().describe('Whether it is a page of the brand.'),
        results_citing: Count.describe('Wrong and outdated answers that cite it.'),
        verdict: z.enum(['wrong', 'outdated']).describe('The verdict on the page.'),
        quote: untrustedText(z.string().describe('The words of the page.')),
        read_at: Timestamp.describe('When the page was read.'),
        opportunity_id: z
          .uuid()
          .nullable()
          .describe('The opportunity to correct the page; null if there was none yet.'),
      }),
    ),
  })
  .describe('The pages that state the fact wrongly themselves, most cited first.')

/** `pages`: how many pages there are. */
type CitedPage = Pick<
  z.input<typeof SourcePages>['pages'][number],
  'url' | 'title' | 'domain' | 'is_own' | 'results_citing'
> & { url_id: number; pages: number }

export async function findSourcePages(window: Window, fact: FactRow): Promise<z.input<typeof SourcePages>> {
  const cited = await listCitedByWrong(window, fact.id)
  const brand = await getBrand(window, window.scope.brand.id)
  const claims = await findPageClaims(
    window,
    brand,
    [fact],
    cited.map(({ url, url_id }) => ({ url, url_id, fact_id: fact.id })),
  )
  const opportunities = await listOpportunities(window, claims)
  const pages = cited.flatMap(({ pages: _, url_id, ...page }) => {
    const { verdict, quote, read_at } = claims.find((claim) => claim.url_id === url_id) ?? {}
    if (read_at === undefined || quote == null || (verdict !== 'wrong' && verdict !== 'outdated')) return []
    const opportunity_id = opportunities.get(url_id) ?? null
    return [{ ...page, verdict, quote, read_at: read_at.toISOString(), opportunity_id }]
  })
  return { cited: cited[0]?.pages ?? 0, read: claims.length, pages }
}

/** Returns the newest opportunity to correct each page, preferring an open one. */
async function listOpportunities(
  { db, scope }: Window,
  claims: readonly { url_id: number }[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ url_id: number; id: string }>`
    select distinct on (url_id) url_id, id from opportunities
    where brand_id = ${scope.brand.id} and url_id = any(${claims.map(({ url_id }) => url_id)}::int8[])
    order by url_id, status in ('done', 'dismissed'), created_at desc, id`.execute(db)
  return new Map(rows.map(({ url_id, id }) => [url_id, id]))
}

async function listCitedByWrong({ db, scope }: Window, factId: string): Promise<CitedPage[]> {
  const { rows } = await sql<CitedPage>`
    select
      urls.id as url_id, urls.url, urls.title, domains.registrable as domain, coalesce(bool_or(cited.entity = 0), false) as is_own,
      count(distinct cited.answer_id)::int as results_citing, (count(*) over ())::int as pages
    from (
      select answers.id from answers
      where ${answersInScope(scope)} and mention_counts[1] > 0
        and ${verdictOnAnswer(scope.brand.id, factId)} in ('wrong', 'outdated')
    ) stating
    join answer_citations cited on cited.brand_id = ${scope.brand.id} and cited.answer_id = stating.id and cited.cited
    join urls on urls.brand_id = ${scope.brand.id} and urls.id = cited.url_id
    join domains on domains.brand_id = ${scope.brand.id} and domains.id = cited.domain_id
    group by urls.id, urls.url, urls.title, domains.registrable
    order by results_citing desc, urls.url limit ${mostPages}`.execute(db)
  return rows
}
