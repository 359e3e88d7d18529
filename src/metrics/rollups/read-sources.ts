/** Counts how often sources are cited. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { toRecord } from '../numbers.ts'
import {
  type CategoryCounts,
  type SourceCounts,
  type SourceKind,
  type Sources,
  sourceKinds,
} from '../rollup-rows.ts'
import { type DayCitations, firstFlags, namesBrandBit, type SourceNumbers } from './days/citations.ts'
import { eachDayWithCitations } from './days/read-days.ts'
import { readSourceNumbers } from './days/source-numbers.ts'
import { indexRows, type ScopeRows } from './dimensions.ts'

/** By number of the source: citations, answers that cite it, and the ones among them that name the brand. */
type KindSums = { citations: Uint32Array; answers: Uint32Array; naming: Uint32Array }

/** Returns the counts of these kinds; all other counts are zero. */
export async function readSources(
  ctx: Context,
  scope: ScopeRows,
  kinds: readonly SourceKind[],
): Promise<Sources> {
  const numbers = await readSourceNumbers(ctx, scope.brandId)
  const sums = toRecord(sourceKinds, (kind) => noCounts(numbers.highest[kind]))
  const index = indexRows(scope)
  await eachDayWithCitations(ctx, scope, (day, citations) => {
    const rows = index.toRows(day)
    for (const kind of kinds) addCitations(sums[kind], citations, rows, { kind, numbers })
  })
  const counts = toRecord(sourceKinds, (kind) => toCounts(sums[kind]))
  return { ...counts, categories: countCategories(counts, numbers, await listCategories(ctx, scope.brandId)) }
}

const noCounts = (highest: number): KindSums => ({
  citations: new Uint32Array(highest + 1),
  answers: new Uint32Array(highest + 1),
  naming: new Uint32Array(highest + 1),
})

/** `rows`: the row of each cell, -1 for cells that do not count. */
function addCitations(
  { citations, answers, naming }: KindSums,
  { urls, cells, flags }: DayCitations,
  rows: Int32Array,
  { kind, numbers }: { kind: SourceKind; numbers: SourceNumbers },
): void {
  const sourceNumbers = kind === 'url' ? null : numbers.of[kind]
  const first = firstFlags[kind]
  for (let at = 0; at < urls.length; at += 1) {
    const url = urls[at] ?? 0
    const source = sourceNumbers === null ? url : (sourceNumbers[url] ?? 0)
    if (source === 0 || (rows[cells[at] ?? 0] ?? -1) < 0) continue
    citations[source] = (citations[source] ?? 0) + 1
    const flag = flags[at] ?? 0
    if ((flag & first) === 0) continue
    answers[source] = (answers[source] ?? 0) + 1
    if ((flag & namesBrandBit) !== 0) naming[source] = (naming[source] ?? 0) + 1
  }
}

const toCounts = ({ citations, answers, naming }: KindSums): SourceCounts => ({
  numbers: () => {
    const numbers = new Uint32Array(citations.length)
    let count = 0
    for (let number = 0; number < citations.length; number += 1)
      if (citations[number] !== 0) numbers[count++] = number
    return numbers.subarray(0, count)
  },
  citations: (number) => citations[number] ?? 0,
  answers: (number) => answers[number] ?? 0,
  answersNamingBrand: (number) => naming[number] ?? 0,
})

type Category = { number: number; category: string }

async function listCategories({ db }: Context, brandId: string): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select number, category from sources where brand_id = ${brandId} and kind = 'category' order by number`.execute(
    db,
  )
  return rows
}

function countCategories(
  { category: byCategory, domain_category: byPair }: Record<SourceKind, SourceCounts>,
  { of, highest }: SourceNumbers,
  categories: readonly Category[],
): CategoryCounts[] {
  const categoryOfPair = new Int32Array(highest.domain_category + 1)
  for (const [url, pair] of of.domain_category.entries()) categoryOfPair[pair] = of.category[url] ?? 0
  const domains = new Uint32Array(highest.category + 1)
  for (const pair of byPair.numbers()) {
    const category = categoryOfPair[pair] ?? 0
    domains[category] = (domains[category] ?? 0) + 1
  }
  return categories.map(({ number, category }) => ({
    category,
    citations: byCategory.citations(number),
    answers: byCategory.answers(number),
    domains: domains[number] ?? 0,
  }))
}
