import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { rounds } from '../../test/soak.ts'
import { type Client, type Json, testService } from '../../test/support.ts'
import { allAccepted, line, newBrand, run, importLines as takeIn, toText } from './data-transfer.fixture.ts'
import type { ImportOptions } from './import-answers.ts'
import type { JsonLine } from './json-lines.ts'

const service = await testService()
const folder = await mkdtemp(join(tmpdir(), 'ansight-import-'))
afterAll(() => rm(folder, { recursive: true }))

const importLinesInto = (
  brand: Json,
  lines: readonly unknown[] | AsyncIterable<JsonLine>,
  options?: ImportOptions,
) => takeIn(service, brand, lines, options)

const getResults = async (owner: Client, brand: Json): Promise<Json[]> =>
  (await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)).results

const toRows = async (brand: Json): Promise<Json[]> =>
  (
    await sql<Json>`
      select a.*, p.text, p.is_active from answers a join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
      where a.brand_id = ${brand.id} order by a.answered_at, a.id`.execute(service.base.db)
  ).rows

test('a line becomes an answer with all its fields, and counts in the metrics', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const card = { product_title: 'Acme Runner', price_amount: 99.5, price_currency: 'EUR' }
  const report = await importLinesInto(brand, [
    line({
      platform: 'copilot',
      model: 'm-1',
      region: 'de',
      language: 'en-gb',
      surface: 'api',
      searches: ['best shoes', 'shoes 2026'],
      cost_micros: 1_234,
      sample: 2,
      topic: 'Running',
      category: 'best',
      shopping_cards: [card],
      answered_at: '2026-01-05T07:30:00.250+01:00',
      citations: [
        { url: 'https://read.example/x', retrieved: true, position: 3 },
        { url: 'https://fleetfoot.com/b', title: 'B', position: 2 },
        { url: 'https://www.acme-shoes.com/a', title: 'A', position: 1 },
      ],
    }),
  ])
  expect(report).toEqual(allAccepted(1))
  const [answer, more] = await getResults(owner, brand)
  expect(more).toBeUndefined()
  expect(answer).toMatchObject({
    prompt: { text: 'What are the best running shoes?', topic: 'Running', category: 'best' },
    platform: 'copilot',
    model: 'm-1',
    surface: 'api',
    region: 'DE',
    language: 'en-GB',
    answered_at: '2026-01-05T06:30:00.250Z',
    status: 'answered',
    response: 'Fleetfoot is fine, **Acme Shoes** is better.',
    mentions: { mentioned: true, count: 1, rank: 2 },
    competitors: [{ name: 'Fleetfoot', count: 1, rank: 1, citations: 1 }],
    searches: ['best shoes', 'shoes 2026'],
    cost_micros: 1_234,
    shopping_cards: [{ ...card, product_brand: null, position: 1 }],
  })
  expect(answer.citations.map((each: Json) => [each.position, each.title, each.is_own])).toEqual([
    [1, 'A', true],
    [2, 'B', false],
  ])
  expect(answer.retrieved).toMatchObject([{ position: 3, url: 'https://read.example/x' }])
  const [row] = await toRows(brand)
  expect(row).toMatchObject({ job_id: null, sample: 2, backend: 'import', day: '2026-01-05' })
  expect(
    await owner.ok(
      `GET /api/metrics/visibility-summary?brand_id=${brand.id}&date_from=2026-01-05&date_to=2026-01-05`,
    ),
  ).toMatchObject({ result_count: 1, total_mentions: 1, total_citations: 1, mention_rate_pct: 100 })
})

