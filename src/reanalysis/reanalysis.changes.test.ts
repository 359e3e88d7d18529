/** After a change of names only what it could have touched is read again, and the numbers are those of reading everything. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../test/support.ts'
import { decodeStored } from '../answers/stored-analysis.ts'
import { getBrand } from '../brands/brands.ts'
import { contextOf, line, newBrand, nothingRejected, take } from '../data-transfer/data-transfer.fixture.ts'
import { checkRollups } from '../doctor/check-rollups.ts'
import { applyStaged, countStaged } from './staging.ts'

const service = await testService()
const { db } = service.base

const answer = (day: number, answer_markdown: string, more: Record<string, unknown> = {}) =>
  line({ answered_at: `2026-01-0${day}T06:00:00Z`, answer_markdown, citations: [], ...more })

const zapatista = { name: 'Zapatista', domain: 'zapatista.com' }
const card = { product_title: 'Zapatista Runner 3', price_amount: 80, price_currency: 'EUR' }
const source = { url: 'https://shop.zapatista.com/a', title: 'A' }
/** On the first and the last day there is nothing of Zapatista's. */
const history = [
  answer(1, 'Acme Shoes is good.'),
  answer(2, 'Zap**atista** is better than Fleetfoot.'),
  answer(3, 'Both are fine.', { citations: [source] }),
  answer(4, 'Have a look at these.', { shopping_cards: [card] }),
  answer(5, 'Fleetfoot is good, and cheap.', { citations: [{ url: 'https://fleetfoot.com/b', title: 'B' }] }),
]

async function brandWithHistory(owner: Client): Promise<Json> {
  const brand = await newBrand(owner)
  expect(await take(service, brand, history)).toEqual(nothingRejected(history.length))
  return brand
}

const countsOf = async (brand: Json): Promise<number[]> => {
  const { rows } = await sql<Json>`
    select mention_counts[1] as n, a.names_version = b.names_version as current
    from answers a join brands b on b.id = a.brand_id where b.id = ${brand.id} order by day`.execute(db)
  expect(rows.every(({ current }) => current)).toBe(true)
  return rows.map(({ n }) => n)
}

/** So that it shows which answers are read, and which days summed up, anew. */
const spoil = (brand: Json) =>
  sql`update answers set mention_counts[1] = 9 where brand_id = ${brand.id}`.execute(db)

async function workOn(owner: Client, { reanalysis, job_id: jobId }: Json): Promise<Json> {
  await service.work()
  const job = await owner.ok(`GET /api/jobs/${reanalysis?.job_id ?? jobId}`)
  expect(job.status).toBe('completed')
  return job.result
}

const byHand = async (owner: Client, brand: Json) =>
  workOn(owner, await owner.ok(`POST /api/brands/${brand.id}/reanalyse`))

const leftovers = async (brand: Json): Promise<Json> =>
  (
    await sql<Json>`
      select (select count(*) from staged_analyses where brand_id = ${brand.id}) as readings,
        (select count(*) from staged_unchanged where brand_id = ${brand.id}) as unchanged,
        (select count(*) from name_changes where brand_id = ${brand.id}) as changes`.execute(db)
  ).rows[0]
const nothingLeft = { readings: 0, unchanged: 0, changes: 0 }

const sumsOf = async (brand: Json): Promise<Json[]> =>
  (
    await sql<Json>`
      select * from rollup_rows where brand_id = ${brand.id} and part = 'day' order by day, segment`.execute(
      db,
    )
  ).rows

