import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultTimeouts } from '../../src/http/connections.ts'
import { createDatabase, dataFolder, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { listenAnywhere } from './listen.ts'
import { brandWith, endOfRun, signUp } from './person.ts'
import { run, start, startHere } from './processes.ts'

/** Longer than a test may take. */
const never = 3_600_000

/** Its database is created by the first test that starts a service in it. */
const folder = await dataFolder()
const databaseRuns = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))

test.concurrent('a stop in the middle of a run releases the job, and the next start completes it', async () => {
  const database = await createDatabase()
  const engine = await startEngine(60)
  const env = { ...database, ...engine.env }
  const first = await start(env)
  const person = await signUp(first.url)
  const brand = await brandWith(person, 30)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.received(15)
  expect(await first.end('SIGTERM')).toMatchObject({ code: 0, signal: null })
  const connection = { connectionString: database.DATABASE_URL }
  expect(await query(connection, 'select status, attempts from jobs')).toEqual([
    { status: 'waiting', attempts: 0 },
  ])
  const rows = await query(connection, 'select text from prompts join answers on prompt_id = prompts.id')
  const stored = rows.map(({ text }) => text)
  const receivedBefore = engine.prompts.length
  const second = await startHere(env)
  expect(await endOfRun(person.at(second.url), jobId)).toMatchObject({ status: 'completed' })
  expect(engine.prompts.slice(receivedBefore).toSorted()).toEqual(
    brand.texts.filter((text) => !stored.includes(text)).toSorted(),
  )
})

test('a stop waits neither for a hanging engine nor for connections without a request', async () => {
  const engine = await startEngine()
  engine.hang()
  const service = await startHere(
    { ...(await createDatabase()), ...engine.env },
    { drainMs: never, connections: { ...defaultTimeouts, closeMs: never } },
  )
  const person = await signUp(service.url)
  const brand = await brandWith(person, 3)
  await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.received(3)
  await openSocket(service.url)
  await service.stop()
  await engine.abandoned(3)
})

test('a stop closes the connection of a request that never ends', async () => {
  const service = await startHere(await createDatabase(), {
    drainMs: never,
    connections: { ...defaultTimeouts, requestMs: never, closeMs: 50 },
  })
  const socket = await openSocket(service.url)
  socket.write(
    'POST /api/auth/sign-up/email HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  const closed = once(socket, 'close')
  await signUp(service.url)
  await service.stop()
  await closed
})

test.concurrent('a stop in the middle of a start leaves no database running', async () => {
  const dataDir = await dataFolder()
  const service = run(['start'], { PORT: '0', DATA_DIR: dataDir })
  await service.logged('embedded database created')
  expect(await service.end('SIGINT')).toMatchObject({ code: 0, signal: null })
  expect(databaseRuns(dataDir)).toBe(false)
})

test('a second start on the same folder names the running process and does not affect it', async () => {
  const first = await startHere({ DATA_DIR: folder })
  const person = await signUp(first.url)
  const second = await run(['start'], { PORT: '0', DATA_DIR: folder }).ended
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toMatch(new RegExp(`^ansight: .*${folder}.*${process.pid}.*$`))
  expect(await person.ok('GET /api/brands')).toMatchObject({ items: [] })
  await first.stop()
  expect(databaseRuns(folder)).toBe(false)
})

test('a port in use is an error of one line, and no database keeps running', async () => {
  const other = createServer()
  const port = `${await listenAnywhere(other)}`
  onTestFinished(() => void other.close())
  const start = startHere({ PORT: port, DATA_DIR: folder })
  await expect(start).rejects.toThrow(`PORT: ${port} on 127.0.0.1 is already in use.`)
  expect(databaseRuns(folder)).toBe(false)
})

async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}
