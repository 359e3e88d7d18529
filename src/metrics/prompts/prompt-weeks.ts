/** The mention rates and scores of a prompt on each day, as averages over seven days. */
import { daysAfter } from '../../core/days.ts'
import { driftAt } from '../drifts.ts'
import { addUpDays, toColumns } from '../statistics/day-sums.ts'
import type { Drift } from '../statistics/stratified-interval.ts'
import { sumBy } from '../sum-by.ts'
import { meanScore, rateIntervalPct, ratioPct } from '../values.ts'
import type { Tracked } from './leaders.ts'
import { averagedDays, type PromptDay } from './prompt-answers.ts'

/** `days` include those before the window that the first averages need. */
export function averageWeeks(
  days: readonly PromptDay[],
  tracked: readonly Tracked[],
  { from, drift }: { from: string | null; drift: Drift | null },
) {
  const dates = days.map(({ day }) => day).filter((day) => from === null || day >= from)
  const [first] = dates
  const last = dates.at(-1)
  if (first === undefined || last === undefined) return []
  const buckets = []
  for (let date = first; date <= last; date = daysAfter(date, 1)) {
    const start = daysAfter(date, 1 - averagedDays)
    const averaged = days.filter(({ day }) => day >= start && day <= date)
    const answers = sumBy(averaged, (day) => day.n)
    const getNamed = (entity: number) =>
      sumBy(averaged, ({ entities }) => entities.get(entity)?.weighted_named ?? 0)
    const getScore = (entity: number) =>
      meanScore(
        sumBy(averaged, ({ entities }) => entities.get(entity)?.score_milli ?? 0),
        answers,
      )
    buckets.push({
      date,
      result_count: sumBy(averaged, (day) => day.answers),
      mention_rate_pct: ratioPct(getNamed(0), answers),
      avg_visibility_score: getScore(0),
      interval: rateIntervalPct(toColumns(strataOfDays(averaged)), driftAt(drift, getNamed(0) / answers)),
      competitors: tracked.flatMap(({ competitor_id, number }) =>
        competitor_id === null
          ? []
          : [
              {
                competitor_id,
                mention_rate_pct: ratioPct(getNamed(number), answers),
                avg_visibility_score: getScore(number),
              },
            ],
      ),
    })
  }
  return buckets
}

/** The answers on a platform on one day are one sample of those that mention the brand. */
const strataOfDays = (days: readonly PromptDay[]) =>
  [...Map.groupBy(days, ({ platform }) => platform).values()].map((ofPlatform) =>
    addUpDays(
      ofPlatform.flatMap(({ answers, n, entities }) =>
        answers === 0 ? [] : [{ n, answers, y: entities.get(0)?.weighted_named ?? 0 }],
      ),
    ),
  )
