/** How far the drift of single prompts moves a brand's numbers, as its evaluated days show (changes.ts). */
import { sql } from 'kysely'
import { isByPrompt, type Scope } from '../answers/scope.ts'
import { earlier, utcDay } from '../core/days.ts'
import { dayNumber, type Window } from './rollups.ts'
import { driftIn } from './statistics/change-detection/drift.ts'
import type { HeadlineNumber } from './statistics/change-detection/overview.ts'
import type { Drift } from './statistics/stratified-interval.ts'

/** By default of the scope's answers in all days of the window. `entity`: the number of a competitor. */
type DriftOptions = { platform?: string; entity?: number; days?: number }

/**
 * Returns the drift of a number in its unit (squared), null if it is not known: with less than 28 days of answers, fewer than
 * five prompts, or filters other than one platform.
 */
export type Drifts = (number: HeadlineNumber | 'competitor_score', options?: DriftOptions) => Drift | null

type Row = {
  number: string
  platform: string
  entity: number
  drift_variance: number | null
  drift_ratio: number | null
  first_day: string
}

export async function readDrifts(window: Window): Promise<Drifts> {
  const { scope } = window
  if (scope.models !== null || scope.regions !== null || isByPrompt(scope)) return () => null
  const { rows } = await sql<Row>`
    select
      number, platform, entity, drift_variance, drift_ratio,
      (select min(day) from prompt_rollups where brand_id = ${scope.brand.id}) as first_day
    from change_states where brand_id = ${scope.brand.id}`.execute(window.db)
  const hasSeveral = rows.some(({ platform }) => platform !== '')
  const daysOfWindow = countDays(window, scope, rows[0]?.first_day ?? null)
  return (number, { platform, entity = 0, days = daysOfWindow } = {}) => {
    const chosen = platform ?? onlyPlatform(scope)
    if (chosen === null) return null
    const view = hasSeveral ? chosen : ''
    const row = rows.find(
      (each) => each.number === number && each.platform === view && each.entity === entity,
    )
    if (row?.drift_variance == null || row.drift_ratio === null) return null
    return driftIn({ variance: row.drift_variance, ratio: row.drift_ratio }, days)
  }
}

/** Returns '' for all platforms, null for several ones. */
const onlyPlatform = ({ platforms }: Scope): string | null =>
  platforms === null ? '' : platforms.length === 1 ? (platforms[0] ?? '') : null

function countDays(window: Window, { from, to }: Scope, firstDay: string | null): number {
  const today = utcDay(window.now())
  const [first, last] = [from ?? firstDay ?? today, to === null ? today : earlier(to, today)]
  return Math.max(1, dayNumber(last) - dayNumber(first) + 1)
}
