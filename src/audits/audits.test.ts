/** Audits over HTTP: limits, results and comparison. */
import { createServer, type Server } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { getKey, testService } from '../../test/support.ts'
import { runJob } from '../jobs/worker.ts'
import { addMember } from '../notifications/notifications.fixture.ts'
import { auditJob } from './jobs.ts'
import { type Reply, serveSite, sites } from './sites.fixture.ts'

const clock = { now: new Date('2026-11-20T12:00:00Z') }
const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' }, { now: () => clock.now })
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })

const userAgents: string[] = []
let page: Reply = sites.perfect['/guide']
const site = await serveSite({
  ...sites.perfect,
  '/guide': (request) => {
    userAgents.push(request.headers['user-agent'] ?? '')
    return page
  },
})
afterAll(() => site.close())
const url = `${site.url}/guide`

const start = (body: object) => owner.ok('POST /api/audits', { brand_id: brand.id, ...body })

test('an audit is requested, executed and returned with its findings', async () => {
  const started = await start({ url: `${url}#part` })
  expect(started).toEqual({ id: expect.any(String), brand_id: brand.id, url, status: 'waiting' })
  await service.work()
  const audit = await owner.ok(`GET /api/audits/${started.id}`)
  expect(audit).toMatchObject({ status: 'completed', score: 100, final_url: url, error: null, pages: 1 })
  expect(audit.completed_at).not.toBeNull()
  expect(audit.checks).toHaveLength(35)
  const { items } = await owner.ok(`GET /api/audits?brand_id=${brand.id}`)
  expect(items[0]).toMatchObject({ id: started.id, status: 'completed', score: 100 })
})

test('the PDF of an audit is not found by other organizations and members without the brand, and conflicts until it is completed', async () => {
  const person = await service.signUp()
  const own = await person.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const { id } = await person.ok('POST /api/audits', { brand_id: own.id, url })
  const pdf = `GET /api/audits/${id}/pdf`
  expect((await person.call(pdf)).status).toBe(409)
  const other = await person.ok('POST /api/brands', { name: 'Aldine', domain: 'aldine.com' })
  const limited = await addMember(service, person, { role: 'viewer', brandIds: [other.id] })
  for (const stranger of [limited, owner]) expect((await stranger.call(pdf)).status).toBe(404)
  expect((await person.call('GET /api/audits/none/pdf')).status).toBe(404)
  await service.work()
})

test('the API returns the same audits for API keys', async () => {
  const requestWithKey = await getKey(owner, service.app)
  const { token } = await owner.ok('POST /api/api-keys', { name: 'writer' })
  const reply = await owner.call(
    'POST /api/mcp/site-audits',
    { brand_id: brand.id, url },
    { authorization: `Bearer ${token}` },
  )
  expect(reply).toMatchObject({ status: 202, body: { status: 'waiting', url } })
  await service.work()
  const { body } = await requestWithKey(`GET /api/mcp/site-audits?brand_id=${brand.id}&limit=1`)
  expect(body).toMatchObject({ audits: [{ status: 'completed', url }], next_cursor: expect.any(String) })
  expect((await requestWithKey('GET /api/mcp/site-audits/quota')).body).toEqual({
    used: 2,
    limit: null,
    remaining: null,
    resets_at: '2026-12-01T00:00:00.000Z',
  })
})

test('the dashboard gets findings in its language, and API keys in English', async () => {
  const { id } = await start({ url })
  await service.work()
  const header = { 'accept-language': 'de' }
  const german = await owner.call(`GET /api/audits/${id}`, undefined, header)
  const title = (body: unknown) => Object(body).checks.find(({ key }: { key: string }) => key === 'title')
  expect(title(german.body)).toMatchObject({
    label: 'Ein aussagekräftiger Titel',
    evidence: expect.stringMatching(/^„.+“$/),
    why: 'Engines wählen Quellen nach ihrem Titel aus und zeigen ihn an.',
  })
  const requestWithKey = await getKey(owner, service.app)
  expect(title((await requestWithKey(`GET /api/mcp/site-audits/${id}`, header)).body)).toMatchObject({
    label: 'One descriptive title',
    evidence: expect.stringMatching(/^“.+”$/),
  })
  const method = await owner.call('GET /api/audits/method', undefined, header)
  expect(method.text).toContain('Nennt die Seite ihren Autor, ihr Datum und ihre Quellen?')
})

