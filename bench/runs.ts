/**
 * Measures runs against an engine that responds after a fixed time in the format of OpenAI's Responses API:
 * `node scripts/launch.mjs bench/runs.ts [speed|memory|schedule|kills] [count]`, by default all parts except `kills`. Starts the
 * service like `npm start`, with its embedded PostgreSQL (fsync on).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as getText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { startDueRuns } from '../src/tracking/schedule.ts'
import { report, timed } from './report.ts'
import { createDataDir, residentMb, signUp, startService, withOrganization } from './service.ts'

const paragraph =
  'Bench leads most lists for teams of this size, with Contoso and Fabrikam close behind. Reviewers praise its speed and clear prices, and note that reports are thin. '

const [part = 'all', given] = process.argv.slice(2)
const parts = { speed, memory, schedule, kills }
const chosen = Object.entries(parts).filter(([name]) => name === part || (part === 'all' && name !== 'kills'))
for (const [, measure] of chosen) await measure(given === undefined ? undefined : Number(given))

/** Compares the duration of a run with the latency of its queries alone, and with a client that stores nothing. */
async function speed(queries = 2_000): Promise<void> {
  const latencyMs = 100
  const inFlight = 50
  const engine = await startEngine(latencyMs)
  const service = await startService({ ...engineEnv(engine.url), TRACKING_PER_ENGINE: `${inFlight}` })
  try {
    const workspace = await openWorkspace(service.url)
    const brand = await workspace.createBrand(queries)
    // Warms up the process.
    await workspace.waitForRun(
      await workspace.startRun(brand, { promptIds: await workspace.promptIds(brand, 50) }),
    )
    const run = await workspace.waitForRun(await workspace.startRun(brand, {}))
    const tookMs = Date.parse(run.finishedAt) - Date.parse(run.startedAt)
    const idealMs = (queries / inFlight) * latencyMs
    const baselineMs = await timeBaseline(engine.url, queries, inFlight)
    if (run.result.answers !== queries)
      throw new Error(`${run.result.answers} of ${queries} queries were answered`)
    const ratio = tookMs / idealMs
    report({
      what: `A run of ${queries} queries to an engine that takes ${latencyMs} ms, ${inFlight} in flight`,
      measured: `${(tookMs / 1_000).toFixed(2)} s, ${ratio.toFixed(2)} × the ideal; a client that stores nothing ${(baselineMs / idealMs).toFixed(2)} ×`,
      budget: { text: '≤ 1.15 × the ideal', isMet: ratio <= 1.15 },
    })
  } finally {
    await service.end()
    engine.close()
  }
}

function engineEnv(url: string) {
  return { OPENAI_API_KEY: 'test-key-of-openai', OPENAI_BASE_URL: url }
}

