/** After a change of names only affected answers are analyzed again, with the same metrics as a full reanalysis. */
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { queryServers } from '../../test/citus-cluster.ts'
import { type Client, type Json, testService } from '../../test/support.ts'
import { decodeStored } from '../answers/stored-analysis.ts'
import { getBrand } from '../brands/brands.ts'
import {
  allAccepted,
  createContextFor,
  importLines,
  line,
  newBrand,
} from '../data-transfer/data-transfer.fixture.ts'
import { checkRollups } from '../doctor/check-rollups.ts'
import { applyStaged, countStaged } from './staging.ts'

const service = await testService()
const { db } = service.base

const answer = (day: number, answer_markdown: string, more: Record<string, unknown> = {}) =>
  line({ answered_at: `2026-01-0${day}T06:00:00Z`, answer_markdown, citations: [], ...more })

const zapatista = { name: 'Zapatista', domain: 'zapatista.com' }
const card = { product_title: 'Zapatista Runner 3', price_amount: 80, price_currency: 'EUR' }
const source = { url: 'https://shop.zapatista.com/a', title: 'A' }
/** The answers of the first and last day do not mention Zapatista. */
const history = [
  answer(1, 'Acme Shoes is good.'),
  answer(2, 'Zap**atista** is better than Fleetfoot.'),
  answer(3, 'Both are fine.', { citations: [source] }),
  answer(4, 'Have a look at these.', { shopping_cards: [card] }),
  answer(5, 'Fleetfoot is good, and cheap.', { citations: [{ url: 'https://fleetfoot.com/b', title: 'B' }] }),
]

async function brandWithHistory(owner: Client): Promise<Json> {
  const brand = await newBrand(owner)
  expect(await importLines(service, brand, history)).toEqual(allAccepted(history.length))
  return brand
}

const getCounts = async (brand: Json): Promise<number[]> => {
  const { rows } = await sql<Json>`
    select mention_counts[1] as n, a.names_version = b.names_version as current
    from answers a join brands b on b.id = a.brand_id where b.id = ${brand.id} order by day`.execute(db)
  expect(rows.every(({ current }) => current)).toBe(true)
  return rows.map(({ n }) => n)
}

/** Corrupts facts and rollups, to show which answers are analyzed and which days refreshed. */
const corrupt = (brand: Json) =>
  sql`update answers set mention_counts[1] = 9 where brand_id = ${brand.id}`.execute(db)

async function finishReanalysis(owner: Client, { reanalysis, job_id: jobId }: Json): Promise<Json> {
  await service.work()
  const job = await owner.ok(`GET /api/jobs/${reanalysis?.job_id ?? jobId}`)
  expect(job.status).toBe('completed')
  return job.result
}

const reanalyzeManually = async (owner: Client, brand: Json) =>
  finishReanalysis(owner, await owner.ok(`POST /api/brands/${brand.id}/reanalyse`))

const countStagedRows = async (brand: Json): Promise<Json> =>
  (
    await sql<Json>`
      select (select count(*) from staged_analyses where brand_id = ${brand.id}) as analyses,
        (select count(*) from staged_unchanged where brand_id = ${brand.id}) as unchanged,
        (select count(*) from name_changes where brand_id = ${brand.id}) as changes`.execute(db)
  ).rows[0]
const nothingStaged = { analyses: 0, unchanged: 0, changes: 0 }

const getRollups = async (brand: Json): Promise<Json[]> =>
  (
    await sql<Json>`
      select * from answer_days where brand_id = ${brand.id} order by day`.execute(db)
  ).rows

test('a new competitor has only possibly affected answers analyzed again; a manual reanalysis covers all', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const first = await getCounts(brand)
  const rollups = await getRollups(brand)
  await corrupt(brand)
  const added = await owner.ok(`POST /api/brands/${brand.id}/competitors`, zapatista)
  expect(await finishReanalysis(owner, added)).toEqual({ answers: 5, parsed: 3 })
  expect(await getCounts(brand)).toEqual([9, ...first.slice(1, 4), 9])
  expect(await countStagedRows(brand)).toEqual(nothingStaged)
  const getDay = ({ day }: Json) => ['2026-01-01', '2026-01-05'].includes(day)
  expect((await getRollups(brand)).filter(getDay)).toEqual(rollups.filter(getDay))
  const { rows: cards } = await sql<Json>`
    select c.entity = e.entity_no as "isOwned" from shopping_cards c join competitors e on e.brand_id = c.brand_id
    where c.brand_id = ${brand.id} and e.id = ${added.id}`.execute(db)
  expect(cards).toEqual([{ isOwned: true }])

  expect(await reanalyzeManually(owner, brand)).toEqual({ answers: 5, parsed: 5 })
  expect(await getCounts(brand)).toEqual(first)
})

test('a changed source category, an older parser version and unrecorded changes cause a full reanalysis', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const path = `/api/brands/${brand.id}`
  const alias = { aliases: ['Nowhere'] }
  const categories = { source_categories: { 'zapatista.com': 'forum' } }
  expect(await finishReanalysis(owner, await owner.ok(`PATCH ${path}`, alias))).toEqual({
    answers: 5,
    parsed: 0,
  })
  expect(await finishReanalysis(owner, await owner.ok(`PATCH ${path}`, categories))).toEqual({
    answers: 5,
    parsed: 5,
  })
  await owner.ok(`PATCH ${path}`, { source_categories: {} })
  expect(await finishReanalysis(owner, await owner.ok(`PATCH ${path}`, { aliases: [] }))).toEqual({
    answers: 5,
    parsed: 5,
  })
  const renamed = await owner.ok(`PATCH ${path}`, alias)
  await sql`update answers set analysis_version = 0 where brand_id = ${brand.id} and day = '2026-01-01'`.execute(
    db,
  )
  await sql`update answers set names_version = 0 where brand_id = ${brand.id} and day = '2026-01-05'`.execute(
    db,
  )
  expect(await finishReanalysis(owner, renamed)).toEqual({ answers: 5, parsed: 2 })
})

