/**
 * Measures the first request to a metric in a process that has just started: with the days that a service loads in the background
 * (metrics/preload-days.ts), and without.
 */
import type { AppContext } from '../../src/core/context.ts'
import { preloadDays } from '../../src/metrics/preload-days.ts'
import { daysAgo, today } from '../data/metric-history.ts'
import type { TimedClient } from '../load/serve-app.ts'
import { quantile, report } from '../report.ts'
import { metrics } from './requests.ts'

/** A case of `npm run bench`: a metric over some days. `isPreloaded`: after the days were loaded in the background. */
export type FirstRequest = { metric: string; days: number; isPreloaded: boolean }

/** `year`: whether the history has one. */
export const listFirstRequests = ({ year }: { year: boolean }): FirstRequest[] => [
  ...[true, false].flatMap((isPreloaded) => metrics.map((metric) => ({ metric, days: 28, isPreloaded }))),
  ...(year ? [{ metric: 'visibility-trend', days: 365, isPreloaded: false }] : []),
]

const warmUps = 20
const rounds = 20

/** Compares the first request with later ones of the same process. */
export async function measureFirstRequest(
  app: AppContext,
  { metric, days, isPreloaded }: FirstRequest,
  { brandId, client }: { brandId: string; client: TimedClient },
): Promise<void> {
  const window = { brand_id: brandId, date_from: daysAgo(days - 1), date_to: today }
  const request = () => client.get(`/api/mcp/${metric}?${new URLSearchParams(window)}`)
  if (isPreloaded) await preloadDays(app, () => false)
  const first = await request()
  for (let round = 0; round < warmUps; round += 1) await request()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await request())
  const warm = quantile(times, 0.5)
  report({
    what: `${metric} of ${days} days, first request after a start, days ${isPreloaded ? 'loaded in the background' : 'not in memory'}`,
    measured: `${first.toFixed(0)} ms, ${(first / warm).toFixed(1)} × a later one (median ${warm.toFixed(1)} ms)`,
    budget:
      days === 365
        ? { text: '≤ 1 s', isMet: first <= 1_000 }
        : { text: '≤ 5 × a later one', isMet: first <= 5 * warm },
  })
}
