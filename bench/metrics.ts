/**
 * Measures the metrics of long histories over HTTP with an API key:
 * `node scripts/launch.mjs bench/metrics.ts [histories…]`, by default all of them. Builds each history of one brand directly in
 * the tables of an embedded database (kept and reused with DATA_DIR) and refreshes the rollups; then measures requests
 * (metrics/requests.ts) and changes (metrics/changes.ts), and the first requests of new processes (metrics/first-requests.ts).
 * Requests /api/health throughout.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pino from 'pino'
import { createOwner } from '../src/accounts/accounts.ts'
import { readConfig } from '../src/config.ts'
import { type AppContext, type Context, systemContext } from '../src/core/context.ts'
import { openApp } from '../src/main.ts'
import { refresh } from '../src/metrics/rollups.ts'
import {
  atLastDay,
  buildHistory,
  findHistory,
  type HistoryName,
  histories,
  today,
} from './data/metric-history.ts'
import { startHealthProbe } from './load/clients.ts'
import { serveApp, type TimedClient } from './load/serve-app.ts'
import { measureChanges } from './metrics/changes.ts'
import { type FirstRequest, listFirstRequests, measureFirstRequest } from './metrics/first-requests.ts'
import { type CpuByMetric, measureRequests } from './metrics/requests.ts'
import { quantile, report, timed } from './report.ts'
import { account, createDataDir } from './service.ts'

const parts = { build: createHistory, measure: measureHistory, first: measureFirst }

const given = process.argv.slice(2)
const [part, name, request] = given
if (part === 'build' || part === 'measure' || part === 'first')
  await withService(getName(name), (base, history) => parts[part](base, history, request))
else await measureAll((given.length > 0 ? given : Object.keys(histories)).map(getName))

function getName(text: string | undefined): HistoryName {
  if (text === 'standard' || text === 'tenfold' || text === 'wide') return text
  throw new Error(`${text} is not one of ${Object.keys(histories).join(', ')}`)
}

async function measureAll(names: HistoryName[]): Promise<void> {
  const measured = new Map<HistoryName, CpuByMetric>()
  for (const name of names) measured.set(name, await measure(name))
  const [short, long] = [measured.get('standard'), measured.get('tenfold')]
  if (short && long) compare(short, long)
}

async function measure(name: HistoryName): Promise<CpuByMetric> {
  const reusedDir = process.env.DATA_DIR
  const dataDir = await createDataDir(reusedDir && join(reusedDir, name))
  try {
    await runPart('build', name, dataDir)
    const measured = await runPart('measure', name, dataDir)
    if (!measured) throw new Error('The child process sent no result')
    for (const request of listFirstRequests({ year: histories[name].days >= 365 }))
      await runPart('first', name, dataDir, request)
    return measured
  } finally {
    if (reusedDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs a part in a child process, so that building years of rollups does not affect the process that is measured. */
async function runPart(
  part: keyof typeof parts,
  name: HistoryName,
  dataDir: string,
  request?: FirstRequest,
): Promise<CpuByMetric | undefined> {
  const child = fork(fileURLToPath(import.meta.url), [part, name, JSON.stringify(request ?? null)], {
    env: { ...process.env, DATA_DIR: dataDir },
    serialization: 'advanced',
  })
  let measured: CpuByMetric | undefined
  child.on('message', (message) => {
    if (message instanceof Map) measured = message
  })
  const [[code]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  if (code !== 0) throw new Error(`bench/metrics.ts ${part} ${name} exited with ${code}`)
  return measured
}

async function withService(
  name: HistoryName,
  work: (base: AppContext, name: HistoryName) => Promise<void>,
): Promise<void> {
  const config = readConfig({ DATA_DIR: process.env.DATA_DIR, RATE_LIMIT_API_KEY: '0' })
  const opened = await openApp(config, { exclusive: false, log: pino({ level: 'silent' }) })
  try {
    await work(atLastDay(opened.app), name)
  } finally {
    await opened.close()
  }
}

/** Does nothing when the history exists. */
async function createHistory(base: AppContext, name: HistoryName): Promise<void> {
  if (await findHistory(base)) return
  const { organizationId } = await createOwner(base, account)
  const ctx = systemContext(base, organizationId)
  let brandId = ''
  const builtMs = await timed(async () => {
    brandId = await buildHistory(ctx, histories[name])
  })
  const refreshedMs = await timed(() => refresh(ctx, brandId))
  await sql`vacuum analyze`.execute(base.db)
  const { days } = histories[name]
  console.log(`${name}: built in ${(builtMs / 1000).toFixed(1)} s`)
  report({
    what: `Refresh of all ${days} days of the history "${name}"`,
    measured: `${(refreshedMs / 1000).toFixed(1)} s, ${(refreshedMs / days).toFixed(0)} ms per day`,
  })
}

async function measureHistory(base: AppContext): Promise<void> {
  await withServer(base, async (ctx, { brandId, port, client }) => {
    const counts = await countAnswers(ctx, brandId)
    console.log(
      `${counts.answers} answers on ${counts.days} days; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
    )
    const health = startHealthProbe(port)
    await measureChanges(ctx, { brandId, ...counts })
    process.send?.(await measureRequests(ctx, { brandId, client, ...counts }))
    reportHealth(await health.end(), counts.answers)
  })
}

async function measureFirst(base: AppContext, _name: HistoryName, request = ''): Promise<void> {
  await withServer(base, async (_ctx, { brandId, client }) => {
    const given: FirstRequest = JSON.parse(request)
    await measureFirstRequest(base, given, { brandId, client })
  })
}

type Served = { brandId: string; port: number; client: TimedClient }

async function withServer(base: AppContext, work: (ctx: Context, served: Served) => Promise<void>) {
  const history = await findHistory(base)
  if (!history) throw new Error('The history was not built')
  const { brandId, ...tenant } = history
  const { port, startClient, close } = await serveApp(base)
  try {
    const client = await startClient(tenant)
    await work(systemContext(base, tenant.organizationId), { brandId, port, client })
    await client.end()
  } finally {
    await close()
  }
}

function reportHealth(times: number[], answers: number): void {
  const [median, p999, most] = [quantile(times, 0.5), quantile(times, 0.999), quantile(times, 1)]
  report({
    what: `/api/health during the metric requests and refreshes, ${answers} answers`,
    measured: `median ${median.toFixed(2)} ms, p99.9 ${p999.toFixed(1)} ms, max ${most.toFixed(1)} ms of ${times.length}`,
    budget: { text: 'max ≤ 50 ms', isMet: most <= 50 },
  })
}

async function countAnswers({ db }: Context, brandId: string) {
  const { rows } = await sql<{ answers: number; days: number; firstDay: string }>`
    select count(*) as answers, count(distinct day) as days, coalesce(min(day), ${today}::date) as "firstDay"
    from answers where brand_id = ${brandId}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate always returns a row')
  return counts
}

/** Compares the CPU time per request: it varies less than the latency on a machine with other work. */
function compare(short: CpuByMetric, long: CpuByMetric): void {
  const ratios = [...short].map(([metric, ms]): [string, number] => [metric, (long.get(metric) ?? NaN) / ms])
  report({
    what: 'CPU time of windows of 7 to 90 days at ten times the history',
    measured: ratios.map(([metric, ratio]) => `${metric} × ${ratio.toFixed(2)}`).join(', '),
    budget: { text: '≤ 1.5', isMet: ratios.every(([, ratio]) => ratio <= 1.5) },
  })
}
