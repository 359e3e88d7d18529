/** Packed counts of cited sources, and packed lists of what the answers to one prompt cite. */
import { recordOf, type SourceCounts, type SourceKind, type Sources, sourceKinds } from '../rollup-rows.ts'
import { addRows, Decoder, Encoder, RowPacker } from './packed-rows.ts'
import type { SourceNumbers } from './source-ids.ts'

/** An answer with citations: one entry of `sources` per citation. `named`: it names the brand. */
export type CitingAnswer = { segment: number; prompt: number; named: boolean; sources: SourceNumbers[] }

export function packList(answers: readonly CitingAnswer[]): string {
  const packer = new Encoder()
  for (const { segment, named, sources } of answers) {
    packer.put(2 * segment + Number(named))
    packer.put(sources.length)
    // A fixed order, so that equal answers give equal bytes.
    for (const numbers of sources.toSorted((a, b) => a.url - b.url))
      for (const kind of sourceKinds) packer.put(numbers[kind])
  }
  return packer.finish()
}

/** Columns of a packed row: citations, answers that cite the source, and those of them that name the brand. */
export const sourceCountColumns = 3

/** The counts of every source of a kind; those of source n begin at n × `sourceCountColumns`. */
export type SourceSums = Record<SourceKind, Float64Array>

/** `highest`: the highest number of each kind. */
export const noSourceCounts = (highest: Record<SourceKind, number>): SourceSums =>
  recordOf(sourceKinds, (kind) => new Float64Array((highest[kind] + 1) * sourceCountColumns))

export const addCounts = (sums: Float64Array, packed: string): void =>
  addRows(packed, {
    width: sourceCountColumns,
    sums,
    sign: 1,
    offsetOf: (number) => number * sourceCountColumns,
  })

export const toSources = (sums: SourceSums): Sources => recordOf(sourceKinds, (kind) => toCounts(sums[kind]))

function toCounts(sums: Float64Array): SourceCounts {
  const column = (offset: number) => (number: number) => sums[number * sourceCountColumns + offset] ?? 0
  return {
    numbers: () => {
      const numbers = new Uint32Array(sums.length / sourceCountColumns)
      let count = 0
      for (let at = 0; at < sums.length; at += sourceCountColumns)
        if (sums[at] !== 0) numbers[count++] = at / sourceCountColumns
      return numbers.subarray(0, count)
    },
    citations: column(0),
    answers: column(1),
    answersNamingBrand: column(2),
  }
}

/** Returns the packed counts of the sources of a kind, per segment; segment 0 is the total. */
export function countSources(
  answers: readonly CitingAnswer[],
  kind: SourceKind,
): { segment: number; counts: string }[] {
  const all = new RowPacker(sourceCountColumns)
  const segments = new Set(answers.map(({ segment }) => segment))
  const bySegment = new Map([...segments].map((segment) => [segment, new RowPacker(sourceCountColumns)]))
  const byAnswer = answers.map(({ segment }) => bySegment.get(segment))
  const cited: number[] = []
  let highest = 0
  for (const [answer, { sources }] of answers.entries())
    for (const numbers of sources) {
      const number = numbers[kind]
      if (number > highest) highest = number
      if (number > 0) cited.push(number * answers.length + answer)
    }
  // Sorting 32-bit integers takes half the time.
  const fitIn32Bits = (highest + 1) * answers.length < 2 ** 32
  const counts = [1, 0, 0]
  let last = 0
  // Ordered by source, then by answer, because rows must be packed in ascending order of their keys.
  for (const each of (fitIn32Bits ? new Uint32Array(cited) : new Float64Array(cited)).sort()) {
    const number = Math.floor(each / answers.length)
    const answer = each - number * answers.length
    counts[1] = Number(each !== last)
    counts[2] = Number(each !== last && answers[answer]?.named === true)
    all.add(number, counts)
    byAnswer[answer]?.add(number, counts)
    last = each
  }
  return [
    { segment: 0, counts: all.finish() },
    ...[...bySegment].map(([segment, rows]) => ({ segment, counts: rows.finish() })),
  ]
}

/** Adds packed lists of answers to sums. `highest`: the highest number of each kind. */
export class ListAdder {
  /** The last answer that cited a source, so that an answer counts once per source. */
  readonly #citedBy: Record<SourceKind, Int32Array>
  #answer = 0

  constructor(highest: Record<SourceKind, number>) {
    this.#citedBy = recordOf(sourceKinds, (kind) => new Int32Array(highest[kind] + 1))
  }

  /** `sumsOf` returns the sums of a segment's answers, or null to skip them. `sign` -1 subtracts. */
  add(list: string, sumsOf: (segment: number) => SourceSums | null, sign: 1 | -1 = 1): void {
    const numbers = new Decoder(list)
    while (!numbers.isAtEnd) {
      const head = numbers.take()
      const sums = sumsOf(head >> 1)
      this.#answer += 1
      for (let left = numbers.take(); left > 0; left -= 1)
        for (const kind of sourceKinds) {
          const number = numbers.take()
          if (number === 0 || !sums) continue
          const citedBy = this.#citedBy[kind]
          const isFirst = citedBy[number] !== this.#answer
          citedBy[number] = this.#answer
          const at = number * sourceCountColumns
          addAt(sums[kind], at, sign)
          if (isFirst) addAt(sums[kind], at + 1, sign)
          if (isFirst && head % 2 === 1) addAt(sums[kind], at + 2, sign)
        }
    }
  }
}

function addAt(sums: Float64Array, at: number, amount: number): void {
  sums[at] = (sums[at] ?? 0) + amount
}
