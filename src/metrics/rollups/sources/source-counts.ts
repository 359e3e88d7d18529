/**
 * Packed counts of cited sources, and packed lists of what the answers to one prompt cite.
 *
 * Counts have a row per source, in ascending order of numbers. A row starts with 32 × the difference from the number of the
 * source before, plus a code. Most sources are cited once by each of a few answers: code a × (a + 1) / 2 − 1 + m stands for a
 * citations by a ≤ 6 answers, m of which name the brand, and completes the row. Code 31 is followed by three numbers: the answers that
 * cite the source, citations minus answers, and the answers that name the brand.
 */
import { recordOf, type SourceCounts, type SourceKind, sourceKinds } from '../../rollup-rows.ts'
import { Decoder, Encoder } from '../packing/packed-rows.ts'
import type { SourceNumbers } from './source-ids.ts'

/** An answer with citations: one entry of `sources` per citation. `named`: it names the brand. */
export type CitingAnswer = { segment: number; group: number; named: boolean; sources: SourceNumbers[] }

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

/** Returns the answers of a packed list, to a prompt in this group. */
export function unpackList(list: string, group: number): CitingAnswer[] {
  const numbers = new Decoder(list)
  const answers: CitingAnswer[] = []
  while (!numbers.isAtEnd) {
    const head = numbers.take()
    const sources = Array.from({ length: numbers.take() }, () => recordOf(sourceKinds, () => numbers.take()))
    answers.push({ segment: head >> 1, group, named: head % 2 === 1, sources })
  }
  return answers
}

/** The counts of all sources of a kind, by number: citations, answers that cite it, and those of them that name the brand. */
export type KindSums = { citations: Uint32Array; answers: Uint32Array; naming: Uint32Array }
export type SourceSums = Record<SourceKind, KindSums>

/** `highest`: the highest number of the kind. */
export const noCounts = (highest: number): KindSums => ({
  citations: new Uint32Array(highest + 1),
  answers: new Uint32Array(highest + 1),
  naming: new Uint32Array(highest + 1),
})

/** `highest`: the highest number of each kind. */
export const noSourceCounts = (highest: Record<SourceKind, number>): SourceSums =>
  recordOf(sourceKinds, (kind) => noCounts(highest[kind]))

const mostCodedAnswers = 6
const uncoded = 31
const codeOf = (answers: number, naming: number) => (answers * (answers + 1)) / 2 - 1 + naming
/** By code. */
const answersByCode = new Uint8Array(uncoded)
const namingByCode = new Uint8Array(uncoded)
for (let answers = 1; answers <= mostCodedAnswers; answers += 1)
  for (let naming = 0; naming <= answers; naming += 1) {
    answersByCode[codeOf(answers, naming)] = answers
    namingByCode[codeOf(answers, naming)] = naming
  }

/** Packs the counts of sources in ascending order of their numbers. */
class CountsPacker {
  readonly #packer = new Encoder()
  #last = 0
  #source = 0
  #citations = 0
  #answers = 0
  #naming = 0