test('titles of pages and products, and names of makers and merchants, are stored with at most 500 characters', async () => {
  const brand = await newBrand(await service.signUp())
  const long = '😀'.repeat(1_000)
  const card = { product_title: long, product_brand: long, merchant: long }
  const citations = [{ url: 'https://fleetfoot.com/long', title: long, position: 1 }]
  expect(await importLinesInto(brand, [line({ shopping_cards: [card], citations })])).toEqual(allAccepted(1))
  const { rows } = await sql<Json>`
    select title as text from urls where brand_id = ${brand.id}
    union all select unnest(array[product_title, product_brand, merchant]) from shopping_cards
    where brand_id = ${brand.id}`.execute(service.base.db)
  expect(rows).toEqual(Array(4).fill({ text: `${'😀'.repeat(249)}…` }))
})

test('each invalid line is rejected with a reason, and the others are imported', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const bad: [string, unknown, RegExp][] = [
    ['not JSON', '{"prompt":', /^is not valid JSON$/],
    ['not an object', 7, /^must be an object$/],
    ['no prompt', line({ prompt: '  ' }), /^prompt: must not be empty$/],
    ['an unknown platform', line({ platform: 'altavista' }), /^platform: must be one of .*chatgpt/],
    ['no zone', line({ answered_at: '2026-01-05T06:00:00' }), /^answered_at: must be a time/],
    ['no such day', line({ answered_at: '2026-02-30T06:00:00Z' }), /^answered_at: must be a time/],
    ['year 0', line({ answered_at: '0000-01-05T06:00:00Z' }), /^answered_at: must not be before/],
    ['a date in the future', line({ answered_at: '2999-01-05T06:00:00Z' }), /^answered_at: .* future$/],
    [
      'a date before 2000',
      line({ answered_at: '0001-01-05T06:00:00Z' }),
      /^answered_at: must not be before 2000/,
    ],
    ['a query in the future', line({ queried_at: '2999-01-05T06:00:00Z' }), /^queried_at: .* future$/],
    ['no text', line({ answer_markdown: undefined }), /^answer_markdown: is required$/],
    ['a source without a URL', line({ citations: [{ title: 'x' }] }), /^citations\.0\.url: is required$/],
    ['sample 0', line({ sample: 0 }), /^sample: must be at least 1$/],
    ['an unknown surface', line({ surface: 'paper' }), /^surface: /],
    ['a fraction of a micro-dollar', line({ cost_micros: 0.5 }), /^cost_micros: must be an integer$/],
    ['an unknown category', line({ category: 'odd' }), /^category: /],
  ]
  const report = await importLinesInto(brand, [line(), ...bad.map(([, each]) => each), line({ sample: 2 })])
  expect(report).toMatchObject({ imported: 2, skipped: 0 })
  expect(report.rejected.map((each) => each.line)).toEqual(bad.map((_, index) => index + 2))
  for (const [index, [what, , reason]] of bad.entries())
    expect(report.rejected[index]?.reason, what).toMatch(reason)
})

test('of many invalid lines, the first are listed and the rest are counted', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const report = await importLinesInto(brand, [...Array.from({ length: 1_005 }, () => 'x'), line()])
  expect(report).toMatchObject({ imported: 1, more_rejected: 5 })
  expect(report.rejected).toHaveLength(1_000)
})

