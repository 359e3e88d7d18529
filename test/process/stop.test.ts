import { existsSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  brandWith,
  countingEngine,
  createDatabase,
  dataFolder,
  listenAnywhere,
  query,
  run,
  signUp,
  start,
} from './processes.ts'

const databaseRuns = (folder: string) => existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))

test.concurrent('a stop in the middle of a run gives it back, and the next start finishes it', async () => {
  const database = await createDatabase()
  const engine = await countingEngine(60)
  const env = { ...database, ...engine.env }
  const first = await start(env)
  const person = await signUp(first.url)
  const brand = await brandWith(person, 40)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.hasBeenAsked(20)
  expect(await first.end('SIGTERM')).toMatchObject({ code: 0, signal: null })
  const connection = { connectionString: database.DATABASE_URL }
  expect(await query(connection, 'select status, attempts from jobs')).toEqual([
    { status: 'waiting', attempts: 0 },
  ])
  const rows = await query(connection, 'select text from prompts join answers on prompt_id = prompts.id')
  const stored = rows.map(({ text }) => text)
  const askedBefore = engine.asked.length
  const second = await start(env)
  await second.logged('job ended', { jobId, status: 'completed' })
  expect(engine.asked.slice(askedBefore).toSorted()).toEqual(
    brand.texts.filter((text) => !stored.includes(text)).toSorted(),
  )
  expect(await second.end('SIGINT')).toMatchObject({ code: 0, signal: null })
})

test.concurrent('a stop waits neither for a slow engine nor for connections on which nothing comes', async () => {
  const engine = await countingEngine()
  engine.hang()
  const service = await start({ ...(await createDatabase()), ...engine.env })
  const person = await signUp(service.url)
  const brand = await brandWith(person, 3)
  await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.hasBeenAsked(3)
  await openSocket(service.url)
  const queriedAt = performance.now()
  expect(await service.end('SIGINT')).toMatchObject({ code: 0 })
  expect(performance.now() - queriedAt).toBeLessThan(5_000)
  await engine.isAbandoned(3)
})

test.concurrent('a request that never ends keeps a stop no longer than ten seconds', async () => {
  const service = await start(await createDatabase())
  const socket = await openSocket(service.url)
  socket.write(
    'POST /api/auth/sign-up/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await signUp(service.url)
  const queriedAt = performance.now()
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 })
  // Ten seconds, and what a busy machine adds to them; the request itself may take half a minute.
  expect(performance.now() - queriedAt).toBeLessThan(25_000)
})

test.concurrent('a stop in the middle of a start leaves no database running', async () => {
  const folder = await dataFolder()
  const service = run(['start'], { PORT: '0', DATA_DIR: folder })
  await service.logged('made the embedded database')
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0, signal: null })
  expect(databaseRuns(folder)).toBe(false)
})

test.concurrent('a second start on the same folder says who is there, and the first goes on', async () => {
  const folder = await dataFolder()
  const first = await start({ DATA_DIR: folder })
  const person = await signUp(first.url)
  const second = await run(['start'], { PORT: '0', DATA_DIR: folder }).ended
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toMatch(new RegExp(`^ansight: .*${folder}.*${first.pid}.*$`))
  expect(await person.ok('GET /api/brands')).toMatchObject({ items: [] })
  await first.end('SIGTERM')
  expect(databaseRuns(folder)).toBe(false)
})

test.concurrent('a port that is taken is one line, and nothing is left running', async () => {
  const folder = await dataFolder()
  const other = createServer()
  const port = `${await listenAnywhere(other)}`
  onTestFinished(() => void other.close())
  const ended = await run(['start'], { PORT: port, DATA_DIR: folder, LOG_LEVEL: 'error' }).ended
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toBe(`ansight: PORT: ${port} of 127.0.0.1 is taken by another program.`)
  expect(databaseRuns(folder)).toBe(false)
})

async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}
