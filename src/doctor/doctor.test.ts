import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { urlOfDatabase } from '../../test/process/databases.ts'
import { run as runProcess } from '../../test/process/processes.ts'
import { contextWith, createTestApp, type TestService, testService } from '../../test/support.ts'
import { readConfig } from '../config.ts'
import { type AppContext, systemContext } from '../core/context.ts'
import { encryptSecret } from '../db/encryption.ts'
import { addRequests } from '../traffic/agent-requests.fixture.ts'
import type { DoctorCheck } from './check.ts'
import { checkCallback } from './check-callback.ts'
import { checkEngines } from './check-engines.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { doctorCommands } from './commands.ts'
import { checkInstall } from './doctor.ts'

const service = await testService()
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', {
  name: 'Acme Shoes',
  domain: 'acme-shoes.com',
  competitors: [{ name: 'Fleetfoot', domain: 'fleetfoot.com' }],
})
await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What are the best running shoes?' })
await owner.ok('POST /api/tracking/check', { brandId: brand.id })
await service.work()

const examine = (base: AppContext) => checkInstall(base, { online: false, allDays: false })
const named = (checks: DoctorCheck[], id: string) => checks.find((check) => check.id === id)

test('a healthy installation passes, and each check has a unique id, a verdict and a message', async () => {
  const env = { DATABASE_URL: urlOfDatabase(await getDatabase(service)), SECRET_KEY: 'x'.repeat(32) }
  const ended = await runProcess(['doctor', '--json'], env).ended
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const { ok, checks } = JSON.parse(ended.stdout)
  expect(ok).toBe(true)
  expect(checks.map(({ id }: DoctorCheck) => id)).toEqual([
    'settings',
    'database.connection',
    'database.version',
    'database.migrations',
    'database.writes',
    'clock',
    'tasks.scheduled',
    'secrets.key',
    'rollups.verify',
    'visits.recount',
    'agents.recount',
    'changes.replay',
    'answers.analyses',
    ...['chatgpt', 'gemini', 'perplexity', 'claude', 'grok'].map((each) => `engine.${each}`),
    ...['copilot', 'google_ai_overview', 'google_ai_mode'].map((each) => `engine.${each}`),
    'pdf.chromium',
  ])
  for (const { message, verdict, action } of checks) {
    expect(message).toMatch(/\.$/)
    expect(action === null).toBe(verdict === 'ok')
  }
})

/** Increases the last number of a list of a day. */
const changed = (column: string) => {
  const list = sql.ref(column)
  return sql`
    update answer_days
    set ${list} = regexp_replace(${list}, '\\d+$', '') || (substring(${list} from '\\d+$')::int + 1)::text where ${list} <> ''`
}

const corruptions: [string, RawBuilder<unknown>][] = [
  ...['segments', 'prompts', 'sentiments', 'citations', 'searchable', 'simulated', 'tracked'].map(
    (column): [string, RawBuilder<unknown>] => [`a wrong number of an answer in ${column}`, changed(column)],
  ),
  ...['entities', 'mentions', 'ranks', 'own_citations', 'scores'].map(
    (column): [string, RawBuilder<unknown>] => [`a wrong number of a fact in ${column}`, changed(column)],
  ),
  ['a wrong number of facts', changed('fact_counts')],
  ['a citation of another source', changed('urls')],
  ['a citation by another answer', changed('answers')],
  ['a missing day', sql`delete from answer_days`],
  ['a day without any answer', sql`update answer_days set day = day - 400`],
]

test.each(corruptions)('%s is found', async (_, wrong) => {
  await wrong.execute(service.base.db)
  expect(named(await examine(service.base), 'rollups.verify')).toMatchObject({
    verdict: 'fail',
    message: expect.stringContaining(brand.slug),
    action: expect.stringContaining('reanalyse'),
  })
  await deleteRollups(service)
  await markAll(service)
  expect(named(await examine(service.base), 'rollups.verify')).toMatchObject({
    verdict: 'ok',
    message: expect.stringMatching(/ [1-9]\d* further days are being counted\.$/),
  })
})

async function deleteRollups({ base: { db } }: TestService): Promise<void> {
  await sql`delete from answer_days`.execute(db)
}

const markAll = ({ base }: TestService) =>
  sql`insert into dirty_days (brand_id, day, id) select distinct brand_id, day, gen_random_uuid() from answers`.execute(
    base.db,
  )

