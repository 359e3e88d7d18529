/** `ansight logs follow` sends every line of a log once, over rotations, kills and restarts. */
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onTestFileEnd } from '../cleanup.ts'
import { createDatabase } from './databases.ts'
import { listenAnywhere } from './listen.ts'
import { type Person, signUp } from './person.ts'
import { type Process, run, startHere } from './processes.ts'

/** Forwards requests to the service. `beforeReply` runs after the service has stored the lines. */
const nothing = () => undefined
const proxy = { upstream: '', beforeReply: nothing as () => void, statuses: [] as number[] }
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const rejection = proxy.statuses.shift()
  if (rejection !== undefined) {
    response.writeHead(rejection).end()
    return
  }
  const reply = await fetch(`${proxy.upstream}${request.url}`, {
    method: 'POST',
    headers: { authorization: request.headers.authorization ?? '' },
    body: Buffer.concat(chunks),
  })
  proxy.beforeReply()
  response.writeHead(reply.status).end(await reply.text())
})
let person: Person
let port: number
beforeAll(async () => {
  const service = await startHere(await createDatabase())
  proxy.upstream = service.url
  person = await signUp(service.url)
  port = await listenAnywhere(server)
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'ansight-logs-'))
  onTestFileEnd(() => rm(folder, { recursive: true, force: true }))
  const { id, slug } = await person.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const { token } = await person.ok(`POST /api/brands/${slug}/log-sources`, { sender: 'server', name: 'Web' })
  await mkdir(join(folder, 'nginx'))
  await writeFile(join(folder, 'token'), `${token}\n`)
  const log = join(folder, 'nginx', 'access.log')
  let written = 0
  return {
    log,
    stateFile: join(folder, 'state.json'),
    /** Appends requests of an agent, every second of them identical to the one before, among other lines. */
    append: async (count: number, file = log) => {
      for (let index = 0; index < count; index += 1) {
        written += 1
        const line = `52.230.152.7 - - [28/Nov/2026:10:00:00 +0000] "GET /${Math.ceil(written / 2)} HTTP/1.1" 200 5 "-" "GPTBot/1.3"`
        await appendFile(file, `${line}\n${line.replace('GPTBot', 'Firefox')}\nnonsense\n`)
      }
    },
    follow: (): Process =>
      run([
        ...['logs', 'follow', '--to', `http://127.0.0.1:${port}/api/logs`],
        ...['--token-file', join(folder, 'token'), '--state', join(folder, 'state.json'), log],
      ]),
    /** Waits until the service has as many requests as were written. */
    expectAll: async () => {
      const total = async () => (await person.ok(`GET /api/traffic/crawlers?brand_id=${id}`)).total_hits
      await expect.poll(total, { interval: 100 }).toBe(written)
    },
  }
}

test('no line is lost or doubled when the log is renamed, or copied and truncated', async () => {
  const { log, append, follow, expectAll } = await setUp()
  await append(5)
  const follower = follow()
  await expectAll()
  await append(3)
  await rename(log, `${log}.1`)
  // The server writes to the renamed file until it opens the new one.
  await append(2, `${log}.1`)
  await append(4)
  await expectAll()
  await rename(`${log}.1`, `${log}.2`)
  await append(3)
  await copyFile(log, `${log}.1`)
  await truncate(log)
  await append(6)
  await expectAll()
  await follower.end('SIGTERM')
})

test('no line is lost or doubled when the process is killed after the service has stored its lines, and the log is rotated while it is down', async () => {
  const { log, append, follow, expectAll } = await setUp()
  for (let round = 0; round < 3; round += 1) {
    await append(4)
    const follower = follow()
    proxy.beforeReply = () => follower.send('SIGKILL')
    expect(await follower.ended).toMatchObject({ signal: 'SIGKILL' })
    proxy.beforeReply = nothing
    await append(3)
    await rename(log, `${log}-2026112${round}`)
    await append(2)
  }
  const follower = follow()
  await expectAll()
  await follower.end('SIGTERM')
})

test('rejected lines are sent again, and an incomplete last line waits for its end', async () => {
  const { log, append, follow, expectAll, stateFile } = await setUp()
  await append(2)
  await appendFile(log, '52.230.152.7 - - [28/Nov/2026:10:00:00')
  proxy.statuses.push(503, 429)
  const follower = follow()
  await follower.printed(/not accepted \(status 503\)/)
  await follower.printed(/not accepted \(status 429\)/)
  await expectAll()
  await appendFile(log, ' +0000] "GET / HTTP/1.1" 200 5 "-" "Firefox"\n')
  await append(2)
  await expectAll()
  await follower.end('SIGTERM')
  expect(Object.keys(JSON.parse(await readFile(stateFile, 'utf8')).files)).toEqual([log])
})

test('a wrong token ends the process with an error', async () => {
  const { log, append, follow } = await setUp()
  await append(1)
  await writeFile(join(log, '../../token'), 'wrong')
  expect(await follow().ended).toMatchObject({ code: 1, stderr: expect.stringContaining('status 401') })
})

test('a log that does not exist yet is named and then followed, and one that cannot be read ends the command', async () => {
  const { log, append, follow, expectAll } = await setUp()
  const follower = follow()
  await follower.printed(/access\.log does not exist yet/)
  await append(2)
  await expectAll()
  await follower.end('SIGTERM')

  await rm(log)
  await mkdir(log)
  const failing = follow()
  await failing.printed(/EISDIR/)
  expect(await failing.ended).toMatchObject({ code: 1 })
})
