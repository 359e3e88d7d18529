/** How far the drift of single prompts moves a brand's numbers, as its evaluated days show (changes.ts). */
import { sql } from 'kysely'
import { isByPrompt, type Scope } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { earlier, utcDay } from '../core/days.ts'
import { dayNumber, type Window } from './rollups.ts'
import { type DailyDrift, driftIn } from './statistics/change-detection/drift.ts'
import type { HeadlineNumber } from './statistics/change-detection/overview.ts'
import type { Drift } from './statistics/stratified-interval.ts'

export type { Drift }

/** By default of the scope's answers in all days of the window. `entity`: the number of a competitor. */
type DriftOptions = { platform?: string; entity?: number; days?: number }

/**
 * Returns the drift of a number in its unit (squared), null if it is not known: with less than 28 days of answers, fewer than
 * five prompts, or filters other than one platform. `score_gap`: the brand's score minus a competitor's score; on one platform,
 * its drift over all platforms.
 */
export type Drifts = (
  number: HeadlineNumber | 'competitor_score' | 'score_gap',
  options?: DriftOptions,
) => Drift | null

/** The drift of a series. `first_day`: the first day with answers of the brand. */
export type DriftRow = {
  number: string
  platform: string
  entity: number
  drift_variance: number | null
  drift_ratio: number | null
  gap_drift_variance: number | null
  first_day: string
}

/** Selects the columns of `DriftRow` from the table `change_states` with the alias `state`. */
export const driftColumns = (brandId: string) => sql`
  state.metric as number, state.platform, state.entity, drift_variance, drift_ratio, gap_drift_variance,
  (select min(day) from answer_days where brand_id = ${brandId}) as first_day`

type Scoped = Context & { scope: Scope }

export async function readDrifts(read: Scoped): Promise<Drifts> {
  if (!hasDrift(read.scope)) return () => null
  const { id } = read.scope.brand
  const { rows } = await sql<DriftRow>`
    select ${driftColumns(id)} from change_states state where brand_id = ${id}`.execute(read.db)
  return getDrifts(read, rows)
}

const hasDrift = (scope: Scope): boolean =>
  scope.models === null && scope.regions === null && !isByPrompt(scope)

export function getDrifts(read: Scoped, rows: readonly DriftRow[]): Drifts {
  const { scope } = read
  if (!hasDrift(scope)) return () => null
  const hasSeveral = rows.some(({ platform }) => platform !== '')
  const daysOfWindow = countDays(read, rows[0]?.first_day ?? null)
  const find = (number: string, view: string, entity: number) =>
    rows.find((row) => row.number === number && row.platform === view && row.entity === entity)
  return (number, { platform, entity = 0, days = daysOfWindow } = {}) => {
    const chosen = platform ?? onlyPlatform(scope)
    if (chosen === null) return null
    const daily =
      number === 'score_gap'
        ? gapDrift(find('score', '', 0), find('competitor_score', '', entity))
        : dailyDrift(find(number, hasSeveral ? chosen : '', entity))
    return daily && driftIn(daily, days)
  }
}

const dailyDrift = (row: DriftRow | undefined): DailyDrift | null =>
  row?.drift_variance == null || row.drift_ratio === null
    ? null
    : { variance: row.drift_variance, ratio: row.drift_ratio }

function gapDrift(own: DriftRow | undefined, theirs: DriftRow | undefined): DailyDrift | null {
  if (own?.drift_ratio == null || theirs?.drift_ratio == null || theirs.gap_drift_variance === null)
    return null
  return { variance: theirs.gap_drift_variance, ratio: own.drift_ratio - theirs.drift_ratio }
}

/**
 * Returns the drift of a similar number at another level: as much, in logits. `max`: the largest value of the number. The level may
 * be NaN, of a number without a denominator.
 */
export function driftAt(drift: Drift | null, level: number, max = 1): Drift | null {
  if (drift === null) return null
  const known = drift.ratio * (max - drift.ratio)
  const factor = known === 0 ? 0 : (level * (max - level)) / known
  return { variance: factor ** 2 * drift.variance, ratio: level }
}

/** Like `readDrifts`, of the mean over the answers to one of the prompts of the window. */
export async function readPromptDrifts(window: Window): Promise<Drifts> {
  const getDrift = await readDrifts(window)
  const all = new Set(window.rows.map(({ prompt_id }) => prompt_id)).size
  return (number, options) => driftOfPrompts(getDrift(number, options), { some: 1, all })
}

/** Returns the drift of a mean over some of the prompts. Each of them is assumed to drift as much as the average prompt. */
export const driftOfPrompts = (drift: Drift | null, { some, all }: { some: number; all: number }) =>
  drift && { ...drift, variance: (drift.variance * all) / some }

/** Returns '' for all platforms, null for several ones. */
const onlyPlatform = ({ platforms }: Scope): string | null =>
  platforms === null ? '' : platforms.length === 1 ? (platforms[0] ?? '') : null

function countDays({ now, scope: { from, to } }: Scoped, firstDay: string | null): number {
  const today = utcDay(now())
  const [first, last] = [from ?? firstDay ?? today, to === null ? today : earlier(to, today)]
  return Math.max(1, dayNumber(last) - dayNumber(first) + 1)
}
