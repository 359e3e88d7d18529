/** The tools that change something, through the official client, over real connections. */
import { Client, InsufficientScopeError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, expect, test } from 'vitest'
import {
  contextWith,
  createClientFor,
  createTestApp,
  type Json,
  type Client as Person,
  testService,
} from '../../test/support.ts'
import { insertOpportunity } from '../../test/tenant-rows.ts'
import { newId } from '../core/ids.ts'
import { addMember } from '../notifications/notifications.fixture.ts'
import { routes } from '../routes.ts'
import { createTools } from './tools.ts'
import { sharedTools } from './write-tools.ts'

let now = new Date()
// A query of ChatGPT costs $0.01131.
const service = await testService({ OPENAI_API_KEY: 'k', MCP_CONFIRM_ABOVE_USD: '0.02' }, { now: () => now })
const listening = await createTestApp(service.base)
const address = await listening.listen({ host: '127.0.0.1', port: 0 })
const clients: Client[] = []
afterAll(async () => {
  for (const client of clients) await client.close()
  await listening.close()
})

type Agent = { call(name: string, args?: Record<string, unknown>): Promise<Json>; client: Client }

/** Connects an agent with a new key of the person. */
async function connect(person: Person, limits: Record<string, unknown> = {}): Promise<Agent> {
  const { token } = await person.ok('POST /api/api-keys', { name: 'agent', ...limits })
  const client = new Client({ name: 'test', version: '1' })
  clients.push(client)
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/api/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      onInsufficientScope: 'throw',
    }),
  )
  return { client, call: (name, args = {}) => client.callTool({ name, arguments: args }) }
}

async function createBrand(owner: Person, prompts = 1) {
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  for (let prompt = 1; prompt <= prompts; prompt++)
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: `Which shoes are number ${prompt}?` })
  return { id: String(brand.id) }
}

const countJobs = async (brandId: string) =>
  (await service.base.db.selectFrom('jobs').select('id').where('brand_id', '=', brandId).execute()).length

const getText = (result: Json): string => result.content[0].text

test('an agent adds, changes, pauses and deletes prompts and topics, and each change is in the audit log with its key', async () => {
  const owner = await service.signUp()
  const brand = await createBrand(owner)
  const agent = await connect(owner, { scopes: ['content'] })
  const topic = (await agent.call('create_topic', { brand_id: brand.id, name: 'Shoes' })).structuredContent
  const prompt = (
    await agent.call('create_prompt', {
      brand_id: brand.id,
      topic_id: topic.id,
      text: 'Best shoes?',
      tags: ['a'],
    })
  ).structuredContent
  expect(prompt).toMatchObject({ text: 'Best shoes?', topic_id: topic.id, tags: ['a'], is_active: true })
  const change = { prompt_id: prompt.id, is_active: false, tags: ['b'], topic_id: null }
  expect((await agent.call('update_prompt', change)).structuredContent).toMatchObject({
    id: prompt.id,
    is_active: false,
    tags: ['b'],
    topic_id: null,
  })
  const rename = { brand_id: brand.id, topic_id: topic.id, name: 'Boots' }
  expect((await agent.call('update_topic', rename)).structuredContent).toMatchObject({ name: 'Boots' })
  for (const [name, args] of [
    ['delete_prompt', { prompt_id: prompt.id }],
    ['delete_topic', { brand_id: brand.id, topic_id: topic.id }],
  ] as const)
    expect((await agent.call(name, args)).isError, name).toBeFalsy()
  const { items } = await owner.ok('GET /api/audit-log?limit=6')
  expect(items.map(({ kind }: Json) => kind)).toEqual([
    'topic.deleted',
    'prompt.deleted',
    'topic.changed',
    'prompt.changed',
    'prompt.created',
    'topic.created',
  ])
  for (const { actor } of items) expect(actor).toMatchObject({ kind: 'api_key', key: { name: 'agent' } })
})

test('an agent assigns an opportunity to a member, comments on it and sets its status', async () => {
  const owner = await service.signUp()
  const brand = await createBrand(owner)
  const { items: prompts } = await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)
  const competitor = await owner.ok(`POST /api/brands/${brand.id}/competitors`, { name: 'Globex' })
  const links = { prompt: prompts[0].id, competitor: competitor.id }
  const id = await insertOpportunity(service, brand.id, 'Acme', links)
  const agent = await connect(owner, { scopes: ['content'] })
  const { structuredContent: people } = await agent.call('list_brand_members', { brand_id: brand.id })
  const [{ user_id }] = people.items
  const plan = { id, owner_id: user_id, comment: 'Ask the author.' }
  expect((await agent.call('update_content_opportunity', plan)).structuredContent).toMatchObject({
    owner: { user_id },
    comment: 'Ask the author.',
  })
  const cleared = await agent.call('update_content_opportunity', { id, owner_id: null })
  expect(cleared.structuredContent).toMatchObject({ owner: null, comment: 'Ask the author.' })
  const rehearsed = await agent.call('set_content_opportunity_status', { id, status: 'done', dry_run: true })
  expect(rehearsed.structuredContent).toMatchObject({ status: 'done', dry_run: true })
  expect(await owner.ok(`GET /api/content/${id}`)).toMatchObject({ status: 'dismissed' })
  await agent.call('set_content_opportunity_status', { id, status: 'done' })
  expect(await owner.ok(`GET /api/content/${id}`)).toMatchObject({ status: 'done' })
})

