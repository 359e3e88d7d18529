import Pusher from 'pusher-js'
import { expect, onTestFinished, test } from 'vitest'
import { realtimeServer } from '../../test/pusher-server.ts'
import { type Client, createClientFor, type Json, testService } from '../../test/support.ts'
import { readConfig } from '../config.ts'
import { newId } from '../core/ids.ts'
import type { JobUpdate } from '../jobs/job.ts'
import { plainMessage } from '../languages/message.ts'
import { runKind } from '../tracking/tracking.ts'
import { openRealtime } from './realtime.ts'

const server = await realtimeServer()
const service = await testService(server.env)
const without = await testService()

async function brandFor(owner: Client): Promise<string> {
  const { id } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.ok('POST /api/prompts', { brand_id: id, text: 'Which anvil is best?' })
  return id
}

const joined = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const authRequest = (channel: string) => joined({ socket_id: '12.34', channel_name: channel })

/** Subscribes the browser client to a channel with a person's session, and collects the events. */
async function listen(person: Client, channel: string) {
  const { key, host, port } = await person.ok('GET /api/realtime')
  const client = new Pusher(key, {
    cluster: '',
    wsHost: host,
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '/broadcasting/auth',
      customHandler: async ({ socketId, channelName }, done) => {
        const reply = await person.call(
          'POST /broadcasting/auth',
          joined({ socket_id: socketId, channel_name: channelName }),
          form,
        )
        if (reply.status === 200) done(null, JSON.parse(reply.text))
        else done(new Error(reply.text), null)
      },
    },
  })
  onTestFinished(() => client.disconnect())
  const received: { event: string; data: Json }[] = []
  const subscription = client.subscribe(channel)
  subscription.bind_global((event: string, data: Json) => received.push({ event, data }))
  return { received, events: () => received.map(({ event }) => event) }
}

test('a page that subscribes to a brand receives the progress and the outcome of its run', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const channel = `private-brands.${brand}`
  const { received, events } = await listen(owner, channel)
  await expect.poll(events).toContain('pusher:subscription_succeeded')

  const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand, platforms: ['chatgpt'] })
  await service.work()
  await expect.poll(events).toContain('tracking.complete')
  const run = await owner.ok(`GET /api/tracking/status?jobId=${jobId}`)
  expect(run.status).toBe('completed')
  expect(received.at(-1)?.data).toEqual({
    brandId: brand,
    jobId,
    status: 'completed',
    result: run.result,
    failedReason: null,
  })
  expect(received[1]).toMatchObject({
    event: 'tracking.progress',
    data: {
      brandId: brand,
      jobId,
      status: 'active',
      // The first update that was delivered: a fast worker is already further.
      progress: {
        phase: expect.stringMatching(/^(preparing|querying-platforms|finalizing)$/),
        completed: expect.any(Number),
        total: expect.any(Number),
      },
    },
  })

  const waiting = await owner.ok('POST /api/tracking/check', { brandId: brand })
  await owner.ok(`DELETE /api/tracking/job/${waiting.jobId}`)
  await expect.poll(() => received.at(-1)?.data.jobId).toBe(waiting.jobId)
  expect(received.at(-1)?.data).toMatchObject({ status: 'cancelled', result: null })
})

test('a person cannot subscribe to a brand without access to it', async () => {
  const [owner, stranger] = [await service.signUp(), await service.signUp()]
  const [brand, second] = [await brandFor(owner), await brandFor(owner)]
  const channel = `private-brands.${brand}`
  const { events } = await listen(stranger, channel)
  await expect.poll(events).toContain('pusher:subscription_error')
  expect(server.subscribers(channel)).toBe(0)

  const ask = (person: Client, body: string) => person.call('POST /broadcasting/auth', body, form)
  expect(await ask(stranger, authRequest(channel))).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect(await ask(stranger, authRequest(`private-brands.${newId()}`))).toMatchObject({
    status: 404,
    body: { error: 'No such brand.' },
  })
  const invited = await owner.ok('POST /api/invitations', {
    email: `${newId()}@example.com`,
    role: 'viewer',
    brand_ids: [second],
  })
  const viewer = createClientFor(service.app, {
    email: invited.invitation.email,
    password: 'correct horse battery',
  })
  await viewer.ok(`POST /api/invitations/${invited.token}/accept`, {
    name: 'Vi',
    password: 'correct horse battery',
  })
  expect((await ask(viewer, authRequest(channel))).status).toBe(404)
  expect((await ask(viewer, authRequest(`private-brands.${second}`))).status).toBe(200)
  expect(
    (await owner.call('POST /broadcasting/auth', { socket_id: '12.34', channel_name: channel })).body,
  ).toEqual((await ask(owner, authRequest(channel))).body)

  for (const body of [
    authRequest('presence-brands.x'),
    authRequest('private-brands.acme'),
    authRequest(`private-brands.${brand}:x`),
    joined({ socket_id: '1:2', channel_name: channel }),
    joined({ channel_name: channel }),
    '',
  ])
    expect((await ask(owner, body)).status, body).toBe(400)
  const signedOut = createClientFor(service.app, owner)
  expect((await ask(signedOut, authRequest(channel))).status).toBe(401)
  expect(
    (await owner.call('POST /broadcasting/auth', authRequest(channel), { ...form, 'x-xsrf-token': 'no' }))
      .status,
  ).toBe(403)
})

