/** The prompts and platforms that scheduled runs ask, with their cost per month. */
import { type Platform, platforms, simulatedPlatforms } from '../../../vocabulary/platforms.ts'
import { type SamplingFrequency, samplingFrequencies } from '../../../vocabulary/sampling.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { getTypicalCost } from '../../engines/registry.ts'
import { vendorsServing } from '../../engines/vendors.ts'
import { utcMonthStart } from '../../plans/plans.ts'
import { listActivePrompts } from '../../prompts/prompts.ts'
import { listBrandPlatforms, type PlatformSetting } from '../platforms.ts'
import { readFrequencies } from '../prompt-frequencies.ts'
import { estimateQueries } from '../spend/estimate.ts'
import { countRefreshes } from '../spend/refresh-count.ts'

export type PlannedCell = {
  promptId: string
  text: string
  topicId: string | null
  platform: Platform
  region: string
  /** Scheduled runs per month. */
  runs: number
  /** Per month, if every run asks the prompt. */
  costMicros: number
  every: SamplingFrequency
  allowed: SamplingFrequency[]
}

/** `isTypical`: costs are typical prices of vendors, because answers of the simulator are free. */
export type PlannedCells = { cells: PlannedCell[]; isTypical: boolean }

export async function listPlannedCells(ctx: Context, brand: Brand): Promise<PlannedCells> {
  const refreshes = countRefreshes(ctx.config.DAILY_CRON_SCHEDULE, utcMonthStart(ctx.now(), 1))
  const settings = (await listSettings(ctx, brand)).flatMap((setting) => {
    const runs = setting.check_frequency === 'manual' ? 0 : refreshes[setting.check_frequency]
    return setting.enabled && runs > 0 ? [{ ...setting, runs }] : []
  })
  const costs = await readCosts(
    ctx,
    settings.map(({ platform, runs, runs_per_prompt }) => [platform, runs * runs_per_prompt]),
  )
  const getEvery = await readFrequencies(ctx, brand.id)
  const prompts = await listActivePrompts(ctx, brand.id)
  const cells = prompts.flatMap(({ id, text, topic_id, region, platforms: chosen }) =>
    settings.flatMap(({ platform, runs }): PlannedCell[] => {
      if (chosen !== null && !chosen.includes(platform)) return []
      const every = getEvery(id, platform)
      return [
        {
          promptId: id,
          text,
          topicId: topic_id,
          platform,
          region,
          runs,
          costMicros: costs.micros.get(platform) ?? 0,
          every,
          // At least one answer a month.
          allowed: samplingFrequencies.filter((each) => each === 1 || each <= runs),
        },
      ]
    }),
  )
  return { cells, isTypical: costs.isTypical }
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

async function readCosts(ctx: Context, queries: readonly (readonly [Platform, number])[]) {
  const estimates = await estimateQueries(ctx, new Map(queries))
  const isTypical = estimates.some(({ basis }) => basis === 'simulated')
  const micros = new Map(
    estimates.map(({ platform, questions, cost_micros, basis }) => {
      const [vendor] = vendorsServing(platform)
      const typical = vendor ? getTypicalCost(ctx.config, vendor, ctx.now(), platform).costMicros : 0
      return [platform, basis === 'simulated' ? typical * questions : cost_micros]
    }),
  )
  return { micros, isTypical }
}

export const listPlatformsOf = (cells: readonly Pick<PlannedCell, 'platform'>[]): Platform[] =>
  platforms.filter((platform) => cells.some((cell) => cell.platform === platform))
