/** The service for tests: the real application on its own database, the simulator in place of the engines, HTTP clients. */

import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, inject } from 'vitest'
import { type Simulator, startSimulator } from '../simulator/simulator.ts'
import { createOwner } from '../src/accounts/accounts.ts'
import { passwordCost } from '../src/accounts/passwords.ts'
import { analysisPool, openAnalysisPool } from '../src/answers/analysis-pool.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Config } from '../src/core/config.ts'
import { type AppContext, createAppContext } from '../src/core/context.ts'
import { newId } from '../src/core/ids.ts'
import type { Resources } from '../src/core/resources.ts'
import { openDatabase, openDedicatedConnection, openPool } from '../src/db/database.ts'
import { jobUpdates } from '../src/jobs/job.ts'
import { jobQueue, openQueue } from '../src/jobs/queue.ts'
import { queueNames } from '../src/jobs/start-workers.ts'
import { runJob } from '../src/jobs/worker.ts'
import { backgroundWork } from '../src/jobs.ts'
import { openRealtime } from '../src/realtime/realtime.ts'
import { authentication, routes } from '../src/routes.ts'
import { simulatedMarket } from '../src/tracking/simulated-market.ts'
import { runKind } from '../src/tracking/tracking.ts'
import type { JobKind } from '../vocabulary/job-kinds.ts'
import { assertDescribed } from './response-contract.ts'

export type SharedService = {
  app: FastifyInstance
  base: AppContext
  pool: pg.Pool
  /** Creates an organization and returns its signed-in owner. */
  signUp(name?: string): Promise<Client>
}

export type TestService = SharedService & {
  simulator: Simulator
  /** Runs all waiting jobs and returns when they have ended. */
  work(): Promise<void>
}

export type Reply = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: unknown
  text: string
  /** The body as it was sent. */
  bytes: Buffer
}

