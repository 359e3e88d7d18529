/** The prompts and platforms that scheduled runs ask, with their cost per month. */
import { type Platform, platforms, simulatedPlatforms } from '../../../vocabulary/platforms.ts'
import { type SamplingFrequency, samplingFrequencies } from '../../../vocabulary/sampling.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { resolveOwnPlatforms } from '../../engines/organization-keys.ts'
import { vendorsServing } from '../../engines/vendors.ts'
import { utcMonthStart } from '../../plans/plans.ts'
import { type ActivePrompt, listActivePrompts } from '../../prompts/prompts.ts'
import { planRun } from '../plan.ts'
import { listBrandPlatforms, type PlatformSetting } from '../platforms.ts'
import { readFrequencies } from '../prompt-frequencies.ts'
import { getTypicalQueryCost, readQueryCosts } from '../spend/estimate.ts'
import { countRefreshes } from '../spend/refresh-count.ts'

/** A prompt on a platform, with its follow-ups, which are asked with it. */
export type PlannedCell = {
  prompt: ActivePrompt
  followUps: number
  platform: Platform
  /** Scheduled runs per month. */
  runs: number
  /** Per month, if every run asks the prompt. */
  costMicros: number
  every: SamplingFrequency
  allowed: SamplingFrequency[]
}

/** A prompt or a follow-up on a platform. `cell`: the index of its cell. */
export type PlannedQuestion = {
  cell: number
  promptId: string
  topicId: string | null
  platform: Platform
  region: string
}

/** `isTypical`: costs are typical prices of vendors, because answers of the simulator are free. */
type PlannedCells = { cells: PlannedCell[]; questions: PlannedQuestion[]; isTypical: boolean }

export async function listPlannedCells(ctx: Context, brand: Brand): Promise<PlannedCells> {
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, utcMonthStart(ctx.now(), 1))
  const backends = await resolveOwnPlatforms(ctx)
  const settings = (await listSettings(ctx, brand)).flatMap((setting) => {
    const runs = setting.check_frequency === 'manual' ? 0 : refreshes[setting.check_frequency]
    const takesConversations = backends.get(setting.platform)?.takesConversations ?? false
    return setting.enabled && runs > 0 ? [{ ...setting, runs, takesConversations }] : []
  })
  const runsOf = new Map(settings.map(({ platform, runs }) => [platform, runs]))
  const getCost = await readShownCosts(ctx)
  const getEvery = await readFrequencies(ctx, brand.id)
  const prompts = await listActivePrompts(ctx, brand.id)
  const promptOf = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  const queries = planRun(prompts, settings).flatMap(({ prompt_id, before, region, platforms: asked }) =>
    asked.map(({ platform, samples }) => {
      const { query, resent } = getCost(platform)
      return {
        firstId: before[0]?.prompt_id ?? prompt_id,
        promptId: prompt_id,
        topicId: promptOf.get(prompt_id)?.topic_id ?? null,
        platform,
        region,
        runMicros: samples * (query.micros + before.length * resent.micros),
      }
    }),
  )
  const groups = [...Map.groupBy(queries, ({ firstId, platform }) => `${firstId} ${platform}`).values()]
  return {
    cells: groups.flatMap((group) => {
      const [first] = group
      const prompt = first && promptOf.get(first.firstId)
      if (!prompt) return []
      const { platform } = first
      const runs = runsOf.get(platform) ?? 0
      return [
        {
          prompt,
          followUps: group.length - 1,
          platform,
          runs,
          costMicros: Math.round(runs * group.reduce((sum, { runMicros }) => sum + runMicros, 0)),
          every: getEvery(prompt.id, platform),
          // At least one answer a month.
          allowed: samplingFrequencies.filter((each) => each === 1 || each <= runs),
        },
      ]
    }),
    questions: groups.flatMap((group, cell) =>
      group.map(({ promptId, topicId, platform, region }) => ({ cell, promptId, topicId, platform, region })),
    ),
    isTypical: settings.some(({ platform }) => getCost(platform).isTypical),
  }
}

/** A demo brand has answers of the platforms that can be simulated, as if each was asked every day. */
async function listSettings(ctx: Context, brand: Brand): Promise<PlatformSetting[]> {
  const settings = await listBrandPlatforms(ctx, brand.id)
  return brand.is_demo
    ? settings
        .filter(({ platform }) => simulatedPlatforms.some((each) => each === platform))
        .map((setting) => ({ ...setting, enabled: true, check_frequency: 'daily', runs_per_prompt: 1 }))
    : settings
}

async function readShownCosts(ctx: Context) {
  const getCost = await readQueryCosts(ctx)
  return (platform: Platform) => {
    const cost = getCost(platform)
    const [vendor] = vendorsServing(platform)
    const isTypical = cost.basis === 'simulated' && vendor !== undefined
    return { ...(isTypical ? getTypicalQueryCost(ctx, vendor, platform) : cost), isTypical }
  }
}

export const listPlatformsOf = (cells: readonly Pick<PlannedCell, 'platform'>[]): Platform[] =>
  platforms.filter((platform) => cells.some((cell) => cell.platform === platform))
