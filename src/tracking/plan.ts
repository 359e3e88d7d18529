/**
 * The plan of a run: every active prompt on every chosen platform, repeated as the platform's setting says. A scheduled run leaves out
 * the prompts whose turn it is not (prompt-frequencies.ts). A follow-up is planned where the question before it is planned and the
 * engine takes conversations, so it has its turn when the first question has it.
 */
import { z } from 'zod'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import type { Job } from '../jobs/job.ts'
import { type ActivePrompt, isAskedOn, sentText } from '../prompts/prompts.ts'

export const RunPlan = z.array(
  z.object({
    prompt_id: z.uuid(),
    /** What is sent: the instruction of the persona, if there is one, a blank line, and the text of the prompt. */
    text: z.string(),
    region: z.string(),
    language: z.string(),
    /** The questions before in the same conversation, first to last. */
    before: z.array(z.object({ prompt_id: z.uuid(), text: z.string() })).default([]),
    platforms: z.array(
      z.object({ platform: z.enum(platforms), samples: z.number().int(), weight: z.number().int() }),
    ),
  }),
)

/** Stored with the run, so that a resumed run sends the same queries even if prompts were edited in the meantime. */
export type RunPlan = z.output<typeof RunPlan>

export type PlannedQuery = {
  prompt: { id: string; text: string }
  before: { prompt_id: string; text: string }[]
  platform: Platform
  region: string
  language: string
  sample: number
  /** How many runs of the schedule the answer represents. */
  weight: number
}

type PlannedPrompt = Pick<
  ActivePrompt,
  'id' | 'text' | 'instruction' | 'persona_id' | 'region' | 'language' | 'platforms' | 'follows'
>

/**
 * Follow-ups without the question before are omitted. `getWeight`: of a prompt without a question before it, 0 if it is not its turn on
 * the platform.
 */
export function planRun(
  prompts: readonly PlannedPrompt[],
  chosen: readonly { platform: Platform; runs_per_prompt: number; takesConversations: boolean }[],
  getWeight: (promptId: string, platform: Platform) => number = () => 1,
): RunPlan {
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  return prompts.flatMap((prompt) => {
    const { id: prompt_id, region, language } = prompt
    const before = listBefore(prompt, byId)
    const firstId = before?.[0]?.prompt_id ?? prompt_id
    const planned = chosen
      .filter(({ platform }) => isAskedOn(prompt, platform))
      .filter(({ takesConversations }) => takesConversations || prompt.follows === null)
      .map(({ platform, runs_per_prompt: samples }) => ({
        platform,
        samples,
        weight: getWeight(firstId, platform),
      }))
      .filter(({ weight }) => weight > 0)
    return before === null || planned.length === 0
      ? []
      : [{ prompt_id, text: sentText(prompt), region, language, before, platforms: planned }]
  })
}

/** Returns null if one of the questions before is not among the prompts. */
function listBefore(
  { follows }: PlannedPrompt,
  byId: ReadonlyMap<string, PlannedPrompt>,
): RunPlan[number]['before'] | null {
  if (follows === null) return []
  const previous = byId.get(follows)
  const before = previous && listBefore(previous, byId)
  return before ? [...before, { prompt_id: previous.id, text: sentText(previous) }] : null
}

/** Returns null when no worker has started the run. */
export async function findPlan(ctx: Context, run: Pick<Job, 'brand_id' | 'id'>): Promise<RunPlan | null> {
  const row = await ctx.db
    .selectFrom('run_plans')
    .select('plan')
    .where('brand_id', '=', run.brand_id)
    .where('job_id', '=', run.id)
    .executeTakeFirst()
  return row ? RunPlan.parse(row.plan) : null
}

export async function savePlan(
  ctx: Context,
  run: Pick<Job, 'brand_id' | 'id'>,
  plan: RunPlan,
): Promise<void> {
  await ctx.db
    .insertInto('run_plans')
    .values({ brand_id: run.brand_id, job_id: run.id, plan: JSON.stringify(plan) })
    .execute()
}

/** `turnsBefore`: the questions and answers that are sent again with follow-ups. */
export type QueryCount = { queries: number; turnsBefore: number }

/** Counts the queries per platform. */
export function countQueries(plan: RunPlan): Map<Platform, QueryCount> {
  const counts = new Map<Platform, QueryCount>()
  for (const { before, platforms } of plan)
    for (const { platform, samples } of platforms) {
      const { queries, turnsBefore } = counts.get(platform) ?? { queries: 0, turnsBefore: 0 }
      counts.set(platform, {
        queries: queries + samples,
        turnsBefore: turnsBefore + samples * before.length,
      })
    }
  return counts
}

export function expandPlan(plan: RunPlan): PlannedQuery[] {
  return plan.flatMap(({ prompt_id: id, text, region, language, before, platforms }) =>
    platforms.flatMap(({ platform, samples, weight }) =>
      Array.from({ length: samples }, (_, index) => ({
        prompt: { id, text },
        before,
        platform,
        region,
        language,
        sample: index + 1,
        weight,
      })),
    ),
  )
}

/** Identifies a query within its run. */
export const queryKey = (query: {
  promptId: string
  platform: string
  region: string
  sample: number
}): string => [query.promptId, query.platform, query.region, query.sample].join(' ')
