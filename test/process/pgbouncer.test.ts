/** The service behind a real PgBouncer. Requires the program `pgbouncer`, or its path in PGBOUNCER. */
import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { onTestFileEnd } from '../cleanup.ts'
import { createDatabase, createProxy, dataFolder, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { listenAnywhere } from './listen.ts'
import { brandWith, signUp } from './person.ts'
import { run, start } from './processes.ts'

const { PGBOUNCER: program = 'pgbouncer' } = process.env

function isInstalled(): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts PgBouncer in front of a new database, whose URLs are `direct` and `pooled`. */
async function startPgBouncer(settings: Record<string, string>) {
  const { DATABASE_URL: direct } = await createDatabase()
  // Over TCP, because PgBouncer runs as another user than the server, whose socket is private.
  const { url } = await createProxy(direct)
  const { user, password, database } = new pg.Client({ connectionString: direct })
  const free = createServer()
  const port = await listenAnywhere(free)
  await new Promise((resolve) => free.close(resolve))
  const folder = await mkdtemp(join(tmpdir(), 'ansight-pgbouncer-'))
  onTestFileEnd(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const all = {
    auth_type: 'any',
    listen_addr: '127.0.0.1',
    listen_port: `${port}`,
    unix_socket_dir: '',
    // PgBouncer refuses to run as root.
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
    ...settings,
  }
  const secret = password ? ` password=${password}` : ''
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    [
      '[databases]',
      `${database} = host=127.0.0.1 port=${new URL(url).searchParams.get('port')} user=${user}${secret}`,
      '[pgbouncer]',
      ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  )
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFileEnd(() => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stderr })) if (line.includes('process up')) break
  child.stderr.resume()
  return { direct, pooled: `postgres://${user}@127.0.0.1:${port}/${database}` }
}

const lastLine = (text: string) => text.trim().split('\n').at(-1)

describe.runIf(isInstalled())('through PgBouncer', () => {
  test('transaction pooling is refused with one line, also by the doctor', async () => {
    const { pooled } = await startPgBouncer({
      pool_mode: 'transaction',
      ignore_startup_parameters: 'options',
    })
    const env = { DATABASE_URL: pooled, DATA_DIR: await dataFolder() }
    const { code, stderr } = await run(['start'], env).ended
    expect(code).toBe(1)
    expect(lastLine(stderr)).toMatch(/^ansight: DATABASE_URL: .*transaction pooling.*use session pooling/)
    const doctor = await run(['doctor'], env).ended
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain('use session pooling')
  })

  test('a pooler that rejects or ignores the settings of the session is refused with the necessary change', async () => {
    const rejecting = await startPgBouncer({ pool_mode: 'session' })
    const DATA_DIR = await dataFolder()
    const rejected = await run(['start'], { DATABASE_URL: rejecting.pooled, DATA_DIR }).ended
    expect(lastLine(rejected.stderr)).toContain('add ignore_startup_parameters = options')
    const ignoring = await startPgBouncer({ pool_mode: 'session', ignore_startup_parameters: 'options' })
    await setTimeZone(ignoring.direct, 'Europe/Berlin')
    const ignored = await run(['start'], { DATABASE_URL: ignoring.pooled, DATA_DIR }).ended
    expect(lastLine(ignored.stderr)).toContain('its time zone is Europe/Berlin')
  })

  test('with session pooling, a run stores one answer per query', async () => {
    const { direct, pooled } = await startPgBouncer({
      pool_mode: 'session',
      ignore_startup_parameters: 'options',
    })
    await setTimeZone(direct, 'UTC')
    const engine = await startEngine()
    const service = await start({ DATABASE_URL: pooled, DATA_DIR: await dataFolder(), ...engine.env })
    const person = await signUp(service.url)
    const brand = await brandWith(person, 20)
    const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
    await service.logged('job ended', { jobId, status: 'completed' })
    expect(engine.prompts.toSorted()).toEqual(brand.texts.toSorted())
    expect(await person.call('GET /api/health')).toMatchObject({ status: 200 })
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 })
  })
})

test.runIf(!isInstalled())('PgBouncer is not installed, so its tests are skipped', () => undefined)

async function setTimeZone(url: string, zone: string): Promise<void> {
  const { database } = new pg.Client({ connectionString: url })
  await query({ connectionString: url }, `alter database ${database} set timezone = '${zone}'`)
}