test('a dry run returns what would result, validates like the call itself, and changes and records nothing', async () => {
  const owner = await service.signUp()
  const brand = await createBrand(owner)
  const agent = await connect(owner)
  const { items: before } = await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)
  const log = await owner.ok('GET /api/audit-log')
  const create = { brand_id: brand.id, text: 'Best shoes?', dry_run: true }
  expect((await agent.call('create_prompt', create)).structuredContent).toMatchObject({
    text: 'Best shoes?',
    dry_run: true,
  })
  const remove = { prompt_id: before[0].id, dry_run: true }
  expect((await agent.call('delete_prompt', remove)).structuredContent).toEqual({ dry_run: true })
  const update = { prompt_id: before[0].id, text: 'Which boots?', dry_run: true }
  expect((await agent.call('update_prompt', update)).structuredContent).toMatchObject({ dry_run: true })
  const taken = await agent.call('create_prompt', { ...create, text: before[0].text })
  expect(taken.isError).toBe(true)
  expect(getText(taken)).toContain('code: conflict')
  const wrong = await agent.call('create_prompt', { ...create, platforms: ['altavista'] })
  expect(getText(wrong)).toContain('code: invalid_request')
  const typed = await agent.call('create_prompt', { ...create, dry_run: 'yes' })
  expect(getText(typed)).toMatch(/dry_run/)
  expect((await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items).toEqual(before)
  expect(await owner.ok('GET /api/audit-log')).toEqual(log)
})

test('a run below the limit starts at once, and can be followed and cancelled', async () => {
  const owner = await service.signUp()
  const brand = await createBrand(owner)
  const agent = await connect(owner, { scopes: ['run'] })
  const rehearsed = (await agent.call('start_run', { brand_id: brand.id, dry_run: true })).structuredContent
  expect(rehearsed).toMatchObject({ dry_run: true, estimate: { questions: 1, costMicros: 11_310 } })
  expect(rehearsed).not.toHaveProperty('jobId')
  expect(await countJobs(brand.id)).toBe(0)
  const started = (await agent.call('start_run', { brand_id: brand.id })).structuredContent
  expect(started).toMatchObject({ jobId: expect.any(String), estimate: { costMicros: 11_310 } })
  const run = { run_id: started.jobId }
  expect((await agent.call('get_run', run)).structuredContent).toMatchObject({ status: 'waiting' })
  const again = await agent.call('start_run', { brand_id: brand.id, dry_run: true })
  expect(getText(again)).toContain('code: conflict')
  expect((await agent.call('cancel_run', run)).structuredContent).toMatchObject({ status: 'cancelled' })
  const { items } = await owner.ok('GET /api/audit-log?kind=run.requested')
  expect(items).toMatchObject([{ actor: { kind: 'api_key', key: { name: 'agent' } } }])
})

test('a run above the limit starts only with the confirmation of the same caller, request and cost, for 10 minutes', async () => {
  const owner = await service.signUp()
  const brand = await createBrand(owner, 2)
  const { items: prompts } = await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)
  const agent = await connect(owner)
  const request = { brand_id: brand.id, prompt_ids: prompts.map(({ id }: Json) => id) }
  const asked = await agent.call('start_run', request)
  expect(asked.isError).toBeFalsy()
  const { confirmation, ...rest } = asked.structuredContent
  expect(rest).toMatchObject({ confirmation_required: true, estimate: { costMicros: 22_620 } })
  const isRefused = async (args: Record<string, unknown>, by: Agent = agent) => {
    const { structuredContent } = await by.call('start_run', args)
    expect(structuredContent.confirmation_required, JSON.stringify(args)).toBe(true)
  }
  await isRefused({ ...request, confirmation: 'yes' })
  await isRefused({ brand_id: brand.id, confirmation })
  await isRefused({ ...request, confirmation: confirmation.replace(/\.\d+\./, '.999999999.') })
  const admin = await addMember(service, owner, { role: 'admin', brandIds: null })
  await isRefused({ ...request, confirmation }, await connect(admin))
  now = new Date(now.getTime() + 10 * 60_000)
  await isRefused({ ...request, confirmation })
  expect(await countJobs(brand.id)).toBe(0)
  const fresh = (await agent.call('start_run', request)).structuredContent.confirmation
  const started = await agent.call('start_run', { ...request, confirmation: fresh })
  expect(started.structuredContent).toMatchObject({ success: true, estimate: { costMicros: 22_620 } })
  expect(await countJobs(brand.id)).toBe(1)
})

test('a confirmation is not valid for a higher cost than it showed', async () => {
  const owner = await service.signUp()
  const brand = await createBrand(owner, 2)
  const agent = await connect(owner)
  const { confirmation } = (await agent.call('start_run', { brand_id: brand.id })).structuredContent
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'A third question?' })
  const asked = (await agent.call('start_run', { brand_id: brand.id, confirmation })).structuredContent
  expect(asked).toMatchObject({ confirmation_required: true, estimate: { costMicros: 33_930 } })
})

