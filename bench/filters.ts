/**
 * Measures metrics of 365 days over HTTP with and without filters of prompts, for a brand with 100 prompts on four platforms:
 * `node scripts/launch.mjs bench/filters.ts`. The filters take turns, so that all have the same conditions.
 */
import { availableParallelism, loadavg } from 'node:os'
import { sql } from 'kysely'
import { type AppContext, systemContext } from '../src/core/context.ts'
import { newId } from '../src/core/ids.ts'
import { refresh } from '../src/metrics/rollups.ts'
import { atLastDay, buildHistory, daysAgo, today } from './data/metric-history.ts'
import { serveApp, type TimedClient } from './load/serve-app.ts'
import { quantile, report, timedCpu } from './report.ts'
import { type BenchOrganization, withOrganization } from './service.ts'

const size = { prompts: 100, platforms: 4, days: 365, competitors: 5 }
const warmUps = 10
const rounds = 30
const metrics = {
  'visibility-summary': {},
  'competitor-comparison': {},
  'visibility-trend': { granularity: 'week' },
  'prompt-groups': { by: 'tag' },
}

await withOrganization(bench)

async function bench({ app: base, ctx: { organizationId }, userId }: BenchOrganization): Promise<void> {
  const app = atLastDay(base)
  const ctx = systemContext(app, organizationId)
  const id = await buildHistory(ctx, size)
  const personaId = await changePrompts(app, id)
  await refresh(ctx, id)
  await sql`vacuum analyze`.execute(app.db)
  const server = await serveApp(app)
  const client = await server.startClient({ organizationId, userId })
  const filters = {
    'no filter': {},
    tag: { tag: 'tag 1' },
    persona: { persona_id: personaId },
    language: { language: 'de' },
    follow_up: { follow_up: 'false' },
  }
  for (const [metric, given] of Object.entries(metrics)) {
    const measured = Object.entries(filters).map(([name, filter]) => {
      const query = { brand_id: id, date_from: daysAgo(size.days - 1), date_to: today, ...given, ...filter }
      return { name, path: `/api/mcp/${metric}?${new URLSearchParams(query)}` }
    })
    await measure(metric, measured, client)
  }
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`)
  await client.end()
  await server.close()
}

/** A third of the prompts has a persona, and every fifth is a follow-up of the one before it. */
async function changePrompts({ db }: AppContext, brandId: string): Promise<string> {
  const personaId = newId()
  await sql`
    insert into personas (brand_id, id, name, normalized_name, instruction)
    values (${brandId}, ${personaId}, 'Baker', 'baker', 'I run a bakery.')`.execute(db)
  await sql`
    update prompts set persona_id = case when n % 3 = 0 then ${personaId}::uuid end, follows = case when n % 5 = 0 then before end
    from (
      select id, row_number() over (order by id) as n, lag(id) over (order by id) as before from prompts where brand_id = ${brandId}
    ) as numbered
    where prompts.brand_id = ${brandId} and prompts.id = numbered.id`.execute(db)
  return personaId
}

async function measure(
  metric: string,
  requests: readonly { name: string; path: string }[],
  client: TimedClient,
): Promise<void> {
  const measured = requests.map((each) => ({ ...each, wall: [] as number[], cpu: [] as number[] }))
  for (let round = -warmUps; round < rounds; round += 1)
    for (const { path, wall, cpu } of measured) {
      let ms = 0
      const { cpuMs } = await timedCpu(async () => {
        ms = await client.get(path)
      })
      if (round < 0) continue
      wall.push(ms)
      cpu.push(cpuMs)
    }
  const medians = measured.map(({ name, wall, cpu }) => ({
    name,
    wall: quantile(wall, 0.5),
    cpu: quantile(cpu, 0.5),
  }))
  const plain = medians[0]?.wall ?? NaN
  const texts = medians.map(
    ({ name, wall, cpu }) =>
      `${name} ${wall.toFixed(1)} ms (${cpu.toFixed(1)} ms CPU, × ${(wall / plain).toFixed(2)})`,
  )
  report({
    what: `${metric}, ${size.days} days, ${size.prompts * size.platforms * size.days} answers, over HTTP, median of ${rounds}`,
    measured: texts.join('; '),
  })
}
