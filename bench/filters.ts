/**
 * Measures metrics of 365 days over HTTP with and without filters of prompts, for a brand with 100 prompts on four platforms:
 * `node scripts/launch.mjs bench/filters.ts`. The filters take turns, so that all have the same conditions.
 */
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { sql } from 'kysely'
import { createApiKey } from '../src/accounts/api-keys.ts'
import { createApp } from '../src/app.ts'
import { type AppContext, systemContext } from '../src/core/context.ts'
import { newId } from '../src/core/ids.ts'
import { refresh } from '../src/metrics/rollups.ts'
import { authentication, routes } from '../src/routes.ts'
import { buildHistory, today } from './data/metric-history.ts'
import { startTimedClient } from './load/clients.ts'
import { daysAgo } from './metrics/requests.ts'
import { quantile, report } from './report.ts'
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

async function bench({ app: base, ctx: { organizationId } }: BenchOrganization): Promise<void> {
  const app: AppContext = { ...base, now: () => new Date(`${today}T12:00:00Z`) }
  const ctx = systemContext(app, organizationId)
  await buildHistory(ctx, size)
  const { id } = await app.db.selectFrom('brands').select('id').executeTakeFirstOrThrow()
  const personaId = await changePrompts(app, id)
  await refresh(ctx, id)
  await sql`vacuum analyze`.execute(app.db)
  const { user_id: userId } = await app.db.selectFrom('members').select('user_id').executeTakeFirstOrThrow()
  const { token } = await createApiKey(ctx, { name: 'Bench', scopes: ['read'], userId })
  const server = await createApp(app, routes, authentication)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const client = startTimedClient((server.server.address() as AddressInfo).port, token)
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
  client: ReturnType<typeof startTimedClient>,
): Promise<void> {
  const measured = requests.map((each) => ({ ...each, wall: [] as number[], cpu: [] as number[] }))
  for (let round = -warmUps; round < rounds; round += 1)
    for (const { path, wall, cpu } of measured) {
      const started = process.cpuUsage()
      const ms = await client.get(path)
      if (round < 0) continue
      const { user, system } = process.cpuUsage(started)
      wall.push(ms)
      cpu.push((user + system) / 1000)
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
