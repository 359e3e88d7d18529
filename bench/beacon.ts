/**
 * Beacons against a bare node:http server that answers 204, in one run: `node bench/beacon.ts [requests]`. Each beacon is a
 * visit of its own from an AI platform, stored durably (fsync on) before it is answered. At the end the service is killed
 * with -9 in the middle of the load, and what it had acknowledged is looked for.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const [total = 100_000] = process.argv.slice(2).map(Number)
/** Each visitor is a browser of their own: beacons come over many connections, not over a few busy ones. */
const connections = 256
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

if (process.argv[2] === 'bare') await serveBare()
else await bench()

async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ansight-bench-'))
  const service = await startService(dataDir)
  const bare = await startBare()
  try {
    const { code, cookie, id } = await makeBrand(service.url)
    const few = Math.min(20_000, total)
    await load(bare.url, '/track/x', 2_000, 0)
    await load(service.url, `/track/${code}`, 2_000, 0)
    const plain = await load(bare.url, '/track/x', few, 2_000)
    const ours = await load(service.url, `/track/${code}`, few, 2_000)
    console.log(`load ${loadavg()[0]?.toFixed(1)}, ${connections} connections`)
    console.log(`bare node:http 204   ${plain.perSecond.toFixed(0)} a second`)
    console.log(
      `beacon, durable      ${ours.perSecond.toFixed(0)} a second, ${((100 * ours.perSecond) / plain.perSecond).toFixed(0)} % of it`,
    )
    const killed = await load(service.url, `/track/${code}`, total, 2_000 + few, (answered) => {
      if (answered === Math.floor(total * 0.9)) service.child.kill('SIGKILL')
    })
    const again = await startService(dataDir)
    const promised = 2_000 + few + killed.answered
    const counted = await visitsOf(again.url, cookie, id)
    console.log(
      `killed with -9: ${promised} acknowledged, ${counted} counted, ${Math.max(0, promised - counted)} lost`,
    )
    if (counted < promised) process.exitCode = 1
    again.child.kill('SIGTERM')
    await once(again.child, 'exit')
  } finally {
    bare.child.kill()
    service.child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Started = { url: string; child: ChildProcess }

async function startService(dataDir: string): Promise<Started> {
  const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', RATE_LIMIT_BEACON: '0', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [cli, 'start'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  return { child, url: await urlIn(child) }
}

async function startBare(): Promise<Started> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'bare'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { child, url: await urlIn(child) }
}

/** The first address that a process tells. The rest of what it says is read and dropped, lest it wait for a reader. */
function urlIn({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout === null) return reject(new Error('the process has no output'))
    createInterface({ input: stdout })
      .on('line', (line) => {
        const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line)?.[0]
        if (url !== undefined) resolve(url)
      })
      .on('close', () => reject(new Error('the process ended before it told its address')))
  })
}

async function serveBare(): Promise<void> {
  const server = createServer((incoming, response) => {
    incoming.on('data', () => undefined).on('end', () => response.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

async function makeBrand(url: string): Promise<{ code: string; cookie: string; id: string }> {
  const json = { 'content-type': 'application/json' }
  const account = { name: 'Bench', email: 'bench@example.com', password: 'correct horse battery' }
  const signUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(account),
  })
  const cookies = signUp.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
  const xsrf = cookies.find((each) => each.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const cookie = cookies.join('; ')
  const made = await fetch(`${url}/api/brands`, {
    method: 'POST',
    headers: { ...json, cookie, 'x-xsrf-token': decodeURIComponent(xsrf) },
    body: JSON.stringify({ name: 'Acme', domain: 'acme.com' }),
  })
  const { id, tracking_code: code } = JSON.parse(await made.text())
  return { id, code, cookie }
}

async function visitsOf(url: string, cookie: string, id: string): Promise<number> {
  const response = await fetch(`${url}/api/metrics/ai-traffic?brand_id=${id}`, { headers: { cookie } })
  const { total_visits } = JSON.parse(await response.text())
  return total_visits
}

/** `from`: the number of the first beacon, so that none repeats another. Ends early when the other side is gone. */
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
  const beganMs = performance.now()
  const ask = async () => {
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
  await Promise.all(Array.from({ length: connections }, ask))
  return { perSecond: (1000 * answered) / (performance.now() - beganMs), answered }
}

/** The status, or null when the server is gone. Each beacon is another browser's. */
function send(
  to: { hostname: string; port: string; path: string },
  body: string,
  number: number,
): Promise<number | null> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'text/plain',
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