/** All stored facts of a brand's answers. */
async function getFacts(brand: Json): Promise<Json> {
  const { rows: answers } = await sql<Json>`
    select id, day, entities, mention_counts, ranks, own_citations, score_millipoints, sentiments, x.analysis
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
    rollups: await getRollups(brand),
  }
}

test('after any changes, also several at once, everything is as after a full reanalysis', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const path = `/api/brands/${brand.id}`
  const [fleetfoot] = (await owner.ok(`GET ${path}/competitors`)).items
  const added = await owner.ok(`POST ${path}/competitors`, { name: 'Runner', aliases: ['Zapata'] })
  const rounds: (() => Promise<unknown>)[][] = [
    // The second answer is analyzed with the names between two changes.
    [
      () => owner.ok(`PATCH ${path}/competitors/${added.id}`, { name: 'Zapatista', aliases: ['Runner'] }),
      () =>
        importLines(service, brand, [
          answer(6, 'A Runner beats Acme Shoes.'),
          answer(6, 'None.', { sample: 2 }),
        ]),
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
    const incremental = await getFacts(brand)
    const { answers, parsed } = await reanalyzeManually(owner, brand)
    expect(parsed).toBe(answers)
    expect(incremental).toEqual(await getFacts(brand))
  }
  for (const check of await checkRollups(service.base, { allDays: true })) expect(check.verdict).toBe('ok')
})

test('unchanged answers found by a crashed worker are reused if the names are still the same', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const first = await getCounts(brand)
  const added = await owner.ok(`POST /api/brands/${brand.id}/competitors`, zapatista)
  await corrupt(brand)
  const { rows } = await sql<Json>`select id from answers where brand_id = ${brand.id} order by id`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  const stage = (count: number, version: number) => sql`
    insert into staged_unchanged
    select ${brand.id}, ${ids[count - 1]}, names_version + ${version}::int, ${ids.slice(0, count)}::uuid[]
    from brands where id = ${brand.id}`
  await stage(5, -1).execute(db)
  await stage(2, 0).execute(db)
  expect(await finishReanalysis(owner, added)).toEqual({ answers: 5, parsed: 2 })
  expect(await getCounts(brand)).toEqual([9, 9, ...first.slice(2, 4), 9])
  expect(await countStagedRows(brand)).toEqual(nothingStaged)
})

test('results staged for older names are never applied', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const added = await owner.ok(`POST /api/brands/${brand.id}/competitors`, zapatista)
  const stageForOldNames = (table: string, columns: string) =>
    sql`insert into ${sql.table(table)} select brand_id, ${sql.raw(columns)} from answers where brand_id = ${brand.id}`
  await stageForOldNames('staged_unchanged', 'id, names_version, array[id]').execute(db)
  await stageForOldNames(
    'staged_analyses',
    "id, names_version, '{0}', '{7}', '{1}', '{0}', '{75000}', '{0}', '{}', '{}', '{}', '{}', '{}', ''",
  ).execute(db)
  const ctx = await createContextFor(service, brand)
  const now = await getBrand(ctx, brand.id)
  expect(await countStaged(ctx, now)).toEqual({ answers: 0, last: null })
  expect(await applyStaged(ctx, now)).toEqual({ parsed: 0, unchanged: 0 })
  expect(await finishReanalysis(owner, added)).toMatchObject({ answers: 5 })
  expect(await getCounts(brand)).not.toContain(7)
})

/** In a cluster, the wait is on the server of the brand. */
async function countLockWaits(): Promise<number> {
  const { rows } = await service.pool.query<{ name: string }>('select current_database() as name')
  const waiting = await queryServers(
    [inject('server'), ...inject('workers')],
    rows[0]?.name ?? '',
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length
}

test('answers are checked again when names change during the check', async () => {
  const owner = await service.signUp()
  const brand = await brandWithHistory(owner)
  const first = await owner.ok(`PATCH /api/brands/${brand.id}`, { aliases: ['Nowhere'] })
  // The job waits for this row lock when it stages its own row.
  const locking = await service.pool.connect()
  await locking.query('begin')
  await locking.query(
    `insert into staged_unchanged
     select brand_id, max(id::text)::uuid, 0, '{}' from answers where brand_id = $1 group by 1`,
    [brand.id],
  )
  const work = service.work()
  try {
    // On other connections: within a transaction, pg_stat_activity is read only once.
    await expect.poll(countLockWaits).toBe(1)
    const second = await owner.ok(`POST /api/brands/${brand.id}/competitors`, zapatista)
    expect(second.reanalysis).not.toEqual(first.reanalysis)
  } finally {
    await locking.query('rollback')
    locking.release()
  }
  await work
  expect(await owner.ok(`GET /api/jobs/${first.reanalysis.job_id}`)).toMatchObject({
    result: { answers: 5, parsed: 3 },
  })
  const incremental = await getFacts(brand)
  await reanalyzeManually(owner, brand)
  expect(incremental).toEqual(await getFacts(brand))
})
