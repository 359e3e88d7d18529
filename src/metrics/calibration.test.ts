import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { markDirty } from '../answers/dirty-days.ts'
import type { Context } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
import { newId, sha256 } from '../core/ids.ts'
import { addRequests } from '../traffic/agent-requests.fixture.ts'
import { addAnalytics } from './analytics.fixture.ts'
import { answersOfWeek, cited, createCitedHistory, daysOf, weeks } from './cited-history.fixture.ts'

const service = await sharedService()
/** A Monday. */
const start = '2026-03-02'

const reportUntil = ({ db }: Context, brand_id: string, day: string) =>
  db
    .insertInto('pixel_sightings')
    .values({ brand_id, is_own: true, seen_at: new Date(`${day}T09:00:00Z`), host: 'zorvex.com' })
    .execute()

const createCited = (platforms: readonly string[]) => createCitedHistory(service, { platforms, start })

test('weeks that answers and the script measured are compared, and others are left out', async () => {
  const { ctx, brand, owner } = await createCited(['chatgpt'])
  const visits = weeks.flatMap((week) =>
    // Two visits per citing answer, and one without answers on its platform.
    Array.from({ length: 2 * cited(week) }, (_, index) => ({
      brand_id: brand.id,
      id: newId(),
      visited_at: new Date(`${daysAfter(start, 7 * week + (index % 7))}T08:00:00Z`),
      day: daysAfter(start, 7 * week + (index % 7)),
      platform: 'chatgpt',
      page: '/',
    })),
  )
  await ctx.db
    .insertInto('visits')
    .values([...visits, ...visits.slice(0, 1).map((visit) => ({ ...visit, id: newId(), platform: 'poe' }))])
    .execute()
  // The script stopped reporting within the last week.
  await reportUntil(ctx, brand.id, daysAfter(start, 80))
  const read = async (from: number) =>
    (
      await owner.ok(
        `GET /api/metrics/calibration?brand_id=${brand.id}&date_from=${daysAfter(start, from)}&date_to=${daysAfter(start, 90)}`,
      )
    ).series
  const [chatgpt, ...others] = await read(-7)
  expect(others).toEqual([])
  expect(chatgpt.weeks.map(({ date }: { date: string }) => date)).toEqual(
    [0, 1, 2, 4, 5, 6, 7, 8, 9, 10].map((week) => daysAfter(start, 7 * week)),
  )
  expect(chatgpt.weeks[1]).toEqual({
    date: daysAfter(start, 7),
    answers: answersOfWeek,
    cited: 8,
    citation_rate_pct: 20,
    observed: 16,
    expected: expect.closeTo(16, 6),
  })
  // Two visits per citing answer of 40: 80 at a citation rate of 100%.
  expect(chatgpt).toMatchObject({
    series: 'visits',
    platforms: ['chatgpt'],
    fit: { per_point: expect.closeTo(0.8, 6), error_pct: expect.closeTo(0, 6) },
    missing: [],
  })
  const [few] = await read(30)
  expect(few).toMatchObject({ fit: null, missing: [{ what: 'weeks', have: 6, need: 8 }] })
  expect(few.weeks[0].expected).toBeNull()
})

test('requests that users cause are compared with the platform of the operator, in weeks with a log', async () => {
  const { ctx, brand, owner } = await createCited(['chatgpt'])
  const requests = weeks.flatMap((week) =>
    daysOf(start, week).flatMap((day, index) => [
      // On a day of the sixth week, the log has no line.
      ...(week === 5 && index === 3 ? [] : [{ day, agent: 'GPTBot' }]),
      // 14 requests per citing answer, and a spoofed one.
      ...(week === 5 && index === 3
        ? []
        : Array.from({ length: 2 * cited(week) }, () => ({ day, agent: 'ChatGPT-User' }))),
      ...(index === 0 ? [{ day, agent: 'ChatGPT-User', verification: 'spoofed' as const }] : []),
    ]),
  )
  await addRequests(ctx, brand.id, requests)
  const { series } = await owner.ok(`GET /api/metrics/calibration?brand_id=${brand.id}`)
  expect(series).toMatchObject([
    {
      series: 'fetches',
      platforms: ['chatgpt'],
      // 14 requests per citing answer of 40: 560 at a citation rate of 100%.
      fit: { per_point: expect.closeTo(5.6, 6), error_pct: expect.closeTo(0, 6) },
    },
  ])
  expect(series[0].weeks.map(({ date }: { date: string }) => date)).toEqual(
    [0, 1, 2, 4, 6, 7, 8, 9, 10, 11].map((week) => daysAfter(start, 7 * week)),
  )
})

