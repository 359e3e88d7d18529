/** Compares the throughput of an authenticated JSON request with a bare node:http server that sends the same bytes. */
import { Agent, request } from 'node:http'
import { report } from './report.ts'
import { signUp, startBareServer, startService } from './service.ts'

const [requests = 20_000] = process.argv.slice(2).map(Number)
const connections = 32
const agent = new Agent({ keepAlive: true, maxSockets: connections })

const body = { organization: { id: 'o'.repeat(36), name: 'Bench' }, key: { name: 'Bench' } }
const service = await startService({ RATE_LIMIT_API_KEY: '0' })
const bare = await startBareServer(JSON.stringify(body))
try {
  const call = await signUp(() => service.url)
  const { token } = await call('POST', '/api/api-keys', { name: 'Bench' })
  const headers = { authorization: `Bearer ${token}` }
  const whoamiUrl = `${service.url}/api/v1/whoami`
  await load(whoamiUrl, headers, 2_000)
  await load(bare.url, headers, 2_000)
  const bareRate = await load(bare.url, headers, requests)
  const rate = await load(whoamiUrl, headers, requests)
  const sharePct = (100 * rate) / bareRate
  report({
    what: `Authenticated JSON request (whoami), ${connections} connections, against bare node:http`,
    measured: `${rate.toFixed(0)} a second, ${sharePct.toFixed(0)}% of ${bareRate.toFixed(0)}`,
    budget: { text: '≥ 70%', isMet: sharePct >= 70 },
  })
} finally {
  bare.end()
  await service.end()
  agent.destroy()
}

/** Returns the requests per second. */
async function load(url: string, headers: Record<string, string>, count: number): Promise<number> {
  let next = 0
  const startedMs = performance.now()
  const work = async () => {
    while (next < count) {
      next += 1
      await get(url, headers)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return (1_000 * count) / (performance.now() - startedMs)
}

function get(url: string, headers: Record<string, string>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  request(url, { agent, headers }, (response) => {
    response
      .on('data', () => undefined)
      .on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
  })
    .on('error', reject)
    .end()
  return promise
}