test('a wrong rollup of visits is found, and pending visits are not an error', async () => {
  await sql`
    insert into visits (brand_id, id, visited_at, day, platform, page)
    values (${brand.id}, gen_random_uuid(), now(), '2026-03-01', 'chatgpt', '/')`.execute(service.base.db)
  expect(named(await examine(service.base), 'visits.recount')).toMatchObject({ verdict: 'ok' })
  await sql`update visit_rollups set visits = 2 where grain = 'month' and dimension = 'page'`.execute(
    service.base.db,
  )
  expect(named(await examine(service.base), 'visits.recount')).toMatchObject({
    verdict: 'fail',
    message: expect.stringContaining('2 instead of 1'),
  })
  await sql`update visit_rollups set visits = 1`.execute(service.base.db)
})

test('a wrong sum of the requests of AI agents is found', async () => {
  const { organization_id } = await service.base.db
    .selectFrom('brands')
    .select('organization_id')
    .where('id', '=', brand.id)
    .executeTakeFirstOrThrow()
  await addRequests(systemContext(service.base, organization_id), brand.id, [{ day: '2026-03-01' }])
  const check = async () => named(await examine(service.base), 'agents.recount')
  expect(await check()).toMatchObject({ verdict: 'ok' })
  for (const table of ['agent_days', 'agent_page_rollups'] as const) {
    await service.base.db.updateTable(table).set({ refused: 1 }).execute()
    expect(await check()).toMatchObject({ verdict: 'fail', message: expect.stringContaining('2026-03-01') })
    await service.base.db.updateTable(table).set({ refused: 0 }).execute()
  }
})

test('a pending rollup is not an error', async () => {
  await deleteRollups(service)
  await markAll(service)
  expect(named(await examine(service.base), 'rollups.verify')).toMatchObject({ verdict: 'ok' })
})

test("a clock that differs from the database's clock, or that was set back, is reported", async () => {
  const clock = async (skewMs: number) => {
    const now = () => new Date(Date.now() + skewMs)
    return named(await examine({ ...service.base, now }), 'clock')
  }
  expect(await clock(0)).toMatchObject({ verdict: 'ok' })
  expect(await clock(60_000)).toMatchObject({
    verdict: 'warn',
    message: "The clock differs from the database's clock by -60 s.",
  })
  const dateEvents = (time: Date) =>
    service.base.db.updateTable('audit_log').set('created_at', time).execute()
  await dateEvents(new Date(Date.now() + 3_600_000))
  expect(await clock(0)).toMatchObject({ verdict: 'warn', message: expect.stringContaining('was set back') })
  await dateEvents(new Date())
})

async function getDatabase({ base }: TestService): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(base.db)
  return rows[0]?.name ?? ''
}

test('the models of engines are looked up without a query, and what is wrong is reported with its setting', async () => {
  const requests: string[] = []
  const vendor = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const isListed = request.url === '/models/gpt-6-luna'
    response.writeHead(isListed ? 200 : request.url?.startsWith('/broken') ? 503 : 404)
    response.end(isListed ? JSON.stringify({ id: 'gpt-6-luna', shutdown_date: null }) : '')
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${getPort(vendor.address())}`
  const config = readConfig({
    OPENAI_API_KEY: 'any',
    OPENAI_BASE_URL: url,
    GEMINI_API_KEY: 'any',
    GEMINI_BASE_URL: 'http://127.0.0.1:1',
    XAI_API_KEY: 'any',
    XAI_BASE_URL: `${url}/broken`,
    ANTHROPIC_API_KEY: 'any',
    ANTHROPIC_BASE_URL: url,
  })
  const checks = await checkEngines(contextWith(service.base, { config }), { online: true })
  vendor.close()
  const verdicts = Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]))
  expect(verdicts).toMatchObject({
    'engine.chatgpt': 'ok',
    'engine.perplexity': 'warn',
    'model.openai': 'ok',
    'model.gemini': 'fail',
    'model.xai': 'fail',
    'model.anthropic': 'fail',
  })
  expect(checks.find(({ id }) => id === 'model.gemini')?.message).toContain('GEMINI_BASE_URL')
  expect(checks.find(({ id }) => id === 'model.anthropic')?.action).toContain('ANTHROPIC_MODEL')
  expect(checks.find(({ id }) => id === 'engine.perplexity')?.action).toContain('PERPLEXITY_API_KEY')
  const asked = [
    'GET /models/gpt-6-luna',
    'GET /v1/models/claude-sonnet-5-5',
    'GET /broken/language-models/grok-4.7',
  ]
  expect(requests.toSorted()).toEqual(asked.toSorted())
  const offline = await checkEngines(contextWith(service.base, { config }), { online: false })
  expect(offline.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  expect(requests).toHaveLength(asked.length)
})

test('a callback URL that is not this service, or unreachable, is reported', async () => {
  const other = createServer((_, response) => response.writeHead(200).end('hello'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const look = async (url: string, online = true) =>
    checkCallback(readConfig({ SCRAPER_WEBHOOK_URL: url, SCRAPER_WEBHOOK_SECRET: 's' }), { online })
  const config = { ...service.base.config, SCRAPER_WEBHOOK_SECRET: 's' }
  const app = await createTestApp(contextWith(service.base, { config }))
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const own = `http://127.0.0.1:${getPort(app.server.address())}/scraper/callback`
  expect(await look(own)).toMatchObject([{ id: 'scraper.callback', verdict: 'ok' }])
  expect(await look(`http://127.0.0.1:${getPort(other.address())}/scraper/callback`)).toMatchObject([
    { verdict: 'fail', action: expect.stringContaining('SCRAPER_WEBHOOK_URL') },
  ])
  other.close()
  expect(await look('http://127.0.0.1:1/scraper/callback')).toMatchObject([{ verdict: 'fail' }])
  expect(await look('http://127.0.0.1:1/scraper/callback', false)).toMatchObject([{ verdict: 'ok' }])
  expect(await checkCallback(readConfig({}), { online: true })).toEqual([])
})

function getPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

test('invalid settings are a finding, not a crash', async () => {
  const ended = await runProcess(['doctor', '--json'], { PORT: 'invalid' }).ended
  expect(ended.code).toBe(1)
  const { checks } = JSON.parse(ended.stdout)
  expect(checks).toMatchObject([{ id: 'settings', verdict: 'fail' }])
  expect(ended.stderr).toMatch(/^ansight: 1 of 1 checks failed\.$/m)
})

test('an unreachable database is a finding, not a crash', async () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => stdout.mockRestore())
  const openApp = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const { doctor } = doctorCommands(openApp, () => readConfig({}))
  await expect(doctor?.run({ values: { json: 'true' }, positionals: [] })).rejects.toThrow(
    '1 of 2 checks failed.',
  )
  expect(JSON.parse(String(stdout.mock.calls[0]?.[0]))).toMatchObject({
    ok: false,
    checks: [
      { id: 'settings', verdict: 'ok' },
      { id: 'database.connection', verdict: 'fail', message: 'connect ECONNREFUSED' },
    ],
  })
})

test('an enabled webhook is checked, and one whose secret cannot be decrypted is found', async () => {
  const server = createServer((_, answer) => answer.writeHead(405).end())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=hidden`
  const config = { ...service.base.config, ALLOW_PRIVATE_NETWORK: ['private'] }
  const look = async (online: boolean, base: AppContext = { ...service.base, config }) =>
    named([...(await checkWebhooks(base, { online }))], `webhook.${brand.id}`)
  expect(await look(true)).toBeUndefined()
  await service.base.db
    .insertInto('channels')
    .values({
      organization_id: (await owner.ok('GET /api/organization')).id,
      id: brand.id,
      brand_id: brand.id,
      kind: 'opportunity_webhook',
      name: brand.name,
      notification_kinds: [],
      url: encryptSecret(service.base, url, brand.id),
      secret: encryptSecret(service.base, 'a secret', brand.id),
      is_active: true,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  expect(await look(false)).toMatchObject({ verdict: 'ok' })
  expect(await look(true)).toMatchObject({ verdict: 'ok', message: expect.not.stringContaining('hidden') })
  expect(await look(true, service.base)).toMatchObject({
    verdict: 'fail',
    message: expect.stringContaining('unsafe_url'),
  })
  const other = { ...service.base, config, secretKey: 'another secret, long enough for all of it' }
  expect(await look(true, other)).toMatchObject({
    verdict: 'fail',
    action: expect.stringContaining('SECRET_KEY'),
  })
})

/** The last test, because it changes what the others examine. */
test('answers awaiting reanalysis, migrations of a later version and a read-only database are reported', async () => {
  await sql`update answers set names_version = 0`.execute(service.base.db)
  await sql`insert into migrations (name) values ('9999_later.sql')`.execute(service.base.db)
  const checks = await service.base.db.connection().execute(async (db) => {
    await sql`set default_transaction_read_only = on`.execute(db)
    return examine({ ...service.base, db })
  })
  expect(named(checks, 'answers.analyses')).toMatchObject({
    verdict: 'warn',
    message: expect.stringMatching(/^\d answers of acme-shoes/),
  })
  expect(named(checks, 'database.migrations')).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining('9999_later.sql'),
  })
  expect(named(checks, 'database.writes')).toMatchObject({ verdict: 'fail' })
})
