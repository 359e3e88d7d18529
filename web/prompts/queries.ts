import type { QueryClient } from '@tanstack/react-query'
import { type Address, invalidate, read } from '../api.ts'

export const promptQuery = (id: string) => read('GET /api/prompts/:prompt', { params: { prompt: id } })

const stale: Address[] = [
  'GET /api/prompts',
  'GET /api/prompts/:prompt',
  'GET /api/metrics/prompt-performance',
  'GET /api/metrics/prompt-table',
  'GET /api/metrics/prompt-trends',
  'GET /api/brands/:brand/topics',
  'GET /api/metrics/topics',
]

export const invalidatePrompts = (queryClient: QueryClient) => invalidate(queryClient, ...stale)
