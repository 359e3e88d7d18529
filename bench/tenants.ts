/**
 * Measures an installation of many tenants: `node scripts/launch.mjs bench/tenants.ts [brands] [organizations]`, by default
 * 10,000 brands in 1,000 organizations. Zipf's law distributes the brands over the organizations. One brand has 100,000
 * answers, the others 30 to 100. One process does all the work, with the embedded database.
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { type AppContext, type Context, systemContext } from '../src/core/context.ts'
import { semaphore } from '../src/core/semaphore.ts'
import { enqueueJob } from '../src/jobs/job.ts'
import { recoverJobs } from '../src/jobs/worker.ts'
import { refresh } from '../src/metrics/rollups.ts'
import { startDueRuns } from '../src/tracking/schedule.ts'
import { atLastDay, buildHistory, histories, today } from './data/metric-history.ts'
import { addSmallBrands } from './data/tenants.ts'
import { serveApp, type Tenant, type TimedClient } from './load/serve-app.ts'
import { quantile, report, timed, timedCpu } from './report.ts'
import { withOrganization } from './service.ts'

const brandCount = Number(process.argv[2] ?? 10_000)
const organizationCount = Number(process.argv[3] ?? 1_000)
/** 100,000 answers. */
const largeBrand = { ...histories.standard, days: 125 }
const never = new AbortController().signal
const metrics = ['visibility-summary', 'competitor-comparison', 'citations', 'visibility-trend']
const readsPerPhase = 300
const largeClients = 8

await withOrganization(({ app, ctx: { organizationId }, userId }) =>
  measure(atLastDay(app), { organizationId, userId }),
)

async function measure(base: AppContext, large: Tenant): Promise<void> {
  const largeId = await buildHistory(systemContext(base, large.organizationId), largeBrand)
  const medium = await addSmallBrands(base, large, {
    brands: brandCount - 1,
    organizations: organizationCount,
  })
  const { rows } = await sql<{ brands: number; answers: number }>`
    select (select count(*) from brands) as brands, (select count(*) from answers) as answers`.execute(
    base.db,
  )
  console.log(`${rows[0]?.brands} brands, ${rows[0]?.answers} answers, load ${loadavg()[0]?.toFixed(1)}`)
  await measureRefreshes(base, largeId, 'all days')
  await sql`vacuum analyze`.execute(base.db)
  await sql`insert into dirty_days select id, ${today}::date, gen_random_uuid() from brands`.execute(base.db)
  await measureRefreshes(base, largeId, 'one day')
  await measureReads(base, { large, largeId, medium })
  await measureScheduler(base, { medium })
}

