/** OpenAI's chat format, which Mistral, OpenRouter and most self-hosted servers share. */

import { httpFailure, truncatedResponse, unknownFormat, type VendorLabels } from '../client/failures.ts'
import { asFiniteNumber, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { dollarsToMicros, getCost } from '../client/pricing.ts'
import { type ApiOptions, bearer, type ParseContext, withoutTrailingSlash } from '../client/request.ts'
import { getOutcome, withoutThinking } from '../client/text-offsets.ts'
import { unknownTypes, unrecognizedValue } from '../client/unrecognized.ts'
import type { CompletionFields, CompletionRequest } from '../completion-api.ts'
import type { Cost, EngineAnswer, EngineFailure } from '../engine.ts'

/** Creates the completion API of a vendor with the chat format. */
export const chatCompletion = (options: ApiOptions, labels: VendorLabels) => ({
  labels,
  url: `${withoutTrailingSlash(options.baseUrl)}/chat/completions`,
  headers: bearer(options),
  body: (request: CompletionRequest, fields: CompletionFields) => ({
    model: options.model,
    messages: systemAndUser(request),
    stream: false as const,
    ...zeroTemperature(fields),
    ...(fields.schema && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: { strict: true, ...namedSchema(request) },
      },
    }),
  }),
  parse: parseChatResponse,
})

export const systemAndUser = ({ system, user }: CompletionRequest) => [
  { role: 'system' as const, content: system },
  { role: 'user' as const, content: user },
]

export const namedSchema = ({ name, schema }: CompletionRequest) => ({ name, schema })

export const zeroTemperature = ({ temperature }: CompletionFields) => temperature && { temperature: 0 }

const finishReasons = new Set(['stop', 'content_filter'])

/** Parses an answer without a search. */
export function parseChatResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const found = findChoice(body, context, () => usageCost(body, context))
  if ('outcome' in found) return found
  const { choice } = found
  const reply = choice.message
  const refusal = asString(valueAt(reply, 'refusal'))
  const { markdown } = withoutThinking(getContent(reply))
  return {
    outcome: getOutcome(markdown, refusal !== null || choice.finish_reason === 'content_filter'),
    markdown: markdown || (refusal ?? ''),
    model: asString(valueAt(body, 'model')),
    citations: [],
    retrieved: [],
    searches: [],
    searched: false,
    inputTokens: asFiniteNumber(valueAt(body, 'usage', 'prompt_tokens')),
    outputTokens: asFiniteNumber(valueAt(body, 'usage', 'completion_tokens')),
    shoppingCards: [],
    raw: body,
    unrecognized: [],
    ...usageCost(body, context),
  }
}

/** Returns the choice of a reply, or the failure inside a 200. */
export function findChoice(
  body: unknown,
  context: ParseContext,
  cost: () => Cost,
): { choice: Record<string, unknown> } | EngineFailure {
  const { labels } = context
  const choice = asRecords(valueAt(body, 'choices'))[0]
  const error = valueAt(body, 'error') ?? choice?.error
  if (isRecord(error)) {
    const reply = { status: 200, headers: new Headers(), body: { error } }
    return httpFailure(context, reply, asFiniteNumber(error.code) ?? 502)
  }
  if (choice === undefined) return unknownFormat(labels, body, ['no choices'])
  const finish = asString(choice.finish_reason)
  if (finish === 'length') return { ...truncatedResponse(labels), cost: cost() }
  const unrecognized =
    finish === null || finishReasons.has(finish)
      ? unknownContent(choice.message)
      : [unrecognizedValue('finish reason', finish)]
  return unrecognized.length === 0
    ? { choice }
    : { ...unknownFormat(labels, body, unrecognized), cost: cost() }
}

const knownChunks = new Set(['text', 'thinking'])

/** Returns the types of the chunks of a message that has none with text. */
function unknownContent(reply: unknown): string[] {
  return getContent(reply) === ''
    ? unknownTypes('content chunk', asRecords(valueAt(reply, 'content')), knownChunks)
    : []
}

/** The content is text, or a list of chunks with the thinking of the model before its text. */
export function getContent(reply: unknown): string {
  const content = valueAt(reply, 'content')
  if (typeof content === 'string') return content
  return asRecords(content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => asString(text) ?? '')
    .join('')
}

function usageCost(body: unknown, context: ParseContext): Cost {
  const usage = valueAt(body, 'usage')
  // Gateways report it in US dollars, as OpenRouter does.
  const reported = asFiniteNumber(valueAt(usage, 'cost'))
  if (reported !== null) return { costMicros: dollarsToMicros(reported), costEstimated: false }
  return getCost(context, asString(valueAt(body, 'model')), {
    input: asFiniteNumber(valueAt(usage, 'prompt_tokens')),
    output: asFiniteNumber(valueAt(usage, 'completion_tokens')),
    searches: 0,
  })
}
