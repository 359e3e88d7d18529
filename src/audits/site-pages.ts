/** The texts of audited pages by which prompt discovery knows what a site is about. */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import type { AuditedPage } from './page.ts'
import type { CrawlResult } from './site/crawl-result.ts'

export type SitePage = {
  url: string
  title: string
  /** The main heading first; includes the questions of collapsible sections and of structured data. */
  headings: string[]
  products: string[]
  language: string | null
}

const maxTexts = 40
const maxLength = 300
/** The limit of the primary key. */
const maxUrlLength = 2_000

export const readSitePages = ({ pages }: CrawlResult): SitePage[] =>
  pages.flatMap(({ visit }) => {
    if (!visit?.page || visit.status !== 200 || visit.url.length > maxUrlLength) return []
    return [readSitePage(visit.url, visit.page)]
  })

function readSitePage(url: string, page: AuditedPage): SitePage {
  const headings = page.blocks
    .filter(({ kind }) => kind === 'heading' || kind === 'summary' || kind === 'term')
    .toSorted((a, b) => Number(b.level === 1) - Number(a.level === 1))
    .map(({ text }) => text)
  return {
    url,
    title: clean(page.titles.slice(0, 1))[0] ?? '',
    headings: clean([...headings, ...page.structuredData.questions]),
    products: clean(page.structuredData.products),
    language: page.language,
  }
}

const clean = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.replaceAll('\0', '').replace(/\s+/gu, ' ').trim()))]
    .filter((text) => text !== '' && text.length <= maxLength)
    .slice(0, maxTexts)

/** Replaces what earlier audits have read of these pages. */
export async function saveSitePages(
  ctx: Context,
  brandId: string,
  pages: readonly SitePage[],
): Promise<void> {
  const byUrl = [...new Map(pages.map((page) => [page.url, page])).values()]
  if (byUrl.length === 0) return
  await ctx.db
    .insertInto('site_pages')
    .values(byUrl.map((page) => ({ ...page, brand_id: brandId, read_at: ctx.now() })))
    .onConflict((conflicting) =>
      conflicting.columns(['brand_id', 'url']).doUpdateSet({
        title: sql`excluded.title`,
        headings: sql`excluded.headings`,
        products: sql`excluded.products`,
        language: sql`excluded.language`,
        read_at: sql`excluded.read_at`,
      }),
    )
    .execute()
}