test('stored answers are skipped: repeated in a file or an import, stored by a run, or under a deleted prompt', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const lines = [line(), line(), line({ sample: 2 }), line({ platform: 'grok' })]
  expect(await importLinesInto(brand, lines)).toEqual(allAccepted(3, 1))
  expect(await importLinesInto(brand, lines)).toEqual(allAccepted(0, 4))
  const [prompt] = (await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items
  expect((await owner.call(`DELETE /api/prompts/${prompt.id}`)).status).toBe(204)
  expect(await importLinesInto(brand, lines)).toEqual(allAccepted(0, 4))
  expect(await importLinesInto(brand, [line({ sample: 3 })])).toEqual(allAccepted(1))
  expect((await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items).toEqual([])

  const trackedBrand = await newBrand(owner)
  await owner.ok('POST /api/prompts', {
    brand_id: trackedBrand.id,
    text: 'Skipped: what are the best shoes?',
  })
  await owner.ok('POST /api/tracking/check', { brandId: trackedBrand.id, platforms: ['chatgpt', 'copilot'] })
  await service.work()
  const file = join(folder, 'run.jsonl')
  await writeFile(file, await run(service, 'export', trackedBrand))
  expect(JSON.parse(await run(service, 'import', trackedBrand, [file]))).toEqual(allAccepted(0, 2))
})

test('an omitted region means the brand’s, null means none, and the prompt is found in any capitalization and spacing', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner, { region: 'AT', language: 'de' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Welche Schuhe sind gut?' })
  await importLinesInto(brand, [
    line({ prompt: 'welche  SCHUHE sind gut?' }),
    line({ prompt: 'Welche Schuhe sind gut?', region: null, language: null }),
  ])
  const { items } = await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)
  expect(items.map((each: Json) => [each.text, each.region, each.language])).toEqual([
    ['Welche Schuhe sind gut?', 'AT', 'de'],
    ['Welche Schuhe sind gut?', null, null],
  ])
  const rows = await toRows(brand)
  expect(rows.map((row) => row.region).sort()).toEqual(['', 'AT'])
})

test('a missing prompt is created once, with its topic, category and state', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const rare = { prompt: 'Is Acme Shoes any good?', topic: 'Reviews', is_active: false }
  await importLinesInto(brand, [
    line({ ...rare }),
    line({ ...rare, sample: 2, topic: 'reviews' }),
    line({ prompt: 'Other', topic: 'REVIEWS' }),
  ])
  const { items } = await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)
  expect(items).toMatchObject([
    { text: 'Is Acme Shoes any good?', topic_name: 'Reviews', is_active: false, branded: true },
    { text: 'Other', topic_name: 'Reviews', is_active: true, branded: false },
  ])
})

test('a given id is kept if it is a UUID that no answer of the organization has', async () => {
  const owner = await service.signUp()
  const [first, second] = [await newBrand(owner), await newBrand(owner)]
  const id = '0192f0c1-2d3e-7abc-8def-0123456789ab'
  await importLinesInto(first, [
    line({ id: id.toUpperCase() }),
    line({ id, sample: 2 }),
    line({ id: 'row 3', sample: 3 }),
  ])
  expect(await importLinesInto(second, [line({ id })])).toEqual(allAccepted(1))
  const ids = (await toRows(first)).sort((a, b) => a.sample - b.sample).map((row) => row.id)
  expect(ids[0]).toBe(id)
  expect(new Set([...ids, ...(await toRows(second)).map((row) => row.id)]).size).toBe(4)
  const stranger = await newBrand(await service.signUp())
  await importLinesInto(stranger, [line({ id })])
  expect((await toRows(stranger)).map((row) => row.id)).toEqual([id])
})

test('an answer without text, a refusal and a failure are stored but excluded from every denominator', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  await importLinesInto(brand, [
    line(),
    line({ sample: 2, answer_markdown: ' \n' }),
    line({ sample: 3, status: 'refused', answer_markdown: 'I cannot help with Acme Shoes.' }),
    line({ sample: 4, status: 'failed', answer_markdown: '', failure: 'It took too long.' }),
  ])
  const rows = (await toRows(brand)).sort((a, b) => a.sample - b.sample)
  expect(rows.map((row) => row.status)).toEqual(['answered', 'empty', 'refused', 'failed'])
  expect(rows[3]?.failure).toEqual({ id: 'common.texts.plain', values: { text: 'It took too long.' } })
  expect(
    await owner.ok(
      `GET /api/metrics/visibility-summary?brand_id=${brand.id}&date_from=2026-01-01&date_to=2026-01-31`,
    ),
  ).toMatchObject({ result_count: 1, mention_rate_pct: 100 })
})

