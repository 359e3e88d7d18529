import type {
  BaseModelCard,
  ChatCompletionResponse,
  ConversationResponse,
} from '@mistralai/mistralai/models/components'
import { answerText, sourceAt } from '../answer.ts'
import { chatContent, chatFinish, chatUsage, readChat } from './chat.ts'
import type { SnakeOnWire } from './on-wire.ts'
import { at, getTool, lastUserText, listAt, streamRefused, textAt } from './request.ts'
import {
  countTokens,
  type ErrorTable,
  type GeneratedAnswer,
  getBearer,
  getError,
  getSegments,
  type Header,
  inputTokens,
  jsonReply,
  type ParsedRequest,
  type Problem,
  perSearch,
  UNKNOWN_ITEM,
  unixSeconds,
  unknownToSdk,
  type Vendor,
} from './wire.ts'

/**
 * Mistral's conversations with the web search connector, and its chat completions without one: compact JSON, each
 * citation as a chunk behind the text that it supports.
 */
export const mistral: Vendor = {
  path: /^\/v1\/(?:conversations|chat\/completions)$/,
  getKey: getBearer,
  read: ({ body }) => (at(body, 'inputs') === undefined ? readChat(body) : readConversation({ body })),
  getProfile: () => 'le_chat',
  // The names of the versions are a year and month: `mistral-medium-2609`.
  servedModel: (requested, release) =>
    requested.replace(/-latest$/, `-${release.toISOString().slice(2, 7).replace('-', '')}`),
  answer: (generated) => {
    if (generated.ending === 'failed') {
      const error = {
        object: 'error',
        message: 'The generation failed.',
        type: 'internal_error',
        code: '3000',
      }
      return jsonReply(200, error, COMMON_HEADERS)
    }
    const isConversation = generated.request.search
    return jsonReply(200, isConversation ? conversation(generated) : completion(generated), COMMON_HEADERS)
  },
  models: {
    path: /^\/v1\/models(?:\/([^/]+))?$/,
    entry: ({
      id,
      ends,
      replacement,
    }): SnakeOnWire<
      Omit<BaseModelCard, 'capabilities'> & { capabilities: Partial<BaseModelCard['capabilities']> }
    > => ({
      id,
      object: 'model',
      created: 1_795_420_800,
      owned_by: 'mistralai',
      capabilities: { completion_chat: true, function_calling: true },
      name: id,
      max_context_length: 131_072,
      aliases: [],
      deprecation: ends === undefined ? null : `${ends}T12:00:00Z`,
      deprecation_replacement_model: replacement ?? null,
      internal: false,
      type: 'base',
    }),
    list: (data) => ({ object: 'list', data }),
  },
  problem: (problem, { model }) => {
    const { status, code, message } = getError(problem, ERRORS, model)
    if (status === 401) return jsonReply(status, { detail: message }, COMMON_HEADERS)
    if (problem.problem === 'rejected') {
      const detail = [{ type: code, loc: ['body', problem.param ?? ''], msg: message, input: null }]
      return jsonReply(status, { detail }, COMMON_HEADERS)
    }
    return jsonReply(
      status,
      { object: 'error', message, type: code, param: null, code: null },
      COMMON_HEADERS,
    )
  },
}

function readConversation({ body }: Pick<Parameters<Vendor['read']>[0], 'body'>): ParsedRequest | Problem {
  const model = textAt(body, 'model')
  const inputs = at(body, 'inputs')
  const prompt = typeof inputs === 'string' ? inputs : lastUserText(listAt(body, 'inputs'))
  if (!model) return { problem: 'rejected', message: 'Field required', param: 'model' }
  if (!prompt) return { problem: 'rejected', message: 'Field required', param: 'inputs' }
  return (
    streamRefused(body) ?? {
      prompt,
      model,
      location: textAt(body, 'instructions'),
      search: getTool(body, 'web_search') !== undefined,
      listPages: true,
    }
  )
}

