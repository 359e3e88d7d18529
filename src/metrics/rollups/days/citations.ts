/** The citations of one day, decoded from its row in `answer_days`. */
import type { SourceKind } from '../../rollup-rows.ts'
import { type Day, decodeList } from './day.ts'

/** What a URL belongs to. */
export const ofUrls = ['domain', 'domain_category', 'category'] as const satisfies SourceKind[]
export type OfUrl = (typeof ofUrls)[number]

/**
 * `of`: by number of the URL, 0 for none. `highest`: the highest number of each kind. `categories`: every category that the brand's
 * answers have ever cited.
 */
export type SourceNumbers = {
  of: Record<OfUrl, Int32Array>
  highest: Record<SourceKind, number>
  categories: readonly { number: number; category: string }[]
}

/** In the order of URLs, so that access to their sums is sequential. `flags`: see `firstBits` and `namesBrandBit`. `weights`: of the answers; null if all are 1. */
export type DayCitations = {
  urls: Int32Array
  cells: Int32Array
  flags: Uint8Array
  weights: Uint8Array | null
}

/** The bit of the flags of a citation that is the first one of its source in its answer. */
export const firstBits = {
  url: 0,
  domain: 1,
  domain_category: 2,
  category: 3,
} as const satisfies Record<SourceKind, number>
/** The bit of a citation in an answer that names the brand. */
export const namesBrandBit = 4

export function decodeCitations(
  row: { urls: string; answers: string },
  day: Day,
  numbers: Pick<SourceNumbers, 'of' | 'highest'>,
): DayCitations {
  const [urls, answers] = [decodeList(row.urls).slice(), decodeList(row.answers)]
  const cells = answers.map((answer) => day.cellOfAnswer[answer] ?? 0)
  const flags = Uint8Array.from(answers, (answer) => (day.namesBrand[answer] ?? 0) << namesBrandBit)
  const weights =
    day.weights.length === 0 ? null : Uint8Array.from(answers, (answer) => day.weights[answer] ?? 1)
  const order = orderByAnswer(answers, day.cellOfAnswer.length)
  const mark = (kind: SourceKind, getSource: (url: number) => number) => {
    const lastAnswer = new Int32Array(numbers.highest[kind] + 1).fill(-1)
    for (const at of order) {
      const source = getSource(urls[at] ?? 0)
      const answer = answers[at] ?? 0
      if (lastAnswer[source] !== answer) flags[at] = (flags[at] ?? 0) | (1 << firstBits[kind])
      lastAnswer[source] = answer
    }
  }
  mark('url', (url) => url)
  for (const kind of ofUrls) mark(kind, (url) => numbers.of[kind][url] ?? 0)
  return { urls, cells, flags, weights }
}

/** Returns the positions of the citations in the order of answers. */
function orderByAnswer(answers: Int32Array, answerCount: number): Int32Array {
  const next = new Int32Array(answerCount + 1)
  for (const answer of answers) next[answer + 1] = (next[answer + 1] ?? 0) + 1
  for (let answer = 1; answer <= answerCount; answer += 1)
    next[answer] = (next[answer] ?? 0) + (next[answer - 1] ?? 0)
  const order = new Int32Array(answers.length)
  for (const [at, answer] of answers.entries()) {
    const position = next[answer] ?? 0
    order[position] = at
    next[answer] = position + 1
  }
  return order
}

export const sizeOfCitations = ({ urls, weights }: DayCitations): number =>
  9 * urls.length + (weights?.length ?? 0)
