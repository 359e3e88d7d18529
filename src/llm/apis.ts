/**
 * How each API is asked for one JSON object. The replies are read as those of the engines: the same formats, prices and
 * failures, only without a search.
 */
import type { Config } from '../core/config.ts'
import { parseAnthropicResponse } from '../engines/apis/anthropic.ts'
import { parseGeminiResponse } from '../engines/apis/gemini.ts'
import { parseOpenaiResponse } from '../engines/apis/openai.ts'
import { parseOpenrouterResponse } from '../engines/apis/openrouter.ts'
import { parsePerplexityResponse } from '../engines/apis/perplexity.ts'
import { parseXaiResponse } from '../engines/apis/xai.ts'
import type { Vendor } from '../engines/client/failures.ts'
import {
  type EngineOptions,
  type ParseContext,
  vendorLabels,
  withoutTrailingSlash,
} from '../engines/client/request.ts'
import type { EngineAnswer, EngineFailure } from '../engines/engine.ts'
import { apiOptions } from '../engines/registry.ts'

/** A question as it goes out; `schema` is a JSON Schema. */
export type CompletionRequest = { system: string; user: string; name: string; schema: object }

/** What a request holds beside the question. */
export type Form = { temperature: boolean; schema: boolean }

export type Completion = Pick<
  EngineAnswer,
  'markdown' | 'model' | 'inputTokens' | 'outputTokens' | 'costMicros'
> & {
  outcome: 'answered' | 'empty' | 'refused'
}

export type ModelApi = {
  vendor: Vendor
  url: string
  headers: Record<string, string>
  body(wanted: CompletionRequest, form: Form): object
  read(body: unknown, reading: ParseContext): Completion | EngineFailure
}

export function llmApiFor(config: Config): ModelApi | null {
  // OpenRouter asks for the model that would stand for ChatGPT when it is told none.
  if (config.MODEL !== null) return apis[config.MODEL](apiOptions(config, config.MODEL, 'chatgpt'))
  if (config.MODEL_BASE_URL === null) return null
  return compatible({
    apiKey: config.MODEL_API_KEY ?? '',
    baseUrl: config.MODEL_BASE_URL,
    model: config.MODEL_NAME ?? '',
  })
}

const apis = {
  openai: (options: EngineOptions) =>
    responses(options, vendorLabels(options, 'OpenAI', 'OPENAI'), parseOpenaiResponse),
  xai: (options: EngineOptions) => responses(options, vendorLabels(options, 'xAI', 'XAI'), parseXaiResponse),
  // Its models search before they answer anything, unless they are told not to.
  perplexity: (options: EngineOptions) =>
    chat(options, vendorLabels(options, 'Perplexity', 'PERPLEXITY'), parsePerplexityResponse, {
      disable_search: true,
    }),
  openrouter: (options: EngineOptions) =>
    chat(options, vendorLabels(options, 'OpenRouter', 'OPENROUTER'), parseOpenrouterResponse),
  anthropic,
  gemini,
} satisfies Record<NonNullable<Config['MODEL']>, (options: EngineOptions) => ModelApi>

/** The format of OpenAI's chat completions, as most servers speak it. */
function compatible(options: EngineOptions): ModelApi {
  const vendor = {
    label: 'The language model',
    keySetting: 'MODEL_API_KEY',
    urlSetting: 'MODEL_BASE_URL',
    modelSetting: 'MODEL_NAME',
    model: options.model,
    limitSetting: 'TRACKING_PER_ENGINE',
  }
  return chat(options, vendor, parseOpenrouterResponse)
}

function responses(options: EngineOptions, vendor: Vendor, read: ModelApi['read']): ModelApi {
  return {
    vendor,
    url: `${withoutTrailingSlash(options.baseUrl)}/responses`,
    headers: bearer(options),
    body: (wanted, form) => ({
      model: options.model,
      input: messages(wanted),
      stream: false,
      store: false,
      ...zero(form),
      ...(form.schema && { text: { format: { type: 'json_schema', strict: true, ...named(wanted) } } }),
    }),
    read,
  }
}

function chat(options: EngineOptions, vendor: Vendor, read: ModelApi['read'], more: object = {}): ModelApi {
  return {
    vendor,
    url: `${withoutTrailingSlash(options.baseUrl)}/chat/completions`,
    headers: bearer(options),
    body: (wanted, form) => ({
      model: options.model,
      messages: messages(wanted),
      stream: false,
      ...more,
      ...zero(form),
      ...(form.schema && {
        response_format: { type: 'json_schema', json_schema: { strict: true, ...named(wanted) } },
      }),
    }),
    read,
  }
}

function anthropic(options: EngineOptions): ModelApi {
  return {
    vendor: vendorLabels(options, 'Anthropic', 'ANTHROPIC'),
    url: `${withoutTrailingSlash(options.baseUrl).replace(/\/v1$/, '')}/v1/messages`,
    headers: { 'x-api-key': options.apiKey, 'anthropic-version': '2023-06-01' },
    body: ({ system, user, schema }, form) => ({
      model: options.model,
      max_tokens: 16_000,
      system,
      messages: [{ role: 'user', content: user }],
      ...zero(form),
      ...(form.schema && { output_config: { format: { type: 'json_schema', schema } } }),
    }),
    read: (body, reading) => parseAnthropicResponse([body], reading),
  }
}

function gemini(options: EngineOptions): ModelApi {
  const base = withoutTrailingSlash(options.baseUrl).replace(/\/v1beta$/, '')
  return {
    vendor: vendorLabels(options, 'Google Gemini', 'GEMINI'),
    url: `${base}/v1beta/models/${encodeURIComponent(options.model)}:generateContent`,
    headers: { 'x-goog-api-key': options.apiKey },
    body: ({ system, user, schema }, form) => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: 'user', parts: [{ text: user }] }],
      generationConfig: {
        ...zero(form),
        ...(form.schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
      },
    }),
    read: parseGeminiResponse,
  }
}

const messages = ({ system, user }: CompletionRequest) => [
  { role: 'system', content: system },
  { role: 'user', content: user },
]

const named = ({ name, schema }: CompletionRequest) => ({ name, schema })

const zero = ({ temperature }: Form) => (temperature ? { temperature: 0 } : {})

/** A model on one's own machine often has no key. */
const bearer = ({ apiKey }: EngineOptions): Record<string, string> =>
  apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
