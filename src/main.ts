/** Starts the service from its settings and stops it in reverse order. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { SimulatorOptions } from '../simulator/state.ts'
import { createApp } from './app.ts'
import { createRestorePoint } from './backup/backup.ts'
import { type Config, publicBaseUrl } from './core/config.ts'
import { type AppContext, createAppContext } from './core/context.ts'
import { SettingError } from './core/settings.ts'
import { openDatabase, openDedicatedConnection, openPool } from './db/database.ts'
import { ensureDataDir } from './db/embedded/data-dir.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { loadSecretKey } from './db/encryption.ts'
import { migrate } from './db/migrate.ts'
import { explainRejection, findPoolerProblem } from './db/pooler.ts'
import { openReadReplica, type ReadReplica } from './db/read-replica.ts'
import { resolvePlatforms } from './engines/registry.ts'
import { builtInSimulator } from './engines/settings.ts'
import { startEngineLimitSync } from './engines/shared-limits.ts'
import { type ConnectionTimeouts, defaultTimeouts } from './http/connections.ts'
import { startRateLimitSync } from './http/shared-rate-limits.ts'
import { jobUpdates } from './jobs/job.ts'
import { jobQueue, openQueue } from './jobs/queue.ts'
import { queueNames, startWorkers } from './jobs/start-workers.ts'
import { backgroundWork } from './jobs.ts'
import { startPreloading } from './metrics/preload-days.ts'
import { createLog } from './monitoring/log.ts'
import { openRealtime } from './realtime/realtime.ts'
import { authentication, routes } from './routes.ts'
import { simulatedMarket } from './tracking/simulated-market.ts'
import { runKind } from './tracking/tracking.ts'

export type RunningService = {
  app: AppContext
  server: FastifyInstance | null
  url: string
  stop(): Promise<void>
}

type StopLimits = {
  /** How long a stop waits for active jobs before it releases them. */
  drainMs: number
  connections: ConnectionTimeouts
}
/** Database queries that take longer are logged. */
const slowQueryMs = 2_000

const defaultStopLimits: StopLimits = { drainMs: 8_000, connections: defaultTimeouts }

type Step = () => Promise<unknown>

type Options = {
  /** Refuses to start while another service uses this data directory. */
  exclusive: boolean
  /** Starts the built-in simulator when a platform is simulated. */
  simulator?: boolean
  log?: Logger
}

