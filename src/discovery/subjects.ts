/** What a brand could be asked about: its topics, products, competitors and pages, with the prompts that it tracks. */
import { sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { findQueryLanguage, normalizeQuery } from '../search-queries/query-form.ts'
import { windowStart } from '../search-queries/query-window.ts'

export type TrackedPrompt = { id: string; text: string; topicId: string | null; language: string }

/** Numbers are of the last 28 days. */
export type SubjectPage = {
  url: string
  /** Null for a page that was neither audited nor cited with a title. */
  title: string | null
  headings: readonly string[]
  products: readonly string[]
  isAudited: boolean
  /** Answers that cite it. */
  citations: number
  /** In search results, of the search console that counts most; 0 without one. */
  impressions: number
}

/** The names and domains of the brand, in the form of queries. */
export function getNames({
  name,
  aliases,
  domain,
  domains,
}: Pick<Brand, 'name' | 'aliases' | 'domain' | 'domains'>): string[] {
  const sites = [domain, ...domains]
  return [name, ...aliases, ...sites, ...sites.map((site) => site.replaceAll('.', ' '))].map(normalizeQuery)
}

export type Subjects = {
  prompts: readonly TrackedPrompt[]
  topics: readonly { id: string; name: string }[]
  products: readonly { id: string; name: string; aliases: readonly string[] }[]
  competitors: readonly string[]
  pages: readonly SubjectPage[]
}

/** Finds nouns to capitalize: the words of names, and words that the texts of the brand capitalize within a sentence. */
export function findGermanNouns(
  { language }: Brand,
  { topics, products, competitors, pages, prompts }: Subjects,
): ReadonlyMap<string, string> {
  if (findQueryLanguage(language) !== 'de') return new Map()
  const names = [...topics.map(({ name }) => name), ...products.map(({ name }) => name), ...competitors]
  const texts = [
    ...prompts.map(({ text }) => text),
    ...pages.flatMap(({ title, headings }) => [title ?? '', ...headings]),
  ]
  const words = [
    ...names.flatMap((name) => name.match(capitalized) ?? []),
    ...texts.flatMap((text) => text.match(capitalizedWithin) ?? []),
  ]
  return new Map(words.map((word) => [word.toLowerCase(), word]))
}

const capitalized = /(?<![\p{L}\p{N}-])\p{Lu}\p{L}+(?![\p{L}\p{N}-])/gu
const capitalizedWithin = /(?<=[\p{L}\p{N},] )\p{Lu}\p{L}+(?![\p{L}\p{N}-])/gu

const maxPages = 200

export async function loadSubjects(ctx: Context, brand: Brand): Promise<Subjects> {
  const prompts = await ctx.db
    .selectFrom('prompts')
    .select(['id', 'text', 'topic_id as topicId', 'language'])
    .where('brand_id', '=', brand.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const topics = await ctx.db
    .selectFrom('topics')
    .select(['id', 'name'])
    .where('brand_id', '=', brand.id)
    .orderBy('id')
    .execute()
  const competitors = await listEntities(ctx, 'competitors', brand.id)
  return {
    prompts,
    topics,
    products: await listEntities(ctx, 'products', brand.id),
    competitors: competitors.map(({ name }) => name),
    pages: await listPages(ctx, brand),
  }
}

/** Addresses that differ only in the scheme, `www.`, a slash at the end, a query or a fragment are one page. */
export function toPageKey(url: string): string {
  const { hostname, pathname } = new URL(url)
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  return hostname.replace(/^www\./, '') + path
}

async function listPages(ctx: Context, brand: Brand): Promise<SubjectPage[]> {
  const pages = new Map<string, SubjectPage>()
  const merge = (url: string, found: Partial<SubjectPage>) => {
    if (!URL.canParse(url) || !isOwn(brand, url)) return
    const key = toPageKey(url)
    const known = pages.get(key) ?? {
      url,
      title: null,
      headings: [],
      products: [],
      isAudited: false,
      citations: 0,
      impressions: 0,
    }
    const { citations = 0, impressions = 0, title = null, ...rest } = found
    pages.set(key, {
      ...known,
      ...rest,
      title: known.title ?? title,
      citations: known.citations + citations,
      impressions: Math.max(known.impressions, impressions),
    })
  }
  for (const { url, title, headings, products } of await listAuditedPages(ctx, brand.id))
    merge(url, { title: title || null, headings, products, isAudited: true })
  for (const { url, ...found } of await listCitedPages(ctx, brand.id)) merge(url, found)
  for (const { url, ...found } of await listSearchedPages(ctx, brand.id)) merge(url, found)
  return [...pages.values()]
}

/** A domain of a brand can have a path. */
function isOwn({ domain, domains }: Brand, url: string): boolean {
  const key = `${toPageKey(url)}/`
  return [domain, ...domains].some(
    (own) => key.startsWith(`${own}/`) || key.split('/', 1)[0]?.endsWith(`.${own}`),
  )
}

const listAuditedPages = (ctx: Context, brandId: string) =>
  ctx.db
    .selectFrom('site_pages')
    .select(['url', 'title', 'headings', 'products'])
    .where('brand_id', '=', brandId)
    .orderBy('read_at', 'desc')
    .orderBy('url')
    .limit(maxPages)
    .execute()

async function listCitedPages(ctx: Context, brandId: string) {
  const { rows } = await sql<{ url: string; title: string | null; citations: number }>`
    select urls.url, urls.title, cited.citations
    from (
      select url_id, count(distinct answer_id)::int as citations
      from answer_citations
      where brand_id = ${brandId} and day >= ${windowStart(ctx.now())} and entity = 0 and cited
      group by url_id
      order by 2 desc, 1
      limit ${maxPages}
    ) as cited
    join urls on urls.brand_id = ${brandId} and urls.id = cited.url_id
    order by cited.citations desc, urls.id`.execute(ctx.db)
  return rows
}

async function listSearchedPages(ctx: Context, brandId: string) {
  const { rows } = await sql<{ url: string; impressions: number }>`
    select page as url, max(impressions)::int as impressions
    from (
      select connection_id, page, sum(impressions) as impressions
      from search_days
      where brand_id = ${brandId} and day >= ${windowStart(ctx.now())} and query = '' and page <> ''
      group by connection_id, page
    ) as of_connections
    group by page
    order by 2 desc, 1
    limit ${maxPages}`.execute(ctx.db)
  return rows
}
