/**
 * The plan of a run: every active prompt on every chosen platform, repeated as the platform's setting says. A scheduled run leaves out
 * the prompts whose turn it is not (prompt-frequencies.ts).
 */
import { z } from 'zod'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import type { Job } from '../jobs/job.ts'

export const RunPlan = z.array(
  z.object({
    prompt_id: z.uuid(),
    text: z.string(),
    region: z.string(),
    language: z.string(),
    platforms: z.array(
      z.object({ platform: z.enum(platforms), samples: z.number().int(), weight: z.number().int() }),
    ),
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
  /** How many runs of the schedule the answer represents. */
  weight: number
}

type Prompt = { id: string; text: string; region: string; language: string; platforms: string[] | null }

/** `getWeight`: 0 if it is not the prompt's turn on the platform. */
export function planRun(
  prompts: Prompt[],
  chosen: { platform: Platform; runs_per_prompt: number }[],
  getWeight: (promptId: string, platform: Platform) => number = () => 1,
): RunPlan {
  return prompts
    .map(({ id, text, region, language, platforms: allowedPlatforms }) => ({
      prompt_id: id,
      text,
      region,
      language,
      platforms: chosen
        .filter(({ platform }) => allowedPlatforms === null || allowedPlatforms.includes(platform))
        .map(({ platform, runs_per_prompt: samples }) => ({
          platform,
          samples,
          weight: getWeight(id, platform),
        }))
        .filter(({ weight }) => weight > 0),
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
    platforms.flatMap(({ platform, samples, weight }) =>
      Array.from({ length: samples }, (_, index) => ({
        prompt: { id, text },
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
