/**
 * Measures the latency of each metric over a long history, over HTTP with an API key:
 * `node scripts/launch.mjs bench/metrics.ts [factors…]`, by default `1 10`. For each factor, builds a history of factor × 180
 * days of one brand directly in the tables of an embedded database (kept and reused with DATA_DIR), refreshes the rollups,
 * and reads each metric in many windows. Prints the median of the first reads after a change; the minimum, median and p99 of
 * the next hundred; and the time of plain SQL on the answers. `!` marks values over budget. The last line compares both
 * histories. Requests /api/health throughout.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
import pino from 'pino'
import { createOwner } from '../src/accounts/accounts.ts'
import { createApiKey } from '../src/accounts/api-keys.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { type AppContext, type Context, systemContext } from '../src/core/context.ts'
import { newId } from '../src/core/ids.ts'
import { openApp } from '../src/main.ts'
import { refresh } from '../src/metrics/rollups.ts'
import { metricRoutes } from '../src/metrics/routes.ts'
import { authentication, routes } from '../src/routes.ts'
import { buildHistory, type Changed, rewriteAnswers, today } from './data/metric-history.ts'
import { startHealthProbe, startTimedClient } from './load/clients.ts'
import { report } from './report.ts'

const size = { prompts: 100, platforms: 8, days: 180 }
const rounds = 100
const changes = 5
const email = 'bench@example.com'

/** The main query of a metric, written directly on the answers. */
const plainSql: Record<string, (brandId: string, given: Record<string, string>) => RawBuilder<unknown>> = {
  'visibility-summary': (brandId, given) => sql`
    select platform, model, count(*), sum(scores_milli[1]), sum(mention_counts[1]), count(distinct prompt_id)
    from answers where ${plainScope(brandId, given)} group by platform, model`,
  'visibility-trend': (brandId, given) => sql`
    select day, count(*), sum(scores_milli[1]), sum(mention_counts[1]), count(distinct prompt_id)
    from answers where ${plainScope(brandId, given)} group by day`,
  'competitor-comparison': (brandId, given) => sql`
    select fact.entity, count(*), sum(fact.mentions), sum(fact.score)
    from answers cross join lateral unnest(entities, mention_counts, scores_milli) as fact (entity, mentions, score)
    where ${plainScope(brandId, given)} group by fact.entity`,
  citations: (brandId, given) => sql`
    select domain_id, count(*), count(distinct answer_id) from answer_citations
    join answers on answers.brand_id = answer_citations.brand_id and answers.id = answer_citations.answer_id
    where ${plainScope(brandId, given)} and cited group by domain_id order by 2 desc limit 50`,
  'prompt-performance': (brandId, given) => sql`
    select prompt_id, platform, count(*), sum(scores_milli[1]), sum(mention_counts[1])
    from answers where ${plainScope(brandId, given)} group by prompt_id, platform`,
}

/** Milliseconds by `metric window`. */
type Medians = Map<string, number>

const given = process.argv.slice(2)
const [part, factor] = given
if (part === 'build') await withService(Number(factor), createHistory)
else if (part === 'read') await withService(Number(factor), readMetrics)
else await measureAll(given.length > 0 ? given.map(Number) : [1, 10])

async function measureAll(factors: number[]): Promise<void> {
  const measured: Medians[] = []
  for (const factor of factors) measured.push(await measure(factor))
  const [short, long] = measured
  if (short && long) compare(short, long)
}