test('characters that PostgreSQL cannot store, very long URLs and invalid URLs are handled', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const half = '\uD83D'
  const report = await importLinesInto(brand, [
    line({
      answer_markdown: `Acme Shoes\0 ${half} end`,
      model: `m\0${half}`,
      searches: [`s\0${half}`],
      citations: [
        { url: `${half} no\0 address`, title: `t\0${half}` },
        { url: `https://long.example/${'x'.repeat(4_000)}` },
        { url: 'https://long.example/' },
        { url: 'https://long.example/' },
      ],
    }),
  ])
  expect(report).toEqual(allAccepted(1))
  const { rows } = await sql<Json>`
    select c.position, length(u.url) as length from answer_citations c join urls u on u.brand_id = c.brand_id and u.id = c.url_id
    where c.brand_id = ${brand.id} order by c.position`.execute(service.base.db)
  expect(rows).toHaveLength(4)
  expect(rows[1].length).toBeGreaterThan(4_000)
  const { rows: texts } = await sql<Json>`
    select markdown, sources -> 'citations' -> 0 ->> 'title' as title from answer_texts
    where brand_id = ${brand.id}`.execute(service.base.db)
  // The offsets of mentions stay valid.
  expect(texts).toEqual([{ markdown: 'Acme Shoes\uFFFD \uFFFD end', title: 't\uFFFD\uFFFD' }])
})

test('a stored URL keeps its domain, also if a later version reads another one from it', async () => {
  const brand = await newBrand(await service.signUp())
  const url = 'https://read.example/y'
  const id = Number(hash('sha256', url, 'buffer').readBigUInt64BE() >> 11n)
  await sql`insert into domains (brand_id, id, host, registrable) values (${brand.id}, 7, 'other.example', 'other.example')`.execute(
    service.base.db,
  )
  await sql`insert into urls (brand_id, id, domain_id, url) values (${brand.id}, ${id}, 7, ${url})`.execute(
    service.base.db,
  )
  await importLinesInto(brand, [line({ citations: [{ url }] })])
  const { rows } = await sql<Json>`
    select url_id, domain_id from answer_citations where brand_id = ${brand.id}`.execute(service.base.db)
  expect(rows).toEqual([{ url_id: id, domain_id: 7 }])
})

test('a URL whose hash collides gets the next id, and keeps it', async () => {
  const brand = await newBrand(await service.signUp())
  const url = 'https://read.example/x'
  // The id as `url-dictionary.ts` computes it.
  const number = Number(hash('sha256', url, 'buffer').readBigUInt64BE() >> 11n)
  await sql`insert into domains (brand_id, id, host, registrable) values (${brand.id}, 0, '', '')`.execute(
    service.base.db,
  )
  await sql`
    insert into urls (brand_id, id, domain_id, url)
    values (${brand.id}, ${number}, 0, 'https://elsewhere.example/')`.execute(service.base.db)
  await importLinesInto(
    brand,
    [1, 2].map((sample) => line({ sample, citations: [{ url }, { url: `${url}${sample}` }] })),
  )
  await importLinesInto(brand, [line({ sample: 3, citations: [{ url }] })])
  const { rows } = await sql<Json>`
    select c.url_id, u.url from answer_citations c join urls u on u.brand_id = c.brand_id and u.id = c.url_id
    where c.brand_id = ${brand.id} and c.position = 1`.execute(service.base.db)
  expect(rows).toEqual(Array(3).fill({ url_id: number + 1, url }))
})

test('names that change during an import apply to all of its answers', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  async function* lines(): AsyncGenerator<JsonLine> {
    for (let index = 0; index < 700; index += 1) {
      if (index === 450) {
        await owner.ok(`PATCH /api/brands/${brand.id}`, { aliases: ['Roadrunner'] })
        // Reanalyzes what is stored by now. Answers parsed before the change but stored after it would be missed.
        await service.work()
      }
      yield {
        line: index,
        value: line({ answer_markdown: 'Try Roadrunner.', citations: [], sample: index + 1 }),
      }
    }
  }
  await importLinesInto(brand, lines())
  const rows = await toRows(brand)
  expect(new Set(rows.map((row) => [row.names_version, ...row.mention_counts].join()))).toEqual(
    new Set([`${rows[0].names_version},1`]),
  )
})

