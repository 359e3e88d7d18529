import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { run as runProcess, urlOfDatabase } from '../../test/process/processes.ts'
import { type Client, type Json, testService } from '../../test/support.ts'
import { getBrand } from '../brands/brands.ts'
import {
  contextOf,
  line,
  newBrand,
  nothingRejected,
  take as takeIn,
  textOf,
} from './data-transfer.fixture.ts'
import { exportAnswers } from './export-answers.ts'

const service = await testService()

const take = (brand: Json, lines: readonly unknown[]) => takeIn(service, brand, lines)

async function give(brand: Json, raw = false): Promise<Json[]> {
  const ctx = await contextOf(service, brand)
  const lines: Json[] = []
  for await (const each of exportAnswers(ctx, await getBrand(ctx, brand.id), { raw })) lines.push(each)
  // What a pipe would carry.
  return lines.map((each) => JSON.parse(JSON.stringify(each)))
}

/** All that is kept of what was read, but for ids. */
async function factsOf(brand: Json): Promise<Json> {
  const { rows: answers } = await sql<Json>`
    select p.text, a.platform, a.answered_at, a.sample, a.entities, a.mention_counts, a.ranks, a.own_citations, a.scores_milli,
      a.sentiments, a.citation_count, a.analysis_version,
      (select array_agg(row (c.position, u.url, d.host, c.cited, c.category, c.entity)::text order by c.position)
       from answer_citations c
       join urls u on u.brand_id = c.brand_id and u.id = c.url_id
       join domains d on d.brand_id = c.brand_id and d.id = c.domain_id
       where c.brand_id = a.brand_id and c.answer_id = a.id) as citations
    from answers a join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
    where a.brand_id = ${brand.id}
    order by a.answered_at, p.text, a.platform, a.sample`.execute(service.base.db)
  return answers
}

/** The summary without what names the brand and its competitors by id. */
async function numbersOf(owner: Client, brand: Json): Promise<Json> {
  const { brand: _, ...summary } = await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)
  return {
    ...summary,
    top_competitors: summary.top_competitors.map(({ competitor_id: _, ...each }: Json) => each),
  }
}

async function stored(brand: Json): Promise<Json> {
  const { rows } = await sql<Json>`
    select (select count(*)::int from answers where brand_id = ${brand.id}) as answers,
      (select count(*)::int from answer_texts where brand_id = ${brand.id}) as texts,
      (select count(*)::int from answer_citations where brand_id = ${brand.id}) as citations,
      (select count(distinct day)::int from dirty_days where brand_id = ${brand.id}) as marked`.execute(
    service.base.db,
  )
  return rows[0]
}

const withoutId = ({ id: _, ...each }: Json) => each

test('what goes out of one brand goes into another like it without a loss, numbers included', async () => {
  const owner = await service.signUp()
  const first = await newBrand(owner, { region: 'DE' })
  const topic = await owner.ok(`POST /api/brands/${first.id}/topics`, { name: 'Running' })
  for (const text of ['Which running shoes are best?', 'Is Acme Shoes better than Fleetfoot?'])
    await owner.ok('POST /api/prompts', { brand_id: first.id, text, topic_id: topic.id, language: 'en' })
  for (const kind of ['empty', 'bad_key'] as const)
    service.simulator.fault({ kind, promptIncludes: 'running shoes', times: 1 })
  await owner.ok('POST /api/tracking/check', { brandId: first.id })
  await service.work()
  await take(first, [
    line({ shopping_cards: [{ product_title: 'Runner', rating: 4.5 }], is_active: false, region: null }),
    line({
      sample: 2,
      citations: [{ url: 'https://acme-shoes.com', start: 3, end: 9 }, { url: 'no address' }],
    }),
    line({ sample: 4, status: 'refused', answer_markdown: 'I would rather not.' }),
    line({ sample: 3, raw: { any: ['thing'] }, searched: false, input_tokens: 12, output_tokens: 0 }),
  ])

  const out = await give(first, true)
  expect(out).toHaveLength(2 * 8 + 4)
  expect(new Set(out.map((each) => each.status))).toEqual(new Set(['answered', 'empty', 'refused', 'failed']))
  const second = await newBrand(owner, { name: 'Acme Shoes', region: 'FR', language: 'fr' })
  expect(await take(second, out)).toEqual(nothingRejected(out.length))
  const back = await give(second, true)
  expect(back.map(withoutId)).toEqual(out.map(withoutId))
  expect(new Set([...out, ...back].map((each) => each.id)).size).toBe(2 * out.length)
  expect(await factsOf(second)).toEqual(await factsOf(first))
  expect(await numbersOf(owner, second)).toEqual(await numbersOf(owner, first))
  expect(out.some((each) => each.raw !== undefined)).toBe(true)
  expect((await give(first)).every((each) => each.raw === undefined)).toBe(true)
})

