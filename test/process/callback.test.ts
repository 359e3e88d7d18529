import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { startSimulator } from '../../simulator/simulator.ts'
import { createDatabase } from './databases.ts'
import { listenAnywhere } from './listen.ts'
import { brandWith, endOfRun, signUp } from './person.ts'
import { run, startHere } from './processes.ts'

/** Starts a proxy whose URL is known before its upstream has started. */
async function startProxy() {
  const state: { upstream: string; delivered: number } = { upstream: '', delivered: 0 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join() ?? '']),
    )
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name)
    const reply = await fetch(`${state.upstream}${request.url}`, {
      method: 'POST',
      headers,
      body: Buffer.concat(chunks),
    })
    if (reply.status === 200) state.delivered += 1
    response.writeHead(reply.status).end(await reply.text())
  })
  const port = await listenAnywhere(server)
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${port}`, state }
}

test('results delivered to the web process complete a run that a second worker has resumed', async () => {
  const secret = 'whsec_of_two_processes'
  const simulator = await startSimulator({ seed: 7, latencyMs: 1_000, webhookSecret: secret })
  afterAll(() => simulator.close())
  const proxy = await startProxy()
  const env = {
    ...(await createDatabase()),
    CLORO_API_KEY: 'k',
    CLORO_BASE_URL: `${simulator.url}/cloro`,
    SCRAPER_WEBHOOK_URL: `${proxy.url}/scraper/callback`,
    SCRAPER_WEBHOOK_SECRET: secret,
  }
  const web = await startHere({ ...env, ROLE: 'web' })
  proxy.state.upstream = web.url
  const person = await signUp(web.url)
  const brand = await brandWith(person, 6)
  const first = run(['start'], { ...env, ROLE: 'worker' })
  await first.printed(/Ansight is running as a worker/)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['copilot'] })
  const job = () => person.ok(`GET /api/tracking/job/${jobId}`)
  await expect.poll(job).toMatchObject({ progress: { phase: 'awaiting-results' } })
  await first.end('SIGKILL')
  await startHere({ ...env, ROLE: 'worker' })
  expect(await endOfRun(person, jobId)).toMatchObject({
    status: 'completed',
    result: { answers: 6, failed: 0 },
  })
  expect(simulator.requests).toHaveLength(6)
  expect(proxy.state.delivered).toBe(6)
})
