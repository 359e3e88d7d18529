/** Counts how often sources are cited. */
import type { Context } from '../../core/context.ts'
import { toRecord } from '../numbers.ts'
import {
  type CategoryCounts,
  type SourceCounts,
  type SourceKind,
  type Sources,
  sourceKinds,
} from '../rollup-rows.ts'
import { type DayCitations, firstBits, namesBrandBit, type SourceNumbers } from './days/citations.ts'
import { eachDayWithCitations } from './days/read-days.ts'
import { readSourceNumbers } from './days/source-numbers.ts'
import { indexRows, type ScopeRows } from './dimensions.ts'

/**
 * The counts of one kind. `sums`, by number of the source: citations, answers that cite it, and the ones among them that name the
 * brand; the counts of number 0 are of URLs without a source. `excess`: by how much the weighted sums exceed them; null while all
 * answers have the weight 1. `of`: the source of each URL, null for URLs themselves.
 */
type KindSums = { sums: Uint32Array; excess: Uint32Array | null; of: Int32Array | null; firstBit: number }

const width = 3

/** Returns the counts of these kinds; all other counts are zero. */
export async function readSources(
  ctx: Context,
  scope: ScopeRows,
  kinds: readonly SourceKind[],
): Promise<Sources> {
  const numbers = await readSourceNumbers(ctx, scope.brandId)
  const counted = kinds.map((kind) => noSums(kind, numbers))
  const index = indexRows(scope)
  await eachDayWithCitations(ctx, scope, (day, citations) => {
    const rows = index.toRows(day)
    for (const each of counted) addCitations(each, each.sums, citations, rows, null)
    if (citations.weights)
      for (const each of counted) {
        each.excess ??= new Uint32Array(each.sums.length)
        addCitations(each, each.excess, citations, rows, citations.weights)
      }
  })
  const counts = toRecord(sourceKinds, (kind) => toCounts(counted[kinds.indexOf(kind)] ?? nothing))
  return { ...counts, categories: countCategories(counts, numbers) }
}

const nothing = { sums: new Uint32Array(), excess: null }

const noSums = (kind: SourceKind, { of, highest }: SourceNumbers): KindSums => ({
  sums: new Uint32Array(width * (highest[kind] + 1)),
  excess: null,
  of: kind === 'url' ? null : of[kind],
  firstBit: firstBits[kind],
})

/**
 * `rows`: the row of each cell, -1 for cells that do not count. `weights`: adds by how much they exceed 1. Adds zeros, because
 * unpredictable branches take longer.
 */
function addCitations(
  { of, firstBit }: KindSums,
  sums: Uint32Array,
  { urls, cells, flags }: DayCitations,
  rows: Int32Array,
  weights: Uint8Array | null,
): void {
  for (let at = 0; at < urls.length; at += 1) {
    if ((rows[cells[at] ?? 0] ?? -1) < 0) continue
    const [url, flag] = [urls[at] ?? 0, flags[at] ?? 0]
    const times = weights === null ? 1 : (weights[at] ?? 1) - 1
    const answers = (flag >> firstBit) & 1
    const to = width * (of === null ? url : (of[url] ?? 0))
    sums[to] = (sums[to] ?? 0) + times
    sums[to + 1] = (sums[to + 1] ?? 0) + times * answers
    sums[to + 2] = (sums[to + 2] ?? 0) + times * (answers & (flag >> namesBrandBit))
  }
}

const toCounts = ({ sums, excess }: Pick<KindSums, 'sums' | 'excess'>): SourceCounts => {
  let numbers: Uint32Array | null = null
  const weighted = (at: number) => (sums[at] ?? 0) + (excess?.[at] ?? 0)
  return {
    numbers: () => {
      numbers ??= listCited(sums)
      return numbers
    },
    citations: (number) => sums[number * width] ?? 0,
    answers: (number) => sums[number * width + 1] ?? 0,
    answersNamingBrand: (number) => sums[number * width + 2] ?? 0,
    weighted: (number) => ({
      citations: weighted(number * width),
      answers: weighted(number * width + 1),
      answersNamingBrand: weighted(number * width + 2),
    }),
  }
}

function listCited(sums: Uint32Array): Uint32Array {
  const numbers: number[] = []
  for (let number = 1; number * width < sums.length; number += 1)
    if (sums[number * width] !== 0) numbers.push(number)
  return Uint32Array.from(numbers)
}

/** Adds up URLs by category. */
function countCategories(
  { category: byCategory, url: byUrl }: Record<SourceKind, SourceCounts>,
  { of, highest, categories }: SourceNumbers,
): CategoryCounts[] {
  const [citations, weighted] = [new Uint32Array(highest.category + 1), new Uint32Array(highest.category + 1)]
  const domains = new Uint32Array(highest.category + 1)
  const isCounted = new Uint8Array(highest.domain_category + 1)
  for (const url of byUrl.numbers()) {
    const category = of.category[url] ?? 0
    const pair = of.domain_category[url] ?? 0
    citations[category] = (citations[category] ?? 0) + byUrl.citations(url)
    weighted[category] = (weighted[category] ?? 0) + byUrl.weighted(url).citations
    if (pair === 0 || isCounted[pair] === 1) continue
    isCounted[pair] = 1
    domains[category] = (domains[category] ?? 0) + 1
  }
  return categories.map(({ number, category }) => ({
    category,
    citations: citations[number] ?? 0,
    answers: byCategory.answers(number),
    weighted: { citations: weighted[number] ?? 0, answers: byCategory.weighted(number).answers },
    domains: domains[number] ?? 0,
  }))
}
