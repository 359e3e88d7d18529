/** All brands of an organization with their visibility and their last run. */
import { z } from 'zod'
import { resolveScope } from '../answers/scope.ts'
import { mcpQuery, type ScopeParams } from '../answers/scope-parameters.ts'
import { type Brand, listBrands } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { messageSchema } from '../languages/localized.ts'
import { computeScoreChange } from './competitors/comparison.ts'
import { HeadlineChange, readChanges, withEstablished } from './established-changes.ts'
import { Count, MentionRate, Score } from './fields.ts'
import { Freshness } from './metrics.ts'
import { trendNumbers } from './rollup-rows.ts'
import { readWindow, type Window } from './rollups.ts'
import { computeTotals } from './totals.ts'
import { IntervalRecord, meanScore, rateIntervalPct, ratioPct, scoreInterval } from './values.ts'

const { days, date_from, date_to, platform } = mcpQuery

/** The query of a list of all brands. */
export const brandsQuery = { days, date_from, date_to, platform }

export type BrandsParams = Omit<ScopeParams, 'brand_id'>

export const BrandVisibility = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    domain: z.string(),
    status: z.enum(['active', 'paused']),
    is_demo: z.boolean(),
    result_count: Count.describe('Answers in the denominator.'),
    avg_visibility_score: Score,
    interval: IntervalRecord.describe('Of avg_visibility_score.'),
    mention_rate_pct: MentionRate,
    mention_rate_interval: IntervalRecord.describe('Of mention_rate_pct.'),
    change: HeadlineChange,
    ...Freshness.shape,
    last_run: z
      .object({
        id: z.uuid(),
        status: z.enum(['waiting', 'active', 'completed', 'failed', 'cancelled']),
        created_at: Timestamp,
        troubled_platforms: Count.describe('Platforms that did not answer every query.'),
      })
      .nullable(),
    trend: z
      .array(z.object({ date: z.iso.date(), avg_visibility_score: Score }))
      .describe('The days with answers, in ascending order.'),
  })
  .meta({ id: 'BrandVisibility' })

type Row = z.input<typeof BrandVisibility>

/** More concurrent reads would use up the connections of the pool. */
const maxConcurrentBrands = 4

/** Returns the brands ordered by name, each with the numbers of its visibility summary for the same days. */
export async function listBrandVisibility(ctx: Context, params: BrandsParams): Promise<Row[]> {
  const brands = await listBrands(ctx)
  const runs = await lastRuns(
    ctx,
    brands.map(({ id }) => id),
  )
  const queue = [...brands]
  const rows: Row[] = []
  const readNext = async () => {
    for (let brand = queue.shift(); brand; brand = queue.shift())
      rows.push(await readBrand(ctx, brand, params, runs.get(brand.id) ?? null))
  }
  await Promise.all(Array.from({ length: maxConcurrentBrands }, readNext))
  return rows.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

async function readBrand(
  ctx: Context,
  brand: Brand,
  params: BrandsParams,
  lastRun: Row['last_run'],
): Promise<Row> {
  const scope = await resolveScope(ctx, brand, { ...params, brand_id: brand.id }, null)
  const read = async (window: Window) => {
    const { getEstablished, getDrift } = await readChanges(window)
    const { all } = computeTotals(window)
    return {
      id: brand.id,
      name: brand.name,
      slug: brand.slug,
      domain: brand.domain,
      status: z.enum(['active', 'paused']).parse(brand.status),
      is_demo: brand.is_demo,
      result_count: all.counts.answers,
      avg_visibility_score: meanScore(all.score_millipoints, all.answers),
      interval: scoreInterval(all.strata.score, getDrift('score')),
      mention_rate_pct: ratioPct(all.named, all.answers),
      mention_rate_interval: rateIntervalPct(all.strata.mention_rate, getDrift('mention_rate')),
      change: withEstablished(computeScoreChange(window.previous, window), getEstablished('score')),
      ...window.freshness,
      last_run: lastRun,
      trend: (await window.trend('day')).map((day) => ({
        date: day.start,
        avg_visibility_score: meanScore(day.total('score_millipoints'), day.total('answers')),
      })),
    }
  }
  return readWindow(ctx, scope, read, { numbers: trendNumbers, previous: { numbers: ['score'] } })
}

const RunResult = z.object({
  platforms: z.array(z.object({ failed: z.number(), error: messageSchema.nullable() })),
})

async function lastRuns(
  ctx: Context,
  brandIds: string[],
): Promise<Map<string, NonNullable<Row['last_run']>>> {
  if (brandIds.length === 0) return new Map()
  const jobs = await ctx.db
    .selectFrom('jobs')
    .distinctOn('brand_id')
    .select(['brand_id', 'id', 'status', 'created_at', 'result'])
    .where('brand_id', 'in', brandIds)
    .where('kind', '=', 'run')
    .orderBy('brand_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    jobs.map(({ brand_id, id, status, created_at, result }) => [
      brand_id,
      {
        id,
        status: z.enum(['waiting', 'active', 'completed', 'failed', 'cancelled']).parse(status),
        created_at: created_at.toISOString(),
        troubled_platforms: countTroubledPlatforms(result),
      },
    ]),
  )
}

function countTroubledPlatforms(result: unknown): number {
  const parsed = RunResult.safeParse(result)
  return parsed.success
    ? parsed.data.platforms.filter(({ failed, error }) => failed > 0 || error !== null).length
    : 0
}
