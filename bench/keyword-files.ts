/**
 * Uploads a keyword file over HTTP in the parts of the dashboard, and requests /api/health throughout:
 * `node scripts/launch.mjs bench/keyword-files.ts [lines]`. Some lines are malformed, repeated, empty or too long.
 */
import { seededRandom } from '../src/metrics/statistics/seeded-random.ts'
import { startHealthProbe } from './load/clients.ts'
import { quantile, report, timed } from './report.ts'
import { residentMb, signUp, startService } from './service.ts'

const count = Number(process.argv[2] ?? 500_000)
const partLength = 1_000_000

const words =
  'tent,sleeping bag,backpack,rain jacket,camping stove,lantern,hiking boots,cooler,hammock,water filter,quilt,canoe,fleece,gaiters,tarp'.split(
    ',',
  )
const starts =
  'best,cheap,how to choose a,waterproof,lightweight,used,compare,what is a good,review of,price of'.split(
    ',',
  )

const service = await startService({ LOG_LEVEL: 'error' })
try {
  const call = await signUp(() => service.url)
  const { id, slug } = await call('POST', '/api/brands', { name: 'Acme', domain: 'acme.com', language: 'en' })
  const path = `/api/brands/${slug}/keyword-files`
  const parts = split(createFile())
  const before = residentMb(service)
  let mostMb = before
  const probe = startHealthProbe(Number(new URL(service.url).port))
  const times: number[] = []
  let stored = { id: '', lines: 0, kept: 0, rejected: 0, repeated: 0, left_out: 0 }
  const totalMs = await timed(async () => {
    await call('POST', `${path}/preview`, parts[0])
    for (const part of parts) {
      const to = stored.id === '' ? `${path}?file_name=keywords.csv` : `${path}/${stored.id}/parts`
      times.push(
        await timed(async () => {
          stored = await call('POST', to, part)
        }),
      )
      mostMb = Math.max(mostMb, residentMb(service))
    }
  })
  const latencies = await probe.end()
  const listMs = await timed(() => call('GET', `/api/metrics/prompt-candidates?brand_id=${id}`))
  const worst = quantile(latencies, 1)
  const { lines, kept, rejected, repeated, left_out } = stored
  console.log({ lines, kept, rejected, repeated, left_out })
  report({
    what: `Upload of a keyword file of ${count} lines in ${parts.length} parts`,
    measured: `${(totalMs / 1000).toFixed(1)} s, median ${quantile(times, 0.5).toFixed(0)} ms and at most ${quantile(times, 1).toFixed(0)} ms a part; memory ${before} MB before, ${mostMb} MB at most; /api/health median ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(0)} ms, max ${worst.toFixed(0)} ms of ${latencies.length}; candidates then listed in ${listMs.toFixed(0)} ms`,
  })
} finally {
  await service.end()
}

function createFile(): string[] {
  const random = seededRandom(44)
  const draw = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const lines = Array.from({ length: count }, (_, index) => {
    const keyword = `${draw(starts)} ${draw(words)} for ${draw(words)} ${Math.floor(random() * 40_000)}`
    const volume = Math.floor(10 ** (random() * 5))
    if (index % 5_000 === 4_999) return `"${keyword},${volume}`
    if (index % 5_000 === 4_998) return `12" ${keyword},${volume}`
    if (index % 5_000 === 2_000) return `${'long '.repeat(60)},${volume}`
    if (index % 5_000 === 1_000) return `,${volume}`
    return index % 3 === 0 ? `"${keyword}",${volume},0.4,1.20` : `${keyword},${volume},0.4,1.20`
  })
  return ['Keyword,Volume,Competition,CPC', ...lines]
}

function split(lines: readonly string[]): string[] {
  const parts: string[] = []
  let part = ''
  for (const line of lines) {
    if (part.length + line.length >= partLength) {
      parts.push(part)
      part = ''
    }
    part += `${line}\n`
  }
  return [...parts, part]
}