async function listBrands({ db }: AppContext, { organizationId }: Tenant): Promise<string[]> {
  const rows = await db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Refreshes all brands, four at a time as the workers do, the large one first. */
async function measureRefreshes(base: AppContext, largeId: string, what: string): Promise<void> {
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select id, organization_id from brands order by id <> ${largeId}, id`.execute(base.db)
  const acquire = semaphore(4)
  const largeMs: number[] = []
  const besideMs: number[] = []
  const afterMs: number[] = []
  const { ms: totalMs, cpuMs } = await timedCpu(() =>
    Promise.all(
      rows.map(async ({ id, organization_id }) => {
        const release = await acquire(never)
        const isBeside = largeMs.length === 0
        const ms = await timed(() => refresh(systemContext(base, organization_id), id))
        ;(id === largeId ? largeMs : isBeside ? besideMs : afterMs).push(ms)
        release()
      }),
    ),
  )
  const describe = (times: number[]) =>
    `median ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`
  report({
    what: `Refresh of ${rows.length} brands, four at a time, ${what} of each changed`,
    measured: `${(totalMs / 1000).toFixed(0)} s, ${(cpuMs / 1000).toFixed(0)} s CPU of Node; the large brand ${((largeMs[0] ?? 0) / 1000).toFixed(1)} s; a small one next to it ${describe(besideMs)}, after it ${describe(afterMs)}`,
  })
}

/** Reads small brands of one organization, alone and next to constant reads and refreshes of the large brand. */
async function measureReads(
  base: AppContext,
  { large, largeId, medium }: { large: Tenant; largeId: string; medium: Tenant },
): Promise<void> {
  const app = await serveApp(base)
  try {
    const small = await listBrands(base, medium)
    const client = await app.startClient(medium)
    const readSmall = () => readBrands(client, small)
    // Warms up the process: the first requests include compilation.
    await readSmall()
    const alone = await readSmall()
    const clients = await Promise.all(Array.from({ length: largeClients }, () => app.startClient(large)))
    const load = startLoad(systemContext(base, large.organizationId), largeId, clients)
    const next = await readSmall()
    const loaded = await load.end()
    await client.end()
    const describe = (times: number[]) =>
      `median ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`
    report({
      what: `Metrics of small brands, alone, and next to ${largeClients} clients that read the large brand, which changes twice a second`,
      measured: `alone ${describe(alone)}; next to it ${describe(next)}; the large brand itself ${describe(loaded.times)}; connections in use at most ${loaded.mostUsed} of ${base.config.DATABASE_POOL}`,
    })
  } finally {
    await app.close()
  }
}

async function readBrands(client: TimedClient, brands: string[]): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < readsPerPhase; index += 1) {
    const brand = brands[(index * 7) % brands.length]
    times.push(await client.get(`/api/mcp/${metrics[index % metrics.length]}?brand_id=${brand}`))
  }
  return times
}

/** Reads the large brand with the clients until it is ended; its last day changes and is refreshed twice a second. */
function startLoad(ctx: Context, largeId: string, clients: readonly TimedClient[]) {
  const times: number[] = []
  let mostUsed = 0
  let isEnded = false
  const running = clients.map(async (client) => {
    while (!isEnded) times.push(...(await readOnce(client, largeId)))
    await client.end()
  })
  const change = async () => {
    await sql`insert into dirty_days values (${largeId}, ${today}::date, gen_random_uuid())`.execute(ctx.db)
    await refresh(ctx, largeId)
  }
  let changing = Promise.resolve()
  const changes = setInterval(() => {
    changing = changing.then(change)
  }, 500)
  const samples = setInterval(() => {
    mostUsed = Math.max(mostUsed, ctx.database.poolStats().used)
  }, 20)
  return {
    end: async () => {
      isEnded = true
      clearInterval(changes)
      clearInterval(samples)
      await Promise.all([...running, changing])
      return { times, mostUsed }
    },
  }
}

async function readOnce(client: TimedClient, brandId: string): Promise<number[]> {
  const times: number[] = []
  for (const metric of metrics) times.push(await client.get(`/api/mcp/${metric}?brand_id=${brandId}`))
  return times
}

/** All brands are due; then all have a waiting run. */
async function measureScheduler(base: AppContext, { medium }: { medium: Tenant }): Promise<void> {
  let triggered = 0
  const firstMs = await timed(async () => {
    triggered = (await startDueRuns(base)).triggered
  })
  const secondMs = await timed(() => startDueRuns(base))
  const recoveryMs = await timed(() => recoverJobs(base))
  const [brandId = ''] = await listBrands(base, medium)
  const requestMs = await timed(() =>
    enqueueJob(systemContext(base, medium.organizationId), brandId, 'reanalyze', {}),
  )
  report({
    what: `One pass of the scheduler over ${brandCount} brands`,
    measured: `${(firstMs / 1000).toFixed(1)} s when all are due (${triggered} runs); ${secondMs.toFixed(0)} ms when all have a waiting run; the check for lost jobs every five seconds ${recoveryMs.toFixed(0)} ms; the request of one more job ${requestMs.toFixed(0)} ms`,
  })
}
