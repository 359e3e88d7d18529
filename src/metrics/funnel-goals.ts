/** The conversions of the funnel. */
import { sql } from 'kysely'
import { daysInScope } from '../answers/scope.ts'
import { listGoals } from '../traffic/goals.ts'
import { maxPages, onPlatforms } from './funnel-sources.ts'
import type { Window } from './rollups.ts'
import { wilson } from './statistics/intervals.ts'
import { sumBy } from './sum-by.ts'
import { formatInterval, ratioPct, twoDecimals } from './values.ts'

/** Reads the conversions of all goals, by goal and by landing page. `since`: see `VisitTotal`; null if the script has not reported it. */
export async function readGoals(window: Window, since: string | null) {
  const goals = await listGoals(window, window.scope.brand.id)
  const rows = since === null || goals.length === 0 ? [] : await readConversions(window)
  const currencies = new Set(goals.flatMap(({ currency }) => currency ?? []))
  const currency = currencies.size === 1 ? [...currencies].join() : null
  const unitValues = new Map(goals.map(({ id, value }) => [id, value ?? 0]))
  const getValue = (of: readonly GoalPage[]) =>
    twoDecimals(sumBy(of, ({ goal_id, conversions }) => conversions * (unitValues.get(goal_id) ?? 0)))
  const daily = await window.dailyVisits()
  const list = goals.map(({ id, name, value, currency: ofGoal, created_at }) => {
    const conversions = rows.find(({ goal_id }) => goal_id === id)?.goal_conversions ?? 0
    const start = [since ?? '', created_at.toISOString().slice(0, 10)].reduce((a, b) => (a > b ? a : b))
    const counted = sumBy(daily, (day) => (since !== null && day.date >= start ? day.visits : 0))
    const limits = conversions > counted ? null : wilson(conversions, counted)
    return {
      goal_id: id,
      name,
      conversions,
      visits: counted,
      rate_pct: limits && ratioPct(conversions, counted),
      interval: formatInterval(limits && { ...limits, level: 0.95, method: 'wilson' }, 100),
      value: value === null ? null : twoDecimals(value * conversions),
      currency: ofGoal,
    }
  })
  return {
    list,
    isMeasured: since !== null && goals.length > 0,
    since,
    currency,
    conversions: sumBy(list, ({ conversions }) => conversions),
    value: currency === null ? null : twoDecimals(sumBy(list, ({ value }) => value ?? 0)),
    pages: new Map(
      [...Map.groupBy(rows, ({ path }) => path)].map(([path, of]) => [
        path,
        { conversions: sumBy(of, ({ conversions }) => conversions), value: getValue(of) },
      ]),
    ),
  }
}

type GoalPage = { goal_id: string; path: string; conversions: number; goal_conversions: number }

/** Returns the conversions by goal and landing page. */
async function readConversions({ db, scope }: Window): Promise<GoalPage[]> {
  const { rows } = await sql<GoalPage>`
    select goal_id, page as path, count(*) as conversions,
      (sum(count(*)) over (partition by goal_id))::int8 as goal_conversions
    from conversions
    where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')} and ${onPlatforms(scope.platforms)}
    group by 1, 2 order by conversions desc, path limit ${maxPages}`.execute(db)
  return rows
}