test('a new competitor has only those answers read again that it can be found in; by hand all are', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const first = await countsOf(brand)
  const sums = await sumsOf(brand)
  await spoil(brand)
  const added = await owner.ok(`POST /api/brands/${brand.id}/competitors`, zapatista)
  expect(await workOn(owner, added)).toEqual({ answers: 5, read: 3 })
  expect(await countsOf(brand)).toEqual([9, ...first.slice(1, 4), 9])
  expect(await leftovers(brand)).toEqual(nothingLeft)
  const dayOf = ({ day }: Json) => ['2026-01-01', '2026-01-05'].includes(day)
  expect((await sumsOf(brand)).filter(dayOf)).toEqual(sums.filter(dayOf))
  const { rows: cards } = await sql<Json>`
    select c.entity = e.number as hers from shopping_cards c join competitors e on e.brand_id = c.brand_id
    where c.brand_id = ${brand.id} and e.id = ${added.id}`.execute(db)
  expect(cards).toEqual([{ hers: true }])

  expect(await byHand(owner, brand)).toEqual({ answers: 5, read: 5 })
  expect(await countsOf(brand)).toEqual(first)
})

test('what no names can tell is read wholly: another category of sources, an older reader, a version nobody knows of', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const path = `/api/brands/${brand.id}`
  const alias = { aliases: ['Nowhere'] }
  const categories = { source_categories: { 'zapatista.com': 'forum' } }
  expect(await workOn(owner, await owner.ok(`PATCH ${path}`, alias))).toEqual({ answers: 5, read: 0 })
  expect(await workOn(owner, await owner.ok(`PATCH ${path}`, categories))).toEqual({ answers: 5, read: 5 })
  await owner.ok(`PATCH ${path}`, { source_categories: {} })
  expect(await workOn(owner, await owner.ok(`PATCH ${path}`, { aliases: [] }))).toEqual({
    answers: 5,
    read: 5,
  })
  const renamed = await owner.ok(`PATCH ${path}`, alias)
  await sql`update answers set analysis_version = 0 where brand_id = ${brand.id} and day = '2026-01-01'`.execute(
    db,
  )
  await sql`update answers set names_version = 0 where brand_id = ${brand.id} and day = '2026-01-05'`.execute(
    db,
  )
  expect(await workOn(owner, renamed)).toEqual({ answers: 5, read: 2 })
})

/** Everything that is kept of a brand's readings. */
async function readingsOf(brand: Json): Promise<Json> {
  const { rows: answers } = await sql<Json>`
    select id, day, entities, mention_counts, ranks, own_citations, scores_milli, sentiments, x.analysis
    from answers a join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    where a.brand_id = ${brand.id} order by id`.execute(db)
  const { rows: citations } = await sql<Json>`
    select answer_id, position, url_id, domain_id, category, entity from answer_citations
    where brand_id = ${brand.id} order by answer_id, position`.execute(db)
  const { rows: cards } = await sql<Json>`
    select id, entity from shopping_cards where brand_id = ${brand.id} order by id`.execute(db)
  return {
    answers: answers.map(({ analysis, ...facts }) => ({ ...facts, analysis: decodeStored(analysis) })),
    citations,
    cards,
    sums: await sumsOf(brand),
  }
}

test('after any changes, many at once too, everything is as if all had been read', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const path = `/api/brands/${brand.id}`
  const [fleetfoot] = (await owner.ok(`GET ${path}/competitors`)).items
  const added = await owner.ok(`POST ${path}/competitors`, { name: 'Runner', aliases: ['Zapata'] })
  const rounds: (() => Promise<unknown>)[][] = [
    // The second answer is read with names of between two changes.
    [
      () => owner.ok(`PATCH ${path}/competitors/${added.id}`, { name: 'Zapatista', aliases: ['Runner'] }),
      () =>
        take(service, brand, [answer(6, 'A Runner beats Acme Shoes.'), answer(6, 'None.', { sample: 2 })]),
      () => owner.ok(`PATCH ${path}/competitors/${added.id}`, { domain: 'shop.zapatista.com' }),
      () => owner.ok(`POST ${path}/products`, { name: 'Zapatista Runner', aliases: ['cheap'] }),
    ],
    [() => owner.ok(`PATCH ${path}/competitors/${fleetfoot.id}`, { exclude_phrases: ['Fleetfoot is good'] })],
    [
      () => owner.ok(`PATCH ${path}`, { domains: ['zapatista.com'], case_sensitive: true }),
      () => owner.ok(`PATCH ${path}/competitors/${fleetfoot.id}`, { domain: null, exclude_phrases: [] }),
    ],
    [() => owner.call(`DELETE ${path}/competitors/${added.id}`)],
  ]
  for (const round of rounds) {
    for (const step of round) await step()
    await service.work()
    const found = await readingsOf(brand)
    const { answers, read } = await byHand(owner, brand)
    expect(read).toBe(answers)
    expect(found).toEqual(await readingsOf(brand))
  }
  for (const check of await checkRollups(service.base, { allDays: true })) expect(check.verdict).toBe('ok')
})

