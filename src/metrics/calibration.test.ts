import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { daysAfter } from '../core/days.ts'
import { newId, sha256 } from '../core/ids.ts'
import { encryptSecret } from '../db/encryption.ts'
import { addRequests } from '../traffic/agent-requests.fixture.ts'
import { addAnswers, createHistory, type WrittenAnswer } from './random-history.fixture.ts'

const service = await sharedService()
/** A Monday. */
const start = '2026-03-02'
const answersOfWeek = 40

const cited = (week: number) => 4 + (week % 4) * 4

/** A brand whose pages are cited at a rate that changes from week to week. The fourth week has too few answers. */
async function createCited(platforms: readonly string[]) {
  const history = await createHistory(service)
  const answers: WrittenAnswer[] = []
  for (let week = 0; week < 12; week += 1)
    for (let index = 0; index < (week === 3 ? 12 : answersOfWeek); index += 1)
      answers.push({
        id: newId(),
        day: daysAfter(start, 7 * week + (index % 7)),
        prompt: history.prompts[index % 11] ?? {},
        platform: platforms[index % platforms.length] ?? '',
        model: 'm-1',
        region: '',
        entities: new Map(
          index < cited(week) ? [[0, { mentions: 1, rank: 1, own: 1, milli: 50_000, sentiment: 0 }]] : [],
        ),
        cites: [],
      })
  await addAnswers(history, answers)
  return history
}

test('weeks that answers and the script measured are compared, and others are left out', async () => {
  const { ctx, brand, owner } = await createCited(['chatgpt'])
  const visits = Array.from({ length: 12 }, (_, week) => week).flatMap((week) =>
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
  await ctx.db
    .insertInto('pixel_sightings')
    .values({
      brand_id: brand.id,
      is_own: true,
      seen_at: new Date(`${daysAfter(start, 80)}T09:00:00Z`),
      host: 'zorvex.com',
    })
    .execute()
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

const weeks = Array.from({ length: 12 }, (_, week) => week)
const daysOf = (week: number) => Array.from({ length: 7 }, (_, day) => daysAfter(start, 7 * week + day))

test('requests that users cause are compared with the platform of the operator, in weeks with a log', async () => {
  const { ctx, brand, owner } = await createCited(['chatgpt'])
  const requests = weeks.flatMap((week) =>
    daysOf(week).flatMap((day, index) => [
      // On a day of the sixth week, the log has no line.
      ...(week === 5 && index === 3 ? [] : [{ day, agent: 'GPTBot' }]),
      // 14 requests per citing answer, and one of somebody else.
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

test('sessions of GA4 are a series of their own, in weeks that were imported and no longer change', async () => {
  const { ctx, brand, owner } = await createCited(['chatgpt'])
  const id = newId()
  await ctx.db
    .insertInto('data_connections')
    .values({
      organization_id: ctx.organizationId,
      id,
      brand_id: brand.id,
      kind: 'ga4',
      property: 'properties/1',
      property_name: 'Main',
      credential_kind: 'service_account',
      credentials: encryptSecret(ctx, 'x', id),
      account: 'a@example.com',
      time_zone: 'Europe/Berlin',
      created_at: new Date(),
    })
    .execute()
  const days = weeks.flatMap((week) => daysOf(week).map((day) => ({ day, week })))
  const of = { brand_id: brand.id, connection_id: id }
  await ctx.db
    .insertInto('connection_days')
    .values(days.map(({ day, week }) => ({ ...of, day, fetched_at: new Date(), is_final: week < 11 })))
    .execute()
  const row = {
    ...of,
    page: '/',
    source: 'chatgpt.com',
    medium: '',
    channel: '',
    engaged_sessions: 0,
    key_events: 0,
  }
  await ctx.db
    .insertInto('session_days')
    .values(days.map(({ day, week }) => ({ ...row, day, platform: 'chatgpt', sessions: cited(week) })))
    .execute()
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
    const rows = of.flatMap((week) => daysOf(week).map((key) => ({ key, count: 100 * factor * cited(week) })))
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
