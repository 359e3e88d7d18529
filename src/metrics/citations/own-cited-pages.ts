/** The pages of the brand's own that engines cite, by path: where visits from them may land. */
import { sql } from 'kysely'
import type { Scope } from '../../answers/scope.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { memoize } from '../rollups/cache.ts'
import type { Snapshot } from '../rollups/snapshot.ts'
import { citationsOf } from '../rollups/source-counts.ts'
import { readSources } from '../rollups/source-rollups.ts'

/** Path without query, as visits are kept → citations in the window, most first. */
export function countOwnCitedPages(at: Snapshot, scope: Scope): Promise<[path: string, citations: number][]> {
  return memoize(at, scope, ['cited-pages'], async () => {
    const { url: sums } = await readSources(at, scope)
    const { rows } = await sql<{ number: number; url: string }>`
      select sources.number, urls.url
      from sources join urls on urls.brand_id = sources.brand_id and urls.id = sources.url_id
      where sources.brand_id = ${scope.brand.id} and sources.kind = 'url' and sources.category = 'owned'`.execute(
      at.db,
    )
    const byPath = new Map<string, number>()
    const rest = timeSlicer()
    for (const { number, url } of rows) {
      const citations = citationsOf(sums, number)
      const path = citations > 0 ? pathOf(url) : null
      if (path !== null) byPath.set(path, (byPath.get(path) ?? 0) + citations)
      await rest()
    }
    return [...byPath].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  })
}

/** As the beacon writes it. */
function pathOf(url: string): string | null {
  const path = URL.parse(url)?.pathname.replace(/\/+$/, '')
  return path === undefined ? null : path === '' ? '/' : path
}
