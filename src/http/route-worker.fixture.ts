/** The route table of `route-worker.test.ts`, and its worker entry. */
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { type Route, route } from './route.ts'
import { serveRoutes } from './route-worker.ts'

const query = { say: z.string().max(10) }

export const said = route({
  access: 'read',
  dependsOn: null,
  summary: 'Return caller, parameter and time',
  description: 'Return caller, parameter and time',
  query,
  returns: z.object({ organization: z.string(), actor: z.string(), said: z.string(), at: z.string() }),
  run: async (ctx, { query: { say } }) => ({
    organization: ctx.organizationId,
    actor: ctx.actor.kind,
    said: say,
    at: ctx.now().toISOString(),
    notShown: true,
  }),
})

export const refused = route({
  access: 'read',
  dependsOn: null,
  summary: 'Refuse',
  description: 'Refuse',
  returns: z.object({}),
  run: async () => {
    throw conflict('It is taken.', { jobId: 'j1' })
  },
})

export const broken = route({
  access: 'read',
  dependsOn: null,
  summary: 'Fail',
  description: 'Fail',
  returns: z.object({}),
  run: async () => {
    throw Object.assign(new RangeError('out of range'), { notToBeSent: () => undefined })
  },
})

export const gone = route({
  access: 'read',
  dependsOn: null,
  summary: 'Find no database',
  description: 'Find no database',
  returns: z.object({}),
  run: async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  },
})

/** Blocks its thread until the shared number is not 0. */
export const held = route({
  access: 'read',
  dependsOn: null,
  summary: 'Wait',
  description: 'Wait',
  returns: z.object({ outcome: z.string() }),
  run: async () => ({ outcome: Atomics.wait(new Int32Array(workerData.shared), 0, 0, 20_000) }),
})

export const ended = route({
  access: 'read',
  dependsOn: null,
  summary: 'End the thread',
  description: 'End the thread',
  returns: z.object({}),
  run: async () => process.exit(3),
})

/** Throws outside of the promise of the handler. */
export const crashed = route({
  access: 'read',
  dependsOn: null,
  summary: 'Break the thread',
  description: 'Break the thread',
  returns: z.object({}),
  run: () =>
    new Promise<never>(() => {
      setImmediate(() => {
        throw new RangeError('beyond')
      })
    }),
})

export const touchy = route({
  access: 'read',
  dependsOn: null,
  summary: 'Set a header',
  description: 'Set a header',
  returns: z.object({}),
  run: async (_ctx, { http }) => {
    http.setHeader('X-Test', '1')
    return {}
  },
})

export const fixtureRoutes: Record<string, Route> = {
  'GET /said': said,
  'GET /refused': refused,
  'GET /broken': broken,
  'GET /gone': gone,
  'GET /held': held,
  'GET /ended': ended,
  'GET /crashed': crashed,
  'GET /touchy': touchy,
}

if (!isMainThread && parentPort && workerData?.shared)
  serveRoutes(
    parentPort,
    fixtureRoutes,
    { use: (resource) => resource.open({} as AppContext) } as AppContext,
    async () => {
      Atomics.store(new Int32Array(workerData.shared), 1, 1)
    },
  )
