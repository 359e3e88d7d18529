/** Compares the throughput of an authenticated JSON request with a bare node:http server that sends the same bytes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { report } from './report.ts'
import { firstUrl, signUp, startService } from './service.ts'

const [requests = 20_000] = process.argv.slice(2).map(Number)
const connections = 32
const agent = new Agent({ keepAlive: true, maxSockets: connections })

if (process.argv[2] === 'bare') await serveBare()
else await bench()

async function bench(): Promise<void> {
  const service = await startService({ RATE_LIMIT_API_KEY: '0' })
  const bare = spawn(process.execPath, [fileURLToPath(import.meta.url), 'bare'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const bareUrl = await firstUrl(bare)
    const call = await signUp(() => service.url)
    const { token } = await call('POST', '/api/api-keys', { name: 'Bench' })
    const headers = { authorization: `Bearer ${token}` }
    const whoamiUrl = `${service.url}/api/v1/whoami`
    await load(whoamiUrl, headers, 2_000)
    await load(bareUrl, headers, 2_000)
    const bareRate = await load(bareUrl, headers, requests)
    const rate = await load(whoamiUrl, headers, requests)
    const sharePct = (100 * rate) / bareRate
    report({
      what: `Authenticated JSON request (whoami), ${connections} connections, against bare node:http`,
      measured: `${rate.toFixed(0)} a second, ${sharePct.toFixed(0)}% of ${bareRate.toFixed(0)}`,
      budget: { text: '≥ 70%', isMet: sharePct >= 70 },
    })
  } finally {
    bare.kill()
    await service.end()
    agent.destroy()
  }
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

async function serveBare(): Promise<void> {
  const body = JSON.stringify({ organization: { id: 'o'.repeat(36), name: 'Bench' }, key: { name: 'Bench' } })
  const server = createServer((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
