import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import type { AlertKind } from '../../vocabulary/alerts.ts'
import { visibilityScoreMilli } from '../answers/visibility-score.ts'
import type { Context } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { inEnglish } from '../languages/message.ts'
import { createTestBrand } from '../metrics/answers.fixture.ts'
import { addAnswers, createHistory, type WrittenAnswer } from '../metrics/random-history.fixture.ts'
import { seededRandom } from '../metrics/statistics/seeded-random.ts'
import { findOccurrenceGroups } from './causes.ts'
import { AlertPreview, previewRule } from './preview.ts'
import { openRule } from './rules.fixture.ts'

const service = await sharedService()
const start = '2026-01-01'
const anyDay = { from: start, to: '2026-12-31' }

test('a page of the brand and a domain that answers begin to cite are alerts, without the query of the URL', async () => {
  const { ctx, brand, prompts, write } = await createTestBrand(service)
  for (let day = 0; day < 60; day += 1)
    for (const prompt of [prompts.plain, prompts.branded]) {
      const cites = [
        'https://always.com/a',
        ...(day < 50 ? [] : [`https://zorvex.com/guide/?utm=${day}`, 'https://new.com/b']),
      ]
      await write({ prompt, day: daysAfter(start, day), text: 'Zorvex.', cites })
    }
  const on = { ...ctx, now: () => new Date(`${daysAfter(start, 60)}T12:00:00Z`) }
  const pages = await replay(on, brand.id, { ...openRule, kind: 'own_page_changed' })
  expect(pages.alerts).toMatchObject([{ title: 'Newly cited: https://zorvex.com/guide' }])
  expect(pages.alerts[0]?.day).toBe(daysAfter(start, 52))
  const sources = await replay(on, brand.id, { ...openRule, kind: 'source_changed' })
  expect(sources.alerts).toMatchObject([{ title: 'Newly cited: new.com' }])
  const other = await replay(on, brand.id, { ...openRule, kind: 'source_changed', domain: 'always.com' })
  expect(other.alerts).toEqual([])
})

