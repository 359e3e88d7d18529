import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Context, Resource } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { callRoute, routeWorker, serializeRoute } from './call-route.ts'
import { type Http, type Route, route } from './route.ts'
import {
  broken,
  crashed,
  ended,
  fixtureRoutes,
  gone,
  held,
  refused,
  said,
  touchy,
} from './route-worker.fixture.ts'
import { openRouteWorker } from './route-worker.ts'

/** Index 0: not 0 releases the blocked route. Index 1: 1 once the worker has closed its resources. */
const shared = new Int32Array(new SharedArrayBuffer(8))
const thread = openRouteWorker(new URL('./route-worker.fixture.ts', import.meta.url), fixtureRoutes, {
  shared: shared.buffer,
})
afterEach(() => thread.close())

const ctx = {
  organizationId: 'o1',
  actor: { kind: 'system' },
  now: () => new Date('2026-03-01T12:00:00Z'),
  use: (resource: Resource<unknown>) => (resource === routeWorker ? thread : resource.open(ctx)),
} as Context
const http: Http = { headers: {}, ip: '', url: '', setHeader: () => undefined, setStatus: () => undefined }

const ask = async (asked: Route, query: object = {}) => {
  const text = await serializeRoute(ctx, asked, { params: {}, query, body: undefined }, http)
  return JSON.parse(String(text?.body))
}
const failure = (asked: Route, query: object = {}): Promise<unknown> =>
  ask(asked, query).then(
    () => null,
    (error) => error,
  )

test('a route of the table has the same result in the worker, for the same caller and time', async () => {
  const sent = { params: {}, query: { say: 'häuser' }, body: undefined }
  const there = await serializeRoute(ctx, said, sent, http)
  const here = await serializeRoute({ ...ctx, use: (resource) => resource.open(ctx) }, said, sent, http)
  expect(there).toEqual(here)
  expect(await callRoute(ctx, said, sent, http)).toEqual({
    organization: 'o1',
    actor: 'system',
    said: 'häuser',
    at: '2026-03-01T12:00:00.000Z',
  })
})

test('another route runs in the main thread', async () => {
  const own = route({
    access: 'read',
    dependsOn: null,
    summary: 'Be here',
    description: 'Be here',
    returns: z.object({ here: z.boolean() }),
    run: async () => ({ here: true }),
  })
  expect(await thread.serialize(ctx, own, { params: {}, query: {}, body: undefined })).toBeNull()
  expect(await ask(own)).toEqual({ here: true })
})

test('a route that blocks the worker does not block the main thread', async () => {
  Atomics.store(shared, 0, 0)
  const waiting = ask(held)
  const next = ask(said, { say: 'next' })
  // A blocked main thread would never reach this line.
  Atomics.store(shared, 0, 1)
  Atomics.notify(shared, 0)
  expect(['ok', 'not-equal']).toContain((await waiting).outcome)
  expect(await next).toMatchObject({ said: 'next' })
})

test('errors of a route are the same as in the main thread', async () => {
  const taken = await failure(refused)
  expect(taken).toBeInstanceOf(AppError)
  expect(taken).toMatchObject({ code: 'conflict', message: 'It is taken.', extra: { jobId: 'j1' } })
  expect(await failure(said, { say: 'far too long a word', colour: 'red' })).toMatchObject({
    code: 'invalid_request',
    details: [{ path: 'say' }, { path: 'colour' }],
  })
  expect(await failure(gone)).toMatchObject({ code: 'unavailable' })
})

test('an internal error has its message and stack for the log', async () => {
  const fault = await failure(broken)
  expect(fault).not.toBeInstanceOf(AppError)
  expect(fault).toMatchObject({
    message: 'RangeError: out of range',
    stack: expect.stringContaining('route-worker.fixture'),
  })
  expect(await failure(touchy)).toMatchObject({ message: expect.stringContaining('cannot set headers') })
})

test('a worker that exits or crashes rejects pending calls, and the next request starts another', async () => {
  const [one, other] = await Promise.all([failure(ended), failure(ended)])
  expect(one).toMatchObject({ message: 'The route worker exited' })
  expect(other).toEqual(one)
  expect(await failure(crashed)).toMatchObject({
    message: 'The route worker crashed',
    cause: { message: 'beyond' },
  })
  expect(await ask(said, { say: 'again' })).toMatchObject({ said: 'again' })
})

test('it closes its resources before it exits; a blocked worker is terminated', async () => {
  await ask(said, { say: 'hello' })
  Atomics.store(shared, 1, 0)
  await thread.close()
  expect(Atomics.load(shared, 1)).toBe(1)

  await ask(said, { say: 'hello' })
  Atomics.store(shared, 0, 0)
  const waiting = failure(held)
  await thread.close()
  expect(await waiting).toMatchObject({ message: 'The route worker exited' })
})
