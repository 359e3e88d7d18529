import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../test/support.ts'
import { isTurn, schedulePeriod } from './prompt-frequencies.ts'
import { startDueRuns } from './schedule.ts'

let now = new Date('2026-03-02T12:00:00Z')
const service = await testService({}, { now: () => now })

const nextDay = () => {
  now = new Date(now.getTime() + 86_400_000)
}

async function createBrand(
  owner: Client,
  prompts: number,
  enabled: string[] = ['chatgpt'],
): Promise<{ brand: Json; prompts: Json[] }> {
  const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
  const added = []
  for (let n = 0; n < prompts; n += 1)
    added.push(
      await owner.ok('POST /api/prompts', { brand_id: brand.id, text: `Which tool is best for ${n}?` }),
    )
  const platforms = await owner.ok(`GET /api/brands/${brand.id}/platforms`)
  await owner.ok(
    `PUT /api/brands/${brand.id}/platforms`,
    platforms.map(({ platform }: Json) => ({ platform, enabled: enabled.includes(platform) })),
  )
  return { brand, prompts: added }
}

const listAnswers = (brandId: string) =>
  service.base.db
    .selectFrom('answers')
    .select(['prompt_id', 'weight', 'day'])
    .where('brand_id', '=', brandId)
    .orderBy('day')
    .execute()

test.each([2, 4, 7, 14, 28])(
  'of consecutive runs, every %d-th is the turn of a prompt, and turns are spread',
  (every) => {
    const ids = Array.from({ length: 300 }, (_, index) => `prompt ${index}`)
    const turns = (period: number) =>
      ids.filter((promptId) => isTurn({ promptId, platform: 'chatgpt', every }, period))
    for (const promptId of ids) {
      const periods = Array.from({ length: every }, (_, period) =>
        isTurn({ promptId, platform: 'gemini', every }, period),
      )
      expect(periods.filter(Boolean)).toHaveLength(1)
    }
    const sizes = Array.from({ length: every }, (_, period) => turns(period).length)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThan((3 * ids.length) / every)
  },
)