async function timeBaseline(engineUrl: string, queries: number, inFlight: number): Promise<number> {
  const script = fileURLToPath(new URL('load/baseline-client.ts', import.meta.url))
  const args = [script, `${engineUrl}/responses`, `${queries}`, `${inFlight}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return Number(await getText(child.stdout))
}

async function memory(queries = 20_000): Promise<void> {
  const engine = await startEngine(20)
  const service = await startService({ ...engineEnv(engine.url), TRACKING_PER_ENGINE: '50' })
  try {
    const workspace = await openWorkspace(service.url)
    const brand = await workspace.createBrand(Math.ceil(queries / 20))
    await workspace.call('PUT', `/api/brands/${brand}/platforms`, [
      { platform: 'chatgpt', enabled: true, runs_per_prompt: 20 },
    ])
    const job = await workspace.startRun(brand, {})
    const seen: string[] = []
    for (let quarter = 1; quarter <= 4; ) {
      const { progress, status } = await workspace.call('GET', `/api/tracking/job/${job}`)
      if ((progress?.completed ?? 0) >= (queries * quarter) / 4 || status === 'completed') {
        seen.push(`${residentMb(service)} MB`)
        quarter += 1
      }
      await sleep(200)
    }
    const run = await workspace.waitForRun(job)
    report({
      what: `Memory of the Node process after each quarter of ${run.result.answers} queries`,
      measured: seen.join(', '),
    })
  } finally {
    await service.end()
    engine.close()
  }
}

/** Measures how long the scheduler takes when all brands are due at the same time. */
async function schedule(brands = 10_000): Promise<void> {
  await withOrganization(async ({ app }) => {
    await sql`
      insert into brands (organization_id, id, name, slug, domain, tracking_code, ai_files_token)
      select organizations.id, gen_random_uuid(), 'Brand ' || n, 'brand-' || n, 'brand-' || n || '.com', 'code' || n, 'token' || n
      from organizations, generate_series(1, ${brands}) as n`.execute(app.db)
    await sql`
      insert into prompts (brand_id, id, text, text_hash, category, branded)
      select id, gen_random_uuid(), 'What is best?', '\\x00', 'best', false from brands`.execute(app.db)
    let triggered = 0
    const startMs = await timed(async () => {
      triggered = (await startDueRuns(app)).triggered
    })
    const againMs = await timed(() => startDueRuns(app))
    const twice = await sql<{ n: number }>`
      select count(*)::int as n from (select brand_id from jobs where kind = 'run' group by 1 having count(*) > 1) as doubled`.execute(
      app.db,
    )
    const startedTwice = twice.rows[0]?.n ?? 0
    report({
      what: `Scheduling ${brands} due brands`,
      measured: `${triggered} started in ${(startMs / 1_000).toFixed(2)} s, checked again in ${(againMs / 1_000).toFixed(2)} s, ${startedTwice} started twice`,
    })
    if (triggered !== brands || startedTwice > 0) process.exitCode = 1
    // Scheduling skips brands without a configured platform. No run starts, so nothing is sent.
  }, engineEnv('http://127.0.0.1:9'))
}

/** Sends SIGKILL at random moments, twice per run of 60 queries. Then every query must have exactly one answer. */
async function kills(rounds = 200): Promise<void> {
  const queries = 60
  const inFlight = 8
  const dataDir = await createDataDir()
  const engine = await startEngine(40)
  let service = await startService({ ...engineEnv(engine.url), TRACKING_PER_ENGINE: `${inFlight}` }, dataDir)
  const workspace = await openWorkspace(service.url)
  let [killed, lost, doubled, mostRepeated] = [0, 0, 0, 0]
  try {
    const brand = await workspace.createBrand(queries)
    while (killed < rounds) {
      const before = engine.received()
      const job = await workspace.startRun(brand, {})
      for (const from of [0, 1]) {
        const after = before + 1 + from * 15 + Math.floor(Math.random() * 25)
        await engine.waitForQueries(after)
        service.child.kill('SIGKILL')
        await once(service.child, 'exit')
        killed += 1
        service = await startService(
          { ...engineEnv(engine.url), TRACKING_PER_ENGINE: `${inFlight}` },
          dataDir,
        )
        workspace.moveTo(service.url)
      }
      const run = await workspace.waitForRun(job)
      const { total, items } = await workspace.call(
        'GET',
        `/api/answers?brand_id=${brand}&job_id=${job}&status=any&limit=500`,
      )
      const distinct = new Set(items.map((each: { prompt: { id: string } }) => each.prompt.id)).size
      lost += queries - distinct
      doubled += total - distinct
      mostRepeated = Math.max(mostRepeated, engine.received() - before - queries)
      if (run.status !== 'completed' || run.result.answers !== queries)
        console.log(`a run ended ${run.status} with ${run.result?.answers} answers: ${run.failedReason}`)
    }
    report({
      what: `kill -9 at random moments, ${killed} times, two per run of ${queries} queries with ${inFlight} in flight`,
      measured: `${lost} answers lost, ${doubled} stored twice; at most ${mostRepeated} queries of a run repeated`,
      budget: { text: 'none lost or stored twice', isMet: lost + doubled === 0 },
    })
    if (lost + doubled > 0) process.exitCode = 1
  } finally {
    await service.end()
    engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startEngine(latencyMs: number) {
  let received = 0
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await getText(request))
    received += 1
    for (const check of waiting) check()
    await sleep(latencyMs)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(replyTo(input, received)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received: () => received,
    waitForQueries: (times: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (received < times) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
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

async function openWorkspace(at: string) {
  let url = at
  const call = await signUp(() => url)
  return {
    call,
    moveTo: (next: string) => {
      url = next
    },
    createBrand: async (prompts: number): Promise<string> => {
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
    waitForRun: async (job: string) => {
      for (;;) {
        const run = await call('GET', `/api/tracking/job/${job}`)
        if (run.finishedAt !== null) return run
        await sleep(100)
      }
    },
  }
}
