/**
 * How long each metric takes over a long history: `node bench/metrics.ts [prompts platforms days]`. Builds the answers
 * of one brand straight into the tables of an embedded database that is gone afterwards (or of DATABASE_URL), settles
 * them, and prints medians per metric and window, with the ratio to plain SQL on the rows themselves in the same run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import pino from 'pino'
import { readConfig } from '../src/core/config.ts'
import type { Context } from '../src/core/context.ts'
import { openDb, openPool } from '../src/core/db.ts'
import { startEmbedded } from '../src/core/embedded/embedded.ts'
import { newId } from '../src/core/ids.ts'
import { migrate } from '../src/core/migrate.ts'
import { openQueue } from '../src/core/queue.ts'
import { metricRoutes } from '../src/metrics/routes.ts'
import { settleSums } from '../src/metrics/settle.ts'
import { platforms } from '../vocabulary/platforms.ts'

const [promptCount = 100, platformCount = 4, dayCount = 360] = process.argv.slice(2).map(Number)
const today = '2026-06-15'
const competitorCount = 10
const citationsPerAnswer = 8
const rounds = 21
const log = pino({ level: 'silent' })

/** The heart of a metric as one would first write it, on the rows themselves. */
const rawSql: Record<string, (brandId: string, given: Record<string, unknown>) => RawBuilder<unknown>> = {
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

const config = readConfig()
const dataDir = await mkdtemp(join(tmpdir(), 'ansight-bench-'))
const embedded = config.DATABASE_URL ? null : await startEmbedded({ dataDir, exclusive: false, log })
const pool = openPool(embedded?.connection ?? { connectionString: config.DATABASE_URL ?? '' }, 4)
try {
  await migrate(pool)
  await bench()
} finally {
  await pool.end()
  await embedded?.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function bench(): Promise<void> {
  const queue = await openQueue(pool, log, [])
  const db = openDb(pool)
  const organizationId = newId()
  const ctx: Context = {
    db,
    config,
    queue,
    log,
    baseUrl: 'http://localhost',
    secretKey: 'a secret that is long enough for anybody',
    now: () => new Date(`${today}T12:00:00Z`),
    organizationId,
    actor: { kind: 'system' },
  }
  const brandId = newId()
  const built = await timed(() => build(ctx, brandId))
  const settled = await timed(() => settleSums(ctx, brandId))
  const again = await timed(async () => {
    await sql`insert into sum_marks values (${brandId}, ${today}, ${newId()})`.execute(db)
    await settleSums(ctx, brandId)
  })
  await sql`analyze`.execute(db)
  const { rows } = await sql<{ answers: number; citations: number }>`
    select count(*) as answers, sum(citation_count)::int8 as citations from answers where brand_id = ${brandId}`.execute(
    db,
  )
  console.log(
    `${rows[0]?.answers} answers, ${rows[0]?.citations} citations: built in ${seconds(built)}, settled in ${seconds(settled)}, today again in ${again.toFixed(0)} ms`,
  )
  const brand = await db.selectFrom('brands').selectAll().where('id', '=', brandId).executeTakeFirstOrThrow()
  const topic = await db
    .selectFrom('topics')
    .select('id')
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow()
  const windows: Record<string, Record<string, unknown>> = {
    'all time': {},
    '30 days': { days: 30 },
    'odd 281 days': { date_from: '2025-08-03', date_to: '2026-05-10' },
    'one platform, all time': { platform: ['chatgpt'] },
    'one platform, 30 days': { platform: ['chatgpt'], days: 30 },
    'one region, all time': { region: ['US'] },
    'one topic, 30 days': { topic_id: [topic.id], days: 30 },
    'one topic, all time': { topic_id: [topic.id] },
  }
  const found = { brand }
  const metrics = Object.entries(metricRoutes).filter(([address]) => address.startsWith('GET /api/metrics/'))
  for (const [address, route] of metrics) {
    if (route.kind === 'raw') continue
    const { run } = route
    for (const [name, given] of Object.entries(windows)) {
      const query = { brand_id: brandId, limit: 50, ...defaultsOf(address), ...given }
      const input = { params: {}, query, body: undefined, found, http: undefined }
      const once = () => call(run, ctx, input)
      const ms = await median(once)
      const raw = rawSql[address.split('/').at(-1) ?? '']
      const plain = raw && !given['topic_id'] ? await median(() => raw(brandId, given).execute(db), 3) : null
      const ratio = plain === null ? '' : `  plain SQL ${plain.toFixed(1)} ms, ×${(plain / ms).toFixed(0)}`
      console.log(
        `${address.slice('GET /api/metrics/'.length).padEnd(24)} ${name.padEnd(24)} ${ms.toFixed(2).padStart(8)} ms${ratio}`,
      )
    }
  }
  await queue.stop(1_000)
}

/** What the schema of the route would fill in. */
function defaultsOf(address: string): Record<string, unknown> {
  const sort = { order: 'desc', sort_by: address.endsWith('citations') ? 'citations' : 'visibility' }
  return { ...sort, granularity: 'day', fill: 'false' }
}

type Run = (typeof metricRoutes)['GET /api/metrics/topics']['run']

/** No metric looks at the request itself. */
function call(run: Run, ctx: Context, input: object): Promise<unknown> {
  return run(ctx, input as Parameters<Run>[1])
}

function rawScope(brandId: string, given: Record<string, unknown>) {
  const from = given['days'] ? '2026-05-17' : (given['date_from'] ?? '0001-01-01')
  return sql`answers.brand_id = ${brandId} and answers.status = 'answered'
    and answers.day between ${from}::date and ${given['date_to'] ?? today}::date
    and ${given['platform'] ? sql`platform = any(${given['platform']}::text[])` : sql`true`}
    and ${given['region'] ? sql`region = any(${given['region']}::text[])` : sql`true`}`
}

async function build({ db, organizationId }: Context, brandId: string): Promise<void> {
  await sql`insert into organizations (id, name) values (${organizationId}, 'Bench')`.execute(db)
  await sql`
    insert into brands (organization_id, id, slug, name, domain, tracking_code, ai_token)
    values (${organizationId}, ${brandId}, 'bench', 'Bench', 'bench.com', ${newId()}, ${newId()})`.execute(db)
  await sql`
    insert into competitors (brand_id, id, number, name, name_key)
    select ${brandId}, gen_random_uuid(), n, 'Rival ' || n, 'rival ' || n from generate_series(1, ${competitorCount}::int) n`.execute(
    db,
  )
  await sql`
    insert into topics (brand_id, id, name, name_key)
    select ${brandId}, gen_random_uuid(), 'Topic ' || n, 'topic ' || n from generate_series(1, 5) n`.execute(
    db,
  )
  await sql`
    insert into prompts (brand_id, id, topic_id, text, text_key, category, branded)
    select ${brandId}, gen_random_uuid(), (select id from topics where brand_id = ${brandId} and name = 'Topic ' || 1 + n % 5),
      'Prompt ' || n, sha256(convert_to(n::text, 'utf8')), 'best', n % 10 = 0
    from generate_series(1, ${promptCount}::int) n`.execute(db)
  // About half of the answers name the brand; five rivals of ten stand in each.
  await sql`
    insert into answers (
      brand_id, id, prompt_id, platform, backend, surface, model, region, asked_at, answered_at, day, status,
      entities, mention_counts, ranks, own_citations, scores_milli, sentiments, citation_count
    )
    select
      ${brandId}, gen_random_uuid(), prompt_id, platform, 'openai', 'api', 'model-' || (d / 120), 'US', day + time '06:00', day + time '06:00', day, 'answered',
      array[0, 1, 2, 3, 4, 5]::smallint[] || array[]::smallint[],
      array[named * (1 + hash % 3), 1 + hash % 2, 1, 2, hash % 4, 1]::smallint[],
      array[named * 2, 1, 3, 4, 5, 6]::smallint[], array[hash % 2, 0, 1, 0, 0, 0]::smallint[],
      array[named * (60000 + 7500) + hash % 2 * 25000, 75000, 90000, 63750, 60000, 62500]::int[],
      array[named * (hash % 4), 0, 0, 0, 0, 0]::smallint[], ${citationsPerAnswer}::int
    from (
      select prompts.id as prompt_id, platform, (${today}::date - d) as day, d,
        abs(hashint8(hashtextextended(prompts.id::text || platform || d, 0))) as hash,
        (abs(hashint8(hashtextextended(prompts.id::text || platform || d, 1))) % 100 < 50)::int as named
      from prompts cross join unnest(${platforms.slice(0, platformCount)}::text[]) as platform
      cross join generate_series(0, ${dayCount - 1}::int) d
      where prompts.brand_id = ${brandId}
    ) planned`.execute(db)
  // A few domains and addresses are cited again and again, most of them seldom: a heavy tail.
  await sql`
    insert into domains (brand_id, id, host, registrable)
    select ${brandId}, n, 'site-' || n || '.com', 'site-' || n || '.com' from generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`
    insert into urls (brand_id, id, domain_id, url)
    select ${brandId}, n, 1 + n % 5000, 'https://site-' || 1 + n % 5000 || '.com/' || n from generate_series(0, 99999) n`.execute(
    db,
  )
  await sql`
    insert into answer_citations (brand_id, answer_id, position, url_id, domain_id, day, cited, category)
    select ${brandId}, answer_id, position, url, 1 + url % 5000, day, true, (array['editorial', 'review', 'forum', 'other'])[1 + url % 5000 % 4]
    from (
      select id as answer_id, day, position, floor(100000 * power(random(), 4))::int as url
      from answers cross join generate_series(1, ${citationsPerAnswer}::int) position where brand_id = ${brandId}
    ) drawn`.execute(db)
  await sql`
    insert into sum_marks (brand_id, day, id)
    select distinct brand_id, day, gen_random_uuid() from answers where brand_id = ${brandId}`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function median(work: () => Promise<unknown>, times = rounds): Promise<number> {
  await work()
  const all: number[] = []
  for (let round = 0; round < times; round++) all.push(await timed(work))
  return all.sort((a, b) => a - b)[times >> 1] ?? 0
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
