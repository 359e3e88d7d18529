/** Replays the tests of a range of days. */
import { sql } from 'kysely'
import { unfiltered } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { runStepsWithPauses, timeSlicer } from '../../core/yield-to-event-loop.ts'
import { withKnownSentiment } from '../known-sentiment.ts'
import { type BrandDays, dayNumber, readDays } from '../rollups.ts'
import { getSeries } from '../statistics/change-detection/daily-sums.ts'
import { type DailyDrift, dailyDrift } from '../statistics/change-detection/drift.ts'
import { computeDifference } from '../statistics/change-detection/leads.ts'
import { familyReplaySteps } from '../statistics/change-detection/replay.ts'
import { longestLookback } from '../statistics/change-detection/windows.ts'
import { dayFromNumber, type KeyedState, type LogEntry, lastEntries, stateAfter } from './change-log.ts'
import { type Groups, readGroups } from './groups.ts'
import { getFamilies, nameOfSeries, type SeriesKey, seriesOfBrand } from './series-keys.ts'

/** What has answers. `firstDay`: of all platforms, null without answers. `platforms`: with the first day of each. */
export type Views = {
  firstDay: number | null
  platforms: ReadonlyMap<string, number>
  competitors: number[]
  groups: Groups
}

export async function readViews(ctx: Context, brandId: string): Promise<Views> {
  const { db } = ctx
  const platforms = await sql<{ platform: string; first_day: string }>`
    select platform, min(day) as first_day
    from answer_days join segments on segments.brand_id = answer_days.brand_id and number = any(answering)
    where answer_days.brand_id = ${brandId} group by platform order by platform`.execute(db)
  const competitors = await sql<{ number: number }>`
    select entity_no as number from competitors where brand_id = ${brandId} order by entity_no`.execute(db)
  const firstDays = new Map(platforms.rows.map(({ platform, first_day }) => [platform, dayNumber(first_day)]))
  return {
    firstDay: firstDays.size === 0 ? null : Math.min(...firstDays.values()),
    platforms: firstDays,
    competitors: competitors.rows.map(({ number }) => number),
    groups: await readGroups(ctx, brandId),
  }
}

/** Bounds the memory of a long history: the days before each batch are read again. */
const daysPerBatch = 56

/**
 * `log`: the significant tests. On the last day, `drifts`: by the name of the series, `gapDrifts`: the variance of the drift of the
 * score minus a competitor's score, by its number.
 */
export type Replayed = {
  log: LogEntry[]
  drifts: ReadonlyMap<string, DailyDrift>
  gapDrifts: ReadonlyMap<number, number>
}

export const nothingReplayed: Replayed = { log: [], drifts: new Map(), gapDrifts: new Map() }

/** Returns the tests of a range of days. `kept`: the significant ones of the days before. */
export async function replayDays(
  tx: Context,
  brandId: string,
  { from, to }: { from: number; to: number },
  kept: readonly LogEntry[],
  views: Views,
): Promise<Replayed> {
  const log: LogEntry[] = []
  let last = nothingReplayed
  for (let first = from; first <= to; first += daysPerBatch) {
    const days = { from: first, to: Math.min(to, first + daysPerBatch - 1) }
    last = await replayBatch(tx, brandId, days, [...kept, ...log], views)
    log.push(...last.log)
  }
  return { ...last, log }
}

async function replayBatch(
  tx: Context,
  brandId: string,
  days: { from: number; to: number },
  earlier: readonly LogEntry[],
  views: Views,
): Promise<Replayed> {
  const pause = timeSlicer()
  const read = await readDays(tx, {
    ...unfiltered,
    brand: { id: brandId, name: '' },
    from: dayFromNumber(days.from - longestLookback + 1),
    to: dayFromNumber(days.to),
  })
  const brandDays = withKnownSentiment(read)
  await pause()
  const last = lastEntries(earlier)
  const log: LogEntry[] = []
  const drifts = new Map<string, DailyDrift>()
  for (const { family, keys } of getFamilies(brandDays, views.groups.keysOf)) {
    const start = keys.map((key) =>
      stateAfter(days.from - 1, last.get(nameOfSeries(key)), getFirstDay(key, views)),
    )
    const replayed = await runStepsWithPauses(familyReplaySteps(family, days, start), pause)
    for (const { series, ...entry } of replayed.log) {
      const key = keys[series]
      if (key) log.push({ key, ...entry })
    }
    for (const [index, key] of keys.entries()) {
      if (key.group !== '') break
      const series = family.series[index]
      const drift = series && dailyDrift(series, days.to)
      if (drift) drifts.set(nameOfSeries(key), drift)
      await pause()
    }
  }
  const gapDrifts = await estimateGapDrifts(brandDays, days.to)
  return { log, drifts, gapDrifts }
}

async function estimateGapDrifts(
  { answers, sums, competitorScores }: BrandDays,
  lastDay: number,
): Promise<Map<number, number>> {
  const pause = timeSlicer()
  const variances = new Map<number, number>()
  for (const [entity, scores] of competitorScores) {
    const gap = getSeries(answers, computeDifference(sums.score, scores, answers.dayCount), null)
    const drift = dailyDrift(gap, lastDay)
    if (drift) variances.set(entity, drift.variance)
    await pause()
  }
  return variances
}

/** A series without answers has no tests, so its first day does not matter. */
function getFirstDay({ platform, group }: SeriesKey, { platforms, groups, firstDay }: Views): number {
  if (group !== '') return groups.firstDays.get(group) ?? 0
  return (platform === '' ? firstDay : platforms.get(platform)) ?? 0
}

/**
 * Returns the states after a day of the series that have answers by then, without groups of prompts, so that they do not depend on
 * answers of later days. `drifts` and `gapDrifts`: on that day.
 */
export function statesAfter(day: number, { log, drifts, gapDrifts }: Replayed, views: Views): KeyedState[] {
  if (views.firstDay === null || views.firstDay > day) return []
  const last = lastEntries(log)
  const platforms = [...views.platforms].filter(([, firstDay]) => firstDay <= day)
  return seriesOfBrand(
    platforms.map(([platform]) => platform),
    views.competitors,
  ).map((key) => ({
    key,
    ...stateAfter(day, last.get(nameOfSeries(key)), getFirstDay(key, views)),
    drift: drifts.get(nameOfSeries(key)) ?? null,
    gapDrift: key.number === 'competitor_score' ? (gapDrifts.get(key.entity) ?? null) : null,
  }))
}
