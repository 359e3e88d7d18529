/** The numbers of the cited URLs of a brand, in the memory of the process: numbers are only added, and never change. */
import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { toRecord } from '../../numbers.ts'
import { type OfUrl, ofUrls, type SourceNumbers } from './citations.ts'
import { decodeList } from './day.ts'
import { dayCache } from './day-cache.ts'

const columns = { domain: 'domain_number', domain_category: 'pair_number', category: 'category_number' }

export async function readSourceNumbers(ctx: Context, brandId: string): Promise<SourceNumbers> {
  const cache = ctx.use(dayCache)
  const known = cache.findSources(brandId)?.numbers
  const last = known?.highest.url ?? 0
  const lists = ofUrls.map(
    (kind) => sql`string_agg(${sql.ref(columns[kind])}::text, ',' order by number) as ${sql.ref(kind)}`,
  )
  const { rows } = await sql<Record<OfUrl, string | null> & Pick<SourceNumbers, 'categories'>>`
    select
      ${sql.join(lists)},
      (
        select coalesce(json_agg(json_build_object('number', number, 'category', category) order by number), '[]')
        from sources where brand_id = ${brandId} and kind = 'category'
      ) as categories
    from sources where brand_id = ${brandId} and kind = 'url' and number > ${last}`.execute(ctx.db)
  const added = rows[0]
  const categories = added?.categories ?? []
  if (known && !added?.domain) return { ...known, categories }
  const of = toRecord(ofUrls, (kind) =>
    // No URL has the number 0.
    append(known?.of[kind] ?? new Int32Array(1), decodeList(added?.[kind] ?? '')),
  )
  const numbers = {
    of,
    highest: { url: of.domain.length - 1, ...toRecord(ofUrls, (kind) => getHighest(of[kind])) },
    categories,
  }
  const bytes = 4 * ofUrls.length * of.domain.length
  cache.put(brandId, null, { kind: 'sources', numbers }, { bytes, scan: cache.startScan(brandId, []) })
  return numbers
}

function append(list: Int32Array, more: Int32Array): Int32Array {
  const both = new Int32Array(list.length + more.length)
  both.set(list)
  both.set(more, list.length)
  return both
}

const getHighest = (numbers: Int32Array): number => numbers.reduce((most, each) => Math.max(most, each), 0)
