/** Mistral: Le Chat's models with the web search connector, through the Conversations API. The API reports usage, not cost. */

import { parseJson } from '../../core/json.ts'
import { unknownFormat } from '../client/failures.ts'
import { asFiniteNumber, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { lookUpModel, toDay } from '../client/model-lookup.ts'
import { getCost } from '../client/pricing.ts'
import { type ApiOptions, type ParseContext, type Refusable, singleRequest } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { getOutcome } from '../client/text-offsets.ts'
import { unknownTypes } from '../client/unrecognized.ts'
import { defineApi } from '../client/vendor.ts'
import type { EngineAnswer, EngineCitation, EngineFailure, Query, Source } from '../engine.ts'
import { chatCompletion } from './chat-format.ts'
import { toMessages } from './conversation.ts'
import { personIn } from './person-in.ts'

export const mistral = defineApi({
  name: 'mistral',
  label: 'Mistral',
  settingPrefix: 'MISTRAL',
  serves: ['le_chat'],
  baseUrl: 'https://api.mistral.ai/v1',
  model: 'mistral-medium-latest',
  typicalUsage: { input: 2_200, output: 400, searches: 1 },
  query: singleRequest({ path: '/conversations', buildRequest, parse: parseMistralResponse }),
  completion: chatCompletion,
  findModel: (options, labels) =>
    lookUpModel(options, labels, {
      path: `/models/${encodeURIComponent(options.model)}`,
      parse: (body) => ({
        shutdown: toDay(valueAt(body, 'deprecation')),
        replacement: asString(valueAt(body, 'deprecation_replacement_model')),
        price: null,
      }),
    }),
})

/** Builds the body of a request. The connector takes no country, so the instructions state it. */
export function buildRequest(query: Query, { model, forceSearch }: ApiOptions & Refusable) {
  const person = personIn(query.region)
  return {
    model,
    inputs: query.conversation
      ? toMessages(query).map((message) => ({
          object: 'entry' as const,
          type: 'message.input' as const,
          ...message,
          prefix: false,
        }))
      : query.prompt,
    stream: false as const,
    store: false,
    tools: [{ type: 'web_search' as const }],
    ...(person !== null && { instructions: person }),
    ...(forceSearch && { completion_args: { tool_choice: 'required' as const } }),
  }
}

const knownEntries = new Set(['message.output', 'tool.execution'])
const knownChunks = new Set(['text', 'tool_reference', 'thinking'])

export function parseMistralResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const { labels } = context
  if (!Array.isArray(valueAt(body, 'outputs'))) return unknownFormat(labels, body, ['no outputs'])
  const entries = asRecords(valueAt(body, 'outputs'))
  const messages = entries.filter(({ type }) => type === 'message.output')
  const chunks = messages.flatMap(getChunks)
  const executions = entries.filter(({ type, name }) => type === 'tool.execution' && isSearch(name))
  const model = messages.map((entry) => asString(entry.model)).find((name) => name !== null) ?? null
  const usage = valueAt(body, 'usage')
  const input = asFiniteNumber(valueAt(usage, 'prompt_tokens'))
  const searches = asFiniteNumber(valueAt(usage, 'connectors', 'web_search')) ?? executions.length
  const output = asFiniteNumber(valueAt(usage, 'completion_tokens'))
  const cost = getCost(context, model, {
    // The connector reads the pages with the model, which is billed as input.
    input: input === null ? null : input + (asFiniteNumber(valueAt(usage, 'connector_tokens')) ?? 0),
    output,
    searches,
  })
  const unrecognized = [
    ...unknownTypes('output', entries, knownEntries),
    ...unknownTypes('content chunk', chunks, knownChunks),
  ]
  if (unrecognized.length > 0 && !chunks.some(({ type }) => type === 'text'))
    return { ...unknownFormat(labels, body, unrecognized), cost }
  const { markdown, citations } = parseChunks(chunks)
  return {
    outcome: getOutcome(markdown, false),
    markdown,
    model,
    citations,
    retrieved: retrievedOnly(executions.flatMap(getPages), citations),
    searches: [...new Set(executions.flatMap(getQuery))],
    searched: searches > 0,
    inputTokens: input,
    outputTokens: output,
    shoppingCards: [],
    raw: body,
    unrecognized,
    ...cost,
  }
}

/** `web_search_premium` is the connector with news agencies. */
const isSearch = (name: unknown) => name === 'web_search' || name === 'web_search_premium'

/** The content is a string when the answer has no references. */
function getChunks({ content }: Record<string, unknown>): Record<string, unknown>[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : asRecords(content)
}

/** Concatenates the text chunks. A reference cites the text chunk before it, and several can follow one. */
function parseChunks(chunks: Record<string, unknown>[]): { markdown: string; citations: EngineCitation[] } {
  let markdown = ''
  let start = 0
  const citations: EngineCitation[] = []
  for (const chunk of chunks) {
    if (chunk.type === 'text') {
      start = markdown.length
      markdown += asString(chunk.text) ?? ''
    } else if (chunk.type === 'tool_reference') {
      const source = parseSource(chunk.url, chunk.title)
      const hasText = start < markdown.length
      if (source)
        citations.push({ ...source, start: hasText ? start : null, end: hasText ? markdown.length : null })
    }
  }
  return { markdown, citations: distinctCitations(citations) }
}

function getQuery({ arguments: text }: Record<string, unknown>): string[] {
  const query = asString(valueAt(withoutString(text), 'query'))
  return query === null ? [] : [query]
}

/** The results are an object with a page per number, or a list of chunks with a page as JSON in their text. */
function getPages({ info }: Record<string, unknown>): Source[] {
  return resultsIn(valueAt(info, 'result'))
    .map(({ url, title }) => parseSource(url, title))
    .filter((source) => source !== null)
}

/** The results are an object by position, or a list of texts with one result each. */
function resultsIn(result: unknown): Record<string, unknown>[] {
  const value = withoutString(result)
  if (isRecord(value)) return 'url' in value ? [value] : asRecords(Object.values(value))
  return asRecords(value)
    .map(({ text }) => withoutString(text))
    .filter(isRecord)
}

/** Parses JSON in a string, which the connector sends in place of objects; returns other values unchanged. */
function withoutString(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : value
}