  /** Counts of the same source are added up. */
  add(source: number, citations: number, answers: number, naming: number): void {
    if (source !== this.#source) this.#finishRow()
    this.#source = source
    this.#citations += citations
    this.#answers += answers
    this.#naming += naming
  }

  finish(): string {
    this.#finishRow()
    return this.#packer.finish()
  }

  #finishRow(): void {
    if (this.#citations === 0) return
    const head = 32 * (this.#source - this.#last)
    if (this.#citations === this.#answers && this.#answers <= mostCodedAnswers)
      this.#packer.put(head + codeOf(this.#answers, this.#naming))
    else {
      this.#packer.put(head + uncoded)
      this.#packer.put(this.#answers)
      this.#packer.put(this.#citations - this.#answers)
      this.#packer.put(this.#naming)
    }
    this.#last = this.#source
    this.#citations = this.#answers = this.#naming = 0
  }
}

export function packCounts({ citations, answers, naming }: KindSums): string {
  const packer = new CountsPacker()
  for (let source = 0; source < citations.length; source += 1) {
    const count = citations[source] ?? 0
    if (count > 0) packer.add(source, count, answers[source] ?? 0, naming[source] ?? 0)
  }
  return packer.finish()
}

/** Adds packed counts to the sums of their kind. `sign` -1 subtracts. */
export function addCounts({ citations, answers, naming }: KindSums, packed: string, sign: 1 | -1 = 1): void {
  const rows = new Decoder(packed)
  for (let source = 0; !rows.isAtEnd; ) {
    const head = rows.take()
    const code = head & 31
    source += head >>> 5
    if (code === uncoded) {
      const citing = rows.take()
      addAt(answers, source, sign * citing)
      addAt(citations, source, sign * (citing + rows.take()))
      addAt(naming, source, sign * rows.take())
    } else {
      const citing = sign * (answersByCode[code] ?? 0)
      addAt(answers, source, citing)
      addAt(citations, source, citing)
      addAt(naming, source, sign * (namingByCode[code] ?? 0))
    }
  }
}

/** Returns readers of the counts of a kind. */
export function toCounts({ citations, answers, naming }: KindSums): SourceCounts {
  return {
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
  }
}

export type PackedCounts = { segment: number; prompt_group: number; counts: string }

/** Returns the packed counts of the sources of a kind per segment, per group of prompts, and in total (0 for both). */
export function countSources(answers: readonly CitingAnswer[], kind: SourceKind): PackedCounts[] {
  const packers = new Map<string, Omit<PackedCounts, 'counts'> & { packer: CountsPacker }>()
  const packerOf = (segment: number, group: number) => {
    const key = `${segment} ${group}`
    const known = packers.get(key) ?? { segment, prompt_group: group, packer: new CountsPacker() }
    packers.set(key, known)
    return known.packer
  }
  const byAnswer = answers.map(({ segment, group }) => [
    packerOf(0, 0),
    packerOf(segment, 0),
    packerOf(0, group),
  ])
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
  let last = 0
  // Ordered by source, then by answer, because rows must be packed in ascending order of their keys.
  for (const each of (fitIn32Bits ? new Uint32Array(cited) : new Float64Array(cited)).sort()) {
    const number = Math.floor(each / answers.length)
    const answer = each - number * answers.length
    const isFirst = Number(each !== last)
    const isNaming = Number(each !== last && answers[answer]?.named === true)
    for (const packer of byAnswer[answer] ?? []) packer.add(number, 1, isFirst, isNaming)
    last = each
  }
  return [...packers.values()].map(({ packer, ...part }) => ({ ...part, counts: packer.finish() }))
}

/** Adds packed lists of answers to sums. */
export class ListAdder {
  readonly #sums: SourceSums
  /** The last answer that cited a source, so that an answer counts once per source. */
  readonly #citedBy: Record<SourceKind, Int32Array>
  #answer = 0

  constructor(sums: SourceSums) {
    this.#sums = sums
    this.#citedBy = recordOf(sourceKinds, (kind) => new Int32Array(sums[kind].answers.length))
  }

  /** `sign` -1 subtracts. */
  add(list: string, isChosen: (segment: number) => boolean, sign: 1 | -1 = 1): void {
    const numbers = new Decoder(list)
    while (!numbers.isAtEnd) {
      const head = numbers.take()
      const isCounted = isChosen(head >> 1)
      this.#answer += 1
      for (let left = numbers.take(); left > 0; left -= 1)
        for (const kind of sourceKinds) {
          const number = numbers.take()
          if (number === 0 || !isCounted) continue
          const citedBy = this.#citedBy[kind]
          const isFirst = citedBy[number] !== this.#answer
          citedBy[number] = this.#answer
          const { citations, answers, naming } = this.#sums[kind]
          addAt(citations, number, sign)
          if (isFirst) addAt(answers, number, sign)
          if (isFirst && head % 2 === 1) addAt(naming, number, sign)
        }
    }
  }
}

function addAt(sums: Uint32Array, at: number, amount: number): void {
  sums[at] = (sums[at] ?? 0) + amount
}
