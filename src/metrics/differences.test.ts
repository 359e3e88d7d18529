import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstCases } from '../../test/soak.ts'
import { type Json, sharedService } from '../../test/support.ts'
import { daysAfter } from '../core/days.ts'
import {
  createHistory,
  historyDays,
  historyPlatforms,
  historyStart,
  writeAnswers,
} from './random-history.fixture.ts'

const service = await sharedService()

const metrics = ['visibility-summary', 'competitor-comparison', 'prompt-performance', 'score-change']

test('previous and delta add up to current in the responses of metrics, for any history, days and filter', async () => {
  let found = 0
  for (const seed of firstCases(1, [1, 2])) {
    const history = await createHistory(service)
    await writeAnswers(history, 1_200, seed, false)
    const scopes = fc.record({
      offset: fc.nat(historyDays - 1),
      length: fc.integer({ min: 1, max: 40 }),
      platforms: fc.option(fc.subarray(historyPlatforms, { minLength: 1 })),
    })
    await fc.assert(
      fc.asyncProperty(scopes, async ({ offset, length, platforms }) => {
        const from = daysAfter(historyStart, offset)
        const query = new URLSearchParams({
          date_from: from,
          date_to: daysAfter(from, length - 1),
          ...(platforms && { platform: platforms.join() }),
        })
        for (const metric of metrics) {
          const response = await history.owner.ok(
            `GET /api/metrics/${metric}?brand_id=${history.brand.id}&${query}`,
          )
          for (const { previous, current, delta } of differencesIn(response)) {
            if (previous === null || delta === null) continue
            found += 1
            expect(current).toBe(Math.round((previous + delta) * 100) / 100)
          }
        }
      }),
      { numRuns: 10, seed },
    )
  }
  expect(found).toBeGreaterThan(50)
})

type Difference = { previous: number | null; current: number | null; delta: number | null }

function differencesIn(value: Json): Difference[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap((each) => differencesIn(each))
  return 'previous' in value && 'delta' in value ? [value as Difference, ...nested] : nested
}
