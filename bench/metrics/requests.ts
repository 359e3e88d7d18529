/** Requests metrics over HTTP: in random windows of 7 to 90 days, and in a few with filters or without a first day. */
import { sql } from 'kysely'
import type { Context } from '../../src/core/context.ts'
import { daysAgo, today } from '../data/metric-history.ts'
import type { TimedClient } from '../load/serve-app.ts'
import { quantile, report, timed, timedCpu } from '../report.ts'
import { plainSql } from './plain-sql.ts'

/** The metrics of the overview of a brand. */
export const metrics = [
  'visibility-summary',
  'competitor-comparison',
  'citations',
  'prompt-performance',
  'visibility-trend',
]
const randomWindows = 40
/** Requests before those that are measured. */
const warmUps = 20
const rounds = 20

type Requested = { brandId: string; client: TimedClient; answers: number; days: number }

/** CPU milliseconds of the service per request to a metric in random windows. */
export type CpuByMetric = Map<string, number>

export async function measureRequests(ctx: Context, requested: Requested): Promise<CpuByMetric> {
  // Filters and long windows of all metrics first: like other requests of a service, they affect how the code is compiled.
  for (const metric of metrics) await measureOtherWindows(ctx, metric, requested)
  const cpu: CpuByMetric = new Map()
  for (const metric of metrics) cpu.set(metric, await measureRandomWindows(metric, requested))
  return cpu
}

/** Returns the CPU milliseconds per request. */
async function measureRandomWindows(metric: string, requested: Requested): Promise<number> {
  const all = listRandomWindows(requested.days)
  const windows = all.slice(warmUps)
  for (const window of all.slice(0, warmUps)) await request(metric, window, requested)
  const times: number[] = []
  const used = await timedCpu(async () => {
    for (const window of windows) times.push(await request(metric, window, requested))
  })
  const cpuMs = used.cpuMs / windows.length
  const [median, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  report({
    what: `${metric}, ${requested.answers} answers, over HTTP, ${windows.length} windows of 7 to 90 days`,
    measured: `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${cpuMs.toFixed(1)} ms CPU`,
  })
  return cpuMs
}

/** Reports the median, and the time of plain SQL where it can answer the same. */
async function measureOtherWindows(ctx: Context, metric: string, requested: Requested): Promise<void> {
  const { brandId, answers, days } = requested
  for (const [name, given] of Object.entries(await listOtherWindows(ctx, brandId))) {
    for (let round = 0; round < warmUps; round += 1) await request(metric, given, requested)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await request(metric, given, requested))
    const isByPrompt = ['topic_id', 'branded', 'tag', 'language'].some((name) => name in given)
    const plain = isByPrompt ? undefined : plainSql[metric]
    const plainMs = plain && (await timed(() => plain(brandId, given).execute(ctx.db)))
    const median = quantile(times, 0.5)
    const ratio = plainMs === undefined ? '' : `; plain SQL takes ${(plainMs / median).toFixed(1)} × as long`
    const mostMs = days > 365 ? getLimit(metric, name) : null
    report({
      what: `${metric}, ${answers} answers, over HTTP, ${name}`,
      measured: `median ${median.toFixed(1)} ms${ratio}`,
      ...(mostMs !== null && { budget: { text: `≤ ${mostMs} ms`, isMet: median <= mostMs } }),
    })
  }
}

/** The limit of a window of several years in milliseconds, null without one. */
function getLimit(metric: string, window: string): number | null {
  if (window === 'all time') return 150
  return metric === 'citations' && window === 'one topic, all time' ? 800 : null
}

function request(metric: string, given: Record<string, string>, { client, brandId }: Requested) {
  return client.get(`/api/mcp/${metric}?${new URLSearchParams({ brand_id: brandId, ...given })}`)
}

/** Windows that end at different days, the same in every run. */
function listRandomWindows(days: number): Record<string, string>[] {
  let state = 7
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
  return Array.from({ length: warmUps + randomWindows }, () => {
    const length = Math.min(days, 7 + below(84))
    const end = below(Math.max(1, Math.min(60, days - length)))
    return { date_from: daysAgo(end + length - 1), date_to: daysAgo(end) }
  })
}

async function listOtherWindows(
  ctx: Context,
  brandId: string,
): Promise<Record<string, Record<string, string>>> {
  const { rows } = await sql<{ id: string }>`
    select id from topics where brand_id = ${brandId} order by name limit 1`.execute(ctx.db)
  const topic = { topic_id: rows[0]?.id ?? '' }
  const lastMonth = { date_from: daysAgo(29), date_to: today }
  return {
    'all time': { date_to: today },
    '30 days': lastMonth,
    'one platform, 30 days': { platform: 'chatgpt', ...lastMonth },
    'one topic, all time': { ...topic, date_to: today },
    'one topic, 30 days': { ...topic, ...lastMonth },
    'one tag, all time': { tag: 'tag 1', date_to: today },
    'one tag, 30 days': { tag: 'tag 1', ...lastMonth },
    'one market, 30 days': { region: 'US', language: 'de', ...lastMonth },
    'unbranded, all time': { branded: 'false', date_to: today },
  }
}