test('a worker that is killed leaves what it found unchanged to the next, if names are still the same', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const first = await countsOf(brand)
  const added = await owner.ok(`POST /api/brands/${brand.id}/competitors`, zapatista)
  await spoil(brand)
  const { rows } = await sql<Json>`select id from answers where brand_id = ${brand.id} order by id`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  const leave = (count: number, version: number) => sql`
    insert into staged_unchanged
    select ${brand.id}, ${ids[count - 1]}, names_version + ${version}::int, ${ids.slice(0, count)}::uuid[]
    from brands where id = ${brand.id}`
  await leave(5, -1).execute(db)
  await leave(2, 0).execute(db)
  expect(await workOn(owner, added)).toEqual({ answers: 5, read: 2 })
  expect(await countsOf(brand)).toEqual([9, 9, ...first.slice(2, 4), 9])
  expect(await leftovers(brand)).toEqual(nothingLeft)
})

test("what another worker stages for older names takes nobody's place", async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const added = await owner.ok(`POST /api/brands/${brand.id}/competitors`, zapatista)
  const late = (table: string, columns: string) =>
    sql`insert into ${sql.table(table)} select brand_id, ${sql.raw(columns)} from answers where brand_id = ${brand.id}`
  await late('staged_unchanged', 'id, names_version, array[id]').execute(db)
  await late(
    'staged_analyses',
    "id, names_version, '{0}', '{7}', '{1}', '{0}', '{75000}', '{0}', '{}', '{}', '{}', '{}', '{}', ''",
  ).execute(db)
  const ctx = await contextOf(service, brand)
  const now = await getBrand(ctx, brand.id)
  expect(await countStaged(ctx, now)).toEqual({ answers: 0, last: null })
  expect(await applyStaged(ctx, now)).toEqual({ read: 0, unchanged: 0 })
  expect(await workOn(owner, added)).toMatchObject({ answers: 5 })
  expect(await countsOf(brand)).not.toContain(7)
})

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

test('names that change while answers are looked at have them looked at again', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const first = await owner.ok(`PATCH /api/brands/${brand.id}`, { aliases: ['Nowhere'] })
  // The job waits for this row, which is about to be where it puts its own.
  const holder = await service.pool.connect()
  await holder.query('begin')
  await holder.query(
    `insert into staged_unchanged
     select brand_id, max(id::text)::uuid, 0, '{}' from answers where brand_id = $1 group by 1`,
    [brand.id],
  )
  const work = service.work()
  try {
    await expect.poll(async () => (await holder.query(waiting)).rows.length, { interval: 10 }).toBe(1)
    const second = await owner.ok(`POST /api/brands/${brand.id}/competitors`, zapatista)
    expect(second.reanalysis).not.toEqual(first.reanalysis)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await work
  expect(await owner.ok(`GET /api/jobs/${first.reanalysis.job_id}`)).toMatchObject({
    result: { answers: 5, read: 3 },
  })
  const found = await readingsOf(brand)
  await byHand(owner, brand)
  expect(found).toEqual(await readingsOf(brand))
})
