/**
 * Measures how fast requests of AI agents are stored, and then the funnel and the agents of a brand that has a million of them in
 * 90 days: `node scripts/launch.mjs bench/funnel.ts [requests] [pages]`. A few pages get most requests.
 */
import { resolveScope } from '../src/answers/scope.ts'
import { createBrand } from '../src/brands/brands.ts'
import { daysAfter, utcDay } from '../src/core/days.ts'
import { funnel } from '../src/metrics/funnel.ts'
import { readWindow } from '../src/metrics/rollups.ts'
import { seededRandom } from '../src/metrics/statistics/seeded-random.ts'
import { type AgentRequest, insertRequests } from '../src/traffic/agent-requests.ts'
import { crawlerRoles, listAgentTokens } from '../src/traffic/ai-agents.ts'
import { quantile, report, timed } from './report.ts'
import { type BenchOrganization, withOrganization } from './service.ts'

const count = Number(process.argv[2] ?? 1_000_000)
const pages = Number(process.argv[3] ?? 3_000)
const perInsert = 1_000
const days = 90
const rounds = 7

await withOrganization(bench)

async function bench({ app, ctx }: BenchOrganization): Promise<void> {
  const brand = await createBrand(ctx, { name: 'Acme', domain: 'acme.com' })
  const create = createRequests(daysAfter(utcDay(app.now()), 1 - days))
  const storedMs = await timed(async () => {
    for (let start = 0; start < count; start += perInsert)
      await insertRequests(
        ctx,
        brand.id,
        Array.from({ length: perInsert }, (_, index) => create(start + index)),
      )
  })
  const rate = (count / storedMs) * 1000
  report({
    what: `Storing ${count} requests of AI agents for ${pages} pages, with their sums`,
    measured: `${rate.toFixed(0)} a second`,
    budget: { text: '≥ 1,000 a second', isMet: rate >= 1_000 },
  })
  for (const windowDays of [90, 30]) {
    const scope = await resolveScope(ctx, brand, { brand_id: brand.id, days: windowDays }, null)
    const readOnce = () =>
      readWindow(ctx, scope, (window) =>
        funnel.read(window, { limit: 50, sort_by: 'requests', order: 'desc' }),
      )
    const { stages } = await readOnce()
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await timed(readOnce))
    const ms = quantile(times, 0.5)
    report({
      what: `Funnel of ${windowDays} days, ${stages.requests?.requests ?? 0} requests of AI agents`,
      measured: `${ms.toFixed(0)} ms median of ${rounds}`,
      budget: { text: '≤ 500 ms', isMet: ms <= 500 },
    })
  }
}

/** Requests in the order of a log, one day after the other. */
function createRequests(firstDay: string): (index: number) => AgentRequest {
  const random = seededRandom(43)
  const agents = crawlerRoles.flatMap((role) => listAgentTokens(role)).slice(0, 20)
  return (index) => ({
    day: daysAfter(firstDay, Math.floor((index * days) / count)),
    hash: Buffer.from(index.toString(16).padStart(24, '0'), 'hex'),
    agent: agents[Math.floor(agents.length * random() * random())] ?? 'GPTBot',
    path: `/blog/some-page-title-${Math.floor(pages ** random())}`,
    status: random() < 0.05 ? 404 : 200,
    verification: random() < 0.1 ? 'spoofed' : 'verified',
    method: 'ranges',
    address: null,
    signature: null,
  })
}