test('lines come in the order of time', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const times = [
    '2026-02-01T00:00:00Z',
    '2025-12-31T23:59:59.999Z',
    '2026-01-05T12:00:00Z',
    '2026-01-05T11:00:00Z',
  ]
  await take(
    brand,
    times.map((answered_at) => line({ answered_at })),
  )
  const out = await give(brand)
  expect(out.map((each) => each.answered_at)).toEqual(
    times.map((time) => new Date(time).toISOString()).sort(),
  )
})

test('an import that is killed or stopped leaves whole batches, and begun again adds what is missing', async () => {
  const owner = await service.signUp()
  const [brand, other] = [await newBrand(owner), await newBrand(owner)]
  const lines = Array.from({ length: 2_000 }, (_, index) =>
    line({ answered_at: new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString() }),
  )
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(service.base.db)
  const env = { DATABASE_URL: urlOfDatabase(rows[0]?.name ?? ''), SECRET_KEY: 'x'.repeat(32) }
  const file = join(await mkdtemp(join(tmpdir(), 'ansight-export-')), 'answers.jsonl')
  await writeFile(file, textOf(lines))
  const cut = runProcess(['import', '--brand', brand.id, file], env)
  await expect.poll(async () => (await stored(brand)).answers, { interval: 10 }).toBeGreaterThan(0)
  expect((await cut.end('SIGKILL')).signal).toBe('SIGKILL')
  const { answers, texts, citations, marked } = await stored(brand)
  expect(answers).toBeLessThan(lines.length)
  expect({ rest: answers % 200, texts, citations }).toEqual({ rest: 0, texts: answers, citations: answers })
  expect(marked).toBeGreaterThan(0)

  const again = await runProcess(['import', '--brand', brand.id, '-'], env, textOf(lines)).ended
  expect(JSON.parse(again.stdout)).toEqual(nothingRejected(lines.length - answers, answers))
  expect(again.stderr).toMatch(/^(\d+ imported, \d+ skipped, 0 rejected, \d+ a second(\n|$))+$/)
  expect(await stored(brand)).toMatchObject({ answers: lines.length, marked: 0 })

  const stopped = runProcess(['import', '--brand', other.id, file], env)
  await expect.poll(async () => (await stored(other)).answers, { interval: 10 }).toBeGreaterThan(0)
  const { code, stdout, stderr } = await stopped.end('SIGINT')
  const partly = (await stored(other)).answers
  expect({ code, report: JSON.parse(stdout) }).toEqual({ code: 1, report: nothingRejected(partly) })
  expect(stderr).toMatch(/Stopped before the end; run it again to go on\.$/)
  expect(partly).toBeLessThan(lines.length)
  expect((await stored(other)).marked).toBe(0)
  await take(other, lines)
  expect(await factsOf(brand)).toEqual(await factsOf(other))
  const printed = await runProcess(['export', '--brand', brand.id], env).ended
  expect(printed.stdout.split('\n').map((each) => withoutId(JSON.parse(each)))).toEqual(
    (await give(other)).map(withoutId),
  )
  await rm(dirname(file), { recursive: true })
})
