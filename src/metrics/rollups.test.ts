import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contextWith, type Json, testService } from '../../test/support.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { type Scope, unfiltered } from '../answers/scope.ts'
import { competitors, createTestBrand, type TestAnswer, type TestBrand } from './answers.fixture.ts'
import { listDays, readWindow, refresh, verify } from './rollups.ts'
import { sumBy } from './sum-by.ts'

const service = await testService()

const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-31']
const platforms = ['chatgpt', 'gemini', 'perplexity', 'claude']
const models = ['', 'm-1', 'm-2']
const regions = ['', 'US', 'DE']
const names = ['Zorvex', ...competitors]

const sentences = fc.array(fc.constantFrom(...names, 'Nobody'), { maxLength: 6 })
const written: fc.Arbitrary<Omit<TestAnswer, 'prompt'> & { branded: boolean }> = fc.record({
  branded: fc.boolean(),
  day: fc.constantFrom(...days),
  platform: fc.constantFrom(...platforms),
  model: fc.constantFrom(...models),
  region: fc.constantFrom(...regions),
  text: fc.oneof(
    { weight: 9, arbitrary: sentences.map((said) => said.map((name) => `${name} is fine.`).join(' ')) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  cites: fc.array(fc.constantFrom(...names.map((name) => `https://${name.toLowerCase()}.com/`)), {
    maxLength: 3,
  }),
  outcome: fc.oneof(
    { weight: 9, arbitrary: fc.constant('answered' as const) },
    { weight: 1, arbitrary: fc.constantFrom('empty' as const, 'refused' as const) },
  ),
})

test('rollups match the answers for any window and filter when writes and refreshes run concurrently', async () => {
  const testBrand = await createTestBrand(service)
  const { plain, branded } = testBrand.prompts
  const answers = fc.sample(written, { numRuns: 240, seed: 20260301 })
  let writing = true
  const refreshing = [1, 2, 3].map(async () => {
    while (writing) await refresh(testBrand.ctx, testBrand.brand.id)
  })
  await runConcurrently(8, answers, (answer) =>
    testBrand.write({ ...answer, prompt: answer.branded ? branded : plain, text: answer.text }),
  )
  writing = false
  await Promise.all(refreshing)

  const rows = await getAnswers(testBrand)
  expect(rows.length).toBeGreaterThan(150)
  const some = (values: string[]) => fc.option(fc.subarray(values, { minLength: 1 }))
  const scope = fc.record({
    date_from: fc.option(fc.constantFrom(...days)),
    date_to: fc.option(fc.constantFrom(...days)),
    platform: some(platforms),
    model: some(models.filter(Boolean)),
    region: some(regions.filter(Boolean)),
    branded: fc.option(fc.boolean()),
    in_topic: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(scope, async ({ in_topic: inTopic, ...filters }) => {
      fc.pre(!filters.date_from || !filters.date_to || filters.date_from <= filters.date_to)
      const parameters = { ...filters, topic_id: inTopic ? testBrand.topic.id : null }
      const query = Object.entries(parameters).flatMap(([name, value]) =>
        value === null ? [] : `${name}=${value}`,
      )
      const summary = await testBrand.owner.ok(
        `GET /api/metrics/visibility-summary?${[`brand_id=${testBrand.brand.id}`, ...query].join('&')}`,
      )
      const within = rows.filter(
        (row) =>
          (!filters.date_from || row.day >= filters.date_from) &&
          (!filters.date_to || row.day <= filters.date_to) &&
          (!filters.platform || filters.platform.includes(row.platform)) &&
          (!filters.model || filters.model.includes(row.model)) &&
          (!filters.region || filters.region.includes(row.region)) &&
          (filters.branded === null || (row.prompt_id === branded.id) === filters.branded) &&
          (!inTopic || row.prompt_id === plain.id),
      )
      expect(summary).toMatchObject(recount(within))
    }),
    { numRuns: 40, seed: 1 },
  )
})

test('a second refresh changes nothing, and a refresh without dirty days does nothing', async () => {
  const testBrand = await createTestBrand(service)
  for (const day of days)
    await testBrand.write({ prompt: testBrand.prompts.plain, day, text: 'Zorvex, Quilmar.' })
  expect(await refresh(testBrand.ctx, testBrand.brand.id)).toEqual(days)
  const refreshed = await storedRollups(testBrand)
  expect(refreshed).toHaveLength(days.length)
  expect(await refresh(testBrand.ctx, testBrand.brand.id)).toEqual([])
  for (const day of days) await markDirty(testBrand.ctx, testBrand.brand.id, day)
  expect(await refresh(testBrand.ctx, testBrand.brand.id)).toEqual(days)
  expect(await storedRollups(testBrand)).toEqual(refreshed)
})

test('a refresh writes only the days that changed, which get another version', async () => {
  const testBrand = await createTestBrand(service)
  const { plain } = testBrand.prompts
  const answer = { prompt: plain, text: 'Zorvex.', cites: ['https://a.com/'] }
  const [first = '', second = ''] = days
  const versions = async () => {
    const { rows } = await sql<{ version: string; writer: string }>`
      select version, xmin::text as writer from answer_days where brand_id = ${testBrand.brand.id} order by day`.execute(
      testBrand.ctx.db,
    )
    return rows
  }
  await testBrand.write({ ...answer, day: first })
  await testBrand.write({ ...answer, day: second })
  await refresh(testBrand.ctx, testBrand.brand.id)
  const before = await versions()
  expect(before).toHaveLength(2)
  await testBrand.write({ ...answer, day: second })
  await markDirty(testBrand.ctx, testBrand.brand.id, first)
  expect(await refresh(testBrand.ctx, testBrand.brand.id)).toEqual([first, second])
  const after = await versions()
  expect(after[0]).toEqual(before[0])
  expect(after[1]?.version).not.toBe(before[1]?.version)
})

test('a refresh counts thousands of sources although the planner expects few rows', async () => {
  const testBrand = await createTestBrand(service)
  await sql`alter table sources set (autovacuum_enabled = false)`.execute(testBrand.ctx.db)
  const address = (answer: number, place: number) => `https://s${place % 40}.example/${answer}-${place}`
  const write = (answer: number, count: number) =>
    testBrand.write({
      prompt: testBrand.prompts.plain,
      day: days[answer % days.length] ?? '',
      platform: platforms[answer % platforms.length] ?? '',
      text: 'Zorvex.',
      cites: Array.from({ length: count }, (_, place) => address(answer, place)),
    })
  for (let answer = 0; answer < 40; answer += 1) await write(answer, 5)
  await sql`analyze answers, answer_citations, domains, urls`.execute(testBrand.ctx.db)
  for (let answer = 0; answer < 40; answer += 1) await write(answer + 40, 100)
  await refresh(testBrand.ctx, testBrand.brand.id)
  const inTopic = `brand_id=${testBrand.brand.id}&topic_id=${testBrand.topic.id}`
  expect(await testBrand.owner.ok(`GET /api/metrics/citations?${inTopic}`)).toMatchObject({
    totals: { citations: 4_200, urls: 4_200, domains: 40 },
  })
})

/** Each step is one refresh: the days that get an answer, and those that lose all of theirs. */
const monthSteps = [
  { title: 'the first answers', add: ['2026-01-30'] },
  { title: 'the next month', add: ['2026-02-01'] },
  { title: 'two months at once after a gap', add: ['2026-04-05', '2026-05-31'] },
  { title: 'an earlier month in between', add: ['2026-03-15'] },
  { title: 'a recent day and the oldest month', add: ['2026-01-02', '2026-05-30'] },
  { title: 'the last month loses its answers', remove: ['2026-05-30', '2026-05-31'] },
  { title: 'the month that became the last one', add: ['2026-04-06'] },
  { title: 'an older month', add: ['2026-02-02'] },
  { title: 'a month after another gap', add: ['2026-07-01'] },
  { title: 'a month in between loses its answers', remove: ['2026-03-15'] },
]

test('windows across months are exact whichever months get and lose answers', async () => {
  const { ctx, brand, prompts, write } = await createTestBrand(service)
  for (const { title, add = [], remove = [] } of monthSteps) {
    for (const [index, day] of add.entries())
      await write({ prompt: prompts.plain, day, platform: platforms[index] ?? '', text: 'Zorvex.' })
    for (const day of remove) {
      await sql`delete from answers where brand_id = ${brand.id} and day = ${day}::date`.execute(ctx.db)
      await markDirty(ctx, brand.id, day)
    }
    await refresh(ctx, brand.id)
    expect(await verify(ctx, brand.id, await listDays(ctx, brand.id)), title).toBeUndefined()
    for (const from of ['2026-01-01', '2026-02-02', '2026-03-20', '2026-05-01'])
      for (const to of ['2026-04-05', '2026-06-30'])
        if (from <= to) {
          const scope = { ...unfiltered, brand: { id: brand.id, name: '' }, from, to }
          const counted = await readWindow(ctx, scope, async (window) => window.total('answers'))
          const { n } = await ctx.db
            .selectFrom('answers')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .where('brand_id', '=', brand.id)
            .where('day', '>=', from)
            .where('day', '<=', to)
            .executeTakeFirstOrThrow()
          expect(counted, `${title}: ${from} to ${to}`).toBe(Number(n))
        }
  }
})

test('a day whose answers were deleted has no rollups', async () => {
  const testBrand = await createTestBrand(service)
  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-01', text: 'Zorvex.' })
  await refresh(testBrand.ctx, testBrand.brand.id)
  await sql`delete from answers where brand_id = ${testBrand.brand.id}`.execute(testBrand.ctx.db)
  await markDirty(testBrand.ctx, testBrand.brand.id, '2026-03-01')
  await refresh(testBrand.ctx, testBrand.brand.id)
  expect(await storedRollups(testBrand)).toEqual([])
})

test('simulated answers of a platform stop counting on all days after its first answer from a real engine', async () => {
  const testBrand = await createTestBrand(service)
  const on = (day: string, platform: string, more: Partial<TestAnswer> = {}) =>
    testBrand.write({
      prompt: testBrand.prompts.plain,
      day,
      platform,
      text: 'Zorvex.',
      cites: ['https://a.com/'],
      ...more,
    })
  const summary = () =>
    testBrand.owner.ok(`GET /api/metrics/visibility-summary?brand_id=${testBrand.brand.id}`)
  const citations = async (filter = '') =>
    (await testBrand.owner.ok(`GET /api/metrics/citations?brand_id=${testBrand.brand.id}${filter}`)).totals
      .citations
  await on('2026-03-01', 'chatgpt')
  await on('2026-03-02', 'chatgpt', { text: null })
  await on('2026-03-02', 'gemini')
  expect(await summary()).toMatchObject({ result_count: 2, simulated: true })
  await on('2026-03-03', 'chatgpt', { surface: 'api', outcome: 'empty', text: '' })
  expect(await summary()).toMatchObject({ result_count: 2, simulated: true })

  await on('2026-03-03', 'chatgpt', { surface: 'api' })
  expect(await summary()).toMatchObject({ result_count: 2, simulated: true })
  expect(await citations()).toBe(2)
  expect(await citations(`&topic_id=${testBrand.topic.id}`)).toBe(2)
  const { buckets } = await testBrand.owner.ok(
    `GET /api/metrics/visibility-trend?brand_id=${testBrand.brand.id}`,
  )
  expect(buckets.map(({ date }: Json) => date)).toEqual(['2026-03-02', '2026-03-03'])
  expect(buckets[0].annotations).toEqual([])

  await on('2026-03-04', 'gemini', { surface: 'consumer_ui' })
  expect(await summary()).toMatchObject({ result_count: 2, simulated: false })
  await on('2026-03-05', 'gemini')
  expect(await summary()).toMatchObject({ result_count: 2, simulated: false })
})

test('metrics of a topic include new answers, and the answers of a prompt that moves to it', async () => {
  const testBrand = await createTestBrand(service)
  const { plain, branded } = testBrand.prompts
  const read = async (metric: string) =>
    testBrand.owner.ok(
      `GET /api/metrics/${metric}?brand_id=${testBrand.brand.id}&topic_id=${testBrand.topic.id}`,
    )
  const counts = async () => [
    (await read('visibility-summary')).result_count,
    (await read('citations')).totals.citations,
    (await read('competitor-comparison')).brand.total_mentions,
    sumBy<Json>((await read('visibility-trend')).buckets, ({ result_count }) => result_count),
  ]
  const write = (prompt: Json, day: string) =>
    testBrand.write({ prompt, day, text: 'Zorvex.', cites: ['https://a.com/'] })
  await write(plain, '2026-03-01')
  expect([await counts(), await counts()]).toEqual([
    [1, 1, 1, 1],
    [1, 1, 1, 1],
  ])
  await write(branded, '2025-02-01')
  await write(branded, '2026-03-01')
  expect(await counts()).toEqual([1, 1, 1, 1])
  await testBrand.owner.ok(`PATCH /api/prompts/${branded.id}`, { topic_id: testBrand.topic.id })
  expect(await counts()).toEqual([3, 3, 3, 3])
  await write(plain, '2026-03-01')
  expect(await counts()).toEqual([4, 4, 4, 4])
  await testBrand.owner.ok(`PATCH /api/prompts/${branded.id}`, { topic_id: null })
  expect(await counts()).toEqual([2, 2, 2, 2])
})

test('the mark of an uncommitted transaction survives a refresh and is processed by the next one', async () => {
  const testBrand = await createTestBrand(service)
  const answer = { prompt: testBrand.prompts.plain, day: '2026-03-01', text: 'Zorvex.' }
  const open = await testBrand.ctx.db.startTransaction().execute()
  await testBrand.write(answer, { ...testBrand.ctx, db: open })
  await testBrand.write(answer)
  const count = async () => (await storedRollups(testBrand)).map(answersOfDay)
  expect(await refresh(testBrand.ctx, testBrand.brand.id)).toEqual(['2026-03-01'])
  expect(await count()).toEqual([1])
  await open.commit().execute()
  expect(await refresh(testBrand.ctx, testBrand.brand.id)).toEqual(['2026-03-01'])
  expect(await count()).toEqual([2])
})

test('concurrent refreshes of one brand run one after another', async () => {
  const testBrand = await createTestBrand(service)
  const answer = { prompt: testBrand.prompts.plain, day: '2026-03-01', text: 'Zorvex.' }
  await testBrand.write(answer)
  const first = await testBrand.ctx.db.startTransaction().execute()
  await refresh({ ...testBrand.ctx, db: first }, testBrand.brand.id)
  await testBrand.write(answer)
  const second = refresh(testBrand.ctx, testBrand.brand.id)
  // It waits for the advisory lock, before it locks any row: otherwise two refreshes could deadlock.
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
  await expect.poll(async () => (await waiting.execute(testBrand.ctx.db)).rows.length).toBe(1)
  await first.commit().execute()
  expect(await second).toEqual(['2026-03-01'])
  expect((await storedRollups(testBrand)).map(answersOfDay)).toEqual([2])
})

test('any property of a prompt is a filter', async () => {
  const { ctx, brand, prompts, write } = await createTestBrand(service)
  await sql`update prompts set tags = '{shoes}' where brand_id = ${brand.id} and id = ${prompts.plain.id}`.execute(
    ctx.db,
  )
  await write({ prompt: prompts.plain, day: '2026-03-01', text: 'Zorvex.' })
  await write({ prompt: prompts.branded, day: '2026-03-01', text: 'Zorvex.' })
  await refresh(ctx, brand.id)
  const named = (filters: Scope['prompts']) => {
    const scope = { ...unfiltered, brand: { id: brand.id, name: '' }, from: null, to: null, prompts: filters }
    return readWindow(ctx, scope, async (window) => window.total('named'))
  }
  expect(await named({ tag: ['shoes', 'hats'] })).toBe(1)
  expect(await named({ tag: ['bags'] })).toBe(0)
  expect(await named({ language: [''] })).toBe(2)
  expect(await named({ language: [''], tag: ['shoes'] })).toBe(1)
})

test('processes agree: each reads days that another one has refreshed, also after a clock went back', async () => {
  const testBrand = await createTestBrand(service)
  const { brand, prompts } = testBrand
  const answer = { prompt: prompts.plain, day: '2026-03-01', text: 'Zorvex.' }
  const clocks = ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z', '2026-02-28T12:00:00Z']
  const processes = clocks.map((time) => ({
    ...contextWith(service.base, { now: () => new Date(time) }),
    organizationId: testBrand.ctx.organizationId,
    actor: testBrand.ctx.actor,
  }))
  const scope = { ...unfiltered, brand: { id: brand.id, name: '' }, from: null, to: null }
  const counts = () =>
    Promise.all(processes.map((ctx) => readWindow(ctx, scope, async (window) => window.total('answers'))))
  for (const [index, ctx] of processes.entries()) {
    await testBrand.write(answer, { ...testBrand.ctx, now: ctx.now })
    await refresh(ctx, brand.id)
    expect(await counts()).toEqual([index + 1, index + 1, index + 1])
  }
})

test('a refresh assigns a number to every prompt of the brand, and keeps the numbers it assigned', async () => {
  const { ctx, brand, prompts, owner, write } = await createTestBrand(service)
  const { plain, branded } = prompts
  const numbered = async () => {
    const { rows } = await sql<{ number: number; prompt_id: string }>`
      select number, prompt_id from prompt_numbers where brand_id = ${brand.id} order by number`.execute(
      ctx.db,
    )
    return rows
  }
  await write({ prompt: plain, day: '2026-03-01', text: 'Zorvex.' })
  await refresh(ctx, brand.id)
  expect(await numbered()).toEqual([
    { number: 1, prompt_id: plain.id },
    { number: 2, prompt_id: branded.id },
  ])

  const added = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which bags last?' })
  await write({ prompt: added, day: '2026-03-01', text: 'Zorvex.' })
  await refresh(ctx, brand.id)
  expect(await numbered()).toEqual([
    { number: 1, prompt_id: plain.id },
    { number: 2, prompt_id: branded.id },
    { number: 3, prompt_id: added.id },
  ])
})

test('a window reads one snapshot while refreshes run', async () => {
  const testBrand = await createTestBrand(service)
  const answer = { prompt: testBrand.prompts.plain, day: '2026-03-01', text: 'Zorvex.' }
  await testBrand.write(answer)
  await refresh(testBrand.ctx, testBrand.brand.id)
  const scope = { ...unfiltered, brand: { id: testBrand.brand.id, name: '' }, from: null, to: null }
  const [earlier, later] = await readWindow(testBrand.ctx, scope, async (window) => {
    const first = await storedRollups({ ...testBrand, ctx: window })
    await testBrand.write(answer)
    await refresh(testBrand.ctx, testBrand.brand.id)
    return [first, await storedRollups({ ...testBrand, ctx: window })]
  })
  expect(earlier?.map(answersOfDay)).toEqual([1])
  expect(later).toEqual(earlier)
})

test('a failed refresh leaves dirty days and rollups unchanged', async () => {
  const testBrand = await createTestBrand(service)
  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-01', text: 'Zorvex.' })
  await refresh(testBrand.ctx, testBrand.brand.id)
  const before = await storedRollups(testBrand)
  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-01', text: 'Zorvex.' })
  const failing = testBrand.ctx.db.transaction().execute(async (db) => {
    await refresh({ ...testBrand.ctx, db }, testBrand.brand.id)
    throw new Error('the server stops here')
  })
  await expect(failing).rejects.toThrow('the server stops here')
  expect(await storedRollups(testBrand)).toEqual(before)
  expect(await refresh(testBrand.ctx, testBrand.brand.id)).toEqual(['2026-03-01'])
})

test('when a write of a refresh fails, none is committed, and the next refresh succeeds', async () => {
  const testBrand = await createTestBrand(service)
  const answer = {
    prompt: testBrand.prompts.plain,
    day: '2026-03-01',
    text: 'Zorvex.',
    cites: ['https://a.com/'],
  }
  await testBrand.write(answer)
  await refresh(testBrand.ctx, testBrand.brand.id)
  const before = await storedRollups(testBrand)
  await testBrand.write(answer)
  await sql`alter table answer_days add constraint full_disk check (brand_id <> ${sql.lit(testBrand.brand.id)}) not valid`.execute(
    testBrand.ctx.db,
  )
  await expect(refresh(testBrand.ctx, testBrand.brand.id)).rejects.toThrow('full_disk')
  await sql`alter table answer_days drop constraint full_disk`.execute(testBrand.ctx.db)
  expect(await storedRollups(testBrand)).toEqual(before)
  expect(await refresh(testBrand.ctx, testBrand.brand.id)).toEqual(['2026-03-01'])
  expect((await storedRollups(testBrand)).map(answersOfDay)).toEqual([2])
})

test('a summary that is read while answers arrive comes from one snapshot', async () => {
  const testBrand = await createTestBrand(service)
  const answer = { prompt: testBrand.prompts.plain, text: 'Zorvex and Quilmar.' }
  let reading = true
  const writing = [0, 1, 2].map(async (n) => {
    while (reading) await testBrand.write({ ...answer, day: days[n] ?? '2026-03-01' })
  })
  const readings = ['', '&branded=false'].map(async (query) => {
    const replies: Json[] = []
    for (let n = 0; n < 5; n += 1)
      replies.push(
        await testBrand.owner.call(
          `GET /api/metrics/visibility-summary?brand_id=${testBrand.brand.id}${query}`,
        ),
      )
    return replies
  })
  const replies = await Promise.all(readings)
  reading = false
  await Promise.all(writing)
  const bodies = replies.flat().map(({ body }) => body)
  const filled = bodies.filter(({ result_count }) => result_count !== 0)
  expect(filled.length).toBeGreaterThan(5)
  // Every answer names both, so in any snapshot both rates are 100%.
  for (const { mention_rate_pct, top_competitors } of filled)
    expect([mention_rate_pct, top_competitors[0]?.mention_rate_pct]).toEqual([100, 100])
})

async function runConcurrently<T>(
  workers: number,
  items: T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const open = items.values()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const item of open) await work(item)
    }),
  )
}