export type Client = {
  email: string
  password: string
  /** Sends a JSON body and the XSRF header. `address` is `method path`. Throws when the OpenAPI document does not describe the response. */
  call(address: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Like `call`; throws unless the request succeeds, and returns the body. */
  ok<T = Json>(address: string, body?: unknown): Promise<T>
}

// biome-ignore lint/suspicious/noExplicitAny: tests read fields that they expect, and fail without them
export type Json = any

let shared: Promise<SharedService> | undefined

/**
 * Returns a service with default settings, which ends with the worker. Other files have organizations in it too, so it has
 * neither jobs nor a simulator: a file that runs jobs, changes or counts anything outside of its organizations, or writes
 * thousands of rows has its own service.
 */
export function sharedService(): Promise<SharedService> {
  shared ??= startService().then(({ service }) => service)
  return shared
}

/** `isSimulated`: whether the simulator answers while no key is set. */
type ServiceOptions = { now?: AppContext['now']; connections?: number; isSimulated?: boolean }

/** Starts a service for the tests of one file and stops it after them. */
export async function testService(
  env: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<TestService> {
  const { service, close } = await startService(env, options)
  afterAll(close)
  return service
}

async function startService(
  env: Record<string, string> = {},
  { now = () => new Date(), connections = 12, isSimulated = true }: ServiceOptions = {},
): Promise<{ service: TestService; close(): Promise<void> }> {
  const connection = { ...inject('server'), database: await copyTemplate() }
  const pool = openPool(connection, connections)
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const dedicated = openDedicatedConnection(connection)
  const queue = await openQueue({ pool, dedicated }, log, queueNames(backgroundWork))
  const settings = readConfig({ ...withoutLimits, ...withoutVendors, ...env })
  const simulator = await startSimulator({
    seed: 7,
    now: () => simulatedDay,
    market: (prompt) => simulatedMarket(base)(prompt),
  })
  const config: Config = { ...settings, SIMULATOR_URL: isSimulated ? simulator.url : null }
  const { app: base, resources } = createAppContext({
    database: openDatabase(pool),
    config,
    log,
    baseUrl: 'http://localhost:3000',
    secretKey: 'a secret key for tests that is long enough',
    now,
  })
  resources.provide(jobQueue, queue)
  resources.provide(passwordCost, lowPasswordCost)
  resources.provide(analysisPool, sharedAnalysisPool)
  resources.provide(jobUpdates, await openRealtime(settings, log, runKind))
  const app = await createTestApp(base)
  const close = async () => {
    await app.close()
    await resources.close()
    await simulator.close()
    await dedicated.end()
    await pool.end()
  }
  const service: TestService = {
    app,
    base,
    pool,
    simulator,
    signUp: (name) => signUp({ app, base }, name),
    work: () => workOnAll(base),
  }
  return { service, close }
}

/** Creates the HTTP server of a context. */
export const createTestApp = (base: AppContext): Promise<FastifyInstance> =>
  createApp(base, routes, authentication)

/**
 * Returns a context with changed fields and its own resources; only the queue is shared. `provide` replaces further
 * resources.
 */
export function contextWith(
  base: AppContext,
  changes: Partial<Omit<AppContext, 'db' | 'use'>>,
  provide: (resources: Resources<AppContext>) => void = () => undefined,
): AppContext {
  const { db: _, use: __, ...fields } = base
  const { app, resources } = createAppContext({ ...fields, ...changes })
  resources.provide(jobQueue, base.use(jobQueue))
  resources.provide(passwordCost, lowPasswordCost)
  resources.provide(analysisPool, sharedAnalysisPool)
  provide(resources)
  return app
}

/** Fixed, because simulated answers depend on the day. */
const simulatedDay = new Date('2026-11-20T12:00:00Z')

/** Its threads end with the worker, because starting one takes a fifth of a second. */
const sharedAnalysisPool = { ...openAnalysisPool(), close: async () => undefined }

/** Hashing with the real cost takes a quarter of a second. */
export const lowPasswordCost = { logN: 8, r: 1, p: 1 }

const withoutLimits = {
  RATE_LIMIT_API_KEY: '0',
  RATE_LIMIT_SESSION: '0',
  SIGN_IN_FAILURES: '0',
  RATE_LIMIT_SIGN_IN_ADDRESS: '0',
}

/** A private address is refused at once, so that no test sends a request to a vendor. */
const withoutVendors = { BING_WEBMASTER_BASE_URL: 'http://127.0.0.1:9' }

/** Creates a copy of the migrated template database, on every server of a cluster, and returns its name. */
export async function copyTemplate(): Promise<string> {
  const template = inject('template')
  const name = `${template}_${newId().replaceAll('-', '')}`
  for (const server of [...inject('workers'), inject('server')]) {
    const admin = new pg.Client({ ...server, database: 'postgres' })
    await admin.connect()
    try {
      // PostgreSQL rejects concurrent copies of one template.
      await admin.query('select pg_advisory_lock(1)')
      // Copying the files takes less time than writing every page to the write-ahead log.
      await admin.query(`create database ${name} template ${template} strategy file_copy`)
    } finally {
      await admin.end()
    }
  }
  return name
}

/** Creates an organization and returns its signed-in owner. */
export async function signUp(
  { app, base }: Pick<SharedService, 'app' | 'base'>,
  name = 'Ada',
): Promise<Client> {
  const account = { email: `${newId()}@example.com`, password: 'correct horse battery' }
  await createOwner(base, { name, ...account })
  const client = createClientFor(app, account)
  await client.ok('POST /api/auth/sign-in/email', account)
  return client
}

export function createClientFor(app: FastifyInstance, account: { email: string; password: string }): Client {
  const cookies = new Map<string, string>()
  const call: Client['call'] = async (address, body, headers = {}) => {
    const [method, url] = address.split(' ')
    const xsrf = cookies.get('XSRF-TOKEN')
    const options: InjectOptions = {
      method: asMethod(method),
      url: url ?? '/',
      headers: {
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(body !== undefined && typeof body !== 'string' && { 'content-type': 'application/json' }),
        ...(xsrf && { 'x-xsrf-token': decodeURIComponent(xsrf) }),
        ...headers,
      },
      ...(body !== undefined && { payload: asPayload(body) }),
    }
    const response = await app.inject(options)
    for (const { name, value } of response.cookies) cookies.set(name, encodeURIComponent(value))
    assertDescribed(address, {
      status: response.statusCode,
      contentType: String(response.headers['content-type'] ?? ''),
      text: response.body,
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed(response.body),
      text: response.body,
      bytes: response.rawPayload,
    }
  }
  return {
    ...account,
    call,
    ok: async (address, body) => {
      const reply = await call(address, body)
      if (reply.status >= 300) throw new Error(`${address} answered ${reply.status}: ${reply.text}`)
      return asBody(reply.body)
    },
  }
}

/** Creates an API key and returns a function that sends requests with it. */
export async function getKey(client: Client, app: FastifyInstance) {
  const { token } = await client.ok<{ token: string }>('POST /api/api-keys', { name: 'test' })
  const caller = createClientFor(app, client)
  return (address: string, headers: Record<string, string> = {}) =>
    caller.call(address, undefined, { authorization: `Bearer ${token}`, ...headers })
}

async function workOnAll(base: AppContext): Promise<void> {
  const waiting = await sql<{ brandId: string; jobId: string; kind: JobKind }>`
    select brand_id as "brandId", id as "jobId", kind from jobs where status = 'waiting'`.execute(base.db)
  const never = new AbortController().signal
  for (const { kind, ...wake } of waiting.rows) {
    const handler = backgroundWork.handlers[kind]
    await runJob(base, wake, handler, never)
  }
}

function asMethod(method: string | undefined): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' {
  if (method === 'GET' || method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE')
    return method
  throw new Error(`${method} is not an HTTP method`)
}

const asPayload = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The caller names the type it expects. */
function asBody<T>(body: unknown): T {
  return body as T
}
