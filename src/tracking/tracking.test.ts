import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, getKey, type Json, testService } from '../../test/support.ts'
import { recoverJobs, runJob } from '../jobs/worker.ts'
import { trackRun } from './track-run.ts'

const service = await testService()

async function brandWith(
  owner: Client,
  prompts: string[],
  more: Record<string, unknown> = {},
): Promise<Json> {
  const brand = await owner.ok('POST /api/brands', {
    name: 'Acme Shoes',
    domain: 'https://www.acme-shoes.com/',
    competitors: [{ name: 'Fleetfoot', domain: 'fleetfoot.com' }, { name: 'Roadrunner' }],
    ...more,
  })
  for (const text of prompts) await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
  return brand
}

/** Unique to each test, so that a simulated fault affects no other test. */
const promptFor = (label: string, n = 0) => `${label} ${n}: what are the best running shoes?`

const start = async (owner: Client, brand: Json, platforms = ['chatgpt']) =>
  (await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms })).jobId

const requestsFor = (label: string) =>
  service.simulator.requests.filter(({ prompt }) => prompt.startsWith(label))

test('a run queries every prompt on every platform, and the metrics match its answers', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [promptFor('whole', 1), promptFor('whole', 2)])
  expect(brand).toMatchObject({ slug: 'acme-shoes', domain: 'acme-shoes.com', status: 'active' })
  const jobId = await start(owner, brand, ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok', 'copilot'])
  expect(await owner.ok(`GET /api/tracking/status?jobId=${jobId}`)).toMatchObject({
    status: 'waiting',
    result: null,
    progress: null,
  })
  await service.work()
  const job = await owner.ok(`GET /api/tracking/job/${jobId}`)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const answered = results.filter((each: Json) => each.status === 'answered')
  const sum = (pick: (each: Json) => number) =>
    answered.reduce((all: number, each: Json) => all + pick(each), 0)
  expect(job).toMatchObject({
    status: 'completed',
    failedReason: null,
    progress: { completed: 12, total: 12 },
    result: {
      answers: 12,
      failed: 0,
      skipped: 0,
      mentions: sum((each) => each.mentions.count),
      citations: sum((each) => each.citations.length),
    },
  })
  expect(results).toHaveLength(12)
  for (const { response, mentions, surface } of answered) {
    expect(surface).toBe('simulated')
    for (const { start: from, end, text } of mentions.spans) expect(response.slice(from, end)).toBe(text)
  }
  const key = await getKey(owner, service.app)
  const summary: Json = (await key(`GET /api/v1/visibility-summary?brand_id=${brand.id}`)).body
  expect(summary).toMatchObject({
    simulated: true,
    result_count: answered.length,
    prompt_count: 2,
    avg_visibility_score: Math.round((sum((each) => each.visibility_score) / answered.length) * 100) / 100,
    mention_rate_pct:
      Math.round((sum((each) => Number(each.mentions.mentioned)) / answered.length) * 10_000) / 100,
    total_mentions: sum((each) => each.mentions.count),
    total_citations: sum((each) => each.citations.filter((citation: Json) => citation.is_own).length),
  })
  const fleetfoot = summary.top_competitors.find((each: Json) => each.name === 'Fleetfoot')
  const found = answered.flatMap((each: Json) =>
    each.competitors.filter((competitor: Json) => competitor.name === 'Fleetfoot'),
  )
  expect(fleetfoot?.total_mentions).toBe(found.reduce((all: number, each: Json) => all + each.count, 0))
})

test('a run that cannot start is rejected with what to do', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [])
  const check = (body: unknown) => owner.call('POST /api/tracking/check', body)
  expect(await check({ brandId: brand.id })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('no active prompt') },
  })
  expect(await check({ brandId: brand.id, platforms: ['bing'] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('chatgpt, gemini') },
  })
  expect(await check({ brandId: brand.id, platform: 'chatgpt' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'platform' }] },
  })
  expect(await check({})).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  await owner.ok(`PATCH /api/brands/${brand.slug}`, { status: 'paused' })
  expect(await check({ brandId: brand.id })).toMatchObject({ status: 409, body: { code: 'brand_paused' } })
})

