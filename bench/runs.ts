/**
 * Runs as they are made: `node bench/runs.ts [speed|memory|schedule|kills] [count]`, by default all but the kills. The
 * engine is a server of our own that answers after a fixed time, in the form of OpenAI's Responses API; the service is a
 * process with its embedded PostgreSQL (fsync on), started as `npm start` does.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { readConfig } from '../src/config.ts'
import { openApp } from '../src/main.ts'
import { startDueRuns } from '../src/tracking/schedule.ts'

const paragraph =
  'Bench leads most lists for teams of this size, with Contoso and Fabrikam close behind. Reviewers praise its speed and clear prices, and note that reports are thin. '

const [part = 'all', given] = process.argv.slice(2)
const parts = { speed, memory, schedule, kills }
const chosen = Object.entries(parts).filter(([name]) => name === part || (part === 'all' && name !== 'kills'))
for (const [, measure] of chosen) await measure(given === undefined ? undefined : Number(given))
console.log(`load ${loadavg()[0]?.toFixed(1)}`)

/** How long a run takes over what its waiting alone would, and over a process that only asks. */
async function speed(questions = 2_000): Promise<void> {
  const latencyMs = 100
  const inFlight = 50
  const engine = await startEngine(latencyMs)
  const service = await startService(engine.url, { TRACKING_PER_ENGINE: `${inFlight}` })
  try {
    const person = await signUp(service.url)
    const brand = await person.brandWith(questions)
    // The first questions of a process compile what asks them.
    await person.finished(await person.startRun(brand, { promptIds: await person.promptIds(brand, 50) }))
    const run = await person.finished(await person.startRun(brand, {}))
    const tookMs = Date.parse(run.finishedAt) - Date.parse(run.startedAt)
    const idealMs = (questions / inFlight) * latencyMs
    const bareMs = await timeBare(engine.url, questions, inFlight)
    const times = (ms: number) => (ms / idealMs).toFixed(2)
    console.log(
      `${run.result.answers} of ${questions} questions at ${latencyMs} ms, ${inFlight} in flight: ${tookMs} ms, ${times(tookMs)} times the ideal; only asked, and nothing kept: ${bareMs} ms, ${times(bareMs)} times`,
    )
  } finally {
    await service.end()
    engine.close()
  }
}

async function timeBare(engineUrl: string, questions: number, inFlight: number): Promise<number> {
  const script = fileURLToPath(new URL('clients/bare-client.ts', import.meta.url))
  const args = [script, `${engineUrl}/responses`, `${questions}`, `${inFlight}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return Number(await textOf(child.stdout))
}

async function memory(questions = 20_000): Promise<void> {
  const engine = await startEngine(20)
  const service = await startService(engine.url, { TRACKING_PER_ENGINE: '50' })
  try {
    const person = await signUp(service.url)
    const brand = await person.brandWith(Math.ceil(questions / 20))
    await person.call('PUT', `/api/brands/${brand}/platforms`, [
      { platform: 'chatgpt', enabled: true, runs_per_prompt: 20 },
    ])
    const job = await person.startRun(brand, {})
    const seen: string[] = []
    for (let quarter = 1; quarter <= 4; ) {
      const { progress, status } = await person.call('GET', `/api/tracking/job/${job}`)
      if ((progress?.completed ?? 0) >= (questions * quarter) / 4 || status === 'completed') {
        seen.push(`${residentMb(service.child.pid)} MB`)
        quarter += 1
      }
      await sleep(200)
    }
    const run = await person.finished(job)
    console.log(`memory after each quarter of ${run.result.answers} questions: ${seen.join(', ')}`)
  } finally {
    await service.end()
    engine.close()
  }
}

/** Brands that are due at once, in a database of their own. */
async function schedule(brands = 10_000): Promise<void> {
  const dataDir = await folder()
  const { app: base, close } = await openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }), {
    exclusive: true,
  })
  try {
    await sql`insert into organizations (id, name) values (gen_random_uuid(), 'Bench')`.execute(base.db)
    await sql`
      insert into brands (organization_id, id, name, slug, domain, tracking_code, ai_token)
      select organizations.id, gen_random_uuid(), 'Brand ' || n, 'brand-' || n, 'brand-' || n || '.com', 'code' || n, 'token' || n
      from organizations, generate_series(1, ${brands}) as n`.execute(base.db)
    await sql`
      insert into prompts (brand_id, id, text, text_key, category, branded)
      select id, gen_random_uuid(), 'What is best?', '\\x00', 'best', false from brands`.execute(base.db)
    const timed = async () => {
      const beganMs = performance.now()
      const { triggered } = await startDueRuns(base)
      return `${triggered} started in ${((performance.now() - beganMs) / 1000).toFixed(2)} s`
    }
    console.log(`${brands} brands due: ${await timed()}; looked at again: ${await timed()}`)
    const twice = await sql<{ n: number }>`
      select count(*)::int as n from (select brand_id from jobs where kind = 'track' group by 1 having count(*) > 1) as doubled`.execute(
      base.db,
    )
    console.log(`brands started twice: ${twice.rows[0]?.n}`)
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** `kill -9` at random moments, two in each run of 60 questions; every question must have one answer in the end. */
async function kills(rounds = 200): Promise<void> {
  const questions = 60
  const inFlight = 8
  const dataDir = await folder()
  const engine = await startEngine(40)
  let service = await startService(engine.url, { TRACKING_PER_ENGINE: `${inFlight}` }, dataDir)
  const person = await signUp(service.url)
  let [killed, lost, doubled, mostAskedAgain] = [0, 0, 0, 0]
  try {
    const brand = await person.brandWith(questions)
    while (killed < rounds) {
      const before = engine.asked()
      const job = await person.startRun(brand, {})
      for (const from of [0, 1]) {
        const after = before + 1 + from * 15 + Math.floor(Math.random() * 25)
        await engine.hasBeenAsked(after)
        service.child.kill('SIGKILL')
        await once(service.child, 'exit')
        killed += 1
        service = await startService(engine.url, { TRACKING_PER_ENGINE: `${inFlight}` }, dataDir)
        person.moveTo(service.url)
      }
      const run = await person.finished(job)
      const { total, items } = await person.call(
        'GET',
        `/api/answers?brand_id=${brand}&job_id=${job}&status=any&limit=500`,
      )
      const distinct = new Set(items.map((each: { prompt: { id: string } }) => each.prompt.id)).size
      lost += questions - distinct
      doubled += total - distinct
      mostAskedAgain = Math.max(mostAskedAgain, engine.asked() - before - questions)
      if (run.status !== 'completed' || run.result.answers !== questions)
        console.log(`a run ended ${run.status} with ${run.result?.answers} answers: ${run.failedReason}`)
    }
    console.log(
      `${killed} times kill -9: ${lost} answers lost, ${doubled} doubled; at most ${mostAskedAgain} questions of a run asked again over two kills, with ${inFlight} in flight and as many as half of that being stored`,
    )
    if (lost + doubled > 0) process.exitCode = 1
  } finally {
    await service.end()
    engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startEngine(latencyMs: number) {
  let asked = 0
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await textOf(request))
    asked += 1
    for (const look of waiting) look()
    await sleep(latencyMs)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replyTo(input, asked)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => asked,
    hasBeenAsked: (times: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (asked < times) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function replyTo(input: unknown, number: number) {
  const annotations = [
    {
      type: 'url_citation',
      url: `https://example${number % 40}.com/best`,
      title: 'The best',
      start_index: 0,
      end_index: 10,
    },
  ]
  const content = [{ type: 'output_text', text: paragraph.repeat(20), annotations }]
  return {
    id: `resp_${number}`,
    object: 'response',
    status: 'completed',
    model: 'gpt-bench',
    output: [{ type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed', content }],
    usage: { input_tokens: JSON.stringify(input).length, output_tokens: 800 },
  }
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'ansight-bench-'))
  // PostgreSQL, which runs as nobody when this is root, must get through.
  await chmod(path, 0o755)
  return path
}

