/**
 * An answer independent of any vendor's wire format: its text, the sources cited by each part, and the searches made.
 * The encoders in `wire/` turn it into responses; no other code knows a vendor.
 */

/** A segment of the answer's Markdown. `cites` are indices into `sources`; empty for text without a source. */
export type Segment = { text: string; cites: readonly number[] }

export type SourceKind =
  | 'owned'
  | 'editorial'
  | 'review'
  | 'forum'
  | 'social'
  | 'video'
  | 'ecommerce'
  | 'reference'
  | 'institutional'

export type AnswerSource = {
  url: string
  title: string
  kind: SourceKind
  /** One sentence from the page, as in search results. */
  snippet: string
  /** YYYY-MM-DD, or null where the page has no date. */
  publishedOn: string | null
}

export type Answer = {
  /** `empty`: no text. `refused`: declined by policy; `segments` then contain the refusal. */
  outcome: 'answered' | 'empty' | 'refused'
  segments: readonly Segment[]
  /** In the order of the search results, cited or only read. */
  sources: readonly AnswerSource[]
  searches: readonly string[]
}

export function answerText(answer: Answer): string {
  return answer.segments.map((segment) => segment.text).join('')
}

/** Returns the indices of the cited sources, without duplicates, in the order of first use. */
export function citedSources(answer: Answer): number[] {
  return [...new Set(answer.segments.flatMap((segment) => segment.cites))]
}

export function sourceAt(answer: Answer, index: number): AnswerSource {
  const source = answer.sources[index]
  if (!source) throw new Error(`The answer has no source ${index}`)
  return source
}
