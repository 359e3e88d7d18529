import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, Segment } from '../answer.ts'
import type { ProfileName } from '../platform-profiles.ts'
import type { Random } from '../seeded-random.ts'
import type { ShoppingCard } from '../shopping-cards.ts'

/** The interface of a simulated vendor API, from validating the request to the bytes of the reply. */
export type Vendor = {
  /** The path of the call below the vendor's prefix; its first group, if any, is the model. */
  path: RegExp
  /** Paths that the vendor no longer serves. */
  retiredPath?: RegExp
  getKey(headers: IncomingHttpHeaders, url: URL): string | null
  read(request: { body: Json; headers: IncomingHttpHeaders; pathModel: string }): ParsedRequest | Problem
  getProfile(model: string): ProfileName
  /** The id of the version of a requested model that was released on `release`. */
  servedModel(requested: string, release: Date): string
  answer(generated: GeneratedAnswer): Reply
  models: ModelList
  problem(problem: Problem, context: { ids: Random; model: string; key: string | null }): Reply
}

/** A model in a vendor's list. */
export type ListedModel = {
  id: string
  /** US dollars per million tokens. */
  input: number
  output: number
  /** The day on which the vendor shuts it down. */
  ends?: string
  replacement?: string
}

/** The list of the vendor's models, which is served without charge. */
export type ModelList = {
  /** Its first group, if any, is the model that is looked up. */
  path: RegExp
  entry(model: ListedModel): object
  list(entries: readonly object[]): object
}

export type EngineName =
  | 'openai'
  | 'gemini'
  | 'perplexity'
  | 'anthropic'
  | 'xai'
  | 'mistral'
  | 'openrouter'
  | 'compatible'

export type Json = Readonly<Record<string, unknown>>

/** A request in vendor-neutral terms. */
export type ParsedRequest = {
  prompt: string
  model: string
  /** The location as written in the request, or null. */
  location: string | null
  /** Whether the model searches: the request has a search tool and, where the vendor requires it, forces it. */
  search: boolean
  /** Whether to list pages that were only read (OpenAI's `include`). */
  listPages: boolean
  /** The limit of searches, for vendors with such a field. */
  maxSearches?: number
  /** Whether the request asks for the cheaper service tier. */
  flex?: boolean
}

/** How a response ends; all but `complete` are faults. */
export type Ending =
  | 'complete'
  | 'truncated'
  | 'failed'
  | 'cancelled'
  | 'paused'
  | 'unknown_items'
  | 'unknown_finish'

export type GeneratedAnswer = {
  request: ParsedRequest
  answer: Answer
  /** Product cards, if the format supports them. */
  cards: readonly ShoppingCard[]
  servedModel: string
  ending: Ending
  at: Date
  ids: Random
  /** Returns a link of this simulator that redirects to the page. */
  redirectTo(url: string): string
}

export type Problem = {
  problem: ProblemName
  /** The status, for vendors with several: 503 or 529 for `overloaded`, 400 or 422 for `rejected`. */
  status?: number
  /** What is wrong with the request, for `rejected`; `param` names the field. */
  message?: string
  param?: string
  /** The waiting time, for `rate_limited`. */
  waitSeconds?: number
}

/** The status and the text of each problem, where a vendor has none of its own. */
const PROBLEMS = {
  rate_limited: [429, 'Too many requests; slow down.'],
  daily_limit: [429, 'The limit of requests per day is reached.'],
  flex_full: [429, 'The flex tier has no capacity at the moment.'],
  quota: [429, 'Your quota is used up; check plan and billing.'],
  bad_key: [401, 'Incorrect API key provided.'],
  missing_key: [401, 'No API key provided.'],
  region: [403, 'This service is not available in your region.'],
  server_error: [500, 'The server had an error while processing the request.'],
  overloaded: [503, 'The engine is overloaded at the moment.'],
  not_found: [404, 'The requested URL was not found.'],
  model_gone: [404, 'The model {model} does not exist or you do not have access to it.'],
  endpoint_gone: [410, 'This endpoint was shut down.'],
  malformed: [400, 'The body of the request is not valid JSON.'],
  rejected: [400, 'The request was rejected.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemName = keyof typeof PROBLEMS

/** A vendor's code of each problem, with its own status and text where they differ. `{model}` is the requested model. */
export type ErrorTable = Record<ProblemName, readonly [code: string, status?: number, message?: string]>

export function getError(
  { problem, message }: Problem,
  table: Partial<ErrorTable>,
  model = '',
): { status: number; code: string; message: string } {
  const [code = '', ownStatus, ownMessage] = table[problem] ?? []
  const [commonStatus, commonMessage] = PROBLEMS[problem]
  return {
    status: ownStatus ?? commonStatus,
    code,
    message: message ?? (ownMessage ?? commonMessage).replace('{model}', model),
  }
}

export type Reply = {
  status: number
  headers: readonly Header[]
  body: string
  /** Answers use chunked transfer encoding, and some errors a Content-Length. */
  framing: 'chunked' | 'counted'
}

export type Header = readonly [string, string]

const JSON_HEADERS: readonly Header[] = [['Content-Type', 'application/json']]

export function jsonReply(
  status: number,
  body: object,
  headers = JSON_HEADERS,
  framing: Reply['framing'] = 'chunked',
): Reply {
  return { status, headers, body: JSON.stringify(body), framing }
}

/** A value that no SDK has a type for, for faults that imitate a future format. */
export function unknownToSdk<T>(value: unknown): T {
  return value as T
}

/** A kind of item and a reason to stop that no vendor has. */
export const UNKNOWN_ITEM = 'canvas'
export const UNKNOWN_FINISH = 'budget_reached'

/** Returns the first third of a text, for a truncated answer. */
export function firstThird(text: string): string {
  return text.slice(0, Math.ceil(text.length / 3))
}

/** Returns the segments of a truncated answer. */
export function getSegments({ answer, ending }: GeneratedAnswer): readonly Segment[] {
  return ending === 'truncated'
    ? answer.segments.slice(0, Math.ceil(answer.segments.length / 3))
    : answer.segments
}

/** A marker behind a supported segment, with its position. Offsets count code points. */
export type CitationMarker = { source: number; start: number; end: number }

/**
 * Appends markers to the segments that they support; the `gap` between text and marker does not belong to the marker.
 */
export function markText(
  segments: readonly Segment[],
  gap: string,
  getMark: (source: number) => string,
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
      append(getMark(source))
      marks.push({ source, start, end: length })
    }
  }
  return { text, marks }
}

export function codePoints(text: string): number {
  return [...text].length
}

/** Returns the label of a link: its host without `www.`. */
export function getHost(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

/** Estimates the number of tokens of a text. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** Estimates the input tokens: the prompt, the vendor's instructions and the pages read. */
export function inputTokens(generated: GeneratedAnswer): number {
  return 250 + countTokens(generated.request.prompt) + generated.answer.sources.length * 620
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

export function getBearer(headers: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+)/i.exec(headers.authorization ?? '')?.[1] ?? null
}
