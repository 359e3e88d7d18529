import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, testService } from '../../../test/support.ts'
import { markDirty } from '../../answers/dirty-days.ts'
import { type Book, competitors, openBook, type Written } from '../answers.fixture.ts'
import { expectPrompts, refresh } from './refresh.ts'
import { readWindow } from './snapshot.ts'

const service = await testService()

const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-31']
const platforms = ['chatgpt', 'gemini', 'perplexity', 'claude']
const models = ['', 'm-1', 'm-2']
const regions = ['', 'US', 'DE']
const names = ['Zorvex', ...competitors]

const sentences = fc.array(fc.constantFrom(...names, 'Nobody'), { maxLength: 6 })
const written: fc.Arbitrary<Omit<Written, 'prompt'> & { branded: boolean }> = fc.record({
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

test('sums are those of the answers, for any window and filter, though written and settled at the same time', async () => {
  const book = await openBook(service)
  const { plain, branded } = book.prompts
  const answers = fc.sample(written, { numRuns: 320, seed: 20260301 })
  let writing = true
  const settling = [1, 2, 3].map(async () => {
    while (writing) await refresh(book.ctx, book.brand.id)
  })
  await atOnce(8, answers, (answer) =>
    book.write({ ...answer, prompt: answer.branded ? branded : plain, text: answer.text }),
  )
  writing = false
  await Promise.all(settling)

  const rows = await answersOf(book)
  expect(rows.length).toBeGreaterThan(200)
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
    fc.asyncProperty(scope, async ({ in_topic: inTopic, ...asked }) => {
      fc.pre(!asked.date_from || !asked.date_to || asked.date_from <= asked.date_to)
      const given = { ...asked, topic_id: inTopic ? book.topic.id : null }
      const query = Object.entries(given).flatMap(([name, value]) =>
        value === null ? [] : `${name}=${value}`,
      )
      const summary = await book.owner.ok(
        `GET /api/metrics/visibility-summary?${[`brand_id=${book.brand.id}`, ...query].join('&')}`,
      )
      const within = rows.filter(
        (row) =>
          (!asked.date_from || row.day >= asked.date_from) &&
          (!asked.date_to || row.day <= asked.date_to) &&
          (!asked.platform || asked.platform.includes(row.platform)) &&
          (!asked.model || asked.model.includes(row.model)) &&
          (!asked.region || asked.region.includes(row.region)) &&
          (asked.branded === null || (row.prompt_id === branded.id) === asked.branded) &&
          (!inTopic || row.prompt_id === plain.id),
      )
      expect(summary).toMatchObject(recount(within))
    }),
    { numRuns: 60, seed: 1 },
  )
})

test('settling again changes nothing, and without marks does nothing', async () => {
  const book = await openBook(service)
  for (const day of days) await book.write({ prompt: book.prompts.plain, day, text: 'Zorvex, Quilmar.' })
  expect(await refresh(book.ctx, book.brand.id)).toEqual(days)
  const settled = await sumsOf(book)
  expect(settled.days).toHaveLength(days.length)
  expect(await refresh(book.ctx, book.brand.id)).toEqual([])
  for (const day of days) await markDirty(book.ctx, book.brand.id, day)
  expect(await refresh(book.ctx, book.brand.id)).toEqual(days)
  expect(await sumsOf(book)).toEqual(settled)
})

test('of a day that is settled again, only what has become another is written', async () => {
  const book = await openBook(service)
  const { plain, branded } = book.prompts
  const answer = { day: '2026-03-02', text: 'Zorvex.', cites: ['https://a.com/'] }
  const tables = ['rollup_rows', 'prompt_rollups', 'prompt_source_counts', 'source_counts']
  const writers = async () => {
    const all = []
    for (const table of tables)
      all.push(
        (
          await sql<{ writer: string }>`
            select xmin::text as writer from ${sql.table(table)} where brand_id = ${book.brand.id} order by xmin::text::int8`.execute(
            book.ctx.db,
          )
        ).rows.map(({ writer }) => writer),
      )
    return all
  }
  await book.write({ ...answer, prompt: plain, platform: 'chatgpt' })
  await book.write({ ...answer, prompt: branded, platform: 'gemini' })
  await refresh(book.ctx, book.brand.id)
  const first = await writers()
  expect(first.map((rows) => new Set(rows).size)).toEqual([1, 1, 1, 1])
  await markDirty(book.ctx, book.brand.id, answer.day)
  await refresh(book.ctx, book.brand.id)
  expect(await writers()).toEqual(first)

  await book.write({ ...answer, prompt: plain, platform: 'chatgpt' })
  await refresh(book.ctx, book.brand.id)
  const again = await writers()
  // Those of gemini and of the other prompt are as they were; tallies also of all platforms together.
  const same = first.map(([writer], table) => again[table]?.filter((each) => each === writer).length)
  expect(same).toEqual([2, 1, 1, 4])
  expect(again.map((rows) => rows.length)).toEqual(first.map((rows) => rows.length))
})

// Comparing sources pair by pair, as a plan for a small table does, takes minutes and exceeds the test timeout.
test('40,000 new sources are counted without a nested loop, although the statistics are stale', async () => {
  const book = await openBook(service)
  await sql`alter table sources set (autovacuum_enabled = false)`.execute(book.ctx.db)
  const address = (answer: number, place: number) => `https://s${place % 40}.example/${answer}-${place}`
  const write = (answer: number, count: number) =>
    book.write({
      prompt: book.prompts.plain,
      day: days[answer % days.length] ?? '',
      platform: platforms[answer % platforms.length] ?? '',
      text: 'Zorvex.',
      cites: Array.from({ length: count }, (_, place) => address(answer, place)),
    })
  for (let answer = 0; answer < 40; answer += 1) await write(answer, 5)
  await sql`analyze answers, answer_citations, domains, urls`.execute(book.ctx.db)
  for (let answer = 0; answer < 40; answer += 1) await write(answer + 40, 1_000)
  await refresh(book.ctx, book.brand.id)
  // With a topic the citations themselves are counted.
  const inTopic = `brand_id=${book.brand.id}&topic_id=${book.topic.id}`
  expect(await book.owner.ok(`GET /api/metrics/citations?${inTopic}`)).toMatchObject({
    totals: { citations: 40_200, urls: 40_200, domains: 40 },
  })
})

test('a day whose answers are gone has no sums left', async () => {
  const book = await openBook(service)
  await book.write({ prompt: book.prompts.plain, day: '2026-03-01', text: 'Zorvex.' })
  await refresh(book.ctx, book.brand.id)
  await sql`delete from answers where brand_id = ${book.brand.id}`.execute(book.ctx.db)
  await markDirty(book.ctx, book.brand.id, '2026-03-01')
  await refresh(book.ctx, book.brand.id)
  expect(await sumsOf(book)).toEqual({ days: [], cells: [], sources: [], lists: [] })
})

test('a simulated answer counts on no day once its platform has had an answer of a real engine', async () => {
  const book = await openBook(service)
  const on = (day: string, platform: string, more: Partial<Written> = {}) =>
    book.write({
      prompt: book.prompts.plain,
      day,
      platform,
      text: 'Zorvex.',
      cites: ['https://a.com/'],
      ...more,
    })
  const summary = () => book.owner.ok(`GET /api/metrics/visibility-summary?brand_id=${book.brand.id}`)
  const citations = async (filter = '') =>
    (await book.owner.ok(`GET /api/metrics/citations?brand_id=${book.brand.id}${filter}`)).totals.citations
  await on('2026-03-01', 'chatgpt')
  await on('2026-03-02', 'chatgpt', { text: null })
  await on('2026-03-02', 'gemini')
  expect(await summary()).toMatchObject({ result_count: 2, simulated: true })
  await on('2026-03-03', 'chatgpt', { surface: 'api', outcome: 'empty', text: '' })
  expect(await summary()).toMatchObject({ result_count: 2, simulated: true })

  await on('2026-03-03', 'chatgpt', { surface: 'api' })
  expect(await summary()).toMatchObject({ result_count: 2, simulated: true })
  expect(await citations()).toBe(2)
  expect(await citations(`&topic_id=${book.topic.id}`)).toBe(2)
  const { buckets } = await book.owner.ok(`GET /api/metrics/visibility-trend?brand_id=${book.brand.id}`)
  expect(buckets.map(({ date }: Json) => date)).toEqual(['2026-03-02', '2026-03-03'])
  expect(buckets[0].annotations).toEqual([])

  await on('2026-03-04', 'gemini', { surface: 'consumer_ui' })
  expect(await summary()).toMatchObject({ result_count: 2, simulated: false })
  await on('2026-03-05', 'gemini')
  expect(await summary()).toMatchObject({ result_count: 2, simulated: false })
})

test('what is kept of sums is made anew when they change, or the prompts that a filter chooses', async () => {
  const book = await openBook(service)
  const { plain, branded } = book.prompts
  const read = async (metric: string) =>
    book.owner.ok(`GET /api/metrics/${metric}?brand_id=${book.brand.id}&topic_id=${book.topic.id}`)
  const counts = async () => [
    (await read('visibility-summary')).result_count,
    (await read('citations')).totals.citations,
    (await read('competitor-comparison')).brand.total_mentions,
  ]
  await book.write({ prompt: plain, day: '2026-03-01', text: 'Zorvex.', cites: ['https://a.com/'] })
  expect([await counts(), await counts()]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
  await book.write({ prompt: branded, day: '2026-03-01', text: 'Zorvex.', cites: ['https://a.com/'] })
  expect(await counts()).toEqual([1, 1, 1])
  await book.owner.ok(`PATCH /api/prompts/${branded.id}`, { topic_id: book.topic.id })
  expect(await counts()).toEqual([2, 2, 2])
  await book.write({ prompt: plain, day: '2026-03-01', text: 'Zorvex.', cites: ['https://a.com/'] })
  expect(await counts()).toEqual([3, 3, 3])
})

test('the mark of a writer who has not committed outlives a settling, and is settled later', async () => {
  const book = await openBook(service)
  const answer = { prompt: book.prompts.plain, day: '2026-03-01', text: 'Zorvex.' }
  const open = await book.ctx.db.startTransaction().execute()
  await book.write(answer, { ...book.ctx, db: open })
  await book.write(answer)
  const count = async () => (await sumsOf(book)).days.map(({ answers }: Json) => answers)
  expect(await refresh(book.ctx, book.brand.id)).toEqual(['2026-03-01'])
  expect(await count()).toEqual([1])
  await open.commit().execute()
  expect(await refresh(book.ctx, book.brand.id)).toEqual(['2026-03-01'])
  expect(await count()).toEqual([2])
})

test('two who settle at once take turns', async () => {
  const book = await openBook(service)
  const answer = { prompt: book.prompts.plain, day: '2026-03-01', text: 'Zorvex.' }
  await book.write(answer)
  const first = await book.ctx.db.startTransaction().execute()
  await refresh({ ...book.ctx, db: first }, book.brand.id)
  await book.write(answer)
  const second = refresh(book.ctx, book.brand.id)
  // At the brand's lock, before it touches anything: two that each hold what the other waits for would be in a circle.
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
  await expect.poll(async () => (await waiting.execute(book.ctx.db)).rows.length).toBe(1)
  await first.commit().execute()
  expect(await second).toEqual(['2026-03-01'])
  expect((await sumsOf(book)).days).toMatchObject([{ answers: 2 }])
})

test('prompts that are about to be asked get a number each, unless sums are being made', async () => {
  const { ctx, brand, prompts, write } = await openBook(service)
  const { plain, branded } = prompts
  const numbered = async () => {
    const { rows } = await sql<{ number: number; prompt_id: string }>`
      select number, prompt_id from prompt_numbers where brand_id = ${brand.id} order by number`.execute(
      ctx.db,
    )
    return rows
  }
  await expectPrompts(ctx, brand.id, [plain.id])
  expect(await numbered()).toEqual([{ number: 1, prompt_id: plain.id }])

  await write({ prompt: plain, day: '2026-03-01', text: 'Zorvex.' })
  const other = await ctx.db.startTransaction().execute()
  await refresh({ ...ctx, db: other }, brand.id)
  await expectPrompts(ctx, brand.id, [plain.id, branded.id])
  expect(await numbered()).toHaveLength(1)
  await other.commit().execute()

  await expectPrompts(ctx, brand.id, [plain.id, branded.id])
  expect(await numbered()).toEqual([
    { number: 1, prompt_id: plain.id },
    { number: 2, prompt_id: branded.id },
  ])
})

test('what is read together is of one moment, whatever is settled meanwhile', async () => {
  const book = await openBook(service)
  const answer = { prompt: book.prompts.plain, day: '2026-03-01', text: 'Zorvex.' }
  await book.write(answer)
  const [earlier, later] = await readWindow(book.ctx, book.brand.id, async (at) => {
    const first = await sumsOf({ ...book, ctx: at })
    await book.write(answer)
    await refresh(book.ctx, book.brand.id)
    return [first, await sumsOf({ ...book, ctx: at })]
  })
  expect(earlier?.days).toMatchObject([{ answers: 1 }])
  expect(later).toEqual(earlier)
})

test('what fails while settling leaves the marks and the sums as they were', async () => {
  const book = await openBook(service)
  await book.write({ prompt: book.prompts.plain, day: '2026-03-01', text: 'Zorvex.' })
  await refresh(book.ctx, book.brand.id)
  const before = await sumsOf(book)
  await book.write({ prompt: book.prompts.plain, day: '2026-03-01', text: 'Zorvex.' })
  const failing = book.ctx.db.transaction().execute(async (db) => {
    await refresh({ ...book.ctx, db }, book.brand.id)
    throw new Error('the server stops here')
  })
  await expect(failing).rejects.toThrow('the server stops here')
  expect(await sumsOf(book)).toEqual(before)
  expect(await refresh(book.ctx, book.brand.id)).toEqual(['2026-03-01'])
})

test('when one of the writes fails that go on beside each other, none stands, nor comes after', async () => {
  const book = await openBook(service)
  const answer = { prompt: book.prompts.plain, day: '2026-03-01', text: 'Zorvex.', cites: ['https://a.com/'] }
  await book.write(answer)
  await refresh(book.ctx, book.brand.id)
  const before = await sumsOf(book)
  await book.write(answer)
  await sql`alter table rollup_rows add constraint full_disk check (brand_id <> ${sql.lit(book.brand.id)}) not valid`.execute(
    book.ctx.db,
  )
  await expect(refresh(book.ctx, book.brand.id)).rejects.toThrow('full_disk')
  await sql`alter table rollup_rows drop constraint full_disk`.execute(book.ctx.db)
  expect(await sumsOf(book)).toEqual(before)
  expect(await refresh(book.ctx, book.brand.id)).toEqual(['2026-03-01'])
  expect((await sumsOf(book)).days).toMatchObject([{ answers: 2 }])
})

test('a summary that is read while answers come is of one moment', async () => {
  const book = await openBook(service)
  const answer = { prompt: book.prompts.plain, text: 'Zorvex and Quilmar.' }
  let reading = true
  const writing = [0, 1, 2].map(async (n) => {
    while (reading) await book.write({ ...answer, day: days[n] ?? '2026-03-01' })
  })
  const readings = ['', '&branded=false'].map(async (query) => {
    const replies: Json[] = []
    for (let n = 0; n < 8; n += 1)
      replies.push(
        await book.owner.call(`GET /api/metrics/visibility-summary?brand_id=${book.brand.id}${query}`),
      )
    return replies
  })
  const replies = await Promise.all(readings)
  reading = false
  await Promise.all(writing)
  const bodies = replies.flat().map(({ body }) => body)
  const filled = bodies.filter(({ result_count }) => result_count !== 0)
  expect(filled.length).toBeGreaterThan(10)
  // Every answer names both, so at any one moment both are named in all of them.
  for (const { mention_rate_pct, top_competitors } of filled)
    expect([mention_rate_pct, top_competitors[0]?.mention_rate_pct]).toEqual([100, 100])
})

async function atOnce<T>(workers: number, items: T[], work: (item: T) => Promise<void>): Promise<void> {
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
  scores_milli: number[]
}

const answersOf = async ({ ctx, brand }: Book) =>
  (
    await sql<Row>`
      select day, platform, model, region, prompt_id, entities, mention_counts, ranks, own_citations, scores_milli
      from answers where brand_id = ${brand.id} and status = 'answered'`.execute(ctx.db)
  ).rows

/** The summary's numbers counted one answer at a time. */
function recount(rows: Row[]) {
  const factOf = (row: Row, entity: number) => {
    const at = row.entities.indexOf(entity)
    const take = (values: number[]) => (at < 0 ? 0 : (values[at] ?? 0))
    return {
      mentions: take(row.mention_counts),
      rank: take(row.ranks),
      own: take(row.own_citations),
      score: take(row.scores_milli),
    }
  }
  const round = (value: number) => Math.round(value * 100) / 100
  const over = (entity: number) => {
    const facts = rows.map((row) => factOf(row, entity))
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

async function sumsOf({ ctx, brand }: Book): Promise<Record<'days' | 'cells' | 'sources' | 'lists', Json[]>> {
  const read = async (table: string, order: string[]) =>
    (
      await sql<Json>`
        select * from ${sql.table(table)} where brand_id = ${brand.id}
        order by ${sql.join(order.map((name) => sql.ref(name)))}`.execute(ctx.db)
    ).rows
  const spans = await read('time_buckets', ['grain', 'start', 'segment'])
  return {
    days: spans.filter(({ grain, segment }) => grain === 'day' && segment === 0),
    cells: await read('rollup_rows', ['part', 'day', 'segment']),
    sources: [
      ...(await read('source_counts', ['kind', 'grain', 'start', 'segment'])),
      ...(await read('prompt_source_counts', ['day', 'prompt'])),
    ],
    lists: await read('prompt_rollups', ['day', 'prompt']),
  }
}
