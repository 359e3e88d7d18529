/**
 * How long each metric takes over a long history, over HTTP with an API key: `node bench/metrics.ts [prompts platforms
 * days]`. Builds the answers of one brand straight into the tables of an embedded database that is gone afterwards (with
 * DATA_DIR it stays there and is used again, with DATABASE_URL it is that one), settles them, and prints for each metric
 * and window the first answer after a change, the median and the 99th of a hundred of the next, and plain SQL on the rows
 * themselves.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import pino from 'pino'
import { createApiKey } from '../src/accounts/api-keys.ts'
import { createOwner } from '../src/accounts/organizations.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { type BaseContext, type Context, systemContext } from '../src/core/context.ts'
import { newId } from '../src/core/ids.ts'
import { openBase } from '../src/main.ts'
import { metricRoutes } from '../src/metrics/routes.ts'
import { settleSums } from '../src/metrics/settle.ts'
import { buildHistory, today } from './data/metric-history.ts'

const [promptCount = 100, platformCount = 8, dayCount = 180] = process.argv.slice(2).map(Number)
const rounds = 100

/** The heart of a metric as one would first write it, on the rows themselves. */
const rawSql: Record<string, (brandId: string, given: Record<string, string>) => RawBuilder<unknown>> = {
  'visibility-summary': (brandId, given) => sql`
    select platform, model, count(*), sum(scores_milli[1]), sum(mention_counts[1]), count(distinct prompt_id)
    from answers where ${rawScope(brandId, given)} group by platform, model`,
  'visibility-trend': (brandId, given) => sql`
    select day, count(*), sum(scores_milli[1]), sum(mention_counts[1]), count(distinct prompt_id)
    from answers where ${rawScope(brandId, given)} group by day`,
  'competitor-comparison': (brandId, given) => sql`
    select fact.entity, count(*), sum(fact.mentions), sum(fact.score)
    from answers cross join lateral unnest(entities, mention_counts, scores_milli) as fact (entity, mentions, score)
    where ${rawScope(brandId, given)} group by fact.entity`,
  citations: (brandId, given) => sql`
    select domain_id, count(*), count(distinct answer_id) from answer_citations
    join answers on answers.brand_id = answer_citations.brand_id and answers.id = answer_citations.answer_id
    where ${rawScope(brandId, given)} and cited group by domain_id order by 2 desc limit 50`,
  'prompt-performance': (brandId, given) => sql`
    select prompt_id, platform, count(*), sum(scores_milli[1]), sum(mention_counts[1])
    from answers where ${rawScope(brandId, given)} group by prompt_id, platform`,
}

const kept = process.env['DATA_DIR']
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'ansight-bench-')))
const config = readConfig({ ...process.env, DATA_DIR: dataDir, RATE_LIMIT_API_KEY: '0' })
const opened = await openBase(config, { exclusive: false, log: pino({ level: 'silent' }) })
const base: BaseContext = { ...opened.base, now: () => new Date(`${today}T12:00:00Z`) }
const app = await createApp(base)
try {
  await bench()
} finally {
  await app.close()
  await opened.close()
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
}

async function bench(): Promise<void> {
  const { ctx, brandId, headers } = await findOrBuild()
  const day = await median(() => settleAnew(ctx, brandId), 5)
  const { rows } = await sql<{ answers: number; citations: number }>`
    select count(*) as answers, sum(citation_count)::int8 as citations from answers where brand_id = ${brandId}`.execute(
    base.db,
  )
  console.log(
    `${rows[0]?.answers} answers, ${rows[0]?.citations} citations; a day settled again in ${day.toFixed(0)} ms; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const topic = await base.db
    .selectFrom('topics')
    .select('id')
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow()
  const last = (days: number) => ({ date_from: dayBefore(days - 1), date_to: today })
  const windows: Record<string, Record<string, string>> = {
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
  console.log(`${''.padEnd(50)}   first  median     p99`)
  for (const address of Object.keys(metricRoutes)) {
    if (!address.startsWith('GET /api/mcp/') || address.endsWith('.csv')) continue
    const path = address.slice('GET '.length)
    const name = path.slice('/api/mcp/'.length)
    const isList = name === 'prompts' || name === 'prompt-volumes'
    for (const [window, given] of Object.entries(windows)) {
      if (isList && window !== 'all time') continue
      const query = new URLSearchParams({ brand_id: brandId, ...(isList ? {} : given) })
      const get = async () => {
        const response = await fetch(`http://127.0.0.1:${port}${path}?${query}`, { headers })
        const text = await response.text()
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
      }
      await settleAnew(ctx, brandId)
      const first = await timed(get)
      const times = (await timesOf(get, rounds)).map((ms) => ms.toFixed(2).padStart(7))
      const raw = given['topic_id'] || given['branded'] ? undefined : rawSql[name]
      const plain = raw ? await median(() => raw(brandId, given).execute(base.db), 3) : null
      const ratio = plain === null ? '' : `  plain SQL ${plain.toFixed(0)} ms`
      console.log(
        `${name.padEnd(24)} ${window.padEnd(25)} ${first.toFixed(2).padStart(7)} ${times[rounds >> 1]} ${times[rounds - 2]}${ratio}`,
      )
    }
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
}

function dayBefore(days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
}

type Built = { ctx: Context; brandId: string; headers: Record<string, string> }

async function findOrBuild(): Promise<Built> {
  const email = 'bench@example.com'
  const person = { name: 'Bench', email, password: 'only for measuring' }
  const found = await findOwner(email)
  if (!found) await createOwner(base, person)
  const owner = found ?? (await findOwner(email))
  if (!owner) throw new Error('The owner was not made')
  const ctx = systemContext(base, owner.organization_id)
  const { token } = await createApiKey(ctx, { name: 'Bench', userId: owner.user_id })
  if (!found) {
    const size = { prompts: promptCount, platforms: platformCount, days: dayCount }
    const built = await timed(() => buildHistory(ctx, size))
    const settled = await timed(async () => settleSums(ctx, await findBrand(ctx)))
    await sql`vacuum analyze`.execute(base.db)
    console.log(`built in ${seconds(built)}, settled in ${seconds(settled)}`)
  }
  return { ctx, brandId: await findBrand(ctx), headers: { authorization: `Bearer ${token}` } }
}

function findOwner(email: string) {
  return base.db
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

/** Today changes, and is summed up: what a process keeps of the sums of before is no use any more. */
async function settleAnew(ctx: Context, brandId: string): Promise<void> {
  await sql`insert into sum_marks values (${brandId}, ${today}, ${newId()})`.execute(ctx.db)
  await settleSums(ctx, brandId)
}

function rawScope(brandId: string, given: Record<string, string>) {
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

async function median(work: () => Promise<unknown>, times: number): Promise<number> {
  await work()
  return (await timesOf(work, times))[times >> 1] ?? 0
}

/** In rising order. */
async function timesOf(work: () => Promise<unknown>, times: number): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round < times; round++) all.push(await timed(work))
  return all.sort((a, b) => a - b)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
