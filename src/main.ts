/** From settings to a running service, and back: what is started is stopped in reverse. */
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { startSimulator } from '../simulator/simulator.ts'
import { createApp } from './app.ts'
import { baseUrlOf, type Config } from './core/config.ts'
import type { BaseContext } from './core/context.ts'
import { openDb, openPool } from './core/db.ts'
import { startEmbedded } from './core/embedded/embedded.ts'
import { migrate } from './core/migrate.ts'
import { openQueue } from './core/queue.ts'
import { secretKeyOf } from './core/secret.ts'
import { platformBackends } from './engines/registry.ts'
import { simulatedWorld } from './simulated-world.ts'
import { queueNames, startWorker } from './tasks.ts'

export type Service = { base: BaseContext; app: FastifyInstance | null; url: string; stop(): Promise<void> }

/** How long a stop waits for requests and questions at hand before it lets go of them. */
const drainMs = 10_000

/** What every process and command needs: a migrated database and a queue. `exclusive`: no other service on this folder. */
export async function openBase(
  config: Config,
  { exclusive, log = createLog(config) }: { exclusive: boolean; log?: Logger },
) {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const connection = await findDatabase(config, exclusive, log, undo)
    const pool = openPool(connection, config.DATABASE_POOL)
    pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
    undo.push(() => pool.end())
    const applied = await migrate(pool)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
    const queue = await openQueue(pool, log, queueNames)
    undo.push(() => queue.stop(0))
    const secretKey = await secretKeyOf(config)
    const base: BaseContext = {
      db: openDb(pool),
      config,
      queue,
      log,
      baseUrl: baseUrlOf(config),
      secretKey,
      now: () => new Date(),
    }
    return { base, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function startService(settings: Config): Promise<Service> {
  const log = createLog(settings)
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const opened = await openBase(settings, { exclusive: true, log })
    undo.push(opened.close)
    const config = await withSimulator(opened.base, undo)
    const base = { ...opened.base, config }
    if (config.ROLE !== 'web') {
      const stopWorker = await startWorker(base)
      undo.push(() => stopWorker(drainMs))
    }
    const { app, url } =
      config.ROLE === 'worker' ? { app: null, url: base.baseUrl } : await listen(base, undo)
    return { base, app, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export function createLog(config: Config): Logger {
  // Standard output belongs to what a person asked for; the log goes beside it.
  return pino(
    { level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  )
}

async function findDatabase(
  config: Config,
  exclusive: boolean,
  log: Logger,
  undo: (() => Promise<unknown>)[],
) {
  if (config.DATABASE_URL !== null) return { connectionString: config.DATABASE_URL }
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR, exclusive, log })
  undo.push(() => embedded.stop())
  return embedded.connection
}

async function withSimulator(base: BaseContext, undo: (() => Promise<unknown>)[]): Promise<Config> {
  if (base.config.SIMULATOR_URL !== null || !isSimulated(base.config)) return base.config
  const simulator = await startSimulator({
    seed: base.config.SIMULATOR_SEED,
    world: simulatedWorld(base),
    latencyMs: 300,
  })
  undo.push(() => simulator.close())
  return { ...base.config, SIMULATOR_URL: simulator.url }
}

const isSimulated = (config: Config) =>
  [...platformBackends(config).values()].some(({ surface }) => surface === 'simulated')

async function listen(base: BaseContext, undo: (() => Promise<unknown>)[]) {
  const app = await createApp(base)
  undo.push(() => app.close())
  await app.listen({ host: base.config.HOST, port: base.config.PORT })
  return { app, url: baseUrlOf(base.config, portOf(app)) }
}

function portOf(app: FastifyInstance): number {
  const address: AddressInfo | string | null = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}
