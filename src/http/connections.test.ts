/** Slow clients on real connections, and connections at shutdown. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { AppContext } from '../core/context.ts'
import { createResources } from '../core/resources.ts'
import { mountRoutes } from './mount-routes.ts'
import { type RouteTable, raw } from './route.ts'
import { createServer } from './server.ts'

// `closeMs` is longer than a test may take, so no test passes by its timeout.
const timeouts = {
  headersMs: 300,
  requestMs: 600,
  stalledReaderMs: 300,
  checkIntervalMs: 50,
  closeMs: 600_000,
}
/** Exceeds the socket buffers of both ends. */
const large = Buffer.alloc(64 * 1_048_576, 'x')

const routes: RouteTable = {
  'GET /ping': raw({
    access: 'none',
    summary: 'Ping',
    description: 'Ping',
    returns: {},
    run: async () => 'pong',
  }),
  'POST /take': raw({
    access: 'none',
    summary: 'Take',
    description: 'Take',
    returns: {},
    run: async () => 'taken',
  }),
  'GET /large': raw({
    access: 'none',
    summary: 'Return a large body',
    description: 'Return a large body',
    returns: {},
    run: async () => large,
  }),
  'GET /late': raw({
    access: 'none',
    summary: 'Respond late',
    description: 'Respond late',
    returns: {},
    run: () => wait(3 * timeouts.stalledReaderMs, 'at last'),
  }),
}
const app = createServer(pino({ level: 'silent' }), null, timeouts)
const base = getBase()
mountRoutes(app, base, routes, [{ prefix: '', name: 'public' }])
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const port = Number(new URL(url).port)
afterAll(() => app.close())

/** Of the context, these routes use only resources. */
function getBase(): AppContext {
  const { use } = createResources<AppContext>(getBase)
  return { use } as AppContext
}

/** Sends the text, then single bytes until the server closes the connection. Returns the response. */
async function trickle(prefix: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(prefix)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  const timer = setInterval(() => socket.write('x'), 20)
  await closed
  clearInterval(timer)
  return text
}

const ping = async () => (await fetch(`${url}/ping`)).text()

test('trickling headers and bodies get an error while other requests are served', async () => {
  const headers = 'GET /ping HTTP/1.1\r\nHost: x\r\nX-Long: '
  const body = 'POST /take HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10000\r\n\r\n'
  const slow = Array.from({ length: 15 }, () => [trickle(headers), trickle(body)]).flat()
  expect(await ping()).toBe('pong')
  for (const text of await Promise.all(slow)) {
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(text).toContain('"The request did not arrive in time."')
    expect(text).toContain("\r\nContent-Security-Policy: default-src 'none'")
    expect(text).toContain('\r\nX-Content-Type-Options: nosniff\r\n')
  }
  expect(await ping()).toBe('pong')
})

test('a client that stops reading a response is disconnected', async () => {
  const accepted = once(app.server, 'connection')
  const reader = connect(port, '127.0.0.1', () => reader.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'))
  reader.on('error', () => undefined)
  reader.pause()
  const [socket]: Socket[] = await accepted
  if (!socket) expect.fail('no connection')
  expect(await ping()).toBe('pong')
  await once(socket, 'close')
  expect(socket.bytesWritten).toBeGreaterThan(0)
  reader.destroy()
})

test('a response may take longer than the limit for stalled readers', async () => {
  expect(await (await fetch(`${url}/late`)).text()).toBe('at last')
})

test('a client that keeps reading receives a large response completely', async () => {
  // With the default limits: on a busy machine a reader may make no progress for longer than the limits of this file.
  const usual = createServer(pino({ level: 'silent' }), null)
  mountRoutes(usual, base, routes, [{ prefix: '', name: 'public' }])
  const address = await usual.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/large`)
  expect((await response.arrayBuffer()).byteLength).toBe(large.length)
  await usual.close()
})

test('a closing server answers in-flight requests and closes their connections', async () => {
  const closing = createServer(pino({ level: 'silent' }), null, timeouts)
  mountRoutes(closing, base, routes, [{ prefix: '', name: 'public' }])
  const address = await closing.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(closing.server, 'request')
  const closed = closing.close()
  const text = (await socket.toArray()).join('')
  await closed
  expect(text).toContain('at last')
})
