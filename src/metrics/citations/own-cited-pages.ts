/** The pages on the brand's own domains that engines cite, by path. */
import { sql } from 'kysely'
import type { Window } from '../rollups.ts'

/** Returns the citations of each path (without query string, as in visits), most citations first. */
export async function countOwnCitedPages(window: Window): Promise<[path: string, citations: number][]> {
  const { url: urls } = await window.sources(['url'])
  const { rows } = await sql<{ number: number; url: string }>`
    select sources.number, urls.url
    from sources join urls on urls.brand_id = sources.brand_id and urls.id = sources.url_id
    where sources.brand_id = ${window.scope.brand.id} and sources.kind = 'url' and sources.category = 'owned'`.execute(
    window.db,
  )
  const byPath = new Map<string, number>()
  for (const { number, url } of rows) {
    const citations = urls.citations(number)
    const path = citations > 0 ? getPath(url) : null
    if (path !== null) byPath.set(path, (byPath.get(path) ?? 0) + citations)
  }
  return [...byPath].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

/** The same form as the tracking script sends. */
function getPath(url: string): string | null {
  const path = URL.parse(url)?.pathname.replace(/(?<!\/)\/+$/, '')
  return path === undefined ? null : path === '' ? '/' : path
}
