import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../test/support.ts'
import { reanalyzeOutdatedAnswers } from './reanalysis.ts'

const service = await testService()

const owner = await service.signUp()
/** Its simulated answers mention Fleetfoot, a tracked competitor, and names that are not. Shared by the tests, in order. */
const brand = await owner.ok('POST /api/brands', {
  name: 'Acme Shoes',
  domain: 'acme-shoes.com',
  competitors: [{ name: 'Fleetfoot', domain: 'fleetfoot.com' }],
})
for (const text of ['What are the best running shoes?', 'Which running shoes are the best?'])
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
await owner.ok('POST /api/tracking/check', { brandId: brand.id })
await service.work()

async function getSummary(owner: Client, brand: Json): Promise<Json> {
  const { as_of: _, ...summary } = await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)
  return summary
}

/** All stored facts of a brand, independent of the order in which they were stored. */
async function getFacts(brand: Json): Promise<Json> {
  const { rows: answers } = await sql<Json>`
    select id, entities, mention_counts, ranks, own_citations, score_millipoints, names_version from answers
    where brand_id = ${brand.id} order by id`.execute(service.base.db)
  const { rows: citations } = await sql<Json>`
    select answer_id, position, url_id, domain_id, category, entity from answer_citations
    where brand_id = ${brand.id} order by answer_id, position`.execute(service.base.db)
  const { rows: rollups } = await sql<Json>`
    select day, segments, prompts, entities, mentions, ranks, own_citations, scores, urls from answer_days
    where brand_id = ${brand.id} order by day`.execute(service.base.db)
  return { answers, citations, sums: rollups }
}

test('a competitor added later is counted in all stored answers and ranked', async () => {
  const before = await getSummary(owner, brand)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const answered = results.filter((each: Json) => each.status === 'answered')
  const texts: string[] = answered.map((each: Json) => each.response)
  // An untracked name: the simulator shows such brands in bold or as headings.
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\*\*([A-Z][\w-]+)\*\*/g)].map((match) => match[1] ?? ''),
  )
  const newcomer = names.find((name) => name !== '' && !['Fleetfoot', 'Acme'].includes(name))
  expect(newcomer).toBeDefined()
  const added = await owner.ok(`POST /api/brands/${brand.id}/competitors`, { name: newcomer })
  expect(await owner.ok(`GET /api/jobs/${added.reanalysis.job_id}`)).toMatchObject({
    kind: 'reanalyze',
    status: 'waiting',
  })
  expect(await getSummary(owner, brand)).toEqual(before)
  await service.work()
  expect(await owner.ok(`GET /api/jobs/${added.reanalysis.job_id}`)).toMatchObject({
    status: 'completed',
    progress: { phase: 'analyzing', completed: texts.length, total: texts.length },
    result: { answers: texts.length },
  })
  const after = await getSummary(owner, brand)
  expect(after.result_count).toBe(before.result_count)
  const row = after.top_competitors.find((each: Json) => each.name === newcomer)
  const { results: reanalyzed } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const counted = reanalyzed.flatMap((each: Json) =>
    each.competitors.filter((one: Json) => one.name === newcomer),
  )
  expect(row.total_mentions).toBe(counted.reduce((sum: number, one: Json) => sum + one.count, 0))
  expect(row.total_mentions).toBeGreaterThan(0)

  // After the competitor is removed, everything is as before.
  expect((await owner.call(`DELETE /api/brands/${brand.id}/competitors/${added.id}`)).status).toBe(204)
  await service.work()
  expect(await getSummary(owner, brand)).toEqual(before)
})