test('a platform without a key is rejected, and the missing setting is named', async () => {
  const some = await testService({
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: `${service.simulator.url}/openai/v1`,
  })
  const owner = await some.signUp()
  const brand = await brandWith(owner, [promptFor('keyed')])
  expect(
    await owner.call('POST /api/tracking/check', { brandId: brand.id, platforms: ['claude'] }),
  ).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('ANTHROPIC_API_KEY') },
  })
  const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand.id })
  await some.work()
  const { result } = await owner.ok(`GET /api/tracking/job/${jobId}`)
  expect(result.platforms).toEqual([{ platform: 'chatgpt', answered: 1, failed: 0, skipped: 0, error: null }])
  expect(result).toMatchObject({ answers: 1, simulated: 0 })
})

test('a brand has one run at a time, even when several are requested concurrently', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [promptFor('one')])
  const body = { brandId: brand.id, platforms: ['chatgpt'] }
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => owner.call('POST /api/tracking/check', body)),
  )
  const started: Json = replies.find((reply) => reply.status === 202)?.body
  const refused = replies.filter((reply) => reply.status !== 202)
  expect(refused).toHaveLength(4)
  for (const reply of refused)
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict', jobId: started.jobId } })
  await service.work()
  expect((await owner.call('POST /api/tracking/check', body)).status).toBe(202)
})

test('a waiting run is cancelled immediately and never starts; a finished run cannot be cancelled', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [promptFor('waiting')])
  const jobId = await start(owner, brand)
  expect(await owner.ok(`DELETE /api/tracking/job/${jobId}`)).toEqual({
    success: true,
    jobId,
    status: 'cancelled',
  })
  await runJob(service.base, { brandId: brand.id, jobId }, trackRun, new AbortController().signal)
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({
    status: 'cancelled',
    result: null,
  })
  expect(requestsFor('waiting')).toHaveLength(0)
  expect(await owner.call(`DELETE /api/tracking/job/${jobId}`)).toMatchObject({
    status: 409,
    body: { code: 'job_finished' },
  })
})

test('an active run is cancelled while an engine hangs', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [promptFor('hanging')])
  service.simulator.fault({ kind: 'hang', promptIncludes: 'hanging' })
  const jobId = await start(owner, brand)
  const working = service.work()
  await expect.poll(() => requestsFor('hanging').length).toBe(1)
  expect(await owner.ok(`DELETE /api/tracking/job/${jobId}`)).toMatchObject({ status: 'cancelling' })
  await working
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({ status: 'cancelled' })
})

