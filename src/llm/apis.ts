/**
 * How each API is asked for one JSON object. The replies are read as those of the engines: the same formats, prices and
 * failures, only without a search.
 */
import type { Config } from '../core/config.ts'
import { readAnthropicResponse } from '../engines/apis/anthropic.ts'
import { type EngineOptions, type Reading, vendorOf, withoutTrailingSlash } from '../engines/client/request.ts'
import type { EngineAnswer, EngineFailure } from '../engines/engine.ts'
import type { Vendor } from '../engines/client/failures.ts'
import { readGeminiResponse } from '../engines/apis/gemini.ts'
import { readOpenaiResponse } from '../engines/apis/openai.ts'
import { readOpenrouterResponse } from '../engines/apis/openrouter.ts'
import { readPerplexityResponse } from '../engines/apis/perplexity.ts'
import { optionsOf } from '../engines/registry.ts'
import { readXaiResponse } from '../engines/apis/xai.ts'

/** A question as it goes out; `schema` is a JSON Schema. */
export type Wanted = { system: string; user: string; name: string; schema: object }

/** What a request holds beside the question. */
export type Form = { temperature: boolean; schema: boolean }

export type Said = Pick<
  EngineAnswer,
  'markdown' | 'model' | 'inputTokens' | 'outputTokens' | 'costMicros'
> & {
  outcome: 'answered' | 'empty' | 'refused'
}

export type ModelApi = {
  vendor: Vendor
  url: string
  headers: Record<string, string>
  body(wanted: Wanted, form: Form): object
  read(body: unknown, reading: Reading): Said | EngineFailure
}

export function modelApiOf(config: Config): ModelApi | null {
  // OpenRouter asks for the model that would stand for ChatGPT when it is told none.
  if (config.MODEL !== null) return apis[config.MODEL](optionsOf(config, config.MODEL, 'chatgpt'))
  if (config.MODEL_BASE_URL === null) return null
  return compatible({
    apiKey: config.MODEL_API_KEY ?? '',
    baseUrl: config.MODEL_BASE_URL,
    model: config.MODEL_NAME ?? '',
  })
}

const apis = {
  openai: (options: EngineOptions) =>
    responses(options, vendorOf(options, 'OpenAI', 'OPENAI'), readOpenaiResponse),
  xai: (options: EngineOptions) => responses(options, vendorOf(options, 'xAI', 'XAI'), readXaiResponse),
  // Its models search before they answer anything, unless they are told not to.
  perplexity: (options: EngineOptions) =>
    chat(options, vendorOf(options, 'Perplexity', 'PERPLEXITY'), readPerplexityResponse, {
      disable_search: true,
    }),
  openrouter: (options: EngineOptions) =>
    chat(options, vendorOf(options, 'OpenRouter', 'OPENROUTER'), readOpenrouterResponse),
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
  return chat(options, vendor, readOpenrouterResponse)
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
    vendor: vendorOf(options, 'Anthropic', 'ANTHROPIC'),
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
    read: (body, reading) => readAnthropicResponse([body], reading),
  }
}

function gemini(options: EngineOptions): ModelApi {
  const base = withoutTrailingSlash(options.baseUrl).replace(/\/v1beta$/, '')
  return {
    vendor: vendorOf(options, 'Google Gemini', 'GEMINI'),
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
    read: readGeminiResponse,
  }
}

const messages = ({ system, user }: Wanted) => [
  { role: 'system', content: system },
  { role: 'user', content: user },
]

const named = ({ name, schema }: Wanted) => ({ name, schema })

const zero = ({ temperature }: Form) => (temperature ? { temperature: 0 } : {})

/** A model on one's own machine often has no key. */
const bearer = ({ apiKey }: EngineOptions): Record<string, string> =>
  apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