test('the API returns the realtime server and the CSP allows it, or null without a server', async () => {
  const owner = await service.signUp()
  expect(await owner.ok('GET /api/realtime')).toEqual({
    configured: true,
    key: 'public-key',
    scheme: 'http',
    host: '127.0.0.1',
    port: server.port,
    auth_path: '/broadcasting/auth',
  })
  const getPolicy = async (of: typeof service) =>
    String((await of.app.inject('/api/health')).headers['content-security-policy'])
  expect(await getPolicy(service)).toContain(`connect-src 'self' ws://127.0.0.1:${server.port};`)

  const other = await without.signUp()
  expect(await other.ok('GET /api/realtime')).toMatchObject({ configured: false, key: null, host: null })
  expect(
    (await other.call('POST /broadcasting/auth', authRequest('private-brands.x'), form)).body,
  ).toMatchObject({
    code: 'not_configured',
  })
  expect(await getPolicy(without)).toContain("connect-src 'self';")
})

test('a server that hangs or fails does not delay a run', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  for (const mode of ['hang', 500, 'normally'] as const) {
    server.respond(mode)
    const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand, platforms: ['chatgpt'] })
    await service.work()
    if (mode === 'hang') await expect.poll(server.unanswered).toBeGreaterThan(0)
    expect(await owner.ok(`GET /api/tracking/status?jobId=${jobId}`)).toMatchObject({ status: 'completed' })
  }
})

const update = (more: Partial<JobUpdate>): JobUpdate => ({
  brand_id: newId(),
  id: newId(),
  kind: 'run',
  status: 'active',
  progress: null,
  result: null,
  failedReason: null,
  ...more,
})

test('the outcome of a run arrives after its progress, and is sent again after a failure', async () => {
  const own = await realtimeServer()
  const realtime = await openRealtime(readConfig(own.env), service.base.log, runKind)
  onTestFinished(realtime.close)
  const job = update({ progress: { phase: 'querying-platforms', completed: 1, total: 2 } })
  own.respond(503)
  realtime.publish(job)
  realtime.publish({ ...job, progress: { phase: 'querying-platforms', completed: 2, total: 2 } })
  realtime.publish({ ...job, status: 'failed', failedReason: plainMessage('No query was answered.') })
  await expect.poll(() => own.statuses).toEqual([503, 503])
  own.respond('normally')
  await expect.poll(() => own.events).toHaveLength(1)
  expect(own.events[0]).toMatchObject({
    channel: `private-brands.${job.brand_id}`,
    name: 'tracking.complete',
    data: { jobId: job.id, status: 'failed', failedReason: 'No query was answered.' },
  })
  realtime.publish(update({ kind: 'audit', status: 'completed' }))
  await realtime.close()
  expect(own.statuses).toEqual([503, 503, 200])
})

test.each([
  ['PUSHER_KEY=k', 'PUSHER_KEY needs PUSHER_APP_ID and PUSHER_SECRET.'],
  ['PUSHER_HOST=realtime.local', 'PUSHER_HOST needs PUSHER_APP_ID and PUSHER_KEY and PUSHER_SECRET.'],
  ['PUSHER_PUBLIC_URL=https://a.test/x', 'PUSHER_PUBLIC_URL (it is "https://a.test/x"): must have no path.'],
])('%s aborts the start with one line', (setting, line) => {
  expect(() => readConfig(Object.fromEntries([setting.split('=')]))).toThrow(line)
})
