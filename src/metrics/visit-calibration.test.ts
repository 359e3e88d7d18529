import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { daysAfter } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { addAnswers, createHistory, type WrittenAnswer } from './random-history.fixture.ts'

const service = await sharedService()
/** A Monday. */
const start = '2026-03-02'
const answersOfWeek = 40

test('weeks that answers and the script measured are compared, and others are left out', async () => {
  const history = await createHistory(service)
  const { ctx, brand, owner } = history
  const answers: WrittenAnswer[] = []
  const cited = (week: number) => 4 + (week % 4) * 4
  for (let week = 0; week < 12; week += 1)
    // The fourth week has too few answers.
    for (let index = 0; index < (week === 3 ? 12 : answersOfWeek); index += 1)
      answers.push({
        id: newId(),
        day: daysAfter(start, 7 * week + (index % 7)),
        prompt: history.prompts[index % 11] ?? {},
        platform: 'chatgpt',
        model: 'm-1',
        region: '',
        entities: new Map(
          index < cited(week) ? [[0, { mentions: 1, rank: 1, own: 1, milli: 50_000, sentiment: 0 }]] : [],
        ),
        cites: [],
      })
  await addAnswers(history, answers)
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
        `GET /api/metrics/visit-calibration?brand_id=${brand.id}&date_from=${daysAfter(start, from)}&date_to=${daysAfter(start, 90)}`,
      )
    ).platforms
  const [chatgpt, ...others] = await read(-7)
  expect(others).toEqual([])
  expect(chatgpt.weeks.map(({ date }: { date: string }) => date)).toEqual(
    [0, 1, 2, 4, 5, 6, 7, 8, 9, 10].map((week) => daysAfter(start, 7 * week)),
  )
  expect(chatgpt.weeks[1]).toEqual({
    date: daysAfter(start, 7),
    answers: answersOfWeek,
    cited: 8,
    visits: 16,
    expected_visits: expect.closeTo(16, 6),
  })
  // Two visits per citing answer of 40: 80 at a citation rate of 100%.
  expect(chatgpt).toMatchObject({
    platform: 'chatgpt',
    fit: { visits_per_point: expect.closeTo(0.8, 6), error_pct: expect.closeTo(0, 6) },
    missing: [],
  })
  const [few] = await read(30)
  expect(few).toMatchObject({ fit: null, missing: [{ what: 'weeks', have: 6, need: 8 }] })
  expect(few.weeks[0].expected_visits).toBeNull()
})