test('sessions of GA4 are a separate series, in weeks that were imported and no longer change', async () => {
  const { ctx, brand, owner } = await createCited(['chatgpt'])
  const days = weeks.flatMap((week) => daysOf(start, week).map((day) => ({ day, week })))
  await addAnalytics(ctx, brand.id, {
    name: 'Main',
    days: days.map(({ day, week }) => ({ day, isFinal: week < 11 })),
    sessions: days.map(({ day, week }) => ({ day, sessions: cited(week) })),
  })
  const { series } = await owner.ok(`GET /api/metrics/calibration?brand_id=${brand.id}`)
  expect(series).toMatchObject([
    { series: 'sessions', platforms: ['chatgpt'], fit: { per_point: expect.closeTo(2.8, 6) } },
  ])
  expect(series[0].weeks).toHaveLength(10)
  expect(series[0].weeks.at(-1).date).toBe(daysAfter(start, 70))
})

test('the days of imported reports are counted once, without filtered reports, for all platforms that they count', async () => {
  const { ctx, brand, owner } = await createCited(['google_ai_overview', 'google_ai_mode'])
  const add = async (of: number[], { filters = [] as string[], factor = 1 }) => {
    const [first = 0] = of
    const id = newId()
    await ctx.db
      .insertInto('file_imports')
      .values({
        brand_id: brand.id,
        id,
        kind: 'google_ai_search',
        file_name: 'report.zip',
        first_day: daysAfter(start, 7 * first),
        last_day: daysAfter(start, 7 * (of.at(-1) ?? 0) + 6),
        filters,
        digest: sha256(id),
        tables: '[]',
        created_at: new Date(),
      })
      .execute()
    const rows = of.flatMap((week) =>
      daysOf(start, week).map((key) => ({ key, count: 100 * factor * cited(week) })),
    )
    await ctx.db
      .insertInto('file_import_rows')
      .values(
        rows.map((row, position) => ({
          ...row,
          brand_id: brand.id,
          import_id: id,
          content: 'dates',
          position,
        })),
      )
      .execute()
  }
  await add([0, 1, 2, 3, 4, 5, 6], { factor: 3 })
  await add([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], {})
  await add([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], { factor: 9, filters: ['Country: Germany'] })
  const read = async (query = '') =>
    (await owner.ok(`GET /api/metrics/calibration?brand_id=${brand.id}${query}`)).series
  expect(await read()).toMatchObject([
    {
      series: 'impressions',
      platforms: ['google_ai_overview', 'google_ai_mode'],
      // 700 impressions per citing answer of 40.
      fit: { per_point: expect.closeTo(280, 6), error_pct: expect.closeTo(0, 6) },
    },
  ])
  expect((await read())[0].weeks).toHaveLength(9)
  // The report does not say which part belongs to one of the platforms.
  expect(await read('&platform=google_ai_mode')).toEqual([])
})

test('the citation rate of a week weighs answers', async () => {
  const { ctx, brand, owner } = await createCited(['chatgpt'])
  await sql`
    update answers set weight = 4 where brand_id = ${brand.id} and own_citations[1] > 0`.execute(ctx.db)
  for (const { day } of await ctx.db
    .selectFrom('answers')
    .select('day')
    .distinct()
    .where('brand_id', '=', brand.id)
    .execute())
    await markDirty(ctx, brand.id, day)
  const first = { day: daysAfter(start, 0), visited_at: new Date(`${start}T08:00:00Z`) }
  await ctx.db
    .insertInto('visits')
    .values({ brand_id: brand.id, id: newId(), platform: 'chatgpt', page: '/', ...first })
    .execute()
  await reportUntil(ctx, brand.id, daysAfter(start, 80))
  const { series } = await owner.ok(
    `GET /api/metrics/calibration?brand_id=${brand.id}&date_from=${start}&date_to=${daysAfter(start, 90)}`,
  )
  // 8 of 40 answers with the weight 4: 32 of 64.
  expect(series[0].weeks[1]).toMatchObject({ answers: 40, cited: 8, citation_rate_pct: 50 })
})
