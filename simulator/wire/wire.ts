import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, Segment } from '../answer.ts'
import type { VoiceName } from '../platform-profiles.ts'
import type { Random } from '../seeded-random.ts'
import type { ShoppingCard } from '../shopping-cards.ts'

/** What the simulator speaks: one vendor's API, from the request's checks to the bytes of the reply. */
export type Vendor = {
  /** The path of the final call below the vendor's prefix; its first group, if any, is the model. */
  path: RegExp
  keyOf(headers: IncomingHttpHeaders, url: URL): string | null
  read(request: { body: Json; headers: IncomingHttpHeaders; pathModel: string }): ParsedRequest | Problem
  voiceOf(model: string): VoiceName
  /** The id of the model that serves a requested one, of which a version was released on `release`. */
  servedModel(requested: string, release: Date): string
  answer(told: GeneratedAnswer): Reply
  /** An error that comes with status 200, as this vendor sends it. */
  errorIn200(told: GeneratedAnswer): Reply
  problem(problem: Problem, context: { ids: Random; model: string; key: string | null }): Reply
}

export type EngineName = 'openai' | 'gemini' | 'perplexity' | 'anthropic' | 'xai' | 'openrouter'

export type Json = Readonly<Record<string, unknown>>

/** What a request asks for, in no vendor's terms. */
export type ParsedRequest = {
  prompt: string
  model: string
  /** Where the request says the asker is, as it says it; null when it does not. */
  place: string | null
  /** Whether the request gives the model a search. */
  search: boolean
  /** Whether the pages that were only read are to be listed (OpenAI's `include`). */
  listPages: boolean
}

export type GeneratedAnswer = {
  asked: ParsedRequest
  answer: Answer
  /** Products that stand beside it, where the format has room for them. */
  cards: readonly ShoppingCard[]
  servedModel: string
  at: Date
  ids: Random
  /** A link of this simulator that redirects to the page. */
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
  /** The status where a vendor has a choice: 503 or 529 for `overloaded`. */
  status?: number
  /** What is wrong with the request, for `rejected`; `param` names the field. */
  message?: string
  param?: string
  /** How long to wait, for `rate_limited`. */
  waitSeconds?: number
}

export type Reply = {
  status: number
  headers: readonly (readonly [string, string])[]
  body: string
  /** Vendors send answers in chunks and some of their errors with a length. */
  framing: 'chunked' | 'counted'
}

/** A mark put behind a supported segment, and where in the text it stands. Offsets count code points. */
export type CitationMarker = { source: number; start: number; end: number }

/** The text with marks behind what they support: `gap` between text and mark is not part of the mark. */
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

/** As a link label: the host without its `www.`. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

/** Roughly what a tokenizer counts. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}

/** What goes in: the question, the vendor's own instructions and the pages that were read. */
export function inputTokens(told: GeneratedAnswer): number {
  return 250 + tokensOf(told.asked.prompt) + told.answer.sources.length * 620
}

export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

export function yyyymmdd(at: Date, separator: '' | '-'): string {
  return at.toISOString().slice(0, 10).replaceAll('-', separator)
}

/** The list cut into as many runs as there were searches, as each search has results of its own. */
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