/** Opens what every process and command needs: a migrated database, the queue and the realtime connection. */
export async function openApp(
  settings: Config,
  { exclusive, simulator = false, log = createLog(settings) }: Options,
): Promise<{ app: AppContext; close(): Promise<void> }> {
  const undo: Step[] = []
  const close = () => runInReverse(undo)
  try {
    const connection = await findDatabase(settings, exclusive, log, undo)
    const pool = openPool(connection, settings.DATABASE_POOL, log, statementTimeoutMs(settings))
    undo.push(() => pool.end())
    await requireReachable(pool, settings)
    // A migration, or the wait for a migration of another process, can take longer than any other statement.
    const unlimited = openPool(connection, 1, log)
    const applied = await migrate(unlimited, {
      beforeUpgrade: () => createRestorePoint(settings, log),
    }).finally(() => unlimited.end())
    if (applied.length > 0) log.info({ applied }, 'database migrated')
    const dedicated = openDedicatedConnection(connection, log)
    undo.push(() => dedicated.end())
    const config = simulator
      ? await withSimulator(settings, (prompt) => simulatedMarket(app)(prompt), undo)
      : settings
    const { app, resources } = createAppContext({
      database: openDatabase(pool, {
        dedicated,
        slowQueries: { log, thresholdMs: slowQueryMs },
        replica: await findReplica(settings, pool, log, undo),
      }),
      config,
      log,
      baseUrl: publicBaseUrl(config),
      secretKey: await loadSecretKey(config),
      now: () => new Date(),
    })
    undo.push(() => resources.close())
    resources.provide(jobQueue, await openQueue({ pool, dedicated }, log, queueNames(backgroundWork)))
    resources.provide(jobUpdates, await openRealtime(config, log, runKind))
    return { app, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function startService(
  settings: Config,
  { drainMs, connections }: StopLimits = defaultStopLimits,
): Promise<RunningService> {
  const undo: Step[] = []
  // Server and workers stop concurrently, so that a stop takes as long as the slower of them; the rest follows.
  const concurrent: Step[] = []
  const stop = () => runInReverse([...undo.splice(0), () => runAll(concurrent.splice(0))])
  try {
    const { app, close } = await openApp(settings, { exclusive: true, simulator: true })
    undo.push(close)
    // An embedded database has only one service process, so its limits need no sharing.
    if (app.config.DATABASE_URL !== null) {
      concurrent.push(startEngineLimitSync(app))
      if (app.config.ROLE !== 'worker') concurrent.push(startRateLimitSync(app))
    }
    if (app.config.ROLE !== 'web') {
      const stopWorkers = await startWorkers(app, backgroundWork)
      concurrent.push(() => stopWorkers(drainMs))
    }
    const { server, url } =
      app.config.ROLE === 'worker'
        ? { server: null, url: app.baseUrl }
        : await listen(app, concurrent, connections)
    if (app.config.ROLE !== 'worker') concurrent.push(startPreloading(app))
    return { app, server, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs all steps in reverse order, even if some fail, and then throws the first failure. */
async function runInReverse(steps: Step[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function runAll(steps: Step[]): Promise<void> {
  const failed = (await Promise.allSettled(steps.map((step) => step()))).find(
    ({ status }) => status === 'rejected',
  )
  if (failed?.status === 'rejected') throw failed.reason
}

async function requireReachable(pool: Pool, config: Config): Promise<void> {
  const problem = await findProblem(pool, config)
  if (problem !== null) throw new SettingError(`DATABASE_URL: ${problem}.`)
}

async function findProblem(pool: Pool, config: Config): Promise<string | null> {
  try {
    await pool.query('select 1')
  } catch (cause) {
    if (config.DATABASE_URL === null) throw cause
    const reason = getReason(cause)
    return explainRejection(reason) ?? `the database cannot be used (${reason})`
  }
  return config.DATABASE_URL === null ? null : findPoolerProblem(pool)
}

/** Returns the message of the first cause: connecting to several addresses of a host fails with an AggregateError without a message. */
function getReason(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : 'unknown'
}

async function findDatabase(config: Config, exclusive: boolean, log: Logger, undo: Step[]) {
  if (config.DATABASE_URL !== null) return { connectionString: config.DATABASE_URL }
  if (config.DATABASE_READ_URL !== null)
    throw new SettingError('DATABASE_READ_URL: requires DATABASE_URL, whose replica it names.')
  await ensureDataDir(config.DATA_DIR)
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR, exclusive, log })
  undo.push(() => embedded.stop())
  return embedded.connection
}

const statementTimeoutMs = ({ DATABASE_STATEMENT_TIMEOUT_SECONDS: seconds }: Config) => seconds * 1_000

async function findReplica(
  settings: Config,
  primary: Pool,
  log: Logger,
  undo: Step[],
): Promise<ReadReplica | null> {
  const { DATABASE_READ_URL: connectionString, DATABASE_POOL } = settings
  if (connectionString === null) return null
  const pool = openPool({ connectionString }, DATABASE_POOL, log, statementTimeoutMs(settings))
  undo.push(() => pool.end())
  const replica = openReadReplica(primary, pool, log)
  const reason = await replica.findMisconfiguration()
  if (reason !== null) throw new SettingError(`DATABASE_READ_URL: ${reason}.`)
  return replica
}

async function withSimulator(
  config: Config,
  market: NonNullable<SimulatorOptions['market']>,
  undo: Step[],
): Promise<Config> {
  if (!isSimulated(config) || (config.SIMULATOR_URL ?? builtInSimulator) !== builtInSimulator) return config
  // Loaded on demand, because most installations query real engines.
  const { startSimulator } = await import('../simulator/simulator.ts')
  const simulator = await startSimulator({ seed: 1, market, latencyMs: 300 })
  undo.push(() => simulator.close())
  return { ...config, SIMULATOR_URL: simulator.url }
}

const isSimulated = (config: Config) =>
  [...resolvePlatforms(config).values()].some(({ surface }) => surface === 'simulated')

async function listen(app: AppContext, concurrent: Step[], timeouts: ConnectionTimeouts) {
  const server = await createApp(app, routes, authentication, timeouts)
  concurrent.push(() => server.close())
  const { HOST: host, PORT: port } = app.config
  releaseStartupMemory()
  await server.listen({ host, port }).catch((error: unknown) => {
    throw listenError(error, host, port)
  })
  // With PORT=0 the operating system chooses the port, which links must contain.
  app.baseUrl = publicBaseUrl(app.config, getPort(server))
  return { server, url: app.baseUrl }
}

/** Shrinks V8's space for new objects, which otherwise keeps the size that startup needed. */
export function releaseStartupMemory(): void {
  // Absent without the flags of scripts/node-flags.mjs.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function listenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return new SettingError(`PORT: ${port} on ${host} is already in use.`)
  if (code === 'EACCES') return new SettingError(`PORT: permission denied to listen on ${port}.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SettingError(`HOST: this machine has no address "${host}".`)
  return error
}

function getPort(server: FastifyInstance): number {
  const address: AddressInfo | string | null = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}
