import { type Address, read } from '../api.ts'

export const promptQuery = (id: string) => read('GET /api/prompts/:prompt', { params: { prompt: id } })

export const conversationQuery = (id: string) =>
  read('GET /api/prompts/:prompt/conversation', { params: { prompt: id } })

/** What changes with a prompt. */
export const promptAddresses: Address[] = [
  'GET /api/prompts',
  'GET /api/prompts/:prompt',
  'GET /api/prompts/:prompt/conversation',
  'GET /api/metrics/prompt-performance',
  'GET /api/metrics/prompt-leaders',
  'GET /api/metrics/prompt-table',
  'GET /api/metrics/prompt-trends',
  'GET /api/brands/:brand/topics',
  'GET /api/metrics/topics',
  'GET /api/metrics/prompt-groups',
]
