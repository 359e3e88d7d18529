import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { dayBefore, daysAfter, utcDay } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { insertRequests } from '../traffic/agent-requests.ts'
import { createTestBrand, type TestBrand } from './answers.fixture.ts'

const service = await sharedService()
/** A Monday, and 70 days later another one. */
const start = '2026-03-02'
const split = '2026-05-11'

type Count = { day: string; count: number; platform?: string; isBurst?: boolean }

async function addVisits({ ctx, brand }: TestBrand, counts: readonly Count[], seen: string): Promise<void> {
  await ctx.db
    .insertInto('visits')
    .values(
      counts.flatMap(({ day, count, platform = 'chatgpt', isBurst = false }) =>
        Array.from({ length: count }, () => ({
          brand_id: brand.id,
          id: newId(),
          visited_at: new Date(`${day}T08:00:00Z`),
          day,
          platform,
          page: '/',
          is_burst: isBurst,
        })),
      ),
    )
    .execute()
  const sighting = { is_own: true, seen_at: new Date(`${seen}T09:00:00Z`), host: 'zorvex.com' }
  await ctx.db
    .insertInto('pixel_sightings')
    .values({ brand_id: brand.id, ...sighting })
    .execute()
}

const addRequests = ({ ctx, brand }: TestBrand, counts: readonly (Count & { agent: string })[]) =>
  insertRequests(
    ctx,
    brand.id,
    counts.flatMap(({ day, count, agent }) =>
      Array.from({ length: count }, (_, index) => ({
        day,
        agent,
        path: '/',
        status: 200,
        verification: 'verified' as const,
        method: null,
        hash: Buffer.from(`${day} ${agent} ${index}`),
        address: null,
        signature: null,
      })),
    ),
  )

/** The days before the split, and the seven days from it on. */
const pastDays = Array.from({ length: 70 }, (_, index) => daysAfter(start, index))
const week = Array.from({ length: 7 }, (_, index) => daysAfter(split, index))
const [lastDay = ''] = week.slice(-1)
const thisWeek = `date_from=${split}&date_to=${lastDay}`

test('visits that double in a week are established, in total and on the platform that sends them', async () => {
  const test = await createTestBrand(service)
  const visits = [
    ...pastDays.map((day) => ({ day, count: 20 })),
    ...week.map((day) => ({ day, count: 40 })),
    ...[...pastDays, ...week].map((day) => ({ day, count: 8, platform: 'perplexity' })),
    // Bursts can be forged.
    { day: split, count: 120, platform: 'perplexity', isBurst: true },
  ]
  await addVisits(test, visits, daysAfter(lastDay, 2))
  const read = (query: string): Promise<Json> =>
    test.owner.ok(`GET /api/metrics/ai-traffic?brand_id=${test.brand.id}&${query}`)
  const { change, platform_breakdown, total_visits } = await read(thisWeek)
  expect(total_visits).toBe(7 * 48 + 120)
  expect(change).toMatchObject({ previous: 7 * 28, current: 7 * 48, delta: 140, period_state: 'up' })
  expect(change.usual_change).toBeLessThan(140)
  expect(platform_breakdown).toMatchObject([
    { platform: 'chatgpt', change: { previous: 140, current: 280, period_state: 'up' } },
    { platform: 'perplexity', change: { previous: 56, current: 56, delta: 0, period_state: 'usual_range' } },
  ])
  const ofPlatform = await read(`${thisWeek}&platform=perplexity`)
  expect(ofPlatform.change).toMatchObject({ previous: 56, current: 56, period_state: 'usual_range' })
  // The week before the split is like all weeks before it.
  const before = await read(`date_from=${daysAfter(split, -7)}&date_to=${dayBefore(split)}`)
  expect(before.change).toMatchObject({ previous: 196, current: 196, period_state: 'usual_range' })
  expect((await read('')).change).toMatchObject({ previous: null, period_state: 'not_comparable' })
  const unmeasured = await read(`date_from=${daysAfter(start, 3)}&date_to=${daysAfter(start, 9)}`)
  expect(unmeasured.change).toMatchObject({ previous: null, period_state: 'insufficient_data' })
})

test('days from the last report of the script on, and the current day, are not compared', async () => {
  const stopped = await createTestBrand(service)
  await addVisits(
    stopped,
    [...pastDays, ...week.slice(0, 3)].map((day) => ({ day, count: 10 })),
    daysAfter(split, 2),
  )
  const { change } = await stopped.owner.ok(
    `GET /api/metrics/ai-traffic?brand_id=${stopped.brand.id}&${thisWeek}`,
  )
  expect(change).toMatchObject({ previous: 20, current: 20, delta: 0, period_state: 'usual_range' })

  const current = await createTestBrand(service)
  const today = utcDay(service.base.now())
  const lastDays = Array.from({ length: 40 }, (_, index) => daysAfter(today, index - 40))
  await addVisits(current, [...lastDays.map((day) => ({ day, count: 10 })), { day: today, count: 1 }], today)
  const { change: ofDays, total_visits } = await current.owner.ok(
    `GET /api/metrics/ai-traffic?brand_id=${current.brand.id}&days=8`,
  )
  expect(total_visits).toBe(71)
  expect(ofDays).toMatchObject({ previous: 70, current: 70, period_state: 'usual_range' })
})

test('requests of agents are compared, without days on which the log has none', async () => {
  const test = await createTestBrand(service)
  const missing = new Set([week[1], week[2]])
  const logged = [...pastDays, ...week, daysAfter(lastDay, 1)].filter((day) => !missing.has(day))
  await addRequests(
    test,
    logged.flatMap((day) => [
      { day, agent: 'GPTBot', count: 20 },
      { day, agent: 'OAI-SearchBot', count: day >= split ? 60 : 20 },
    ]),
  )
  const read = (query: string): Promise<Json> =>
    test.owner.ok(`GET /api/traffic/crawlers?brand_id=${test.brand.id}&${query}`)
  const { change, agents, total_hits } = await read(thisWeek)
  expect(total_hits).toBe(5 * 80)
  expect(change).toMatchObject({ previous: 280, current: 400, period_state: 'up' })
  expect(agents).toMatchObject([
    { agent: 'OAI-SearchBot', change: { previous: 140, current: 300, period_state: 'up' } },
    // Two of seven days are missing, so fewer requests are expected.
    { agent: 'GPTBot', change: { previous: 140, current: 100, period_state: 'usual_range' } },
  ])
  expect((await read(`${thisWeek}&role=training`)).change).toMatchObject({ previous: 140, current: 100 })
})
