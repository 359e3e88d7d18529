/**
 * Compares a Citus cluster with one server: `node scripts/launch.mjs bench/cluster.ts ONE_SERVER CLUSTER`, the URLs of two empty
 * databases, the second with the extension citus. Builds the standard history in both, distributes the second, and requests the
 * same metrics from both alternately. Does nothing without URLs.
 */
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { createOwner } from '../src/accounts/accounts.ts'
import { readConfig } from '../src/config.ts'
import { type AppContext, systemContext } from '../src/core/context.ts'
import { openApp } from '../src/main.ts'
import { refresh } from '../src/metrics/rollups.ts'
import { distributeDatabase } from '../src/scale-out/distribute-database.ts'
import {
  atLastDay,
  buildHistory,
  daysAgo,
  findHistory,
  histories,
  rewriteAnswers,
  today,
} from './data/metric-history.ts'
import { serveApp } from './load/serve-app.ts'
import { metrics } from './metrics/requests.ts'
import { quantile, report, timed } from './report.ts'
import { account, createDataDir } from './service.ts'

const rounds = 40
const refreshes = 10
const [oneServer, cluster] = process.argv.slice(2)
const dataDir = await createDataDir()

if (oneServer === undefined || cluster === undefined) console.log('Skipped: pass the URLs of two databases.')
else await compare(oneServer, cluster)
await rm(dataDir, { recursive: true, force: true })

type Server = { open(path: string): Promise<number>; refreshDay(): Promise<number>; end(): Promise<void> }

async function compare(one: string, distributed: string): Promise<void> {
  for (const url of [one, distributed]) await withApp(url, build)
  await distributeDatabase(distributed, { isDryRun: false, print: () => undefined })
  const [first, second] = [await startServer(one), await startServer(distributed)]
  for (const metric of metrics) {
    const path = (round: number) =>
      `/api/mcp/${metric}?date_from=${daysAgo(29 + round)}&date_to=${daysAgo(round)}`
    await reportRatio(metric, rounds, first, second, (server, round) => server.open(path(round)))
  }
  await reportRatio('Refresh of a changed day', refreshes, first, second, (server) => server.refreshDay())
  for (const server of [first, second]) await server.end()
}

/** `measure` returns milliseconds. */
async function reportRatio(
  what: string,
  times: number,
  one: Server,
  distributed: Server,
  measure: (server: Server, round: number) => Promise<number>,
): Promise<void> {
  const measured: [number[], number[]] = [[], []]
  for (let round = 0; round < times; round += 1) {
    measured[0].push(await measure(one, round))
    measured[1].push(await measure(distributed, round))
  }
  const [ms, msDistributed] = [quantile(measured[0], 0.5), quantile(measured[1], 0.5)]
  report({
    what: `${what} in a Citus cluster, 144,000 answers`,
    measured: `${(msDistributed / ms).toFixed(1)} × one server (medians ${ms.toFixed(1)} and ${msDistributed.toFixed(1)} ms)`,
  })
}

async function withApp(url: string, work: (base: AppContext) => Promise<void>): Promise<void> {
  const { app, close } = await getOpenApp(url)
  await work(app)
  await close()
}

async function getOpenApp(url: string) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, RATE_LIMIT_API_KEY: '0' })
  const { app, close } = await openApp(config, { exclusive: false, log: pino({ level: 'error' }) })
  return { app: atLastDay(app), close }
}

async function build(base: AppContext): Promise<void> {
  const { organizationId } = await createOwner(base, account)
  const ctx = systemContext(base, organizationId)
  await refresh(ctx, await buildHistory(ctx, histories.standard))
}

async function startServer(url: string): Promise<Server> {
  const { app: base, close } = await getOpenApp(url)
  await sql`analyze`.execute(base.db)
  const history = await findHistory(base)
  if (!history) throw new Error('The database has no history')
  const { brandId, ...tenant } = history
  const ctx = systemContext(base, tenant.organizationId)
  const app = await serveApp(base)
  const client = await app.startClient(tenant)
  return {
    open: (path) => client.get(`${path}&brand_id=${brandId}`),
    refreshDay: async () => {
      await rewriteAnswers(ctx, brandId, { changed: 'one', day: today })
      return timed(() => refresh(ctx, brandId))
    },
    end: async () => {
      await client.end()
      await app.close()
      await close()
    },
  }
}
