/** The pages on the brand's own domains that engines cite, by path. */
import { sql } from 'kysely'
import { getPath } from '../../traffic/page-path.ts'
import type { Window } from '../rollups.ts'

/** `url`: the most cited URL with this path. */
export type OwnCitedPage = { path: string; citations: number; url: string }

/** Returns the citations of each path (without query string, as in visits), most citations first. */
export async function countOwnCitedPages(window: Window): Promise<OwnCitedPage[]> {
  const { url: urls } = await window.sources(['url'])
  const { rows } = await sql<{ number: number; url: string }>`
    select sources.number, urls.url
    from sources join urls on urls.brand_id = sources.brand_id and urls.id = sources.url_id
    where sources.brand_id = ${window.scope.brand.id} and sources.kind = 'url' and sources.category = 'owned'`.execute(
    window.db,
  )
  const byPath = new Map<string, OwnCitedPage & { most: number }>()
  for (const { number, url } of rows) {
    const citations = urls.citations(number)
    const path = citations > 0 ? getPath(url) : null
    if (path === null) continue
    const page = byPath.get(path) ?? { path, citations: 0, url, most: 0 }
    page.citations += citations
    if (citations > page.most) Object.assign(page, { url, most: citations })
    byPath.set(path, page)
  }
  return [...byPath.values()].sort((a, b) => b.citations - a.citations || (a.path < b.path ? -1 : 1))
}
