/**
 * Compares a Citus cluster with one server: `node scripts/launch.mjs bench/cluster.ts ONE_SERVER CLUSTER`, the URLs of two empty
 * databases, the second with the extension citus. Builds the standard history in both, distributes the second, and requests the
 * same metrics from both alternately. Does nothing without URLs.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { createOwner } from '../src/accounts/accounts.ts'
import { createApiKey } from '../src/accounts/api-keys.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { type AppContext, systemContext } from '../src/core/context.ts'
import { openApp } from '../src/main.ts'
import { refresh } from '../src/metrics/rollups.ts'
import { authentication, routes } from '../src/routes.ts'
import { distributeDatabase } from '../src/scale-out/distribute-database.ts'
import { buildHistory, histories, rewriteAnswers, today } from './data/metric-history.ts'
import { startTimedClient } from './load/clients.ts'
import { daysAgo, metrics } from './metrics/requests.ts'
import { quantile, report, timed } from './report.ts'

const rounds = 40
const refreshes = 10
const [oneServer, cluster] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'ansight-bench-'))

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
  return { app: { ...app, now: () => new Date(`${today}T12:00:00Z`) }, close }
}

async function build(base: AppContext): Promise<void> {
  const { organizationId } = await createOwner(base, {
    name: 'Bench',
    email: 'bench@example.com',
    password: 'only for measuring',
  })
  const ctx = systemContext(base, organizationId)
  await buildHistory(ctx, histories.standard)
  await refresh(ctx, (await brandFor(base)).id)
}

async function startServer(url: string): Promise<Server> {
  const { app: base, close } = await getOpenApp(url)
  await sql`analyze`.execute(base.db)
  const { id: brandId, organization_id: organizationId, user_id: userId } = await brandFor(base)
  const ctx = systemContext(base, organizationId)
  const { token } = await createApiKey(ctx, { name: 'Bench', scopes: ['read'], userId })
  const app = await createApp(base, routes, authentication)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const client = startTimedClient(port, token)
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

function brandFor({ db }: AppContext) {
  return db
    .selectFrom('brands')
    .innerJoin('members', 'members.organization_id', 'brands.organization_id')
    .select(['brands.id', 'brands.organization_id', 'members.user_id'])
    .executeTakeFirstOrThrow()
}