test('consecutive hours, days, weeks and months have consecutive numbers', () => {
  const at = (text: string) => new Date(text)
  const step = (frequency: Parameters<typeof schedulePeriod>[0], from: string, to: string) =>
    schedulePeriod(frequency, at(to)) - schedulePeriod(frequency, at(from))
  expect(step('hourly', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z')).toBe(1)
  expect(step('daily', '2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z')).toBe(1)
  // 1 March 2026 is a Sunday.
  expect(step('weekly', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z')).toBe(1)
  expect(step('weekly', '2026-03-02T00:00:00Z', '2026-03-08T23:59:59Z')).toBe(0)
  expect(step('monthly', '2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z')).toBe(1)
})

test('scheduled runs ask a prompt on its turn, with its weight; manual runs ask everything', async () => {
  const owner = await service.signUp()
  const { brand, prompts } = await createBrand(owner, 3)
  const [often, rarely] = prompts
  await owner.ok(`PUT /api/brands/${brand.id}/prompt-frequencies`, {
    frequencies: [{ prompt_id: rarely.id, platform: 'chatgpt', every: 4 }],
  })
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await service.work()
  expect((await listAnswers(brand.id)).map(({ weight }) => weight)).toEqual([1, 1, 1])
  nextDay()
  const runScheduled = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      await startDueRuns(service.base)
      await service.work()
      nextDay()
    }
  }
  await runScheduled(4)
  const { items } = await owner.ok(`GET /api/answers?brand_id=${brand.id}&prompt_id=${rarely.id}`)
  expect(items.map(({ weight }: Json) => weight)).toEqual([4, 1])
  expect((await owner.ok(`GET /api/answers/${items[0].id}`)).weight).toBe(4)
  await runScheduled(4)
  const answers = (await listAnswers(brand.id)).slice(3)
  const of = (prompt: Json) => answers.filter(({ prompt_id }) => prompt_id === prompt.id)
  expect(of(often)).toHaveLength(8)
  expect(of(often).every(({ weight }) => weight === 1)).toBe(true)
  expect(of(rarely).map(({ weight }) => weight)).toEqual([4, 4])
})

test('a follow-up has its turn when the first question has it, and no frequency of its own', async () => {
  const owner = await service.signUp()
  const { brand } = await createBrand(owner, 0)
  const first = await owner.ok('POST /api/prompts', {
    brand_id: brand.id,
    text: 'Which shoes last longest?',
    follow_ups: ['And which of these are cheapest?'],
  })
  const { questions } = await owner.ok(`GET /api/prompts/${first.id}/conversation`)
  const [, followUp] = questions
  const put = (prompt_id: string) =>
    owner.call(`PUT /api/brands/${brand.id}/prompt-frequencies`, {
      frequencies: [{ prompt_id, platform: 'chatgpt', every: 4 }],
    })
  const refused = await put(followUp.prompt_id)
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(refused.text).toContain('the first question of its conversation')
  expect((await put(first.id)).status).toBe(204)
  for (let day = 0; day < 8; day += 1) {
    await startDueRuns(service.base)
    await service.work()
    nextDay()
  }
  const answers = await listAnswers(brand.id)
  const of = (id: string) =>
    answers.filter(({ prompt_id }) => prompt_id === id).map(({ day, weight }) => ({ day, weight }))
  expect(of(first.id).map(({ weight }) => weight)).toEqual([4, 4])
  expect(of(followUp.prompt_id)).toEqual(of(first.id))
})

test('a run in which no prompt has its turn ends without answers, and is not repeated on that day', async () => {
  const owner = await service.signUp()
  const { brand, prompts } = await createBrand(owner, 1)
  await owner.ok(`PUT /api/brands/${brand.id}/prompt-frequencies`, {
    frequencies: [{ prompt_id: prompts[0]?.id, platform: 'chatgpt', every: 28 }],
  })
  const started = []
  for (let day = 0; day < 28; day += 1) {
    const { jobs } = await startDueRuns(service.base)
    await service.work()
    started.push(...jobs.filter(({ brandId }) => brandId === brand.id))
    expect((await startDueRuns(service.base)).jobs.filter(({ brandId }) => brandId === brand.id)).toEqual([])
    nextDay()
  }
  expect(started).toHaveLength(28)
  const jobs = await service.base.db
    .selectFrom('jobs')
    .select('status')
    .where('brand_id', '=', brand.id)
    .where('kind', '=', 'run')
    .execute()
  expect(jobs.map(({ status }) => status)).toEqual(started.map(() => 'completed'))
  expect((await listAnswers(brand.id)).map(({ weight }) => weight)).toEqual([28])
})

test('the forecast of the next month has the queries of the frequencies, and one press restores all runs', async () => {
  now = new Date('2026-06-29T12:00:00Z')
  const owner = await service.signUp()
  const { brand, prompts } = await createBrand(owner, 4)
  const questions = async () => {
    const { next_month } = await owner.ok('GET /api/spend')
    return next_month.platforms.map((each: Json) => each.questions)
  }
  const [all] = await questions()
  await owner.ok(`PUT /api/brands/${brand.id}/prompt-frequencies`, {
    frequencies: prompts.slice(0, 2).map(({ id }) => ({ prompt_id: id, platform: 'chatgpt', every: 2 })),
  })
  expect(await questions()).toEqual([Math.round((all * 3) / 4)])
  // The rest of the month has less than one query.
  await owner.ok(`PUT /api/brands/${brand.id}/prompt-frequencies`, {
    frequencies: prompts.map(({ id }) => ({ prompt_id: id, platform: 'chatgpt', every: 28 })),
  })
  const { brand_budgets } = await owner.ok('GET /api/spend')
  expect(brand_budgets).toMatchObject([{ brand_id: brand.id, forecast_micros: 0 }])
  await owner.ok(`DELETE /api/brands/${brand.id}/prompt-frequencies`)
  expect(await questions()).toEqual([all])
  const { items } = await owner.ok('GET /api/audit-log?limit=50')
  const kinds = items.map(({ kind }: Json) => kind)
  expect(kinds).toContain('prompt_frequencies.changed')
  expect(kinds).toContain('prompt_frequencies.restored')
})

test('the forecast has the frequency of a conversation for all its questions, and no persona on AI Overviews', async () => {
  const owner = await service.signUp()
  const { brand, prompts } = await createBrand(owner, 1, ['chatgpt', 'google_ai_overview'])
  const questions = async () => {
    const { next_month } = await owner.ok('GET /api/spend')
    return Object.fromEntries(next_month.platforms.map((each: Json) => [each.platform, each.questions]))
  }
  const { chatgpt: runs } = await questions()
  const persona = await owner.ok(`POST /api/brands/${brand.id}/personas`, {
    name: 'Baker',
    instruction: 'I run a bakery.',
  })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which oven?', persona_id: persona.id })
  await owner.ok('POST /api/prompts', {
    brand_id: brand.id,
    text: 'And the cheapest?',
    follows: prompts[0]?.id,
  })
  // AI Overviews takes neither personas nor conversations.
  expect(await questions()).toEqual({ chatgpt: 3 * runs, google_ai_overview: runs })
  await owner.ok(`PUT /api/brands/${brand.id}/prompt-frequencies`, {
    frequencies: ['chatgpt', 'google_ai_overview'].map((platform) => ({
      prompt_id: prompts[0]?.id,
      platform,
      every: 4,
    })),
  })
  expect(await questions()).toEqual({
    chatgpt: Math.round(runs + runs / 2),
    google_ai_overview: Math.round(runs / 4),
  })
})

test('a prompt of another organization, a deleted one and another frequency are refused, and nothing is stored', async () => {
  const owner = await service.signUp()
  const { brand, prompts } = await createBrand(owner, 2)
  const stranger = await service.signUp()
  const foreign = await createBrand(stranger, 1)
  const put = (frequencies: object[]) =>
    owner.call(`PUT /api/brands/${brand.id}/prompt-frequencies`, { frequencies })
  const own = { prompt_id: prompts[0]?.id, platform: 'chatgpt', every: 7 }
  expect(await put([own, { ...own, prompt_id: foreign.prompts[0]?.id }])).toMatchObject({ status: 404 })
  await owner.ok(`DELETE /api/prompts/${prompts[1]?.id}`)
  expect(await put([own, { ...own, prompt_id: prompts[1]?.id }])).toMatchObject({ status: 404 })
  expect(await put([{ ...own, every: 3 }])).toMatchObject({ status: 400 })
  expect(await put([{ ...own, platform: 'altavista' }])).toMatchObject({ status: 400 })
  expect(await stranger.call(`DELETE /api/brands/${brand.id}/prompt-frequencies`)).toMatchObject({
    status: 404,
  })
  const stored = await service.base.db
    .selectFrom('prompt_frequencies')
    .selectAll()
    .where('brand_id', '=', brand.id)
    .execute()
  expect(stored).toEqual([])
})