test('runs of agents count toward the daily limit of runs', async () => {
  const config = { ...service.base.config, TRACKING_RUNS_PER_DAY: 1 }
  const owner = await service.signUp()
  const brand = await createBrand(owner)
  const agent = await connect(owner)
  await agent.call('start_run', { brand_id: brand.id })
  const limited = await createTestApp(contextWith(service.base, { config }))
  const again = createClientFor(limited, owner)
  await again.ok('POST /api/auth/sign-in/email', { email: owner.email, password: owner.password })
  const other = await owner.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })
  await owner.ok('POST /api/prompts', { brand_id: other.id, text: 'Which shoes?' })
  const reply = await again.call('POST /api/tracking/check', { brandId: other.id, platforms: ['chatgpt'] })
  expect(reply).toMatchObject({ status: 429, body: { code: 'run_cap' } })
  await limited.close()
})

const changing = createTools(routes).filter(({ hints }) => !hints.readOnlyHint)

test('a key without the scope of a tool gets a challenge that names it, and nothing changes', async () => {
  const owner = await service.signUp()
  const brand = await createBrand(owner)
  const reader = await connect(owner, { scopes: ['read'] })
  const log = await owner.ok('GET /api/audit-log')
  expect(changing.length).toBeGreaterThan(10)
  for (const { name, route } of changing) {
    const refused = reader.call(name, { brand_id: brand.id }).catch((error: unknown) => error)
    const error = await refused
    expect(error, name).toBeInstanceOf(InsufficientScopeError)
    expect(String((error as InsufficientScopeError).requiredScope), name).toBe(route.scope)
  }
  const runner = await connect(owner, { scopes: ['run'] })
  await expect(runner.call('create_topic', { brand_id: brand.id, name: 'x' })).rejects.toBeInstanceOf(
    InsufficientScopeError,
  )
  expect((await owner.ok('GET /api/audit-log')).items.slice(1)).toEqual(log.items)
})

test.each([
  ['viewer', 'forbidden'],
  ['client', 'forbidden'],
] as const)(
  'the key of a service account or person who became a %s cannot change anything',
  async (role, code) => {
    const owner = await service.signUp()
    const brand = await createBrand(owner)
    const member = await addMember(service, owner, { role: 'editor', brandIds: null })
    const agent = await connect(member)
    await owner.ok(`PATCH /api/members/${member.userId}`, { role, brand_ids: [brand.id] })
    const call = agent.call('create_topic', { brand_id: brand.id, name: 'x' })
    if (role === 'client') await expect(call).rejects.toThrow(/403|forbidden|role/i)
    else expect(getText(await call)).toContain(`code: ${code}`)
    expect((await owner.ok(`GET /api/brands/${brand.id}/topics`)).items).toEqual([])
  },
)

test('a key that is limited to brands, and a key of another organization, change nothing of other brands', async () => {
  const owner = await service.signUp()
  const brand = await createBrand(owner)
  const { items: prompts } = await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)
  const other = await owner.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })
  const limited = await connect(owner, { brand_ids: [other.id] })
  const stranger = await connect(await service.signUp('Eve'))
  for (const agent of [limited, stranger])
    for (const [name, args] of [
      ['create_topic', { brand_id: brand.id, name: 'x' }],
      ['create_prompt', { brand_id: brand.id, text: 'x?' }],
      ['update_prompt', { prompt_id: prompts[0].id, is_active: false }],
      ['delete_prompt', { prompt_id: prompts[0].id, dry_run: true }],
      ['start_run', { brand_id: brand.id }],
      ['get_run', { run_id: newId() }],
    ] as const)
      expect(getText(await agent.call(name, args)), name).toContain('code: not_found')
  expect((await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items).toEqual(prompts)
})

test('every tool of another route exists, and hints say what it does', () => {
  const tools = new Map(createTools(routes).map((tool) => [tool.name, tool]))
  for (const [route, { name }] of Object.entries(sharedTools)) expect(tools.has(name), route).toBe(true)
  const hintsOf = (name: string) => tools.get(name)?.hints
  expect(hintsOf('delete_prompt')).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  expect(hintsOf('update_prompt')).toMatchObject({ destructiveHint: false, idempotentHint: true })
  expect(hintsOf('create_prompt')).toMatchObject({ readOnlyHint: false, idempotentHint: false })
  expect(hintsOf('start_run')).toMatchObject({ openWorldHint: true, idempotentHint: false })
  expect(hintsOf('get_run')).toMatchObject({ readOnlyHint: true })
  const withDryRun = [...tools.values()].filter(({ input }) => 'dry_run' in (input.properties ?? {}))
  expect(withDryRun.map(({ name }) => name).sort()).toEqual(
    [
      ...Object.values(sharedTools).flatMap(({ name }) => (hintsOf(name)?.readOnlyHint ? [] : [name])),
      'set_content_opportunity_status',
    ].sort(),
  )
})
