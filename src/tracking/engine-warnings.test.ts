/** Runs against a local server that answers as OpenAI does, with a model that ends soon. */
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { type Client, testService } from '../../test/support.ts'
import { checkEngines } from '../engines/engine-checks.ts'
import { inEnglish } from '../languages/message.ts'
import { addMember, organizationContext } from '../notifications/notifications.fixture.ts'
import { warnOfEngines } from './engine-warnings.ts'

const now = () => new Date('2026-11-23T12:00:00Z')
const lists: string[] = []

const vendor = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  response.writeHead(200, { 'content-type': 'application/json' })
  if (request.method === 'GET') {
    lists.push(request.headers.authorization ?? '')
    return response.end(JSON.stringify({ id: 'gpt-5', shutdown_date: '2026-12-11' }))
  }
  const prompt: string = JSON.parse(Buffer.concat(chunks).toString()).input[0].content
  const item = prompt.includes('hologram')
    ? { type: 'hologram_call', hologram: 'Acme' }
    : { type: 'message', content: [{ type: 'output_text', text: 'Acme is best.' }] }
  const served = prompt.includes('rerouted') ? 'gpt-6-luna' : 'gpt-5-2025-08-07'
  const usage = { input_tokens: 100, output_tokens: 10 }
  response.end(JSON.stringify({ id: 'resp_1', status: 'completed', model: served, output: [item], usage }))
})
await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening))
afterAll(() => {
  vendor.closeAllConnections()
  vendor.close()
})

const address = vendor.address()
const port = address === null || typeof address === 'string' ? 0 : address.port
const settings = {
  OPENAI_API_KEY: 'sk-any',
  OPENAI_BASE_URL: `http://127.0.0.1:${port}`,
  OPENAI_MODEL: 'gpt-5',
}
const service = await testService(settings, { now })

async function runFor(owner: Client, text: string) {
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
  const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await service.work()
  return { brand, job: await owner.ok(`GET /api/tracking/job/${jobId}`) }
}

const getFindings = async (owner: Client) => {
  const { items } = await checkEngines(await organizationContext(service, owner), { fresh: false })
  return items.flatMap(({ backend, findings }) =>
    findings.map(({ kind, severity, message }) => ({
      backend,
      kind,
      severity,
      message: typeof message === 'string' ? message : inEnglish(message),
    })),
  )
}

const endsSoon = {
  backend: 'openai',
  kind: 'ends_soon',
  severity: 'warn',
  message: 'OpenAI shuts down the model "gpt-5" on 11 Dec 2026; set OPENAI_MODEL to "gpt-6.1-sol" before.',
}

test('the vendor is asked once a day, with the key of the organization, and again on request', async () => {
  const owner = await service.signUp()
  await owner.ok('PUT /api/engine-keys/openai', {
    credentials: { OPENAI_API_KEY: 'sk-own-key-of-this-test' },
  })
  const ctx = await organizationContext(service, owner)
  const asked = () => lists.filter((key) => key === 'Bearer sk-own-key-of-this-test').length
  expect(await getFindings(owner)).toEqual([endsSoon])
  await checkEngines(ctx, { fresh: false })
  expect(asked()).toBe(1)
  await checkEngines({ ...ctx, now: () => new Date('2026-11-24T12:00:00Z') }, { fresh: false })
  expect(asked()).toBe(2)
  await checkEngines(ctx, { fresh: true })
  expect(asked()).toBe(3)
})

test('a response of only unknown parts fails, is kept, costs what it used, and is reported', async () => {
  const owner = await service.signUp()
  const { brand, job } = await runFor(owner, 'Which hologram is best?')
  expect(job.status).toBe('failed')
  expect(job.failedReason).toContain(
    'OpenAI returns a format that this version does not know (output item "hologram_call"); update Ansight.',
  )
  const [answer] = await service.base.db
    .selectFrom('answers')
    .innerJoin('answer_texts', (join) =>
      join
        .onRef('answer_texts.brand_id', '=', 'answers.brand_id')
        .onRef('answer_texts.answer_id', '=', 'answers.id'),
    )
    .select(['status', 'unrecognized', 'cost_micros', 'cost_estimated', 'raw'])
    .where('answers.brand_id', '=', brand.id)
    .execute()
  // 100 × 1.25 + 10 × 10.
  expect(answer).toMatchObject({
    status: 'failed',
    unrecognized: ['output item "hologram_call"'],
    cost_micros: 225,
    cost_estimated: false,
    raw: expect.any(Buffer),
  })
  expect((await owner.ok('GET /api/spend')).total).toMatchObject({ cost_micros: 225 })
  expect(await getFindings(owner)).toEqual([
    endsSoon,
    {
      backend: 'openai',
      kind: 'unknown_format',
      severity: 'fail',
      message:
        'OpenAI returns a format that this version does not know (output item "hologram_call"): 1 query of the last 7 days failed. Update Ansight.',
    },
  ])
})

test('an answer of another model than the configured one is reported, a snapshot of it is not', async () => {
  const owner = await service.signUp()
  await runFor(owner, 'Which kettle is best?')
  expect(await getFindings(owner)).toEqual([endsSoon])
  const other = await service.signUp()
  await runFor(other, 'Which rerouted kettle is best?')
  expect(await getFindings(other)).toMatchObject([
    { kind: 'ends_soon' },
    {
      kind: 'served_differs',
      message: 'The last answer of OpenAI came from "gpt-6-luna", not from "gpt-5".',
    },
  ])
})

test('the weekly check notifies owners and admins once, and nobody else', async () => {
  const owner = await service.signUp()
  await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const viewer = await addMember(service, owner, { role: 'viewer', brandIds: null })
  const signal = new AbortController().signal
  await warnOfEngines(service.base, signal)
  await warnOfEngines(service.base, signal)
  const { items } = await owner.ok('GET /api/notifications')
  expect(items).toHaveLength(1)
  expect(items[0].message).toMatchObject({
    title: 'An engine needs attention',
    sections: [{ heading: 'OpenAI', items: [{ text: endsSoon.message }] }],
    action: { path: '/dashboard/settings/engines' },
  })
  expect((await viewer.ok('GET /api/notifications')).items).toEqual([])
})
