/** From settings to a running service, and back: what is started is stopped in reverse. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { startSimulator } from '../simulator/simulator.ts'
import { createApp } from './app.ts'
import { type Config, publicBaseUrl } from './core/config.ts'
import type { AppContext } from './core/context.ts'
import { AppError } from './core/errors.ts'
import { createLog } from './core/log.ts'
import { openDatabase, openDedicatedConnection, openPool } from './db/database.ts'
import { ensureDataDir } from './db/embedded/data-dir.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { loadSecretKey } from './db/encryption.ts'
import { migrate } from './db/migrate.ts'
import { resolvePlatforms } from './engines/registry.ts'
import { startRateLimitSync } from './http/shared-rate-limits.ts'
import { openQueue } from './jobs/queue.ts'
import { startWorker } from './jobs/start-workers.ts'
import { queueNames } from './jobs.ts'
import { openMetricsWorker } from './metrics/metrics-worker.ts'
import { openRealtime } from './realtime/realtime.ts'
import { simulatedMarket } from './tracking/simulated-market.ts'

export type RunningService = {
  base: AppContext
  app: FastifyInstance | null
  url: string
  stop(): Promise<void>
}

/** How long a stop waits for jobs at hand before it lets go of them. */
const drainMs = 8_000

type Step = () => Promise<unknown>

/** What every process and command needs: a migrated database and a queue. `exclusive`: no other service on this folder. */
export async function openApp(
  config: Config,
  { exclusive, log = createLog(config) }: { exclusive: boolean; log?: Logger },
) {
  const undo: Step[] = []
  const close = () => inReverse(undo)
  try {
    const connection = await findDatabase(config, exclusive, log, undo)
    const pool = openPool(connection, config.DATABASE_POOL, log)
    undo.push(() => pool.end())
    await reach(pool, config)
    const applied = await migrate(pool)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
    const queue = await openQueue(pool, log, queueNames)
    undo.push(() => queue.stop(0))
    const apart = openDedicatedConnection(connection, log)
    undo.push(() => apart.end())
    const secretKey = await loadSecretKey(config)
    const realtime = await openRealtime(config, log)
    undo.push(realtime.close)
    const thread = openMetricsWorker(connection, config)
    undo.push(() => thread.close())
    const base: AppContext = {
      db: openDatabase(pool, apart),
      config,
      queue,
      log,
      baseUrl: publicBaseUrl(config),
      secretKey,
      announce: realtime.announce,
      now: () => new Date(),
      thread,
    }
    return { base, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function startService(settings: Config): Promise<RunningService> {
  const log = createLog(settings)
  const undo: Step[] = []
  // What faces outwards ends at the same time, so that a stop takes as long as the slowest; the rest after it.
  const faces: Step[] = []
  const stop = () => inReverse([...undo.splice(0), () => allOf(faces.splice(0))])
  try {
    const opened = await openApp(settings, { exclusive: true, log })
    undo.push(opened.close)
    const config = await withSimulator(opened.base, undo)
    const base = { ...opened.base, config }
    if (config.ROLE !== 'web') {
      const stopWorker = await startWorker(base)
      faces.push(() => stopWorker(drainMs))
    }
    const { app, url } =
      config.ROLE === 'worker' ? { app: null, url: base.baseUrl } : await listen(base, faces)
    return { base, app, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Every step is taken, whatever becomes of the others; the first failure is thrown in the end. */
async function inReverse(steps: Step[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function allOf(steps: Step[]): Promise<void> {
  const failed = (await Promise.allSettled(steps.map((step) => step()))).find(
    ({ status }) => status === 'rejected',
  )
  if (failed?.status === 'rejected') throw failed.reason
}

async function reach(pool: Pool, config: Config): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (cause) {
    if (config.DATABASE_URL === null) throw cause
    throw new AppError('invalid_setting', `DATABASE_URL: the database cannot be used (${reasonOf(cause)}).`)
  }
}

/** An attempt at several addresses of one name fails with an error that holds the real ones and says nothing itself. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : 'unknown'
}

async function findDatabase(config: Config, exclusive: boolean, log: Logger, undo: Step[]) {
  if (config.DATABASE_URL !== null) return { connectionString: config.DATABASE_URL }
  await ensureDataDir(config.DATA_DIR)
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR, exclusive, log })
  undo.push(() => embedded.stop())
  return embedded.connection
}

async function withSimulator(base: AppContext, undo: Step[]): Promise<Config> {
  if (base.config.SIMULATOR_URL !== null || !isSimulated(base.config)) return base.config
  const simulator = await startSimulator({
    seed: base.config.SIMULATOR_SEED,
    world: simulatedMarket(base),
    latencyMs: 300,
  })
  undo.push(() => simulator.close())
  return { ...base.config, SIMULATOR_URL: simulator.url }
}

const isSimulated = (config: Config) =>
  [...resolvePlatforms(config).values()].some(({ surface }) => surface === 'simulated')

async function listen(base: AppContext, faces: Step[]) {
  const app = await createApp(base)
  faces.push(() => app.close())
  // An embedded database has one service, which counts everything itself.
  if (base.config.DATABASE_URL !== null) faces.push(startRateLimitSync(base))
  const { HOST: host, PORT: port } = base.config
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError(error, host, port)
  })
  // With PORT=0 the system chooses the port, and links that are handed out must name it.
  base.baseUrl = publicBaseUrl(base.config, portOf(app))
  return { app, url: base.baseUrl }
}

function listenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new AppError('invalid_setting', `PORT: ${port} of ${host} is taken by another program.`)
  if (code === 'EACCES')
    return new AppError('invalid_setting', `PORT: the system does not let us listen on ${port}.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new AppError('invalid_setting', `HOST: this machine has no address "${host}".`)
  return error
}

function portOf(app: FastifyInstance): number {
  const address: AddressInfo | string | null = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}
