/**
 * The stored pages of a brand's own site: those that site audits have read, and those that answers cite. Pages about others, such as
 * articles, stories of customers and comparisons, are not listed.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { factKinds } from '../../vocabulary/facts.ts'
import type { Context } from '../core/context.ts'
import { toPageKey } from '../discovery/subjects.ts'

const MarkedUp = z.array(
  z.object({
    kind: z.enum(factKinds),
    subject: z.string(),
    value: z.union([z.number(), z.string()]),
    unit: z.string().nullable(),
  }),
)

/** `facts`: of the structured data. */
export type StoredPage = {
  url: string
  language: string | null
  text: string
  facts: z.output<typeof MarkedUp>
}

const maxPages = 200
const maxCharacters = 20_000
/** Takes about a second of CPU time. */
const maxAllCharacters = 1_000_000

/** Returns the pages with the shortest URLs first, which are the most prominent ones. */
export async function listOwnPages(ctx: Context, brandId: string): Promise<StoredPage[]> {
  const pages = [...(await listAudited(ctx, brandId)), ...(await listCited(ctx, brandId))]
  const byKey = new Map(pages.toReversed().map((page) => [toPageKey(page.url), page]))
  const own = [...byKey.values()]
    .filter(({ url }) => !ABOUT_OTHERS.test(new URL(url).pathname))
    .toSorted((a, b) => a.url.length - b.url.length || (a.url < b.url ? -1 : 1))
    .slice(0, maxPages)
  let characters = 0
  return own.filter(({ text }) => {
    characters += text.length
    return characters <= maxAllCharacters
  })
}

const ABOUT_OTHERS =
  /\/(?:blog|news|press|presse|prensa|media|customers?|kunden|clients?|clientes|case-stud[a-z]*|success-stories|testimonials?|reviews?|vs|compare|comparison|vergleich|alternatives?|jobs|careers|karriere|community|forum|events?|magazine?)(?:[/-]|$)/i

async function listAudited({ db }: Context, brandId: string): Promise<StoredPage[]> {
  const rows = await db
    .selectFrom('site_pages')
    .select(['url', 'language', 'text', 'facts'])
    .where('brand_id', '=', brandId)
    .orderBy(sql`length(url)`)
    .orderBy('url')
    .limit(maxPages)
    .execute()
  return rows.map(({ facts, ...page }) => ({ ...page, facts: MarkedUp.parse(facts) }))
}

/** Only pages that this brand has read: pages are stored once for all brands, and others may have read more. */
async function listCited({ db }: Context, brandId: string): Promise<StoredPage[]> {
  const { rows: cited } = await sql<{ url: string }>`
    select urls.url from cited_pages page
    join urls on urls.brand_id = ${brandId} and urls.id = page.url_id
    where page.brand_id = ${brandId} and page.state = 'read'
      and coalesce(page.kind, '') not in ('comparison', 'forum', 'list', 'news', 'review')
      and exists (
        select from answer_citations cited
        where cited.brand_id = ${brandId} and cited.url_id = page.url_id and cited.entity = 0
      )
    order by length(urls.url), urls.url limit ${maxPages}`.execute(db)
  const urls = cited.map(({ url }) => url)
  const { rows } = await sql<Omit<StoredPage, 'facts'>>`
    select url, left(text, ${maxCharacters}) as text, properties->>'language' as language from web_pages
    where text is not null and url_hash in (
      select sha256(convert_to(url, 'UTF8')) from unnest(${urls}::text[]) as own(url)
    )`.execute(db)
  return rows.map((page) => ({ ...page, facts: [] }))
}
