import { z } from 'zod'
import { plannedNumbers, plannedParts } from '../../../vocabulary/sampling.ts'
import { brandFrom, brandInPath } from '../../brands/brands.ts'
import { BrandId } from '../../core/fields.ts'
import { NoContent, route } from '../../http/route.ts'
import { PromptFrequency, restoreFrequencies, setFrequencies } from '../prompt-frequencies.ts'
import { getSamplingPlan, SamplingPlan } from './sampling-plan.ts'
import { listUnchangingPrompts, UnchangingPrompts } from './unchanging-prompts.ts'

const listOf = <T extends string>(names: readonly T[]) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(names)).min(1).max(names.length))
    .transform((list) => names.filter((name) => list.includes(name)))

const planQuery = {
  budget_micros: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional()
    .describe(
      'Budget per month in millionths of a US dollar, for which to propose a plan. Default: only the cost and precision of the current plan.',
    ),
  numbers: listOf(plannedNumbers)
    .default(['mention_rate'])
    .describe('The numbers whose intervals the plan makes as narrow as possible. Comma-separated.'),
  parts: listOf(plannedParts)
    .default(['all'])
    .describe('Whether over all answers, on each platform, or of each topic. Comma-separated.'),
}

const planRoute = {
  // What runs cost is not for viewers.
  access: 'write',
  scope: 'read',
  invalidatedBy: 'answers',
  reads: 'long',
  summary: 'Get the sampling plan',
  description:
    'What scheduled runs cost per month, the intervals of the chosen numbers, and for a budget the frequencies with the narrowest intervals: how often to ask which prompt on which platform. A budget below `minimum_micros` is an invalid request. Nothing changes until the frequencies are applied.',
  whenToUse:
    'Answers "what do runs cost, how precise are the numbers, and how could we spend less or measure better?" Returns a proposal only with budget_micros.',
  returns: SamplingPlan,
} as const

const unchangingRoute = {
  access: 'write',
  scope: 'read',
  invalidatedBy: 'answers',
  reads: 'long',
  summary: 'List unchanging prompts',
  description:
    'Prompts on a platform whose answers of the last twelve weeks name the same tracked brands in nearly all cases: at least 56 answers over eight weeks, of which at most 2% differ for any brand. Each is proposed to be asked in every seventh run.',
  whenToUse:
    'Answers "which prompts no longer bring information, and what would we save by asking them less often?"',
  returns: UnchangingPrompts,
} as const

const byBrandId = { find: { brand: brandFrom('query', 'brand_id') } }

export const samplingRoutes = {
  'GET /api/mcp/sampling-plan': route({
    ...planRoute,
    ...byBrandId,
    query: { brand_id: BrandId, ...planQuery },
    run: (ctx, { found, query }) =>
      getSamplingPlan(ctx, found.brand, { ...query, budgetMicros: query.budget_micros }),
  }),
  'GET /api/mcp/unchanging-prompts': route({
    ...unchangingRoute,
    ...byBrandId,
    query: { brand_id: BrandId },
    run: (ctx, { found }) => listUnchangingPrompts(ctx, found.brand),
  }),
  'GET /api/brands/:brand/sampling-plan': route({
    ...planRoute,
    ...brandInPath,
    query: planQuery,
    run: (ctx, { found, query }) =>
      getSamplingPlan(ctx, found.brand, { ...query, budgetMicros: query.budget_micros }),
  }),
  'GET /api/brands/:brand/unchanging-prompts': route({
    ...unchangingRoute,
    ...brandInPath,
    run: (ctx, { found }) => listUnchangingPrompts(ctx, found.brand),
  }),
  'PUT /api/brands/:brand/prompt-frequencies': route({
    ...brandInPath,
    access: 'write',
    summary: 'Set how often prompts are asked',
    description:
      'Scheduled runs ask the prompt on the platform in every n-th run, and its answers then count n times in shares and means. Follow-ups are asked with the first question of their conversation. Prompts that are not listed keep their frequency. Manual runs ask everything.',
    body: z.strictObject({ frequencies: z.array(PromptFrequency).min(1).max(20_000) }),
    returns: NoContent,
    status: 204,
    run: (ctx, { found, body }) => setFrequencies(ctx, found.brand, body.frequencies),
  }),
  'DELETE /api/brands/:brand/prompt-frequencies': route({
    ...brandInPath,
    access: 'write',
    summary: 'Ask all prompts in every run',
    description: 'Removes all frequencies of the brand. Past answers keep their weights.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => restoreFrequencies(ctx, found.brand),
  }),
}
