/**
 * Compares the throughput of the beacon endpoint with a bare node:http server that answers 204:
 * `node scripts/launch.mjs bench/beacon.ts [requests]`. Each beacon is a separate visit from an AI platform, stored durably
 * (fsync on) before the response. Finally kills the service with SIGKILL under load and counts the acknowledged visits.
 */
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { report } from './report.ts'
import { createDataDir, signUp, startBareServer, startService } from './service.ts'

const [total = 100_000] = process.argv.slice(2).map(Number)
/** Many connections, because every visitor has a separate browser. */
const connections = 256
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const dataDir = await createDataDir()
const env = { RATE_LIMIT_BEACON: '0', BEACON_VISITS_PER_DAY: '0' }
let service = await startService(env, dataDir)
const bare = await startBareServer()
try {
  const call = await signUp(() => service.url)
  const { id, tracking_code: code } = await call('POST', '/api/brands', {
    name: 'Acme',
    domain: 'acme.com',
  })
  const path = `/track/${code}`
  const few = Math.min(20_000, total)
  await load(bare.url, '/track/x', 2_000, 0)
  await load(service.url, path, 2_000, 0)
  const plain = await load(bare.url, '/track/x', few, 2_000)
  const stored = await load(service.url, path, few, 2_000)
  const sharePct = (100 * stored.perSecond) / plain.perSecond
  report({
    what: `Beacons, durable before the 204, ${connections} connections, against a bare 204`,
    measured: `${stored.perSecond.toFixed(0)} a second, ${sharePct.toFixed(0)}% of ${plain.perSecond.toFixed(0)}`,
    budget: { text: '≥ 40%', isMet: sharePct >= 40 },
  })
  const { child } = service
  const killed = await load(service.url, path, total, 2_000 + few, (answered) => {
    if (answered === Math.floor(total * 0.9)) child.kill('SIGKILL')
  })
  service = await startService(env, dataDir)
  const acknowledged = 2_000 + few + killed.answered
  const { total_visits: counted } = await call('GET', `/api/metrics/ai-traffic?brand_id=${id}`)
  const lost = Math.max(0, acknowledged - counted)
  report({
    what: 'kill -9 under the load of beacons',
    measured: `${acknowledged} acknowledged, ${counted} counted, ${lost} lost`,
    budget: { text: 'none lost', isMet: lost === 0 },
  })
  if (lost > 0) process.exitCode = 1
} finally {
  bare.end()
  await service.end()
  await rm(dataDir, { recursive: true, force: true })
}

/** `from`: the number of the first beacon, so that none is a repeat. Stops early when the server is gone. */
async function load(
  url: string,
  path: string,
  count: number,
  from: number,
  onAnswer: (answered: number) => void = () => undefined,
): Promise<{ perSecond: number; answered: number }> {
  const { hostname, port } = new URL(url)
  let next = 0
  let answered = 0
  const startedMs = performance.now()
  const work = async () => {
    while (next < count) {
      const number = from + next
      next += 1
      const page = `https://acme.com/p/${number % 500}?v=${number}`
      const body = JSON.stringify({ u: page, r: 'https://chatgpt.com/' })
      const status = await send({ hostname, port, path }, body, number)
      if (status === null) return
      if (status !== 204) throw new Error(`${path} answered ${status}`)
      answered += 1
      onAnswer(answered)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { perSecond: (1000 * answered) / (performance.now() - startedMs), answered }
}

/** Returns the status, or null when the server is gone. Each beacon has its own user agent. */
function send(
  to: { hostname: string; port: string; path: string },
  body: string,
  number: number,
): Promise<number | null> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'text/plain',
      origin: 'https://acme.com',
      'content-length': Buffer.byteLength(body),
      'user-agent': `${userAgent} ${number}`,
    }
    request({ ...to, method: 'POST', agent, headers }, (response) => {
      response.on('data', () => undefined).on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', () => resolve(null))
      .end(body)
  })
}
