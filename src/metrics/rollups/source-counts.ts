/** What the answers to a prompt cite, as numbers of sources: what tallies are made of, and filters on prompts read. */
import { Decoder, Encoder, RowPacker, RowSums } from './packed-rows.ts'
import { type SourceKind, type SourceNumbers, sourceKinds } from './source-ids.ts'

/** An answer that cites something, with each source as often as it is cited. */
export type CitingAnswer = { segment: number; prompt: number; named: boolean; sources: SourceNumbers[] }

export function packList(answers: readonly CitingAnswer[]): Buffer {
  const packer = new Encoder()
  for (const { segment, named, sources } of answers) {
    packer.put(2 * segment + Number(named))
    packer.put(sources.length)
    // In one order always, so that the same answers are the same list.
    for (const numbers of sources.toSorted((a, b) => a.url - b.url))
      for (const kind of sourceKinds) packer.put(numbers[kind])
  }
  return packer.finish()
}

/** What is summed up of a source: how often it is cited, in how many answers, and in how many that name the brand. */
const tallied = ['citations', 'results', 'named'] as const
export const tallyWidth = tallied.length

export const citationsOf = (sums: RowSums, number: number): number => sums.at(number, 0)
export const answersOf = (sums: RowSums, number: number): number => sums.at(number, 1)
export const namedOf = (sums: RowSums, number: number): number => sums.at(number, 2)

export type SourceSums = Record<SourceKind, RowSums>

/** `highest`: the highest number of each kind, when most sources are expected to be cited. */
export function emptySourceCounts(highest?: Record<SourceKind, number>): SourceSums {
  const sums = (kind: SourceKind) => new RowSums(tallyWidth, highest && highest[kind] + 1)
  return {
    domain: sums('domain'),
    domain_category: sums('domain_category'),
    url: sums('url'),
    category: sums('category'),
  }
}

/** Tallies of what answers cite, for each segment and for all together under 0. */
export function countSources(
  answers: readonly CitingAnswer[],
  kind: SourceKind,
): { segment: number; counts: Buffer }[] {
  const all = new RowPacker(tallyWidth)
  const segments = new Set(answers.map(({ segment }) => segment))
  const ofSegments = new Map([...segments].map((segment) => [segment, new RowPacker(tallyWidth)]))
  const ofAnswers = answers.map(({ segment }) => ofSegments.get(segment))
  const cited: number[] = []
  let highest = 0
  for (const [answer, { sources }] of answers.entries())
    for (const numbers of sources) {
      const number = numbers[kind]
      if (number > highest) highest = number
      if (number > 0) cited.push(number * answers.length + answer)
    }
  // Half as long to sort as numbers beyond 32 bits.
  const areShort = (highest + 1) * answers.length < 2 ** 32
  const counts = [1, 0, 0]
  let last = 0
  // By source and then by answer: rows come in the order in which they are packed.
  for (const each of (areShort ? new Uint32Array(cited) : new Float64Array(cited)).sort()) {
    const number = Math.floor(each / answers.length)
    const answer = each - number * answers.length
    counts[1] = Number(each !== last)
    counts[2] = Number(each !== last && answers[answer]?.named === true)
    all.add(number, counts)
    ofAnswers[answer]?.add(number, counts)
    last = each
  }
  return [
    { segment: 0, counts: all.finish() },
    ...[...ofSegments].map(([segment, rows]) => ({ segment, counts: rows.finish() })),
  ]
}

/** Adds lists of answers to sums; `highest`: the highest number of each kind. */
export class ListAdder {
  /** The answer that cited a source last, so that each counts once. */
  readonly #citedBy: Record<SourceKind, Int32Array>
  #answer = 0

  constructor(highest: Record<SourceKind, number>) {
    const none = (kind: SourceKind) => new Int32Array(highest[kind] + 1)
    this.#citedBy = {
      domain: none('domain'),
      domain_category: none('domain_category'),
      url: none('url'),
      category: none('category'),
    }
  }

  /** `sumsOf`: where the answers from a segment are added, if anywhere. `sign` -1 takes them away. */
  add(list: Uint8Array, sumsOf: (segment: number) => SourceSums | null, sign: 1 | -1 = 1): void {
    const numbers = new Decoder(list)
    const counts = [1, 0, 0]
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
          counts[1] = Number(isFirst)
          counts[2] = Number(isFirst && head % 2 === 1)
          sums[kind].add(number, counts, sign)
        }
    }
  }
}
