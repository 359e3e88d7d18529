import type { Returns } from '../api.ts'

export const planAddress = 'GET /api/brands/:brand/sampling-plan'
export type Plan = Returns<typeof planAddress>

/** What depends on how often prompts are asked. */
export const staleAfterPlan = [
  planAddress,
  'GET /api/brands/:brand/unchanging-prompts',
  'GET /api/spend',
] as const