test('a run that loses its lock aborts its queries and resumes later', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [promptFor('lost')])
  service.simulator.fault({ kind: 'hang', promptIncludes: 'lost', times: 1 })
  const jobId = await start(owner, brand)
  const working = service.work()
  await expect.poll(() => requestsFor('lost').length).toBe(1)
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and (classid::int8 << 32 | objid::int8) = hashtextextended(${jobId}, 0)`.execute(service.base.db)
  await working
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({ status: 'waiting' })
  await service.work()
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({ status: 'completed' })
})

test('a run whose worker crashed is resumed and queries only what has no answer', async () => {
  const owner = await service.signUp()
  const prompts = Array.from({ length: 6 }, (_, n) => promptFor('crashing', n))
  const brand = await brandWith(owner, prompts)
  const jobId = await start(owner, brand)
  // The first worker stops halfway and leaves the job as a killed process would: active, with its lock free.
  service.simulator.fault({ kind: 'hang', promptIncludes: 'crashing 5', times: 1 })
  const crashed = new AbortController()
  const first = runJob(service.base, { brandId: brand.id, jobId }, trackRun, crashed.signal)
  await expect
    .poll(async () => (await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)).results.length)
    .toBe(5)
  crashed.abort(new Error('crashed'))
  await first
  await sql`update jobs set status = 'active', attempts = 1 where brand_id = ${brand.id}`.execute(
    service.base.db,
  )
  expect(await recoverJobs(service.base)).toBe(1)
  await service.work()
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({
    status: 'completed',
    result: { answers: 6, failed: 0 },
  })
  expect(requestsFor('crashing')).toHaveLength(7)
})

test('a job survives worker crashes while it makes progress, and fails after the third without', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [promptFor('thrice')])
  const jobId = await start(owner, brand)
  // A worker that reaches this progress and crashes.
  const crashAt = async (completed: number) => {
    await runJob(
      service.base,
      { brandId: brand.id, jobId },
      async (_, { report }) => {
        report({ phase: 'preparing', completed: 0, total: 5 })
        report({ phase: 'querying-platforms', completed, total: 5 })
        await expect
          .poll(async () => (await owner.ok(`GET /api/tracking/job/${jobId}`)).progress?.completed)
          .toBe(completed)
        throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      },
      new AbortController().signal,
    )
    return (await owner.ok(`GET /api/tracking/job/${jobId}`)).status
  }
  for (const completed of [1, 2, 3, 4, 4, 2]) expect(await crashAt(completed)).toBe('waiting')
  expect(await crashAt(4)).toBe('failed')
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({
    failedReason: expect.stringContaining('third time without progress'),
  })
})

test('a rejected key stops only its own engine, and the result says why', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(
    owner,
    Array.from({ length: 30 }, (_, n) => promptFor('refused', n)),
  )
  service.simulator.fault({ engine: 'openai', kind: 'bad_key', promptIncludes: 'refused', times: 1000 })
  const jobId = await start(owner, brand, ['chatgpt', 'claude'])
  await service.work()
  const { status, result } = await owner.ok(`GET /api/tracking/job/${jobId}`)
  expect(status).toBe('completed')
  const [chatgpt, claude] = result.platforms
  expect(claude).toMatchObject({ platform: 'claude', answered: 30, failed: 0, error: null })
  expect(chatgpt).toMatchObject({ platform: 'chatgpt', answered: 0, error: expect.stringContaining('key') })
  expect(chatgpt.failed).toBeLessThan(30)
  expect(result.skipped).toBe(30 - chatgpt.failed)
})

test('a run without any answer fails with the reason and adds nothing to the metrics', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [promptFor('nothing')])
  service.simulator.fault({ kind: 'bad_key', promptIncludes: 'nothing', times: 1000 })
  const jobId = await start(owner, brand)
  await service.work()
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({
    status: 'failed',
    result: null,
    failedReason: expect.stringContaining('ChatGPT'),
  })
  expect(await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)).toMatchObject({
    result_count: 0,
    avg_visibility_score: null,
    mention_rate_pct: null,
    intervals: { mention_rate_pct: null },
    change: { state: 'insufficient_data', established: null },
  })
})

test('empty and refused answers are stored but excluded from every denominator', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [
    promptFor('hollow', 1),
    promptFor('hollow', 2),
    promptFor('hollow', 3),
  ])
  service.simulator.fault({ kind: 'empty', promptIncludes: 'hollow 1' })
  service.simulator.fault({ kind: 'refused', promptIncludes: 'hollow 2' })
  const jobId = await start(owner, brand)
  await service.work()
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const named = results.map(({ status, mentions }: Json) => `${status}: ${typeof mentions.mentioned}`)
  // `typeof null` is "object": an answer without text has no value for `mentioned`.
  expect(named.sort()).toEqual(['answered: boolean', 'empty: object', 'refused: object'])
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({
    result: { answers: 3, refused: 1, empty: 1, failed: 0, simulated: 3 },
  })
  expect(await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)).toMatchObject({
    result_count: 1,
  })
})

test('a query that fails temporarily is sent again', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, [promptFor('shaky')])
  service.simulator.fault({ kind: '500', promptIncludes: 'shaky', times: 1 })
  const jobId = await start(owner, brand)
  await service.work()
  expect(await owner.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({
    status: 'completed',
    result: { answers: 1, failed: 0 },
  })
  expect(requestsFor('shaky')).toHaveLength(2)
})

test("another organization's brand, run and prompt are not found", async () => {
  const [owner, otherOwner] = await Promise.all([service.signUp(), service.signUp()])
  const brand = await brandWith(owner, [promptFor('private')])
  const jobId = await start(owner, brand)
  const replies = await Promise.all([
    otherOwner.call('POST /api/tracking/check', { brandId: brand.id, nonsense: true }),
    otherOwner.call(`GET /api/tracking/status?jobId=${jobId}`),
    otherOwner.call(`GET /api/tracking/job/${jobId}`),
    otherOwner.call(`DELETE /api/tracking/job/${jobId}`),
    otherOwner.call(`GET /api/tracking/results?brandId=${brand.id}`),
    otherOwner.call(`GET /api/jobs/${jobId}`),
    otherOwner.call(`GET /api/runs?brand_id=${brand.id}`),
    otherOwner.call(`GET /api/metrics/visibility-summary?brand_id=${brand.id}&days=nonsense`),
  ])
  expect(replies.map((reply) => reply.status)).toEqual(Array(replies.length).fill(404))
  const own = await otherOwner.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })
  await otherOwner.ok('POST /api/prompts', { brand_id: own.id, text: 'Which other?' })
  const { items } = await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)
  expect(
    await otherOwner.call('POST /api/tracking/check', { brandId: own.id, promptIds: [items[0].id] }),
  ).toMatchObject({ status: 404 })
})

test('caps on runs return how long to wait', async () => {
  const capped = await testService({ TRACKING_RUNS_PER_DAY: '2', TRACKING_COOLDOWN_SECONDS: '60' })
  const owner = await capped.signUp()
  const [first, second, third] = await Promise.all(
    ['a', 'b', 'c'].map((name) => brandWith(owner, [promptFor(name)], { name, competitors: [] })),
  )
  const check = (brand: Json) => owner.call('POST /api/tracking/check', { brandId: brand.id })
  const jobId = await start(owner, first)
  // The brand's unfinished run takes precedence over the caps.
  expect(await check(first)).toMatchObject({ status: 409, body: { code: 'conflict', jobId } })
  await capped.work()
  const cooling = await check(first)
  expect(cooling).toMatchObject({
    status: 429,
    body: { code: 'cooldown', retry_after_seconds: expect.any(Number) },
  })
  expect(Number(cooling.headers['retry-after'])).toBeGreaterThan(0)
  expect((await check(second)).status).toBe(202)
  expect(await check(third)).toMatchObject({
    status: 429,
    body: { code: 'run_cap', limit: 2, used: 2, retry_after_seconds: expect.any(Number) },
  })
})

test('results are paged by limit and cursor, and complete without them', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Paged', domain: 'paged.com' })
  for (const text of ['One?', 'Two?', 'Three?'])
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text, region: text === 'Two?' ? 'DE' : null })
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt', 'gemini'] })
  await service.work()
  const address = `GET /api/tracking/results?brandId=${brand.id}`
  const whole = await owner.ok(address)
  expect(whole).toMatchObject({ results: { length: 6 }, next_cursor: null })
  const pages: Json[][] = []
  let cursor: string | null = null
  do {
    const page: Json = await owner.ok(`${address}&limit=4${cursor === null ? '' : `&cursor=${cursor}`}`)
    pages.push(page.results)
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(pages.map(({ length }) => length)).toEqual([4, 2])
  expect(pages.flat()).toEqual(whole.results)
  for (const wrong of ['limit=0', 'limit=1e2', 'cursor=x'])
    expect((await owner.call(`${address}&${wrong}`)).status, wrong).toBe(400)
})