async function measure(factor: number): Promise<Medians> {
  const reusedDir = process.env['DATA_DIR']
  const dataDir = reusedDir
    ? join(reusedDir, String(factor))
    : await mkdtemp(join(tmpdir(), 'ansight-bench-'))
  await mkdir(dataDir, { recursive: true })
  // When this runs as root, the embedded server runs under another account, which needs access to the directory.
  await chmod(dataDir, 0o711)
  try {
    await runPart('build', factor, dataDir)
    const medians = await runPart('read', factor, dataDir)
    if (!medians) throw new Error('The child process sent no result')
    return medians
  } finally {
    if (reusedDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs a part in a child process, so that building ten years of rollups does not affect the process that is measured. */
async function runPart(
  part: 'build' | 'read',
  factor: number,
  dataDir: string,
): Promise<Medians | undefined> {
  const child = fork(fileURLToPath(import.meta.url), [part, String(factor)], {
    env: { ...process.env, DATA_DIR: dataDir },
    serialization: 'advanced',
  })
  let medians: Medians | undefined
  child.on('message', (message) => {
    if (message instanceof Map) medians = message
  })
  const [[code]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  if (code !== 0) throw new Error(`bench/metrics.ts ${part} ${factor} exited with ${code}`)
  return medians
}

async function withService(
  factor: number,
  work: (base: AppContext, factor: number) => Promise<void>,
): Promise<void> {
  const config = readConfig({ DATA_DIR: process.env['DATA_DIR'], RATE_LIMIT_API_KEY: '0' })
  const opened = await openApp(config, { exclusive: false, log: pino({ level: 'silent' }) })
  try {
    await work({ ...opened.app, now: () => new Date(`${today}T12:00:00Z`) }, factor)
  } finally {
    await opened.close()
  }
}

/** Does nothing when the history exists. */
async function createHistory(base: AppContext, factor: number): Promise<void> {
  if (await findOwner(base)) return
  await createOwner(base, { name: 'Bench', email, password: 'only for measuring' })
  const { ctx } = await benchOf(base)
  const built = await timed(() => buildHistory(ctx, { ...size, days: size.days * factor }))
  const refreshed = await timed(async () => refresh(ctx, await findBrand(ctx)))
  await sql`vacuum analyze`.execute(base.db)
  console.log(`built in ${seconds(built)}, rollups in ${seconds(refreshed)}`)
}

async function readMetrics(base: AppContext, factor: number): Promise<void> {
  const app = await createApp(base, routes, authentication)
  try {
    const { ctx, userId } = await benchOf(base)
    const { token } = await createApiKey(ctx, { name: `Bench ${newId()}`, access: 'read', userId })
    const brandId = await findBrand(ctx)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const client = startTimedClient(port, token)
    const health = startHealthProbe(port)
    process.send?.(await readAll(ctx, { brandId, client, health, withPlainSql: factor === 1 }))
  } finally {
    await app.close()
  }
}

async function benchOf(base: AppContext): Promise<{ ctx: Context; userId: string }> {
  const owner = await findOwner(base)
  if (!owner) throw new Error('The owner does not exist')
  return { ctx: systemContext(base, owner.organization_id), userId: owner.user_id }
}

function findOwner({ db }: AppContext) {
  return db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['members.user_id', 'members.organization_id'])
    .where('users.email', '=', email)
    .executeTakeFirst()
}

async function findBrand({ db, organizationId }: Context): Promise<string> {
  const brand = await db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return brand.id
}

type Bench = {
  brandId: string
  client: ReturnType<typeof startTimedClient>
  health: ReturnType<typeof startHealthProbe>
  withPlainSql: boolean
}

async function readAll(ctx: Context, { brandId, client, health, withPlainSql }: Bench): Promise<Medians> {
  const { rows } = await sql<{ answers: number; citations: number; days: number }>`
    select count(*) as answers, sum(citation_count)::int8 as citations, count(distinct day) as days
    from answers where brand_id = ${brandId}`.execute(ctx.db)
  const { answers = 0, citations = 0, days = 1 } = rows[0] ?? {}
  const anEighth = await refreshTimes(ctx, brandId, 'an eighth')
  const one = await refreshTimes(ctx, brandId, 'one')
  console.log(
    `\n${answers} answers and ${citations} citations on ${days} days; ${availableParallelism()} cores, ${load()}
refresh of a day of ${Math.round(answers / days)} answers, one changed: median ${shown(one, 0.5)}, min ${shown(one, 0)} ms; an eighth changed: median ${shown(anEighth, 0.5)}, min ${shown(anEighth, 0)} ms
${''.padEnd(49)}   first      min   median      p99`,
  )
  const medians: Medians = new Map()
  const unfiltered = new Map<string, Timing[]>()
  const windows = await listWindows(ctx, brandId)
  for (const address of Object.keys(metricRoutes)) {
    if (!address.startsWith('GET /api/mcp/') || address.endsWith('.csv')) continue
    const path = address.slice('GET '.length)
    const name = path.slice('/api/mcp/'.length)
    const isList = name === 'prompts' || name === 'prompt-volumes'
    for (const [window, given] of Object.entries(windows)) {
      if (isList && window !== 'all time') continue
      const query = new URLSearchParams({ brand_id: brandId, ...(isList ? {} : given) })
      const read = () => client.get(`${path}?${query}`)
      const first = await afterChanges(ctx, brandId, read)
      const times = await timesOf(read, rounds)
      medians.set(`${name} ${window}`, at(times, 0.5))
      const timing = { firstMs: at(first, 0.5), medianMs: at(times, 0.5), p99Ms: at(times, 0.99) }
      if (isUnfiltered(given)) unfiltered.set(name, [...(unfiltered.get(name) ?? []), timing])
      const budget = budgetOf(name, given)
      const plainQuery = withPlainSql && !given['topic_id'] && !given['branded'] ? plainSql[name] : undefined
      const plain = plainQuery && (await timed(() => plainQuery(brandId, given).execute(ctx.db)))
      console.log(
        name.padEnd(24),
        window.padEnd(24),
        marked(first, 0.5, budget.firstMs),
        marked(times, 0, Infinity),
        marked(times, 0.5, budget.medianMs),
        marked(times, 0.99, budget.p99Ms),
        plain !== undefined ? `  plain SQL ${plain.toFixed(0)} ms` : '',
      )
    }
  }
  await client.end()
  const healthy = await health.end()
  console.log(
    `/api/health during the bench: ${healthy.length} requests, median ${shown(healthy, 0.5)}, p99.9 ${shown(healthy, 0.999)}, max ${shown(healthy, 1)} ms; ${load()}`,
  )
  for (const [name, timings] of unfiltered) reportMetric(name, answers, timings)
  report({
    what: `Refresh of a day of ${Math.round(answers / days)} answers, ${answers} in all, one changed`,
    measured: `median ${shown(one, 0.5)} ms; an eighth changed: ${shown(anEighth, 0.5)} ms`,
  })
  report({
    what: `/api/health during the metric requests and refreshes, ${answers} answers`,
    measured: `median ${shown(healthy, 0.5)} ms, p99.9 ${shown(healthy, 0.999)} ms, max ${shown(healthy, 1)} ms of ${healthy.length}`,
    budget: { text: 'max ≤ 50 ms', isMet: at(healthy, 1) <= 50 },
  })
  return medians
}

/** Milliseconds of one window: the median of first requests after a change, and of repeated requests. */
type Timing = { firstMs: number; medianMs: number; p99Ms: number }

function isUnfiltered(given: Record<string, string>): boolean {
  return Object.keys(given).every((name) => name.startsWith('date_'))
}

function reportMetric(name: string, answers: number, timings: Timing[]): void {
  const slowest = (pick: (timing: Timing) => number) => Math.max(...timings.map(pick))
  const [firstMs, medianMs, p99Ms] = [
    slowest((t) => t.firstMs),
    slowest((t) => t.medianMs),
    slowest((t) => t.p99Ms),
  ]
  report({
    what: `${name}, ${answers} answers, over HTTP, slowest of ${timings.length} unfiltered windows`,
    measured: `first ${firstMs.toFixed(1)} ms; repeated: median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    budget: { text: 'first ≤ 15 ms, repeated ≤ 5 ms', isMet: firstMs <= 15 && medianMs <= 5 },
  })
}

async function listWindows(ctx: Context, brandId: string): Promise<Record<string, Record<string, string>>> {
  const topic = await ctx.db
    .selectFrom('topics')
    .select('id')
    .where('brand_id', '=', brandId)
    .orderBy('name')
    .executeTakeFirstOrThrow()
  const last = (days: number) => ({ date_from: dayBefore(days - 1), date_to: today })
  return {
    'all time': { date_to: today },
    '90 days': last(90),
    '30 days': last(30),
    '7 days': last(7),
    'odd 111 days': { date_from: dayBefore(140), date_to: dayBefore(30) },
    'one platform, all time': { platform: 'chatgpt', date_to: today },
    'one platform, 30 days': { platform: 'chatgpt', ...last(30) },
    'one region, all time': { region: 'US', date_to: today },
    'one topic, all time': { topic_id: topic.id, date_to: today },
    'one topic, 30 days': { topic_id: topic.id, ...last(30) },
    'one topic and platform': { topic_id: topic.id, platform: 'gemini', date_to: today },
    'unbranded, all time': { branded: 'false', date_to: today },
  }
}

function dayBefore(days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
}

function budgetOf(metric: string, given: Record<string, string>) {
  const filters = Object.keys(given).filter((name) => !name.startsWith('date_'))
  const isPlain = filters.every((name) => name === 'platform')
  return {
    firstMs: 50,
    medianMs: !isPlain ? 50 : metric === 'citations' ? 15 : 5,
    p99Ms: filters.length === 0 ? 25 : Infinity,
  }
}

/** Prints the ratio of the medians of the long history to those of the short one. */
function compare(short: Medians, long: Medians): void {
  const ratios = [...short].map(([read, ms]): [string, number] => [read, (long.get(read) ?? NaN) / ms])
  ratios.sort(([, a], [, b]) => b - a)
  const [highest] = ratios
  const middle = ratios[ratios.length >> 1]?.[1]
  report({
    what: 'Medians at ten times the history against the shorter one',
    measured: `median ratio ${middle?.toFixed(2)}, max ${highest?.[1].toFixed(2)} (${highest?.[0]})`,
    budget: { text: '≤ 1.5', isMet: (highest?.[1] ?? Infinity) <= 1.5 },
  })
}

async function afterChanges(ctx: Context, brandId: string, read: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let change = 0; change < changes; change += 1) {
    await changeAndRefresh(ctx, brandId)
    times.push(await read())
  }
  return times
}

async function refreshTimes(ctx: Context, brandId: string, changed: Changed): Promise<number[]> {
  const times: number[] = []
  for (let round = -3; round < 20; round += 1) {
    const ms = await changeAndRefresh(ctx, brandId, changed)
    if (round >= 0) times.push(ms)
  }
  return times
}

/** Changes answers of today and refreshes, which invalidates memoized values. Returns the milliseconds of the refresh. */
async function changeAndRefresh(
  ctx: Context,
  brandId: string,
  changed: Changed = 'an eighth',
): Promise<number> {
  await rewriteAnswers(ctx, brandId, changed)
  return timed(() => refresh(ctx, brandId))
}

function plainScope(brandId: string, given: Record<string, string>) {
  const from = given['date_from'] ?? '0001-01-01'
  return sql`answers.brand_id = ${brandId} and answers.status = 'answered'
    and answers.day between ${from}::date and ${given['date_to'] ?? today}::date
    and ${given['platform'] ? sql`platform = any(${[given['platform']]}::text[])` : sql`true`}
    and ${given['region'] ? sql`region = any(${[given['region']]}::text[])` : sql`true`}`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function timesOf(read: () => Promise<number>, times: number): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round < times; round++) all.push(await read())
  return all
}

function at(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0
}

function shown(times: number[], share: number): string {
  return at(times, share).toFixed(share === 0.5 ? 2 : 1)
}

function marked(times: number[], share: number, budgetMs: number): string {
  const ms = at(times, share)
  return `${ms.toFixed(2)}${ms > budgetMs ? '!' : ' '}`.padStart(9)
}

function load(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
