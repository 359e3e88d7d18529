/**
 * The interface of an answer engine. An adapter converts a vendor's wire format into these types, so the rest of the
 * service does not depend on the vendor.
 *
 * An answer's *citations* are the sources that its text refers to. *Retrieved* sources were read by the engine but not
 * cited. The two are never added up.
 */

import type { Message } from '../languages/message.ts'
import type { TaskStore } from './task-store.ts'

export type Query = {
  /** The prompt, unchanged. */
  prompt: string
  /** The questions before the prompt in the same conversation, with the engine's own answers, first to last. */
  conversation?: readonly Turn[]
  /** The country to query from (ISO 3166-1 alpha-2), or null for the engine's default. */
  region: string | null
  /** BCP 47 language tag, or null. */
  language: string | null
  /** Aborts the query, during or between its HTTP calls. */
  signal: AbortSignal
  /** Stores a scraper's task. Absent when no later attempt would wait for it. */
  task?: TaskStore
}

export type Turn = { question: string; answer: string }

export type Source = {
  /** Absolute http(s) URL. The engine's redirects are resolved and its tracking parameters removed. */
  url: string
  title: string | null
}

export type EngineCitation = Source & {
  /**
   * UTF-16 offsets into `markdown` of the supported text or of the citation marker; null when the engine gives none.
   */
  start: number | null
  end: number | null
}

export type ShoppingCard = {
  product_title: string
  product_brand: string | null
  price_amount: number | null
  price_currency: string | null
  merchant: string | null
  url: string | null
  image_url: string | null
  rating: number | null
  review_count: number | null
  position: number
}

export type EngineAnswer = {
  /** `empty`: no text. `refused`: declined by policy. Neither counts as "not mentioned". */
  outcome: 'answered' | 'empty' | 'refused'
  markdown: string
  /** The model that served the answer, as the vendor names it. */
  model: string | null
  citations: EngineCitation[]
  retrieved: Source[]
  /** The search queries that the engine sent. */
  searches: string[]
  /** Whether the engine searched; null when unknown. */
  searched: boolean | null
  inputTokens: number | null
  outputTokens: number | null
  shoppingCards: ShoppingCard[]
  /** The vendor's payload as parsed JSON; an array of payloads when the answer took several calls. */
  raw: unknown
  /** What this version does not know in the payload, such as `output item "foo"`. */
  unrecognized: string[]
} & Cost

/** What a call costs. */
export type Cost = {
  /** Whole micro-dollars, reported by the vendor or computed from its prices. */
  costMicros: number
  /** The model has no known price, or the vendor reported no usage: the cost is an upper estimate. */
  costEstimated: boolean
}

/**
 * `daily_limit`: a quota that recovers on the next day. `model_gone`: the model does not exist, was shut down, or is not
 * available to the key. `endpoint_gone`: the vendor no longer offers the API that this version uses. `region_refused`:
 * the vendor does not serve the location of this server. `refused`: the vendor declines the prompt by policy; adapters
 * return it as a refused answer. `forced_search_refused`: the model takes no forced search, and
 * the request is sent again without. `unknown_format`: a response that this version cannot parse.
 */
export type FailureKind =
  | 'bad_key'
  | 'quota'
  | 'daily_limit'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'network'
  | 'model_gone'
  | 'endpoint_gone'
  | 'region_refused'
  | 'refused'
  | 'forced_search_refused'
  | 'rejected'
  | 'malformed'
  | 'truncated'
  | 'unknown_format'
  | 'aborted'

export type EngineFailure = {
  outcome: 'failed'
  kind: FailureKind
  /** One sentence with the action to take. Never contains the vendor's text or a key. */
  message: Message
  /** How long the vendor asks to wait before the next request, if it says so. */
  retryAfterMs: number | null
  /** Whether a retry may succeed: network error, timeout, 429 or 5xx. */
  retryable: boolean
  /** The HTTP status, or null without a response. */
  status: number | null
  /** What the vendor charges for the failed call; absent when it charges nothing. */
  cost?: Cost
  /** The payload of a response that could not be used. */
  raw?: unknown
  unrecognized?: string[]
}

export type QueryResult = EngineAnswer | EngineFailure

/**
 * `consumer_ui`: the product as its users see it. `api`: the vendor's API with web search. `simulated`: the simulator.
 */
export type Surface = 'consumer_ui' | 'api' | 'simulated'

export type Engine = {
  /** The vendor's name, such as `openai`, or `simulator`. */
  name: string
  surface: Surface
  /** The organization whose own key is used; absent for a key of the settings. Each key has its own rate limit. */
  keyOwner?: string
  /**
   * Set for a scraper that works on tasks, which take minutes. `polled`: the service asks for the result. `delivered`:
   * the scraper sends it to a webhook.
   */
  tasks?: 'polled' | 'delivered'
  /** Whether a query may have a `conversation`. The others ignore it, so follow-up questions are not sent to them. */
  takesConversations: boolean
  /** Runs one query with one or more HTTP calls and no retries. Failures of the outside world are values. */
  query(query: Query): Promise<QueryResult>
}
