/**
 * An engine answers one prompt as one platform would. Every adapter turns a vendor's wire format into
 * the same values, so that nothing behind this file knows which vendor answered.
 *
 * Words: an answer's *citations* are the sources its text points at; *retrieved* are the sources the
 * engine read without pointing at them. The two are never added up.
 */

export type Query = {
  /** What is asked, as the person wrote it. */
  prompt: string
  /** ISO 3166-1 alpha-2 country the asker is in, or null for the engine's own default. */
  region: string | null
  /** BCP 47 language tag, or null. */
  language: string | null
  /** Aborts the call, in flight or between its parts. */
  signal: AbortSignal
  /** Where the task of a scraper is remembered; absent where nobody would come back for it. */
  task?: TaskStore
}

/**
 * The task that a scraper works on for one question. It takes minutes and outlives whoever began it, so what is known of
 * it is kept: who takes up the question again waits for the same task instead of paying for another.
 */
export type TaskStore = {
  recall(): Promise<KnownTask>
  /** The scraper has taken it. */
  keep(task: { id: string; costMicros: number | null }): Promise<void>
  /** It has failed or is gone: the next one is another, with another reference. */
  forget(): Promise<void>
  /**
   * What the scraper delivers to us of this task, or null when nothing came within the time; null itself where nothing is
   * delivered. Rejects with the signal's reason.
   */
  delivered: ((waitMs: number, signal: AbortSignal) => Promise<unknown>) | null
}

export type KnownTask = {
  /** Ours, told to the scraper when the task is made. */
  reference: string
  /** The scraper's, once it has answered. */
  id: string | null
  /** What the scraper said it costs, where it says so when it takes the task. */
  costMicros: number | null
  ageMs: number
}

export type Source = {
  /** Absolute http(s) URL, with redirects of the engine resolved and its own tracking parameters removed. */
  url: string
  title: string | null
}

export type Citation = Source & {
  /** UTF-16 offsets into `markdown` of the text that the source supports or of its marker; null when the engine gives none. */
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
  /** `empty`: the engine returned no text. `refused`: it declined by policy. Neither counts as "not mentioned". */
  outcome: 'answered' | 'empty' | 'refused'
  markdown: string
  /** The model that served the answer, as the engine names it. */
  model: string | null
  citations: Citation[]
  retrieved: Source[]
  /** Queries the engine sent to its search. */
  searches: string[]
  /** Whether the engine searched; null when it does not say. */
  searched: boolean | null
  inputTokens: number | null
  outputTokens: number | null
  /** Whole micro-dollars, measured or computed from the rates; null when neither is known. */
  costMicros: number | null
  shoppingCards: ShoppingCard[]
  /** The vendor's payload as parsed JSON (several when the answer took several calls). */
  raw: unknown
}

export type FailureKind =
  | 'bad_key'
  | 'quota'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'network'
  | 'rejected'
  | 'malformed'
  | 'aborted'

export type EngineFailure = {
  outcome: 'failed'
  kind: FailureKind
  /** One sentence a person can act on; never the vendor's raw text, never a key. */
  message: string
  /** How long the engine asks us to wait, when it says. */
  retryAfterMs: number | null
  /** Whether asking again may help: network, timeout, 429 and 5xx. */
  retryable: boolean
  /** HTTP status, when there was a response. */
  status: number | null
}

export type QueryResult = EngineAnswer | EngineFailure

/** `consumer_ui`: what a person sees; `api`: the vendor's API with its web search; `simulated`: ours. */
export type Surface = 'consumer_ui' | 'api' | 'simulated'

export type Engine = {
  /** The backend's name, e.g. `openai`. */
  name: string
  surface: Surface
  /**
   * A scraper that is given tasks: a question takes it minutes, in which nothing of ours is busy. Its results are looked
   * for, or it delivers them.
   */
  byTasks?: 'looked_at' | 'delivered'
  /** One question, one or more HTTP calls, no retries. Never throws for what the outside world does. */
  query(question: Query): Promise<QueryResult>
}