test('concurrent requests for one page share an audit, and another page has its own', async () => {
  const [one, same, other] = [await start({ url }), await start({ url }), await start({ url: site.url })]
  expect(same.id).toBe(one.id)
  expect(other.id).not.toBe(one.id)
  expect((await owner.ok('GET /api/audits/quota')).used).toBe(5)
  await service.work()
  expect((await owner.ok(`GET /api/audits/${other.id}`)).status).toBe('completed')
})

test('an audit is compared with the previous one, check by check', async () => {
  clock.now = new Date('2026-11-21T12:00:00Z')
  const body = sites.perfect['/guide'].body
  page = { headers: { 'x-robots-tag': 'noindex' }, body: body.replace(/<title>.*<\/title>/, '') }
  const { id } = await start({ url })
  await service.work()
  page = sites.perfect['/guide']
  const changes = await owner.ok(`GET /api/audits/${id}/changes`)
  expect(changes).toMatchObject({ before: { score: 100 }, after: { id, score: 20 }, score_change: -80 })
  expect(
    changes.checks.map(({ key, direction }: { key: string; direction: string }) => [key, direction]),
  ).toEqual([
    ['indexable', 'worse'],
    ['title', 'worse'],
  ])
  const trend = await owner.ok(`GET /api/audits/trend?brand_id=${brand.id}&url=${encodeURIComponent(url)}`)
  expect(trend.points.map(({ score }: { score: number }) => score)).toEqual([100, 100, 100, 100, 20])
  const first = trend.points[0].id
  expect(await owner.ok(`GET /api/audits/${first}/changes`)).toMatchObject({ before: null, checks: [] })
  expect(await owner.ok(`GET /api/audits/${first}/changes?since_id=${id}`)).toMatchObject({
    score_change: 80,
  })
})

test('an unreachable site fails the audit with a message', async () => {
  const gone: Server = createServer()
  await new Promise<void>((listening) => gone.listen(0, '127.0.0.1', listening))
  const address = gone.address()
  const port = typeof address === 'object' ? address?.port : 0
  await new Promise((closed) => gone.close(closed))
  const { id } = await start({ url: `http://127.0.0.1:${port}/` })
  await service.work()
  expect(await owner.ok(`GET /api/audits/${id}`)).toMatchObject({
    status: 'failed',
    score: null,
    checks: [],
    error: `127.0.0.1:${port} refused the connection.`,
  })
  const french = await owner.call(`GET /api/audits/${id}`, undefined, { 'accept-language': 'fr' })
  expect(french.body).toMatchObject({ error: `127.0.0.1:${port} a refusé la connexion.` })
})

test('an audit can be cancelled before it starts and while a site hangs', async () => {
  const waiting = await start({ url })
  expect(await owner.ok(`DELETE /api/audits/${waiting.id}`)).toMatchObject({ status: 'cancelled' })
  expect(await owner.ok(`GET /api/audits/${waiting.id}`)).toMatchObject({
    status: 'failed',
    error: 'The audit was cancelled.',
  })
  expect((await owner.call(`DELETE /api/audits/${waiting.id}`)).status).toBe(409)

  const { promise: isReached, resolve: reached } = Promise.withResolvers<void>()
  const hanging = await serveSite({
    '*': () => {
      reached()
      return null
    },
  })
  const { id } = await start({ url: hanging.url })
  const working = runJob(
    service.base,
    { brandId: brand.id, jobId: id },
    auditJob,
    new AbortController().signal,
  )
  await isReached
  expect(await owner.ok(`DELETE /api/audits/${id}`)).toMatchObject({ status: 'cancelling' })
  await working
  await hanging.close()
  expect(await owner.ok(`GET /api/audits/${id}`)).toMatchObject({
    status: 'failed',
    error: 'The audit was cancelled.',
  })
})
