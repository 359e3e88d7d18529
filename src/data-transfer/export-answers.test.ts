import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { urlOfDatabase } from '../../test/process/databases.ts'
import { run as runProcess } from '../../test/process/processes.ts'
import { type Client, type Json, testService } from '../../test/support.ts'
import { getBrand } from '../brands/brands.ts'
import {
  allAccepted,
  createContextFor,
  line,
  newBrand,
  run as runCommand,
  importLines as takeIn,
  toText,
} from './data-transfer.fixture.ts'
import { exportAnswers } from './export-answers.ts'

const service = await testService()

const importInto = (brand: Json, lines: readonly unknown[]) => takeIn(service, brand, lines)

async function exportFrom(brand: Json, raw = false): Promise<Json[]> {
  const ctx = await createContextFor(service, brand)
  const lines: Json[] = []
  for await (const each of exportAnswers(ctx, await getBrand(ctx, brand.id), { raw })) lines.push(each)
  // Serializes like the command.
  return lines.map((each) => JSON.parse(JSON.stringify(each)))
}

/** Returns all stored facts without ids. */
async function getFacts(brand: Json): Promise<Json> {
  const { rows: answers } = await sql<Json>`
    select p.text, a.platform, a.answered_at, a.sample, a.entities, a.mention_counts, a.ranks, a.own_citations, a.score_millipoints,
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

/** Returns the visibility summary without the ids of the brand and its competitors. */
async function getSummary(owner: Client, brand: Json): Promise<Json> {
  const {
    brand: _,
    as_of: __,
    ...summary
  } = await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)
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

test('answers exported from one brand and imported into a similar one are identical, and so are the metrics', async () => {
  const owner = await service.signUp()
  const source = await newBrand(owner, { region: 'DE' })
  const topic = await owner.ok(`POST /api/brands/${source.id}/topics`, { name: 'Running' })
  for (const text of ['Which running shoes are best?', 'Is Acme Shoes better than Fleetfoot?'])
    await owner.ok('POST /api/prompts', { brand_id: source.id, text, topic_id: topic.id, language: 'en' })
  for (const kind of ['empty', 'bad_key'] as const)
    service.simulator.fault({ kind, promptIncludes: 'running shoes', times: 1 })
  await owner.ok('POST /api/tracking/check', { brandId: source.id })
  await service.work()
  await importInto(source, [
    line({ shopping_cards: [{ product_title: 'Runner', rating: 4.5 }], is_active: false, region: null }),
    line({
      sample: 2,
      citations: [{ url: 'https://acme-shoes.com', start: 3, end: 9 }, { url: 'no address' }],
    }),
    line({ sample: 4, weight: 7, status: 'refused', answer_markdown: 'I would rather not.' }),
    line({ sample: 3, raw: { any: ['thing'] }, searched: false, input_tokens: 12, output_tokens: 0 }),
  ])

  const exported = await exportFrom(source, true)
  expect(exported).toHaveLength(2 * 8 + 4)
  expect(new Set(exported.map((each) => each.status))).toEqual(
    new Set(['answered', 'empty', 'refused', 'failed']),
  )
  const target = await newBrand(owner, { name: 'Acme Shoes', region: 'FR', language: 'fr' })
  expect(await importInto(target, exported)).toEqual(allAccepted(exported.length))
  const reexported = await exportFrom(target, true)
  expect(reexported.map(withoutId)).toEqual(exported.map(withoutId))
  expect(new Set([...exported, ...reexported].map((each) => each.id)).size).toBe(2 * exported.length)
  expect(await getFacts(target)).toEqual(await getFacts(source))
  expect(await getSummary(owner, target)).toEqual(await getSummary(owner, source))
  expect(exported.some((each) => each.raw !== undefined)).toBe(true)
  expect((await exportFrom(source)).every((each) => each.raw === undefined)).toBe(true)
})

test('lines are ordered by time', async () => {
  const owner = await service.signUp()
  const brand = await newBrand(owner)
  const times = [
    '2026-02-01T00:00:00Z',
    '2025-12-31T23:59:59.999Z',
    '2026-01-05T12:00:00Z',
    '2026-01-05T11:00:00Z',
  ]
  await importInto(
    brand,
    times.map((answered_at) => line({ answered_at })),
  )
  const exported = await exportFrom(brand)
  expect(exported.map((each) => each.answered_at)).toEqual(
    times.map((time) => new Date(time).toISOString()).sort(),
  )
})

test('an import that is killed or stopped leaves whole batches, and another run adds the rest', async () => {
  const owner = await service.signUp()
  const [brand, other] = [await newBrand(owner), await newBrand(owner)]
  const lines = Array.from({ length: 2_000 }, (_, index) =>
    line({ answered_at: new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString() }),
  )
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(service.base.db)
  const env = {
    DATABASE_URL: urlOfDatabase(rows[0]?.name ?? ''),
    SECRET_KEY: 'x'.repeat(32),
    LOG_LEVEL: 'error',
  }
  const file = join(await mkdtemp(join(tmpdir(), 'ansight-export-')), 'answers.jsonl')
  await writeFile(file, toText(lines))
  const killed = runProcess(['import', '--brand', brand.id, file], env)
  await expect.poll(async () => (await stored(brand)).answers, { interval: 10 }).toBeGreaterThan(0)
  expect((await killed.end('SIGKILL')).signal).toBe('SIGKILL')
  const { answers, texts, citations, marked } = await stored(brand)
  expect(answers).toBeLessThan(lines.length)
  expect({ rest: answers % 200, texts, citations }).toEqual({ rest: 0, texts: answers, citations: answers })
  expect(marked).toBeGreaterThan(0)

  const stopped = runProcess(['import', '--brand', brand.id, '-'], env, toText(lines))
  await expect.poll(async () => (await stored(brand)).answers, { interval: 10 }).toBeGreaterThan(answers)
  const { code, stdout, stderr } = await stopped.end('SIGINT')
  const added = (await stored(brand)).answers - answers
  expect({ code, report: JSON.parse(stdout) }).toEqual({ code: 1, report: allAccepted(added, answers) })
  expect(stderr).toMatch(
    /^(\d+ imported, \d+ skipped, 0 rejected, \d+ per second\n)+.*Stopped before the end of the file. Run the command again to continue\.$/,
  )
  const rest = lines.length - answers - added
  expect(rest).toBeGreaterThan(0)
  expect((await stored(brand)).marked).toBe(0)

  expect(await importInto(brand, lines)).toEqual(allAccepted(rest, answers + added))
  await importInto(other, lines)
  expect(await getFacts(brand)).toEqual(await getFacts(other))
  const printed = await runCommand(service, 'export', brand)
  expect(
    printed
      .trim()
      .split('\n')
      .map((each) => withoutId(JSON.parse(each))),
  ).toEqual((await exportFrom(other)).map(withoutId))
  await rm(dirname(file), { recursive: true })
})

test('follow-ups are exported with the questions before, and imported as conversations', async () => {
  const owner = await service.signUp()
  const source = await newBrand(owner)
  const conversation = ['Best shoes?', 'Which are cheapest?', 'Where can I buy them?']
  const lines = conversation.map((prompt, turn) =>
    line({
      prompt,
      answered_at: `2026-01-05T06:0${turn}:00Z`,
      ...(turn > 0 && { follows: conversation.slice(0, turn) }),
    }),
  )
  // The same text as a first question is another prompt. Lines in any order create the questions before.
  const single = line({ prompt: 'Which are cheapest?', answered_at: '2026-01-05T07:00:00Z' })
  expect(await importInto(source, [...lines.toReversed(), single])).toEqual(allAccepted(4))
  const exported = await exportFrom(source)
  expect(exported.map(({ prompt, follows }) => [prompt, follows])).toEqual([
    ['Best shoes?', undefined],
    ['Which are cheapest?', ['Best shoes?']],
    ['Where can I buy them?', ['Best shoes?', 'Which are cheapest?']],
    ['Which are cheapest?', undefined],
  ])
  const target = await newBrand(owner, { name: 'Bolt' })
  expect(await importInto(target, exported)).toEqual(allAccepted(4))
  expect((await exportFrom(target)).map(withoutId)).toEqual(exported.map(withoutId))
  const { items } = await owner.ok(`GET /api/prompts?brand_id=${target.id}`)
  expect(items).toHaveLength(4)
  const tooLong = line({ follows: ['One?', 'Two?', 'Three?'], answered_at: '2026-01-06T06:00:00Z' })
  expect(await importInto(target, [tooLong])).toMatchObject({ imported: 0, rejected: [{ line: 1 }] })
})
