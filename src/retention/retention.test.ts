import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createClientFor, getKey, type Json, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { createTestBrand } from '../metrics/answers.fixture.ts'
import { refresh, verifyVisits } from '../metrics/rollups.ts'
import { routes } from '../routes.ts'
import { applyRetention } from './apply-retention.ts'

const never = new AbortController().signal
const service = await testService()
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const keepAll = { raw_payload_days: null, answer_text_days: null, visit_days: null, audit_log_days: null }

/** A brand with four answers from 1 to 100 days ago, each with a raw payload, and visits on the same days. */
async function createHistory() {
  const testBrand = await createTestBrand(service)
  const { brand, prompts, ctx } = testBrand
  for (const [age, text] of [
    [100, 'Zorvex and Quilmar are good. Pelvarin is not.'],
    [40, 'Quilmar is the one to buy, then Zorvex.'],
    [20, 'Zorvex is great. Velopace too.'],
    [1, 'Brentiva is fine.'],
  ] as const) {
    await testBrand.write({
      prompt: prompts.plain,
      day: daysAgo(age),
      text,
      cites: ['https://zorvex.com/a', `https://example.com/${age}`],
    })
    await sql`
      insert into visits (brand_id, id, visited_at, day, platform, page)
      values (${brand.id}, gen_random_uuid(), ${daysAgo(age)}::date, ${daysAgo(age)}::date, 'chatgpt', '/a')`.execute(
      ctx.db,
    )
  }
  await sql`update answer_texts set raw = '\\x7b7d' where brand_id = ${brand.id}`.execute(ctx.db)
  await refresh(ctx, brand.id)
  return testBrand
}

/** Themes are found in the texts of the answers. */
const needsTexts = (address: string) => address.includes('sentiment-themes')

