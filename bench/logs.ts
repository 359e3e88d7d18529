/**
 * Measures how fast a log is received, with a plain split and `JSON.parse` of the same lines for comparison:
 * `node scripts/launch.mjs bench/logs.ts [lines]`. One line in ten is a request of an AI agent, which is stored (fsync on). Then
 * reads a log of garbage, and reports the memory that it takes.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { createBrand } from '../src/brands/brands.ts'
import { importLogs } from '../src/traffic/import-logs.ts'
import { createLogParser } from '../src/traffic/log-parser.ts'
import { splitRecords } from '../src/traffic/log-records.ts'
import { allLogFields } from '../src/traffic/log-senders.ts'
import { createLogSource } from '../src/traffic/log-sources.ts'
import { decompress, receiveLogs, toLines } from '../src/traffic/receive-logs.ts'
import { report, timed, timedCpu } from './report.ts'
import { type BenchOrganization, withOrganization } from './service.ts'

const count = Number(process.argv[2] ?? 200_000)
const perRequest = 20_000
const garbageBytes = 2 * 1024 ** 3

await withOrganization(bench)

async function bench({ app, ctx }: BenchOrganization): Promise<void> {
  const brand = await createBrand(ctx, { name: 'Acme', domain: 'acme.com' })
  const { source } = await createLogSource(ctx, brand.id, {
    sender: 'cloudflare',
    name: 'Bench',
    secret: null,
    verification_code: null,
  })
  const bodies = Array.from({ length: count / perRequest }, (_, index) =>
    gzipSync(linesFrom(index * perRequest)),
  )
  const { ms, cpuMs } = await timedCpu(async () => {
    for (const body of bodies)
      await receiveLogs(app, source, { body: chunksOf(body), header: () => undefined })
  })
  const plainMs = await timed(async () => {
    for (const body of bodies) for (const line of gunzipSync(body).toString().split('\n')) JSON.parse(line)
  })
  const rate = (count / ms) * 1000
  report({
    what: `Receiving ${count} lines of Logpush, a tenth of AI agents, stored before the response`,
    measured: `${rate.toFixed(0)} a second, ${(ms / plainMs).toFixed(1)} × a plain gunzip, split and JSON.parse; ${((1000 * cpuMs) / count).toFixed(1)} µs CPU each`,
    budget: { text: '≥ 10,000 a second', isMet: rate >= 10_000 },
  })
  const before = process.memoryUsage().rss
  let most = before
  const garbageMs = await timed(async () => {
    const lines = toLines(
      splitRecords(decompress(garbage(() => (most = Math.max(most, process.memoryUsage().rss))))),
    )
    await importLogs(ctx, brand, lines, { parse: createLogParser(allLogFields) })
  })
  const growthMb = (most - before) / 1024 ** 2
  report({
    what: 'Import of 2 GB of garbage with lines of 100 bytes to 10 MB',
    measured: `${(garbageMs / 1000).toFixed(0)} s; memory grew by ${growthMb.toFixed(0)} MB`,
    budget: { text: '≤ 100 MB', isMet: growthMb <= 100 },
  })
}

function linesFrom(first: number): string {
  return Array.from({ length: perRequest }, (_, index) =>
    JSON.stringify({
      ClientIP: `52.230.${index % 250}.7`,
      ClientRequestHost: 'acme.com',
      ClientRequestMethod: 'GET',
      ClientRequestURI: `/products/${index % 500}?color=red`,
      ClientRequestUserAgent:
        index % 10 === 0
          ? 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)'
          : 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      EdgeStartTimestamp: Date.now() * 1e6,
      EdgeResponseStatus: 200,
      RayID: `ray-${first + index}`,
    }),
  ).join('\n')
}

async function* chunksOf(body: Buffer) {
  for (let start = 0; start < body.length; start += 65_536) yield body.subarray(start, start + 65_536)
}

async function* garbage(onChunk: () => void) {
  const short = Buffer.from(`${'garbage "{[ '.repeat(8)}\n`.repeat(650))
  const long = Buffer.from('x'.repeat(65_536))
  for (let sent = 0; sent < garbageBytes; sent += short.length) {
    // Every gigabyte, a line of 10 MB.
    yield sent % 1024 ** 3 < 10 * 1024 ** 2 ? long : short
    onChunk()
  }
}
