import type { ChatCompletion } from 'openai/resources/chat/completions'
import type { Model } from 'openai/resources/models'
import { answerText } from '../answer.ts'
import { chatContent, chatFinish, chatUsage, readChat } from './chat.ts'
import {
  type ErrorTable,
  type GeneratedAnswer,
  getBearer,
  getError,
  jsonReply,
  unixSeconds,
  type Vendor,
} from './wire.ts'

/** A self-hosted server with OpenAI's chat completions, such as Ollama: no key, no search, sometimes a block of thoughts. */
export const compatible: Vendor = {
  path: /^\/v1\/chat\/completions$/,
  getKey: (headers) => getBearer(headers) ?? '',
  read: ({ body }) => readChat(body),
  getProfile: () => 'own_model',
  servedModel: (requested) => requested,
  answer: (generated) =>
    generated.ending === 'failed'
      ? jsonReply(200, { error: errorBody('server_error', 'The runner process has ended.') })
      : jsonReply(200, response(generated)),
  models: {
    path: /^\/v1\/models$/,
    entry: ({ id }): Model => ({ id, object: 'model', created: 1_795_420_800, owned_by: 'library' }),
    list: (data) => ({ object: 'list', data }),
  },
  problem: (problem, { model }) => {
    const { status, code, message } = getError(problem, ERRORS, model)
    return jsonReply(status, { error: errorBody(code, message) })
  },
}

const errorBody = (type: string, message: string) => ({ message, type, param: null, code: null })

function response(generated: GeneratedAnswer): ChatCompletion {
  const { answer, ids } = generated
  const isEmpty = answer.outcome === 'empty'
  const thoughts = ids.chance(0.3) ? '<think>\nThe user asks for a recommendation.\n</think>\n\n' : ''
  const content = isEmpty ? '' : chatContent(generated, thoughts + answerText(answer))
  return {
    id: `chatcmpl-${ids.between(1, 999)}`,
    object: 'chat.completion',
    created: unixSeconds(generated.at),
    model: generated.servedModel,
    system_fingerprint: 'fp_ollama',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        // These servers have no filter: a refusal is text.
        finish_reason: answer.outcome === 'refused' ? 'stop' : chatFinish(generated),
      },
    ],
    usage: chatUsage(generated),
  }
}

const ERRORS: ErrorTable = {
  rate_limited: ['rate_limit_error'],
  daily_limit: ['rate_limit_error'],
  flex_full: ['rate_limit_error'],
  quota: ['insufficient_quota'],
  bad_key: ['invalid_api_key'],
  missing_key: ['invalid_api_key'],
  region: ['forbidden'],
  server_error: ['api_error'],
  overloaded: ['api_error', 503, 'server busy, please try again.  maximum pending requests exceeded'],
  not_found: ['not_found_error'],
  model_gone: ['not_found_error', 404, 'model "{model}" not found, try pulling it first'],
  endpoint_gone: ['not_found_error'],
  malformed: ['invalid_request_error'],
  rejected: ['invalid_request_error'],
}
