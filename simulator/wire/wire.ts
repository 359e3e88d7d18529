import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, Segment } from '../answer.ts'
import type { ProfileName } from '../platform-profiles.ts'
import type { Random } from '../seeded-random.ts'
import type { ShoppingCard } from '../shopping-cards.ts'

/** The interface of a simulated vendor API, from validating the request to the bytes of the reply. */
export type Vendor = {
  /** The path of the call below the vendor's prefix; its first group, if any, is the model. */
  path: RegExp
  keyOf(headers: IncomingHttpHeaders, url: URL): string | null
  read(request: { body: Json; headers: IncomingHttpHeaders; pathModel: string }): ParsedRequest | Problem
  profileOf(model: string): ProfileName
  /** The id of the version of a requested model that was released on `release`. */
  servedModel(requested: string, release: Date): string
  answer(generated: GeneratedAnswer): Reply
  /** An error with status 200 in this vendor's format. */
  errorIn200(generated: GeneratedAnswer): Reply
  problem(problem: Problem, context: { ids: Random; model: string; key: string | null }): Reply
}

export type EngineName = 'openai' | 'gemini' | 'perplexity' | 'anthropic' | 'xai' | 'openrouter'

export type Json = Readonly<Record<string, unknown>>

/** A request in vendor-neutral terms. */
export type ParsedRequest = {
  prompt: string
  model: string
  /** The location as written in the request, or null. */
  location: string | null
  /** Whether the request gives the model a search tool. */
  search: boolean
  /** Whether to list pages that were only read (OpenAI's `include`). */
  listPages: boolean
}

export type GeneratedAnswer = {
  request: ParsedRequest
  answer: Answer
  /** Product cards, if the format supports them. */
  cards: readonly ShoppingCard[]
  servedModel: string
  at: Date
  ids: Random
  /** Returns a link of this simulator that redirects to the page. */
  redirectTo(url: string): string
}

export type Problem = {
  problem:
    | 'rate_limited'
    | 'quota'
    | 'bad_key'
    | 'missing_key'
    | 'server_error'
    | 'overloaded'
    | 'not_found'
    | 'malformed'
    | 'rejected'
  /** The status for vendors with several: 503 or 529 for `overloaded`. */
  status?: number
  /** What is wrong with the request, for `rejected`; `param` names the field. */
  message?: string
  param?: string
  /** The waiting time, for `rate_limited`. */
  waitSeconds?: number
}

export type Reply = {
  status: number
  headers: readonly (readonly [string, string])[]
  body: string
  /** Answers use chunked transfer encoding, and some errors a Content-Length. */
  framing: 'chunked' | 'counted'
}

/** A marker behind a supported segment, with its position. Offsets count code points. */
export type CitationMarker = { source: number; start: number; end: number }

/**
 * Appends markers to the segments that they support; the `gap` between text and marker does not belong to the marker.
 */
export function markText(
  segments: readonly Segment[],
  gap: string,
  markOf: (source: number) => string,
): { text: string; marks: CitationMarker[] } {
  let text = ''
  let length = 0
  const marks: CitationMarker[] = []
  const append = (part: string) => {
    text += part
    length += codePoints(part)
  }
  for (const segment of segments) {
    append(segment.text)
    for (const source of segment.cites) {
      append(gap)
      const start = length
      append(markOf(source))
      marks.push({ source, start, end: length })
    }
  }
  return { text, marks }
}

export function codePoints(text: string): number {
  return [...text].length
}

/** Returns the label of a link: its host without `www.`. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

/** Estimates the number of tokens of a text. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}

/** Estimates the input tokens: the prompt, the vendor's instructions and the pages read. */
export function inputTokens(generated: GeneratedAnswer): number {
  return 250 + tokensOf(generated.request.prompt) + generated.answer.sources.length * 620
}

export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

export function yyyymmdd(at: Date, separator: '' | '-'): string {
  return at.toISOString().slice(0, 10).replaceAll('-', separator)
}

/** Splits the list into one part per search. */
export function perSearch<T>(
  searches: readonly string[],
  list: readonly T[],
): { query: string; found: T[] }[] {
  const size = Math.ceil(list.length / Math.max(1, searches.length))
  return searches.map((query, index) => ({ query, found: list.slice(index * size, (index + 1) * size) }))
}

export function bearerOf(headers: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+)/i.exec(headers.authorization ?? '')?.[1] ?? null
}
