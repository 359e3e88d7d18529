/**
 * The vendors' requests and responses as their own SDKs type them. The adapters send and parse JSON without an SDK; the
 * tests compare the two, so that `npm run check` reports a format that a newer SDK no longer has. Only types are imported.
 */
import type {
  ContentBlockParam,
  Message,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/messages/messages'
import type { Content, GenerateContentResponse, GenerationConfig, ServiceTier, Tool } from '@google/genai'
import type { ChatCompletionRequest$Outbound } from '@mistralai/mistralai/models/components/chatcompletionrequest.js'
import type { ConversationRequest$Outbound } from '@mistralai/mistralai/models/components/conversationrequest.js'
import type { ConversationResponse } from '@mistralai/mistralai/models/components/conversationresponse.js'
import type { ChatRequest } from '@openrouter/sdk/models/chatrequest.js'
import type { ChatResult } from '@openrouter/sdk/models/chatresult.js'
import type {
  ResponseCreateParamsNonStreaming as AgentParams,
  ResponseCreateResponse as AgentResponse,
} from '@perplexity-ai/perplexity_ai/resources/responses/responses'
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
} from 'openai/resources/chat/completions'
import type { Response, ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import type { OnWire, SnakeOnWire } from '../../../simulator/wire/on-wire.ts'

/** The bodies of queries and completions. */
export type Requests = {
  openai: ResponseCreateParamsNonStreaming
  /** xAI publishes no SDK; its API follows OpenAI's. */
  xai: ResponseCreateParamsNonStreaming
  gemini: GeminiParams
  /** Version 0.38.5 lacks `tool_choice`, which the API has had since October 2026. */
  perplexity: AgentParams & { tool_choice?: { type: 'web_search' } }
  anthropic: MessageCreateParamsNonStreaming
  /** Its `$Outbound` type has `string` in place of the literals. */
  openrouter: SnakeOnWire<ChatRequest>
  mistral: ConversationRequest$Outbound
  mistralCompletion: ChatCompletionRequest$Outbound
  compatible: ChatCompletionCreateParamsNonStreaming
}

/** The SDK takes these fields in an object `config`, in camel case; over HTTP, they are at the top level. */
type GeminiParams = {
  contents: Content[]
  tools?: SnakeOnWire<Tool>[]
  systemInstruction?: Content
  generationConfig?: GenerationConfig
  serviceTier?: `${ServiceTier}`
}

export type Responses = {
  /** `output_text` is added by the SDK. */
  openai: Omit<Response, 'output_text'>
  xai: Pick<Response, 'id' | 'model' | 'output' | 'status'> & { usage: XaiUsage }
  gemini: GeminiResponse
  perplexity: AgentReply
  anthropic: Message
  openrouter: OpenrouterReply
  mistral: SnakeOnWire<ConversationResponse>
  compatible: ChatCompletion
}

/** xAI reports what an answer costs; one dollar is 10^10 ticks. */
type XaiUsage = { input_tokens: number; output_tokens: number; cost_in_usd_ticks: number }

/** Version 3.1.0 lacks the service tier, which recorded responses have. */
type GeminiResponse = Omit<
  OnWire<Pick<GenerateContentResponse, 'candidates' | 'modelVersion' | 'promptFeedback' | 'responseId'>>,
  never
> & {
  usageMetadata?: NonNullable<GenerateContentResponse['usageMetadata']> & { serviceTier?: `${ServiceTier}` }
}

/** Version 0.38.5 lacks the status `incomplete` with its reason, and the cost of each tool. */
type AgentReply = Omit<AgentResponse, 'output_text' | 'status'> & {
  status: AgentResponse['status'] | 'incomplete'
  incomplete_details?: { reason: string } | null
}

/** Version 1.3.19 lacks the annotations of a message, which are the sources of an answer. */
type OpenrouterReply = Omit<SnakeOnWire<ChatResult>, 'choices'> & {
  choices: (Omit<SnakeOnWire<ChatResult>['choices'][number], 'message'> & {
    message: SnakeOnWire<ChatResult>['choices'][number]['message'] & { annotations?: UrlCitation[] }
  })[]
}

type UrlCitation = {
  type: 'url_citation'
  url_citation: { url: string; title: string; content?: string; start_index: number; end_index: number }
}

/** A block of a paused answer, which is sent back unchanged. */
export type AnthropicBlock = ContentBlockParam

/**
 * Returns a function that compiles only for what `Known` accepts, without a field that it does not know. TypeScript alone
 * reports unknown fields of literals only, not of what a function returns.
 */
export const fitting =
  <Known>() =>
  <Sent extends Known>(sent: Sent & OnlyKnown<Sent, Known>): Sent =>
    sent

/** `Sent`, with the type `never` for every field that no member of the union `Known` has, at any depth. */
type OnlyKnown<Sent, Known> = unknown extends Known
  ? Sent
  : Sent extends readonly (infer Item)[]
    ? readonly OnlyKnown<Item, ElementType<Known>>[]
    : Sent extends object
      ? {
          [Key in keyof Sent]: Key extends KnownKeys<Known>
            ? OnlyKnown<Sent[Key], ValueAt<Known, Key>>
            : never
        }
      : Sent

/** These three distribute over a union: `keyof` alone returns the fields that all members have. */
type ElementType<Known> = Known extends readonly (infer Item)[] ? Item : never
type KnownKeys<Known> = Known extends object ? keyof Known : never
type ValueAt<Known, Key> = Known extends object ? (Key extends keyof Known ? Known[Key] : never) : never
