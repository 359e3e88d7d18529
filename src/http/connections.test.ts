/** Clients that take their time, each on a real connection, what becomes of the others meanwhile, and of all once we close. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { AppContext } from '../core/context.ts'
import { type RouteTable, raw } from './route.ts'
import { createServer, mountRoutes } from './server.ts'

// Closing waits for longer than a test may take.
const patience = { headersMs: 300, requestMs: 600, readerMs: 300, lookEveryMs: 50, closeMs: 600_000 }
/** More than what lies between two ends of a connection. */
const large = Buffer.alloc(64 * 1_048_576, 'x')

const routes: RouteTable = {
  'GET /ping': raw({ access: 'none', summary: 'Ping', returns: {}, run: async () => 'pong' }),
  'POST /take': raw({ access: 'none', summary: 'Take', returns: {}, run: async () => 'taken' }),
  'GET /large': raw({ access: 'none', summary: 'Give much', returns: {}, run: async () => large }),
  'GET /late': raw({
    access: 'none',
    summary: 'Answer late',
    returns: {},
    run: () => wait(3 * patience.readerMs, 'at last'),
  }),
}
const app = createServer(pino({ level: 'silent' }), null, patience)
mountRoutes(app, baseOf({}), routes, [{ prefix: '', name: 'public' }])
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const port = Number(new URL(url).port)
afterAll(() => app.close())

/** None of these routes looks at it. */
function baseOf(nothing: object): AppContext {
  return nothing as AppContext
}

/** Sends this at once and then byte by byte for as long as it is let; gives what comes back. */
async function trickle(atOnce: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(atOnce)
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

test('headers and bodies that trickle are ended with an error, while others are served', async () => {
  const headers = 'GET /ping HTTP/1.1\r\nHost: x\r\nX-Long: '
  const body = 'POST /take HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n'
  const slow = Array.from({ length: 40 }, () => [trickle(headers), trickle(body)]).flat()
  expect(await ping()).toBe('pong')
  for (const text of await Promise.all(slow)) {
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(text).toContain('"The request did not come in time."')
  }
  expect(await ping()).toBe('pong')
})

test('a reader who takes nothing of the answer is cut off, and its memory with it', async () => {
  const accepted = once(app.server, 'connection')
  const reader = connect(port, '127.0.0.1', () => reader.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'))
  reader.on('error', () => undefined)
  reader.pause()
  const [socket]: Socket[] = await accepted
  if (!socket) expect.fail('nobody came')
  expect(await ping()).toBe('pong')
  await once(socket, 'close')
  expect(socket.bytesWritten).toBeGreaterThan(0)
  reader.destroy()
})

test('a response may take longer than the limit for stalled readers', async () => {
  expect(await (await fetch(`${url}/late`)).text()).toBe('at last')
})

test('a large response is read completely', async () => {
  // With the default limits: on a busy machine a reader may make no progress for longer than those of this file.
  const usual = createServer(pino({ level: 'silent' }), null)
  mountRoutes(usual, baseOf({}), routes, [{ prefix: '', name: 'public' }])
  const address = await usual.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/large`)
  expect((await response.arrayBuffer()).byteLength).toBe(large.length)
  await usual.close()
})

test('a server that closes answers what is asked of it, and keeps no connection for more', async () => {
  const closing = createServer(pino({ level: 'silent' }), null, patience)
  mountRoutes(closing, baseOf({}), routes, [{ prefix: '', name: 'public' }])
  const address = await closing.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(closing.server, 'request')
  const closed = closing.close()
  const text = (await socket.toArray()).join('')
  await closed
  expect(text).toContain('at last')
})
