/**
 * The language model: the service asks it for one JSON object at a time and uses only replies that match the schema. It
 * has its own settings, so that an engine's key alone enables no LLM calls.
 */
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import { malformedCompletion, requestCompletion, vendorCompletionApi } from '../engines/completion.ts'
import type {
  Completion,
  CompletionApi,
  CompletionFields,
  CompletionRequest,
} from '../engines/completion-api.ts'
import type { Cost, EngineFailure } from '../engines/engine.ts'
import { message } from '../languages/message.ts'

export type LlmRequest<T> = {
  system: string
  /** Untrusted text in it must be delimited and declared as data. */
  user: string
  /** The schema of the reply. Every field must be required: some APIs support no optional ones. */
  schema: z.ZodType<T>
  /** The name of the requested object, in `a-z_`. */
  name: string
  signal: AbortSignal
}

export type LlmReply<T> = {
  outcome: 'answered'
  value: T
  /** The model that served the reply, as its API names it. */
  model: string
} & Cost

/** Returns the cost of all calls behind a reply or a failure; null when nothing was charged. */
export const paidFor = (reply: LlmReply<unknown> | EngineFailure): Cost | null =>
  reply.outcome === 'failed' ? (reply.cost ?? null) : reply

export type Llm = {
  /** The requested model, as the settings name it. */
  name: string
  /** The vendor that charges for it. */
  vendor: string
  /** Makes one structured call, and a second if the reply does not match. Failures of the outside world are values. */
  completeJson<T>(request: LlmRequest<T>): Promise<LlmReply<T> | EngineFailure>
}

/** Returns null when the settings name no language model. */
export function createLlm(config: Config): Llm | null {
  if (config.MODEL === null) return null
  return getLlm(config, config.MODEL, vendorCompletionApi(config, config.MODEL))
}

/** Returns the language model behind an API of a vendor. */
export function getLlm(config: Config, vendor: string, api: CompletionApi): Llm {
  const call = callWithKnownFields(api, config.TRACKING_TIMEOUT_SECONDS * 1000)
  return {
    name: api.labels.model,
    vendor,
    completeJson: (request) => completeJson(api, call, request),
  }
}

type Call = (request: CompletionRequest, signal: AbortSignal) => Promise<Completion | EngineFailure>

async function completeJson<T>(
  api: CompletionApi,
  call: Call,
  { schema, signal, system, user, name }: LlmRequest<T>,
): Promise<LlmReply<T> | EngineFailure> {
  const request = { system, user, name, schema: plainSchema(z.toJSONSchema(schema)) }
  const first = await call(request, signal)
  const value = parseReply(first, schema)
  if (value !== null) return getReply(value, [first], api)
  if (first.outcome === 'failed' && !isUnusable(first)) return first
  const second = await call({ ...request, user: `${user}\n\n${reminder}` }, signal)
  const secondValue = parseReply(second, schema)
  if (secondValue !== null) return getReply(secondValue, [first, second], api)
  const failed =
    second.outcome === 'failed'
      ? second
      : malformedCompletion(api, message('llm.general.itIsNotTheRequestedJSON'))
  const cost = totalCost([first, second])
  return cost === null ? failed : { ...failed, cost }
}

/** Returns whether a model sent a reply that could not be used. */
const isUnusable = ({ kind }: EngineFailure) =>
  kind === 'malformed' || kind === 'truncated' || kind === 'unknown_format'

const reminder =
  'Your last reply was not the JSON object that is asked for. Reply with the complete object only, with nothing before or after it.'

/** Returns the value in an object, because the value itself may be null. */
function parseReply<T>(reply: Completion | EngineFailure, schema: z.ZodType<T>): { value: T } | null {
  if (reply.outcome === 'failed') return null
  const parsed = schema.safeParse(jsonIn(reply.markdown))
  return parsed.success ? { value: parsed.data } : null
}

/** Models that an API cannot restrict to JSON often put a code fence or a sentence around it. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

function getReply<T>(
  { value }: { value: T },
  replies: (Completion | EngineFailure)[],
  { labels }: CompletionApi,
): LlmReply<T> {
  const last = replies.at(-1)
  return {
    outcome: 'answered',
    value,
    model: (last && 'model' in last ? last.model : null) ?? labels.model,
    ...(totalCost(replies) ?? { costMicros: 0, costEstimated: false }),
  }
}

/** Returns null when no call was charged. */
function totalCost(replies: (Completion | EngineFailure)[]): Cost | null {
  const costs = replies.flatMap((reply) => (reply.outcome === 'failed' ? (reply.cost ?? []) : reply))
  return costs.length === 0
    ? null
    : {
        costMicros: costs.reduce((sum, { costMicros }) => sum + costMicros, 0),
        costEstimated: costs.some(({ costEstimated }) => costEstimated),
      }
}

/**
 * Newer models reject a temperature, and some compatible servers a schema. The accepted fields are found by trying and
 * remembered; a rejected request costs nothing.
 */
const fieldSets: readonly CompletionFields[] = [
  { temperature: true, schema: true },
  { temperature: false, schema: true },
  { temperature: true, schema: false },
  { temperature: false, schema: false },
]

function callWithKnownFields(api: CompletionApi, timeoutMs: number): Call {
  let known = 0
  return async (request, signal) => {
    let reply: Completion | EngineFailure = malformedCompletion(api, message('llm.general.itIsMissing'))
    for (const [index, fields] of fieldSets.entries()) {
      if (index < known) continue
      const sent = fields.schema ? request : withSchemaInPrompt(request)
      reply = await requestCompletion(api, sent, fields, { signal, timeoutMs })
      if (!areFieldsRejected(reply)) {
        if (reply.outcome !== 'failed') known = Math.max(known, index)
        return reply
      }
    }
    return reply
  }
}

const areFieldsRejected = (reply: Completion | EngineFailure) =>
  reply.outcome === 'failed' && reply.kind === 'rejected' && (reply.status === 400 || reply.status === 422)

const withSchemaInPrompt = (request: CompletionRequest): CompletionRequest => ({
  ...request,
  system: `${request.system}\n\nReply with one JSON object and nothing else. Its JSON Schema: ${JSON.stringify(request.schema)}`,
})

/** Keywords that are removed from the sent schema: APIs reject the ones they do not support. The reply is checked against all. */
const unsupportedKeywords = new Set(
  '$schema default format maxItems maxLength maximum minItems minLength minimum pattern'.split(' '),
)

function plainSchema(schema: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // The keys of `properties` are field names, which may equal a keyword.
      if (key === 'properties') return [[key, mapValues(value)]]
      return unsupportedKeywords.has(key) ? [] : [[key, plainValue(value)]]
    }),
  )
}

const mapValues = (properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plainValue(value)]))

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  return typeof value === 'object' && value !== null ? plainSchema(value) : value
}