test('a competitor that passes the brand is an alert with the competitor', async () => {
  const history = await createHistory(service)
  const [competitor] = history.competitors
  const random = seededRandom(1)
  const answers: WrittenAnswer[] = []
  const facts = (isNamed: boolean) => ({
    mentions: Number(isNamed),
    rank: Number(isNamed),
    own: 0,
    milli: visibilityScoreMilli({ named: isNamed, cited: false, rank: isNamed ? 1 : null }),
    sentiment: Number(isNamed),
  })
  for (let day = 0; day < 70; day += 1)
    for (const prompt of history.prompts)
      for (const platform of ['chatgpt', 'gemini']) {
        const [own, other] = day < 45 ? [0.7, 0.3] : [0.3, 0.7]
        const entities = new Map([[0, facts(random() < own)]])
        if (competitor && random() < other) entities.set(competitor.number, facts(true))
        answers.push({
          id: newId(),
          day: daysAfter(start, day),
          prompt,
          platform,
          model: 'm-1',
          region: '',
          entities,
          cites: [],
        })
      }
  await addAnswers(history, answers)
  const on = { ...history.ctx, now: () => new Date(`${daysAfter(start, 70)}T12:00:00Z`) }
  const { alerts } = await replay(on, history.brand.id, { ...openRule, kind: 'competitor_overtook' })
  expect(alerts).toMatchObject([{ title: `${competitor?.name} overtook the brand`, severity: 'high' }])
  expect(await toDetails(on, history.brand.id, 'competitor_overtook')).toEqual([
    expect.stringMatching(/^Its visibility score is \d+\.\d points above the brand's/),
  ])
  const reverse = { ...openRule, kind: 'competitor_overtook', direction: 'up' } as const
  expect((await replay(on, history.brand.id, reverse)).alerts).toEqual([])
})

test('visits that double are an alert; simulated ones, bursts and days without a report of the script are not', async () => {
  const { ctx, brand } = await createTestBrand(service)
  const addVisits = async (
    kind: { simulated?: boolean; is_burst?: boolean },
    count: (day: number) => number,
  ) => {
    const rows = Array.from({ length: 80 }, (_, day) => day).flatMap((day) =>
      Array.from({ length: count(day) }, () => ({
        brand_id: brand.id,
        id: newId(),
        visited_at: new Date(`${daysAfter(start, day)}T08:00:00Z`),
        day: daysAfter(start, day),
        platform: 'chatgpt',
        page: '/',
        ...kind,
      })),
    )
    await ctx.db.insertInto('visits').values(rows).execute()
  }
  const see = (day: number) =>
    ctx.db
      .insertInto('pixel_sightings')
      .values({
        brand_id: brand.id,
        is_own: true,
        seen_at: new Date(`${daysAfter(start, day)}T09:00:00Z`),
        host: 'zorvex.com',
      })
      .onConflict((conflict) =>
        conflict.columns(['brand_id', 'is_own']).doUpdateSet({ seen_at: (eb) => eb.ref('excluded.seen_at') }),
      )
      .execute()
  await addVisits({}, (day) => (day < 50 ? 10 : 20) + (day % 3))
  await addVisits({ simulated: true }, (day) => (day < 30 ? 5 : 15))
  await addVisits({ is_burst: true }, (day) => (day < 30 ? 15 : 5))
  const on = (day: number) => ({ ...ctx, now: () => new Date(`${daysAfter(start, day)}T12:00:00Z`) })
  const list = async (day: number) =>
    (await replay(on(day), brand.id, { ...openRule, kind: 'traffic_changed' })).alerts
  expect(await list(80)).toEqual([])
  await see(80)
  const alerts = await list(80)
  expect(alerts).toMatchObject([{ title: 'Visits from AI platforms are up' }])
  expect(await toDetails(on(80), brand.id, 'traffic_changed')).toEqual([
    expect.stringMatching(/^Up from \d+\.\d to \d+\.\d per day since \d+ \w+ 2026\.$/),
  ])
  // Without reports, the days without visits are not a drop.
  expect(await list(110)).toEqual(alerts)
})

test('a name that earlier answers do not mention is an alert, and one that was always rare is not', async () => {
  const { ctx, brand, prompts, write } = await createTestBrand(service)
  for (let day = 0; day < 60; day += 1)
    for (const prompt of [prompts.plain, prompts.branded])
      await write({ prompt, day: daysAfter(start, day), text: 'Zorvex.' })
  await ctx.db
    .insertInto('jobs')
    .values({
      brand_id: brand.id,
      id: newId(),
      kind: 'candidates',
      status: 'completed',
      input: '{}',
      actor_kind: 'system',
      result: JSON.stringify({ from: start, to: daysAfter(start, 59), answers: 120 }),
      finished_at: new Date(`${daysAfter(start, 60)}T08:00:00Z`),
    })
    .execute()
  const suggest = (name: string, first: number) =>
    ctx.db
      .insertInto('competitor_suggestions')
      .values({
        brand_id: brand.id,
        id: newId(),
        name,
        normalized_name: name.toLowerCase(),
        answers: 7,
        prompts: 3,
        platforms: ['chatgpt'],
        first_day: daysAfter(start, first),
        last_day: daysAfter(start, 59),
        examples: '[]',
        updated_at: new Date(),
      })
      .execute()
  // 10 of 60 days: (1/6)^7 is 4e-6. 30 of 60 days: (1/2)^7 is 8e-3.
  await suggest('Freshly', 50)
  await suggest('Rarely', 30)
  const on = { ...ctx, now: () => new Date(`${daysAfter(start, 60)}T12:00:00Z`) }
  const { alerts } = await replay(on, brand.id, { ...openRule, kind: 'competitor_appeared' })
  expect(alerts).toMatchObject([{ title: 'Freshly appears in answers', day: daysAfter(start, 50) }])
  expect(await toDetails(on, brand.id, 'competitor_appeared')).toEqual([
    'In 7 answers to 3 prompts since 20 Feb 2026, and in none of the answers before.',
  ])
})

const replay = async (...parameters: Parameters<typeof previewRule>) =>
  AlertPreview.parse(await previewRule(...parameters))

async function toDetails(ctx: Context, brandId: string, kind: AlertKind): Promise<string[]> {
  const groups = await findOccurrenceGroups(ctx, brandId, [kind], anyDay, () => true)
  return groups.flatMap(({ occurrences }) => occurrences.map(({ item }) => inEnglish(item.detail)))
}