type Row = {
  day: string
  platform: string
  model: string
  region: string
  prompt_id: string
  entities: number[]
  mention_counts: number[]
  ranks: number[]
  own_citations: number[]
  score_millipoints: number[]
}

const getAnswers = async ({ ctx, brand }: TestBrand) =>
  (
    await sql<Row>`
      select day, platform, model, region, prompt_id, entities, mention_counts, ranks, own_citations, score_millipoints
      from answers where brand_id = ${brand.id} and status = 'answered'`.execute(ctx.db)
  ).rows

/** Computes the numbers of the summary one answer at a time. */
function recount(rows: Row[]) {
  const getFact = (row: Row, entity: number) => {
    const at = row.entities.indexOf(entity)
    const take = (values: number[]) => (at < 0 ? 0 : (values[at] ?? 0))
    return {
      mentions: take(row.mention_counts),
      rank: take(row.ranks),
      own: take(row.own_citations),
      score: take(row.score_millipoints),
    }
  }
  const round = (value: number) => Math.round(value * 100) / 100
  const over = (entity: number) => {
    const facts = rows.map((row) => getFact(row, entity))
    const sum = (amount: (fact: (typeof facts)[number]) => number) =>
      facts.reduce((all, fact) => all + amount(fact), 0)
    const named = sum(({ mentions }) => Number(mentions > 0))
    const rate = (part: number) => (rows.length === 0 ? null : round((100 * part) / rows.length))
    return {
      named,
      avg_visibility_score: rows.length === 0 ? null : round(sum(({ score }) => score) / 1000 / rows.length),
      score: sum(({ score }) => score),
      mention_rate_pct: rate(named),
      citation_rate_pct: rate(sum(({ own }) => Number(own > 0))),
      rank_sum: sum(({ rank }) => rank),
      total_mentions: sum(({ mentions }) => mentions),
      total_citations: sum(({ own }) => own),
    }
  }
  const own = over(0)
  const others = competitors
    .map((name, index) => ({ name, ...over(index + 1) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, 5)
  return {
    result_count: rows.length,
    prompt_count: new Set(rows.map((row) => row.prompt_id)).size,
    avg_visibility_score: own.avg_visibility_score,
    mention_rate_pct: own.mention_rate_pct,
    citation_rate_pct: own.citation_rate_pct,
    avg_position: own.named === 0 ? null : round(own.rank_sum / own.named),
    total_mentions: own.total_mentions,
    total_citations: own.total_citations,
    top_competitors: others.map((other) => ({
      name: other.name,
      avg_visibility_score: other.avg_visibility_score,
      mention_rate_pct: other.mention_rate_pct,
      total_mentions: other.total_mentions,
      total_citations: other.total_citations,
    })),
  }
}

const answersOfDay = ({ prompts }: Json): number => prompts.split(',').length

const storedRollups = async ({ ctx, brand }: TestBrand): Promise<Json[]> =>
  (await sql<Json>`select * from answer_days where brand_id = ${brand.id} order by day`.execute(ctx.db)).rows