/** All responses of the metrics that need only a brand and no texts, over all of its history. */
async function readMetrics({ owner, brand }: Awaited<ReturnType<typeof createHistory>>) {
  const withKey = await getKey(owner, service.app)
  const addresses = Object.entries(routes).flatMap(([address, { query, kind }]) => {
    if (!/^GET \/api\/(v1|mcp|metrics)\//.test(address) || kind !== 'json' || needsTexts(address)) return []
    const required = Object.entries(query?.shape ?? {}).filter(
      ([, field]) => !field.safeParse(undefined).success,
    )
    return required.length === 1 && required[0]?.[0] === 'brand_id'
      ? [[address, Object.keys(query?.shape ?? {}).includes('date_from')] as const]
      : []
  })
  const replies: Record<string, unknown> = {}
  for (const [address, hasDates] of addresses) {
    const url = `${address}?brand_id=${brand.id}${hasDates ? `&date_from=${daysAgo(120)}&date_to=${daysAgo(0)}` : ''}`
    const reply = address.includes('/metrics/') ? await owner.call(url) : await withKey(url)
    expect(reply.status, `${url} ${reply.text}`).toBe(200)
    replies[address] = { ...(reply.body as Json), as_of: null }
  }
  return replies
}

const getCounts = async ({ ctx, brand }: Awaited<ReturnType<typeof createHistory>>) => {
  const { rows } = await sql<Json>`
    select
      (select count(*)::int from answers where brand_id = ${brand.id}) as answers,
      (select count(*)::int from answer_texts where brand_id = ${brand.id}) as texts,
      (select count(*)::int from answer_texts where brand_id = ${brand.id} and raw is not null) as raw,
      (select count(*)::int from visits where brand_id = ${brand.id}) as visits`.execute(ctx.db)
  return rows[0]
}

/** Returns the chain of an action on the page that answers cite, which was published before all of them. */
async function declareAction({ ctx, owner, brand }: Awaited<ReturnType<typeof createHistory>>) {
  const [id, at, day] = [newId(), ctx.now(), daysAgo(110)]
  const times = { designed_at: at, created_at: at, updated_at: at }
  await ctx.db
    .insertInto('actions')
    .values({
      ...{ brand_id: brand.id, id, kind: 'published_page', title: 'Shoes', day, url: 'https://zorvex.com/a' },
      ...{
        weeks: 4,
        number: 'score',
        affected_prompt_ids: [],
        control_prompt_ids: [],
        actor_kind: 'system',
        ...times,
      },
    })
    .execute()
  return async (): Promise<Json> => (await owner.ok(`GET /api/brands/${brand.id}/actions/${id}`)).chain
}

test('the daily deletion deletes what the preview announced, changes no metric and records what it deleted', async () => {
  const history = await createHistory()
  const { owner, ctx, brand } = history
  const other = await createHistory()
  const readChain = await declareAction(history)
  const chain = await readChain()
  expect(chain).toMatchObject({
    cited: { answers: 4, first_day: daysAgo(100), last_day: daysAgo(1) },
    visits: { visits: 4, first_day: daysAgo(100), last_day: daysAgo(1) },
  })
  const before = await readMetrics(history)
  expect(Object.keys(before).length).toBeGreaterThan(10)
  const periods = { ...keepAll, raw_payload_days: 10, answer_text_days: 30, visit_days: 30 }
  const preview = await owner.ok('POST /api/retention/preview', periods)
  expect(preview).toEqual({
    deleted: { raw_payloads: 3, answer_texts: 2, visits: 2, audit_log_entries: 0 },
    kept: { answers: 3, visits: 2 },
  })
  expect(await getCounts(history)).toEqual({ answers: 4, texts: 4, raw: 4, visits: 4 })
  await owner.ok('PUT /api/retention', periods)
  await applyRetention(service.base, never)
  expect(await getCounts(history)).toEqual({ answers: 4, texts: 2, raw: 1, visits: 2 })
  expect(await getCounts(other)).toEqual({ answers: 4, texts: 4, raw: 4, visits: 4 })
  expect(await readMetrics(history)).toEqual(before)
  expect(await readChain()).toEqual(chain)
  await sql`insert into dirty_days (brand_id, day, id) values (${brand.id}, ${daysAgo(100)}, gen_random_uuid())`.execute(
    ctx.db,
  )
  await refresh(ctx, brand.id)
  expect(await readMetrics(history)).toEqual(before)
  expect(await verifyVisits(ctx, brand.id)).toBeUndefined()
  expect(await owner.ok('GET /api/retention')).toEqual({ periods, answers_without_text: 2 })

  await applyRetention(service.base, never)
  const { items } = await owner.ok('GET /api/audit-log?kind=retention.applied')
  expect(items.map(({ data, actor }: Json) => [data, actor])).toEqual([
    [{ raw_payloads: 1, answer_texts: 2, visits: 2, audit_log_entries: 0 }, expect.anything()],
  ])
})

test('a deletion that fails for one brand is reported, and the other brands and organizations get theirs', async () => {
  const histories = [await createHistory(), await createHistory(), await createHistory()]
  for (const { owner } of histories)
    await owner.ok('PUT /api/retention', { ...keepAll, answer_text_days: 30 })
  const brandIds = histories.map(({ brand }) => brand.id)
  const failing = brandIds.toSorted()[0] ?? ''
  await sql`
    create function refuse_deletion() returns trigger language plpgsql as
    ${sql.lit(`begin if old.brand_id = '${failing}' then raise 'refused'; end if; return old; end`)}`.execute(
    service.base.db,
  )
  await sql`create trigger refuse_deletion before delete on answer_texts for each row execute function refuse_deletion()`.execute(
    service.base.db,
  )
  await expect(applyRetention(service.base, never)).rejects.toThrow(/^1 of \d+ failed, .*refused/)
  await sql`drop function refuse_deletion cascade`.execute(service.base.db)
  for (const history of histories)
    expect(await getCounts(history)).toMatchObject({ texts: history.brand.id === failing ? 4 : 2 })
  await applyRetention(service.base, never)
  for (const history of histories) expect(await getCounts(history)).toMatchObject({ texts: 2 })
})

test('a reanalysis skips answers whose text was deleted, says so and ends', async () => {
  const { owner, brand } = await createHistory()
  await owner.ok('PUT /api/retention', { ...keepAll, answer_text_days: 30 })
  await applyRetention(service.base, never)
  const added = await owner.ok(`POST /api/brands/${brand.id}/competitors`, { name: 'Velopace' })
  await service.work()
  expect(await owner.ok(`GET /api/jobs/${added.reanalysis.job_id}`)).toMatchObject({
    status: 'completed',
    result: { answers: 2, parsed: 1, skipped_without_text: 2 },
  })
})

test('an answer without its text is shown with its facts', async () => {
  const { owner, brand } = await createHistory()
  await owner.ok('PUT /api/retention', { ...keepAll, answer_text_days: 30 })
  await applyRetention(service.base, never)
  const { items } = await owner.ok(`GET /api/answers?brand_id=${brand.id}&date_from=${daysAgo(120)}`)
  expect(items).toHaveLength(4)
  const oldest = await owner.ok(`GET /api/answers/${items.at(-1).id}`)
  expect(oldest).toMatchObject({
    status: 'answered',
    response: null,
    mentions: { mentioned: true, count: 1, rank: 1, spans: [] },
    competitors: [
      { name: 'Quilmar', count: 1, rank: 2 },
      { name: 'Pelvarin', count: 1, rank: 3 },
    ],
  })
})

test('entries of the audit log are deleted after their period', async () => {
  const owner = await service.signUp()
  const { id } = await owner.ok('GET /api/organization')
  await sql`update audit_log set created_at = now() - interval '50 days' where organization_id = ${id}`.execute(
    service.base.db,
  )
  const periods = { ...keepAll, audit_log_days: 45 }
  const { deleted } = await owner.ok('POST /api/retention/preview', periods)
  expect(deleted.audit_log_entries).toBeGreaterThan(0)
  await owner.ok('PUT /api/retention', periods)
  await applyRetention(service.base, never)
  const { items } = await owner.ok('GET /api/audit-log')
  expect(items.map(({ kind }: Json) => kind)).toEqual(['retention.applied', 'retention.changed'])
  expect(items[0].data).toMatchObject({ audit_log_entries: deleted.audit_log_entries })
})

test('only owners set retention periods, and admins may preview them', async () => {
  const owner = await service.signUp()
  const expected = { admin: [200, 200, 403], editor: [403, 403, 403], viewer: [403, 403, 403] }
  for (const [role, statuses] of Object.entries(expected)) {
    const email = `${role}-${owner.email}`
    const { token } = await owner.ok('POST /api/invitations', { email, role })
    const invited = createClientFor(service.app, { email, password: 'correct horse battery' })
    await invited.ok(`POST /api/invitations/${token}/accept`, { name: role, password: invited.password })
    const replies = [
      await invited.call('GET /api/retention'),
      await invited.call('POST /api/retention/preview', keepAll),
      await invited.call('PUT /api/retention', keepAll),
    ]
    expect(
      replies.map(({ status }) => status),
      role,
    ).toEqual(statuses)
  }
  expect((await owner.call('PUT /api/retention', { ...keepAll, answer_text_days: 1 })).status).toBe(400)
})