test('a reanalysis finds what a first analysis with the same names finds', async () => {
  const { names_version: _, ...first } = (await getFacts(brand)).answers[0]
  await owner.ok(`PATCH /api/brands/${brand.id}`, { name: 'Zzyzx', domain: 'zzyzx.example.com' })
  await service.work()
  expect(await getSummary(owner, brand)).toMatchObject({
    total_mentions: 0,
    total_citations: 0,
    mention_rate_pct: 0,
  })
  await owner.ok(`PATCH /api/brands/${brand.id}`, { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  await service.work()
  expect((await getFacts(brand)).answers[0]).toMatchObject(first)
})

test('answers of an older parser version are analyzed again', async () => {
  const before = await getFacts(brand)
  await sql`update answers set analysis_version = 0, mention_counts = '{9}' where brand_id = ${brand.id} and status = 'answered'`.execute(
    service.base.db,
  )
  await reanalyzeOutdatedAnswers(service.base)
  await service.work()
  expect(await getFacts(brand)).toEqual(before)
})

test('a reanalysis can be cancelled like a run, and then changes nothing', async () => {
  const otherOwner = await service.signUp()
  const before = await getFacts(brand)
  const { job_id: jobId } = await owner.ok(`POST /api/brands/${brand.id}/reanalyse`)
  const getReanalysis = () => owner.ok(`GET /api/brands/${brand.id}/reanalysis`)
  expect(await getReanalysis()).toEqual({ job: { id: jobId, progress: null } })
  expect(await otherOwner.call(`DELETE /api/jobs/${jobId}`)).toMatchObject({ status: 404 })
  expect(await owner.ok(`DELETE /api/jobs/${jobId}`)).toEqual({ id: jobId, status: 'cancelled' })
  expect(await getReanalysis()).toEqual({ job: null })
  await service.work()
  expect(await getFacts(brand)).toEqual(before)
  expect(await owner.call(`DELETE /api/jobs/${jobId}`)).toMatchObject({
    status: 409,
    body: { code: 'job_finished' },
  })
})

test('a changed source category applies to all stored answers', async () => {
  const cited = async (): Promise<Json[]> =>
    (await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)).results.flatMap(
      (each: Json) => each.citations,
    )
  const source = (await cited()).find(
    (each) => each.domain !== null && !['owned', 'competitor', 'reference'].includes(each.category),
  )
  await owner.ok(`PATCH /api/brands/${brand.id}`, {
    source_categories: { [`https://www.${source.domain}/`]: 'reference' },
  })
  await service.work()
  const after = (await cited()).filter((each) => each.domain === source.domain)
  expect(after.length).toBeGreaterThan(0)
  expect(new Set(after.map((each) => each.category))).toEqual(new Set(['reference']))
  expect(await owner.ok(`GET /api/brands/${brand.id}`)).toMatchObject({
    source_categories: { [source.domain]: 'reference' },
  })
  expect(
    await owner.call(`PATCH /api/brands/${brand.id}`, { source_categories: { 'a.com': 'owned' } }),
  ).toMatchObject({ status: 400 })
})

test('a new alias makes the prompts that contain it branded', async () => {
  const prompt = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Is Zapatista any good?' })
  expect(prompt.branded).toBe(false)
  await owner.ok(`PATCH /api/brands/${brand.id}`, { aliases: ['Zapatista'] })
  await service.work()
  expect(await owner.ok(`GET /api/prompts/${prompt.id}`)).toMatchObject({ branded: true })
})

test('an interrupted reanalysis changes nothing visible, and continues where it stopped', async () => {
  const before = await getFacts(brand)
  await owner.ok(`POST /api/brands/${brand.id}/reanalyse`)
  // The state after a worker was killed: some answers staged, the job waiting again.
  await sql`
    insert into staged_analyses
    select brand_id, id, (select names_version from brands where id = ${brand.id}), '{0}', '{7}', '{1}', '{0}', '{75000}', '{0}', '{}', '{}', '{}', '{}', '{}', '{}'
    from answers where brand_id = ${brand.id} and status = 'answered' order by id limit 3`.execute(
    service.base.db,
  )
  expect(await getFacts(brand)).toEqual(before)
  // The three staged answers are applied and not parsed again.
  await service.work()
  const { answers } = await getFacts(brand)
  expect(answers.filter((each: Json) => each.mention_counts[0] === 7)).toHaveLength(3)
  const { rows } = await sql`select 1 from staged_analyses where brand_id = ${brand.id}`.execute(
    service.base.db,
  )
  expect(rows).toHaveLength(0)
})

test('concurrent changes share one reanalysis, and changes unrelated to names cause none', async () => {
  const first = await owner.ok(`PATCH /api/brands/${brand.id}`, { aliases: ['Acme'] })
  const second = await owner.ok(`POST /api/brands/${brand.id}/competitors`, { name: 'Roadrunner' })
  expect(second.reanalysis).toEqual(first.reanalysis)
  expect(await owner.ok(`PATCH /api/brands/${brand.id}`, { industry: 'Shoes' })).not.toHaveProperty(
    'reanalysis',
  )
  const empty = await owner.ok('POST /api/brands', { name: 'Empty', domain: 'empty.com' })
  expect(await owner.ok(`PATCH /api/brands/${empty.id}`, { aliases: ['Void'] })).not.toHaveProperty(
    'reanalysis',
  )
  expect(await owner.call(`POST /api/brands/${empty.id}/reanalyse`)).toMatchObject({ status: 409 })
})

test('answers of a run during which names changed are analyzed again with the new names', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  await owner.ok('POST /api/prompts', {
    brand_id: brand.id,
    text: 'Midway: what are the best running shoes?',
  })
  await owner.ok('POST /api/prompts', {
    brand_id: brand.id,
    text: 'Midway 2: what are the best running shoes?',
  })
  service.simulator.fault({ kind: 'slow', seconds: 1, promptIncludes: 'Midway 2', times: 1 })
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  const run = service.work()
  await expect
    .poll(async () => (await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)).results.length)
    .toBe(1)
  const changed = await owner.ok(`PATCH /api/brands/${brand.id}`, { aliases: ['Acme'] })
  await service.work()
  await run
  await service.work()
  const { rows } = await sql<Json>`
    select a.names_version = b.names_version as current from answers a join brands b on b.id = a.brand_id
    where a.brand_id = ${brand.id}`.execute(service.base.db)
  expect(rows).toEqual([{ current: true }, { current: true }])
  expect(changed.reanalysis).toBeDefined()
})