type Conversation = SnakeOnWire<ConversationResponse>
type Entry = Conversation['outputs'][number]

function conversation(generated: GeneratedAnswer): Conversation {
  const { answer, ids, ending } = generated
  const prompt = inputTokens(generated)
  const output = countTokens(answerText(answer))
  const searches = answer.searches.length
  const connector = answer.sources.length * 400
  return {
    object: 'conversation.response',
    conversation_id: `conv_${ids.hex(32)}`,
    outputs:
      ending === 'unknown_items'
        ? [unknownToSdk<Entry>({ object: 'entry', type: UNKNOWN_ITEM })]
        : [...executions(generated), ...messages(generated)],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: output,
      total_tokens: prompt + output + connector,
      ...(searches > 0 && { connector_tokens: connector, connectors: { web_search: searches } }),
    },
  }
}

function executions({ answer, ids, at: started }: GeneratedAnswer): Entry[] {
  return perSearch(answer.searches, answer.sources).map(({ query, found }) => {
    const results = found.map(({ url, title, snippet }) => ({
      url,
      title,
      description: snippet,
      snippets: [],
    }))
    return {
      object: 'entry',
      type: 'tool.execution',
      created_at: started.toISOString(),
      completed_at: started.toISOString(),
      id: `tool_exec_${ids.hex(32)}`,
      name: 'web_search',
      arguments: JSON.stringify({ query }),
      // The results are JSON in a string, with their positions as keys.
      info: { result: JSON.stringify({ ...results }) },
    }
  })
}

function messages(generated: GeneratedAnswer): Entry[] {
  const { answer, ids, at: started } = generated
  if (answer.outcome === 'empty') return []
  const chunks = getSegments(generated).flatMap(({ text, cites }) => [
    { type: 'text' as const, text },
    ...cites.map((cite) => {
      const { url, title, snippet } = sourceAt(answer, cite)
      return { type: 'tool_reference' as const, tool: 'web_search', title, url, description: snippet }
    }),
  ])
  const cites = chunks.some(({ type }) => type === 'tool_reference')
  return [
    {
      object: 'entry',
      type: 'message.output',
      created_at: started.toISOString(),
      completed_at: started.toISOString(),
      id: `msg_${ids.hex(32)}`,
      model: generated.servedModel,
      role: 'assistant',
      content: cites ? chunks : answerText({ ...answer, segments: getSegments(generated) }),
    },
  ]
}

function completion(generated: GeneratedAnswer): SnakeOnWire<ChatCompletionResponse> {
  const finish = chatFinish(generated)
  return {
    id: generated.ids.hex(32),
    object: 'chat.completion',
    created: unixSeconds(generated.at),
    model: generated.servedModel,
    choices: [
      {
        index: 0,
        finish_reason: finish === 'content_filter' ? 'stop' : finish,
        message: { role: 'assistant', content: chatContent(generated, answerText(generated.answer)) },
      },
    ],
    usage: chatUsage(generated),
  }
}

const ERRORS: ErrorTable = {
  rate_limited: ['rate_limited', 429, 'Requests rate limit exceeded'],
  daily_limit: ['rate_limited', 429, 'Requests rate limit exceeded'],
  flex_full: ['rate_limited'],
  quota: ['payment_required', 402, 'Your account has insufficient credits.'],
  bad_key: ['unauthorized', 401, 'Invalid API Key'],
  missing_key: ['unauthorized', 401, 'Unauthorized'],
  region: ['forbidden'],
  server_error: ['internal_server_error'],
  overloaded: ['service_unavailable'],
  not_found: ['not_found'],
  model_gone: ['invalid_model', 400, 'Invalid model: {model}'],
  endpoint_gone: ['gone'],
  malformed: ['json_invalid'],
  rejected: ['missing', 422],
}

const COMMON_HEADERS: Header[] = [
  ['Content-Type', 'application/json'],
  ['Server', 'cloudflare'],
  ['Strict-Transport-Security', 'max-age=15552000; includeSubDomains; preload'],
]
