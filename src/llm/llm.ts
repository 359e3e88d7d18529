/**
 * A language model as a tool of our own: it is asked for one JSON object and nothing else, and what does not fit is
 * never used. It is a setting by itself, so that the key of an engine alone never buys a call.
 */
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import { malformedResponse, type Vendor } from '../engines/client/failures.ts'
import { sumOrNull } from '../engines/client/json.ts'
import { postJson, startCall } from '../engines/client/request.ts'
import type { EngineFailure } from '../engines/engine.ts'
import { type Completion, type CompletionRequest, type Form, llmApiFor, type ModelApi } from './apis.ts'

export type LlmRequest<T> = {
  system: string
  /** Text of others in it must be fenced and be called data. */
  user: string
  /** What the reply has to be. All its fields must be required: some APIs know no others. */
  schema: z.ZodType<T>
  /** Name of what is asked for, in `a-z_`. */
  name: string
  signal: AbortSignal
}

export type LlmReply<T> = {
  outcome: 'answered'
  value: T
  /** The model that served the answer, as its API names it. */
  model: string
  inputTokens: number | null
  outputTokens: number | null
  /** Of all calls that it took; null when no cost is known. */
  costMicros: number | null
}

/** A reply that could not be used has its price too. */
export type LlmFailure = EngineFailure & { costMicros: number | null }

export type Llm = {
  /** The model that is asked for, as the settings name it. */
  name: string
  /** Who is paid for it. */
  vendor: string
  /** One structured call, and one more when the reply does not fit. Never throws for what the outside world does. */
  completeJson<T>(question: LlmRequest<T>): Promise<LlmReply<T> | LlmFailure>
}

/** Null when the settings name no model. */
export function createLlm(config: Config): Llm | null {
  const api = llmApiFor(config)
  if (api === null) return null
  const call = callInKnownForm(api, config.TRACKING_TIMEOUT_SECONDS * 1000)
  return {
    name: api.vendor.model,
    vendor: config.MODEL ?? 'model',
    completeJson: (question) => completeJson(api.vendor, call, question),
  }
}

type Call = (wanted: CompletionRequest, signal: AbortSignal) => Promise<Completion | EngineFailure>

async function completeJson<T>(
  vendor: Vendor,
  call: Call,
  { schema, signal, system, user, name }: LlmRequest<T>,
): Promise<LlmReply<T> | LlmFailure> {
  const wanted = { system, user, name, schema: plainSchema(z.toJSONSchema(schema)) }
  const first = await call(wanted, signal)
  const value = fitting(first, schema)
  if (value !== null) return answerOf(value, [first], vendor)
  if (first.outcome === 'failed' && first.kind !== 'malformed') return { ...first, costMicros: null }
  const second = await call({ ...wanted, user: `${user}\n\n${reminder}` }, signal)
  const secondValue = fitting(second, schema)
  if (secondValue !== null) return answerOf(secondValue, [first, second], vendor)
  const failed =
    second.outcome === 'failed'
      ? second
      : malformedResponse(vendor, 'it is not the JSON object that was asked for')
  return { ...failed, costMicros: total([first, second], 'costMicros') }
}

const reminder =
  'Your last reply to this was not the JSON object that is asked for. Reply with that object alone: complete, and with nothing before or after it.'

/** Boxed, for the value itself may be anything. */
function fitting<T>(reply: Completion | EngineFailure, schema: z.ZodType<T>): { value: T } | null {
  if (reply.outcome === 'failed') return null
  const parsed = schema.safeParse(jsonIn(reply.markdown))
  return parsed.success ? { value: parsed.data } : null
}

/** Where an API cannot hold a model to JSON, it likes to put a fence or a sentence around it. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

function answerOf<T>(
  { value }: { value: T },
  replies: (Completion | EngineFailure)[],
  vendor: Vendor,
): LlmReply<T> {
  const last = replies.at(-1)
  return {
    outcome: 'answered',
    value,
    model: (last && 'model' in last ? last.model : null) ?? vendor.model,
    inputTokens: total(replies, 'inputTokens'),
    outputTokens: total(replies, 'outputTokens'),
    costMicros: total(replies, 'costMicros'),
  }
}

function total(
  replies: (Completion | EngineFailure)[],
  key: 'inputTokens' | 'outputTokens' | 'costMicros',
): number | null {
  return sumOrNull(...replies.map((reply) => (reply.outcome === 'failed' ? null : reply[key])))
}

/**
 * Newer models refuse a temperature, and some compatible servers a schema. What a model takes is found by asking, and
 * kept; a refused request costs nothing.
 */
const forms: readonly Form[] = [
  { temperature: true, schema: true },
  { temperature: false, schema: true },
  { temperature: true, schema: false },
  { temperature: false, schema: false },
]

function callInKnownForm(api: ModelApi, timeoutMs: number): Call {
  let known = 0
  return async (wanted, signal) => {
    let reply: Completion | EngineFailure = malformedResponse(api.vendor, 'there is none')
    for (const [index, form] of forms.entries()) {
      if (index < known) continue
      reply = await callOnce(api, wanted, form, { signal, timeoutMs })
      if (!isRefusedForm(reply)) {
        if (reply.outcome !== 'failed') known = Math.max(known, index)
        return reply
      }
    }
    return reply
  }
}

const isRefusedForm = (reply: Completion | EngineFailure) =>
  reply.outcome === 'failed' && reply.kind === 'rejected' && (reply.status === 400 || reply.status === 422)

async function callOnce(
  api: ModelApi,
  wanted: CompletionRequest,
  form: Form,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Completion | EngineFailure> {
  const { vendor, url, headers } = api
  const line = startCall(vendor, { timeoutMs }, { signal })
  const body = api.body(form.schema ? wanted : { ...wanted, system: withSchema(wanted) }, form)
  const reply = await postJson(line, { url, headers, body })
  const said = 'outcome' in reply ? reply : api.read(reply.body, line)
  return said.outcome === 'failed' ? inOurWords(said, vendor) : said
}

const withSchema = ({ system, schema }: CompletionRequest) =>
  `${system}\n\nReply with one JSON object and nothing else. Its JSON Schema: ${JSON.stringify(schema)}`

/** An engine's refusal speaks of searching the web, which nobody asked of the model. */
function inOurWords(failure: EngineFailure, { label, model, modelSetting }: Vendor): EngineFailure {
  const { kind, status } = failure
  if (kind !== 'rejected' || status === null || status < 400 || status === 404) return failure
  const message = `${label} did not accept the question (status ${status}); check ${modelSetting} ("${model}").`
  return { ...failure, message }
}

/** Bounds are checked here, with the whole schema; APIs that hold a model to a schema refuse those they do not know. */
const bounds = new Set([
  '$schema',
  'default',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
])

function plainSchema(schema: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // Below `properties` stand names of ours, which may be called like a bound.
      if (key === 'properties') return [[key, mapValues(value)]]
      return bounds.has(key) ? [] : [[key, plainValue(value)]]
    }),
  )
}

const mapValues = (properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plainValue(value)]))

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  return typeof value === 'object' && value !== null ? plainSchema(value) : value
}
