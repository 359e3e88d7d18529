/** The types of a completion: one request to a language model for one JSON object, without web search. */
import type { VendorLabels } from './client/failures.ts'
import type { CallOptions, ParseContext } from './client/request.ts'
import type { EngineAnswer, EngineFailure } from './engine.ts'

/** `schema` is the JSON Schema of the reply and `name` its name, in `a-z_`. */
export type CompletionRequest = {
  system: string
  user: string
  name: string
  schema: Record<string, unknown>
}

/** Optional fields of a request that not every model accepts. */
export type CompletionFields = { temperature: boolean; schema: boolean }

export type Completion = Pick<
  EngineAnswer,
  'outcome' | 'markdown' | 'model' | 'inputTokens' | 'outputTokens' | 'costMicros' | 'costEstimated'
>

/** How one API is called for completions, and what it charges. */
export type CompletionApi = CompletionFormat & Required<Pick<CallOptions, 'pricing'>>

export type CompletionFormat = {
  labels: VendorLabels
  url: string
  headers: Record<string, string>
  body(request: CompletionRequest, fields: CompletionFields): object
  parse(body: unknown, context: ParseContext): Completion | EngineFailure
}
