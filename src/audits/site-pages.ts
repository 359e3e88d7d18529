/** The texts of audited pages, from which prompt discovery knows what a site is about, and from which facts are proposed. */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { insertJsonRows } from '../db/insert-json-rows.ts'
import type { AuditedPage } from './page.ts'
import type { CrawlResult } from './site/crawl-result.ts'
import type { MarkedUpFact } from './structured-data.ts'

export type SitePage = {
  url: string
  title: string
  /** The main heading first; includes the questions of collapsible sections and of structured data. */
  headings: string[]
  products: string[]
  facts: MarkedUpFact[]
  /** The title and the start of the main text, one line per block. */
  text: string
  language: string | null
}

const maxTexts = 40
const maxLength = 300
const maxText = 20_000
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
    facts: page.structuredData.facts
      .filter(({ subject, value }) => isShort(subject) && isShort(String(value)))
      .slice(0, maxTexts),
    text: [page.titles[0] ?? '', ...page.blocks.map(({ text }) => text)]
      .join('\n')
      .replaceAll('\0', '')
      .slice(0, maxText)
      .toWellFormed(),
    language: page.language,
  }
}

const isShort = (text: string) => text.trim() !== '' && text.length <= 120 && !text.includes('\0')

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
  const rows = byUrl.map((page) => ({ ...page, brand_id: brandId, read_at: ctx.now() }))
  await sql`${insertJsonRows('site_pages', rows)}
    on conflict (brand_id, url) do update set
      title = excluded.title, headings = excluded.headings, products = excluded.products, facts = excluded.facts,
      text = excluded.text, language = excluded.language, read_at = excluded.read_at`.execute(ctx.db)
}