test('an import keeps few answers in memory and refreshes rollups while it runs', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const count = rounds(6_000, 20_000)
  let read = 0
  let maxAhead = 0
  let earlyRss = 0
  let maxRss = 0
  async function* lines(): AsyncGenerator<JsonLine> {
    for (; read < count; read += 1) {
      const answered_at = new Date(Date.UTC(2026, 0, 1) + read * 60_000).toISOString()
      const value = line({ answered_at, answer_markdown: 'Acme Shoes.', citations: [] })
      yield { line: read + 1, value }
    }
  }
  const report = await importLinesInto(brand, lines(), {
    onProgress: ({ imported }) => {
      maxAhead = Math.max(maxAhead, read - imported)
      const { rss } = process.memoryUsage()
      if (imported <= 4_000) earlyRss = Math.max(earlyRss, rss)
      maxRss = Math.max(maxRss, rss)
    },
  })
  const { rows: dirtyDays } = await sql`select 1 from dirty_days where brand_id = ${brand.id}`.execute(
    service.base.db,
  )
  expect(report).toEqual(allAccepted(count))
  expect(dirtyDays).toEqual([])
  expect(await countedAnswers(owner, brand)).toBe(count)
  expect(maxAhead).toBeLessThanOrEqual(2 * 200)
  expect(maxRss - earlyRss).toBeLessThan(150 * 1024 ** 2)
})

const countedAnswers = async (owner: Client, brand: Json): Promise<number> =>
  (await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)).result_count

test('a rollup failure ends the import with the reason, and a second run refreshes the rollups', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const lines = Array.from({ length: 5_300 }, (_, index) =>
    line({
      answered_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
      answer_markdown: 'Acme Shoes.',
      citations: [],
    }),
  )
  const addFailingConstraint = sql.raw(
    `alter table answer_days add constraint refused check (brand_id <> '${brand.id}')`,
  )
  await addFailingConstraint.execute(service.base.db)
  await expect(importLinesInto(brand, lines)).rejects.toThrow(/refused/)
  await sql`alter table answer_days drop constraint refused`.execute(service.base.db)
  expect(await importLinesInto(brand, lines)).toEqual(allAccepted(0, 5_300))
  expect(await countedAnswers(owner, brand)).toBe(5_300)
})

test('a stopped import ends after the current batch, and a second run continues', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const lines = Array.from({ length: 900 }, (_, index) => line({ sample: index + 1 }))
  const stopping = new AbortController()
  const first = await importLinesInto(brand, lines, {
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  })
  expect(first.imported).toBeGreaterThan(0)
  expect(first.imported).toBeLessThan(900)
  expect(await importLinesInto(brand, lines)).toEqual(allAccepted(900 - first.imported, first.imported))
})

test('the command reports missing arguments in one line', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  await expect(run(service, 'import', brand)).rejects.toThrow(/Provide the file/)
  await expect(run(service, 'import', brand, ['/no/such/file'])).rejects.toThrow(
    /\/no\/such\/file cannot be read/,
  )
  const file = join(folder, 'one.jsonl')
  await writeFile(file, toText([line()]))
  await expect(run(service, 'import', { id: 'nobody' }, [file])).rejects.toThrow(
    'No brand has the id or slug "nobody".',
  )
  await newBrand(await service.signUp())
  await expect(run(service, 'import', { id: brand.slug }, [file])).rejects.toThrow(/Several organizations/)
})

test('an answer up to one day ahead of the clock is imported, a later one is not', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const lines = [line({ answered_at: inHours(23) }), line({ answered_at: inHours(25), sample: 2 })]
  expect(await importLinesInto(brand, lines)).toMatchObject({ imported: 1, rejected: [{ line: 2 }] })
})
