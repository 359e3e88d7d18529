/**
 * Measures the list of prompt candidates of a brand whose search console has reported rows for 28 days:
 * `node scripts/launch.mjs bench/discovery.ts [rows per day]`. Few queries get most impressions. The sum of all rows by query, which
 * one request would need without the totals of the import, is measured in the same run.
 */
import { sql } from 'kysely'
import { type Brand, createBrand } from '../src/brands/brands.ts'
import type { Context } from '../src/core/context.ts'
import { daysAfter, utcDay } from '../src/core/days.ts'
import { newId } from '../src/core/ids.ts'
import { listCandidates } from '../src/discovery/candidates.ts'
import { saveQueryTotals } from '../src/first-party/query-totals.ts'
import { quantile, report, timed } from './report.ts'
import { type BenchOrganization, withOrganization } from './service.ts'

const perDay = Number(process.argv[2] ?? 53_600)
const days = 28
const distinctQueries = 300_000
const pages = 400
const rounds = 5

const kinds = [
  'best',
  'cheap',
  'how to choose',
  'waterproof',
  'lightweight',
  'used',
  'compare',
  'what is a good',
]
const things =
  'tent|sleeping bag|backpack|rain jacket|stove|lantern|hiking boots|trekking poles|cooler|camping chair|hammock|water filter|compass|down quilt|canoe|bike bag|trail map|headlamp|fleece|wool socks|gaiters|tarp|bivy|mess kit|camp table'.split(
    '|',
  )
const uses =
  'for families|for beginners|in winter|for two people|with a dog|under 100 euros|for tall people|in the rain|for kids|on a bike'.split(
    '|',
  )
const places =
  'alps|norway|scotland|iceland|pyrenees|dolomites|harz|tatra|lapland|corsica|madeira|wales|brittany|tyrol|savoy'.split(
    '|',
  )

await withOrganization(bench)

async function bench({ ctx }: BenchOrganization): Promise<void> {
  const brand = await createBrand(ctx, { name: 'Acme', domain: 'acme.com', language: 'en' })
  const connectionId = await addRows(ctx, brand)
  const savedMs = await timed(() =>
    saveQueryTotals(ctx, { id: connectionId, brand_id: brand.id, kind: 'search_console' }),
  )
  await sql`vacuum analyze`.execute(ctx.db)
  const list = () => listCandidates(ctx, brand, { status: 'open', limit: 50 })
  const { total } = await list()
  const { rows, queries } = await countRows(ctx, brand)
  const [listed, summed]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    listed.push(await timed(list))
    summed.push(await timed(() => sumByQuery(ctx, brand, connectionId)))
  }
  const [listMs, sumMs] = [quantile(listed, 0.5), quantile(summed, 0.5)]
  report({
    what: `List of ${total} prompt candidates, ${rows} rows of search data with ${queries} queries in ${days} days`,
    measured: `${listMs.toFixed(0)} ms median of ${rounds}; the sum of all rows by query alone ${sumMs.toFixed(0)} ms (list × ${(listMs / sumMs).toFixed(2)}); saving the totals during the import ${savedMs.toFixed(0)} ms`,
    budget: { text: '≤ 1 s', isMet: listMs <= 1_000 },
  })
}

async function addRows(ctx: Context, { id }: Brand): Promise<string> {
  const connectionId = newId()
  await ctx.db
    .insertInto('data_connections')
    .values({
      organization_id: ctx.organizationId,
      id: connectionId,
      brand_id: id,
      kind: 'search_console',
      property: 'sc-domain:acme.com',
      property_name: 'acme.com',
      credential_kind: 'service_account',
      credentials: Buffer.alloc(0),
      account: '',
      time_zone: 'America/Los_Angeles',
      created_at: ctx.now(),
    })
    .execute()
  for (let day = 0; day < days; day += 1)
    await sql`
      insert into search_days (brand_id, connection_id, day, page, query, clicks, impressions, position)
      select ${id}, ${connectionId}, ${daysAfter(utcDay(ctx.now()), -day)}, page, query, 1, 1 + (n % 40), 7
      from (
        select distinct on (page, query) n,
          'https://acme.com/guides/page-' || (n * 7) % ${pages}::int as page,
          (${kinds}::text[])[1 + q % ${kinds.length}::int] || ' ' || (${things}::text[])[1 + (q / 8) % ${things.length}::int] || ' '
            || (${uses}::text[])[1 + (q / 200) % ${uses.length}::int] || ' ' || (${places}::text[])[1 + (q / 2000) % ${places.length}::int]
            || ' ' || (q / 30000) as query
        from generate_series(1, ${perDay}::int) as n,
          lateral (select floor(${distinctQueries}::int * power(((n * 7919 + ${day}::int * 104729) % 100003) / 100003.0, 4))::int as q) as drawn
      ) as generated`.execute(ctx.db)
  await sql`
    insert into search_days (brand_id, connection_id, day, page, query, clicks, impressions)
    select ${id}, ${connectionId}, day, page, '', 50, 2000 from (
      select distinct day, page from search_days where brand_id = ${id}
      union all select distinct day, '' from search_days where brand_id = ${id}
    ) as of_days`.execute(ctx.db)
  return connectionId
}

function sumByQuery(ctx: Context, { id }: Brand, connectionId: string) {
  return sql`
    select query, sum(impressions) from search_days
    where brand_id = ${id} and connection_id = ${connectionId} and query <> '' and page <> ''
    group by query order by 2 desc, 1 limit 5000`.execute(ctx.db)
}

async function countRows({ db }: Context, { id }: Brand) {
  const { rows } = await sql<{ rows: number; queries: number }>`
    select count(*)::int as rows, count(distinct query)::int as queries from search_days where brand_id = ${id}`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('An aggregate always returns a row')
  return counts
}
