/** The plan of a run: every active prompt on every chosen platform, repeated as the platform's setting says. */
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
    platforms: z.array(z.object({ platform: z.enum(platforms), samples: z.number().int() })),
  }),
)

/** Stored with the run, so that a resumed run sends the same queries even if prompts were edited in the meantime. */
export type RunPlan = z.output<typeof RunPlan>

export type PlannedQuery = {
  prompt: { id: string; text: string }
  platform: Platform
  region: string
  language: string
  sample: number
}

type PlannedPrompt = Pick<
  ActivePrompt,
  'id' | 'text' | 'instruction' | 'persona_id' | 'region' | 'language' | 'platforms'
>

export function planRun(
  prompts: readonly PlannedPrompt[],
  chosen: { platform: Platform; runs_per_prompt: number }[],
): RunPlan {
  return prompts
    .map((prompt) => ({
      prompt_id: prompt.id,
      text: sentText(prompt),
      region: prompt.region,
      language: prompt.language,
      platforms: chosen
        .filter(({ platform }) => isAskedOn(prompt, platform))
        .map(({ platform, runs_per_prompt: samples }) => ({ platform, samples })),
    }))
    .filter((each) => each.platforms.length > 0)
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

/** Counts the queries per platform. */
export function countQueries(plan: RunPlan): Map<Platform, number> {
  const counts = new Map<Platform, number>()
  for (const { platforms } of plan)
    for (const { platform, samples } of platforms) counts.set(platform, (counts.get(platform) ?? 0) + samples)
  return counts
}

export function expandPlan(plan: RunPlan): PlannedQuery[] {
  return plan.flatMap(({ prompt_id: id, text, region, language, platforms }) =>
    platforms.flatMap(({ platform, samples }) =>
      Array.from({ length: samples }, (_, index) => ({
        prompt: { id, text },
        platform,
        region,
        language,
        sample: index + 1,
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
