/**
 * Any server with OpenAI's chat completions, such as Ollama, vLLM, llama.cpp or LM Studio. It does not search the web, so
 * its answers cite nothing.
 */
import { findListed, listedModel, lookUpModel } from '../client/model-lookup.ts'
import { type ApiOptions, singleRequest } from '../client/request.ts'
import { defineApi } from '../client/vendor.ts'
import type { Query } from '../engine.ts'
import { chatCompletion, parseChatResponse } from './chat-format.ts'
import { toMessages } from './conversation.ts'

export const compatible = defineApi({
  name: 'compatible',
  label: 'OpenAI-compatible server',
  settingPrefix: 'COMPATIBLE',
  serves: ['own_model'],
  baseUrl: null,
  model: null,
  credentials: ['COMPATIBLE_BASE_URL', 'COMPATIBLE_MODEL'],
  allowsOwnKeys: false,
  typicalUsage: { input: 100, output: 600, searches: 0 },
  query: singleRequest({ path: '/chat/completions', buildRequest, parse: parseChatResponse }),
  completion: chatCompletion,
  findModel: (options, labels) =>
    lookUpModel(options, labels, {
      path: '/models',
      parse: (body) => (findListed(body, options.model) ? listedModel : null),
    }),
})

export function buildRequest(query: Query, { model }: ApiOptions) {
  return { model, messages: toMessages(query), stream: false as const }
}
