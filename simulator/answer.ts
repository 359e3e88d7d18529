/**
 * An answer before any vendor's wire format: what is said, which sources each part of it points at, and
 * what the engine did to find them. The encoders in `wire/` turn it into bytes; nothing else knows a vendor.
 */

/** A stretch of the answer's markdown; `cites` are indices into `sources`, empty for text without a source. */
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
  /** One sentence from the page, as search results show it. */
  snippet: string
  /** YYYY-MM-DD, or null where the page has no date. */
  publishedOn: string | null
}

export type Answer = {
  /** `empty`: no text at all. `refused`: declined by policy; `segments` then hold the sentence that says so. */
  outcome: 'answered' | 'empty' | 'refused'
  segments: readonly Segment[]
  /** In the order of the engine's search results: those that `segments` point at and those only read. */
  sources: readonly AnswerSource[]
  searches: readonly string[]
}

export function textOf(answer: Answer): string {
  return answer.segments.map((segment) => segment.text).join('')
}

/** Indices into `sources` that the text points at, each once, in the order of first use. */
export function citedSources(answer: Answer): number[] {
  return [...new Set(answer.segments.flatMap((segment) => segment.cites))]
}

export function sourceAt(answer: Answer, index: number): AnswerSource {
  const source = answer.sources[index]
  if (!source) throw new Error(`The answer has no source ${index}`)
  return source
}
