/** The domains and URLs of a page of the most cited sources. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { SourceCategory } from '../fields.ts'
import type { SourceCounts, SourceKind } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { pooledRateIntervalPct, ratioPct } from '../values.ts'
import type { UsageChange } from './usage-changes.ts'

/** One page of sources, and how many there are on all pages. */
export type SourcePage = {
  counts: SourceCounts
  numbers: number[]
  count: number
  next_cursor: string | null
}

type GetChange = (kind: SourceKind, number: number) => z.input<typeof UsageChange>

type Listed = {
  kind: 'domain' | 'domain_category'
  list: SourcePage
  byCategory: SourceCounts
  answers: Answers
  getChange: GetChange
}

/** `perDay`: see `answersPerDay`. */
type Answers = { n: number; perDay: number }

export async function showDomains(
  { db, scope: { brand } }: Window,
  { kind, list, byCategory, answers, getChange }: Listed,
) {
  const { rows } = await sql<{
    number: number
    domain: string
    pairs: { number: number; category: string }[]
  }>`
    select
      listed.number, listed.name as domain,
      (
        select json_agg(json_build_object('number', pair.number, 'category', pair.category) order by pair.category)
        from sources pair
        where pair.brand_id = ${brand.id} and pair.kind = 'domain_category' and pair.url_id = 0 and pair.name = listed.name
          and (listed.category = '' or pair.category = listed.category)
      ) as pairs
    from sources listed
    where listed.brand_id = ${brand.id} and listed.kind = ${kind} and listed.number = any(${list.numbers}::int[])`.execute(
    db,
  )
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return list.numbers.flatMap((number) => {
    const row = byNumber.get(number)
    if (!row) return []
    const [most] = row.pairs.toSorted(
      (a, b) => byCategory.citations(b.number) - byCategory.citations(a.number),
    )
    return [
      {
        domain: row.domain,
        category: SourceCategory.parse(most?.category),
        ...showCounts(list.counts, number, answers),
        change: getChange(kind, number),
      },
    ]
  })
}

export async function showUrls(
  { db, scope: { brand } }: Window,
  { list, answers, getChange }: Pick<Listed, 'list' | 'answers' | 'getChange'>,
) {
  const { rows } = await sql<{
    number: number
    url: string
    title: string | null
    domain: string
    category: string
  }>`
    select sources.number, urls.url, urls.title, domains.registrable as domain, sources.category
    from sources
    join urls on urls.brand_id = sources.brand_id and urls.id = sources.url_id
    join domains on domains.brand_id = urls.brand_id and domains.id = urls.domain_id
    where sources.brand_id = ${brand.id} and sources.kind = 'url' and sources.number = any(${list.numbers}::int[])`.execute(
    db,
  )
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return list.numbers.flatMap((number) => {
    const row = byNumber.get(number)
    if (!row) return []
    const { url, title, domain, category } = row
    return [
      {
        url,
        title,
        domain: domain || null,
        category: SourceCategory.parse(category),
        ...showCounts(list.counts, number, answers),
        change: getChange('url', number),
      },
    ]
  })
}

function showCounts(counts: SourceCounts, number: number, { n, perDay }: Answers) {
  const { answers: results, answersNamingBrand: named } = counts.weighted(number)
  return {
    total_citations: counts.citations(number),
    results_citing: counts.answers(number),
    usage_pct: ratioPct(results, n),
    usage_interval: pooledRateIntervalPct(results, { n, perDay }),
    results_mentioning: counts.answersNamingBrand(number),
    brand_mentioned_pct: ratioPct(named, results),
    brand_mentioned_interval: pooledRateIntervalPct(named, { n: results, perDay }),
  }
}