type Service = { url: string; child: ChildProcess; end(): Promise<void> }

async function startService(
  engineUrl: string,
  env: Record<string, string>,
  dataDir?: string,
): Promise<Service> {
  const place = dataDir ?? (await folder())
  const launcher = fileURLToPath(new URL('../scripts/launch.mjs', import.meta.url))
  const child = spawn(process.execPath, [launcher, 'src/cli.ts', 'start'], {
    env: {
      ...process.env,
      DATA_DIR: place,
      PORT: '0',
      LOG_LEVEL: 'error',
      OPENAI_API_KEY: 'test-key-of-openai',
      OPENAI_BASE_URL: engineUrl,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line)?.[0]
        if (found !== undefined) resolve(found)
      })
      .on('close', () => reject(new Error('the service ended before it told its address')))
  })
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    if (dataDir === undefined) await rm(place, { recursive: true, force: true })
  }
  return { url, child, end }
}

/** What this process holds of the machine's memory. */
function residentMb(pid: number | undefined): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}

async function signUp(at: string) {
  let url = at
  const account = { name: 'Bench', email: 'bench@example.com', password: 'correct horse battery' }
  const reply = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const cookies = reply.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
  const xsrf = cookies.find((each) => each.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const call = async (method: string, path: string, body?: unknown) => {
    const isText = typeof body === 'string'
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie: cookies.join('; '),
        'x-xsrf-token': decodeURIComponent(xsrf),
        ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
      },
      body: body === undefined ? null : isText ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return JSON.parse(await response.text())
  }
  return {
    call,
    moveTo: (next: string) => {
      url = next
    },
    brandWith: async (prompts: number): Promise<string> => {
      const { id } = await call('POST', '/api/brands', {
        name: 'Bench',
        domain: 'bench.com',
        competitors: [{ name: 'Contoso' }, { name: 'Fabrikam' }],
      })
      const lines = Array.from({ length: prompts }, (_, n) => `Which tool is best for team ${n}?`)
      for (let from = 0; from < lines.length; from += 1_000)
        await call('POST', `/api/prompts/import?brand_id=${id}`, lines.slice(from, from + 1_000).join('\n'))
      return id
    },
    promptIds: async (brand: string, count: number): Promise<string[]> => {
      const { items } = await call('GET', `/api/prompts?brand_id=${brand}&limit=${count}`)
      return items.map(({ id }: { id: string }) => id)
    },
    startRun: async (brandId: string, more: object): Promise<string> =>
      (await call('POST', '/api/tracking/check', { brandId, platforms: ['chatgpt'], ...more })).jobId,
    finished: async (job: string) => {
      for (;;) {
        const run = await call('GET', `/api/tracking/job/${job}`)
        if (run.finishedAt !== null) return run
        await sleep(100)
      }
    },
  }
}
