/**
 * `npm run test:container` builds the container image with buildah, runs it with a read-only root file system and a
 * volume, and checks the health, a sign-up, a run with simulated engines, a restart, a backup and its restore: with the
 * embedded database, and with DATABASE_URL. Needs root and buildah; prints a line and exits with code 0 without them.
 * BASE_IMAGE names another base image.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { listenAnywhere } from '../test/process/listen.ts'
import {
  buildImage,
  findObstacle,
  type Image,
  removeContainer,
  runCommand,
  type Service,
  type Settings,
  startService,
} from './container.ts'
import { type Call, createSession } from './session.ts'

const obstacle = findObstacle()
if (obstacle === null) await testContainer()
else process.stdout.write(`Container test skipped: ${obstacle}.\n`)

async function testContainer(): Promise<void> {
  const image = buildImage()
  const database = await startDatabaseServer()
  try {
    report({
      'image size': `${Math.round(getSize(image.root) / 1e6)} MB, of which Ansight ${Math.round(getSize(join(image.root, 'app')) / 1e6)} MB`,
    })
    report(await testInstallation(image, 'embedded database', {}, { DATA_DIR: '/data/restored' }))
    const [source, restored] = [await database.create('source'), await database.create('restored')]
    const secret = { SECRET_KEY: 'the secret key of the container test' }
    report(
      await testInstallation(
        image,
        'DATABASE_URL',
        { ...secret, DATABASE_URL: source },
        { ...secret, DATABASE_URL: restored },
      ),
    )
  } finally {
    await database.stop()
    removeContainer(image)
  }
}

/** Uses an installation, restarts it, and restores its backup to another one. Returns rows of the report. */
async function testInstallation(
  image: Image,
  name: string,
  settings: Settings,
  settingsOfCopy: Settings,
): Promise<Record<string, string>> {
  const volume = mkdtempSync(join(tmpdir(), 'ansight-volume-'))
  chownSync(volume, 1000, 1000)
  try {
    const first = await startService(image, volume, settings)
    let running = first
    const call = await signUp(() => running)
    const brandId = await createBrand(call)
    const answers = await track(call, brandId)
    await first.stop()
    const second = await startService(image, volume, settings)
    running = second
    assert.equal(second.setupCode, null, 'the owner is kept across a restart')
    assert.equal(await countAnswers(call, brandId), answers)
    const backup = await backUp(second)
    await second.stop()
    const restore = ['restore', backup, '--from', '/data/backups']
    assert.match(await runCommand(image, volume, settingsOfCopy, restore), /^Restored /)
    running = await startService(image, volume, settingsOfCopy)
    assert.equal(await countAnswers(call, brandId), answers)
    await running.stop()
    return {
      [`${name}: first start`]: `${first.healthyAfterMs} ms`,
      [`${name}: later start`]: `${second.healthyAfterMs} ms`,
      [`${name}: answers`]: `${answers}, also in the restored backup`,
    }
  } finally {
    rmSync(volume, { recursive: true, force: true })
  }
}

/** Backs up the running service to its volume and returns the name of the backup. */
async function backUp(service: Service): Promise<string> {
  const ansight = ['node', 'scripts/ansight.mjs']
  const [name = ''] = /ansight-\d{8}T\d{6}Z/.exec(await service.exec([...ansight, 'backup'])) ?? []
  const list = await service.exec([...ansight, 'backup', 'list'])
  assert.ok(name !== '' && list.startsWith(name), 'the backup is listed')
  return name
}

/** Starts a PostgreSQL server with a TCP port. */
async function startDatabaseServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'ansight-database-'))
  const log = pino({ level: 'silent' })
  const { connection, stop } = await startEmbedded({ dataDir, exclusive: false, log })
  // The server listens only on a Unix socket, which containers cannot reach.
  const proxy = createServer((client) => {
    const server = connect(join(connection.host, `.s.PGSQL.${connection.port}`))
    for (const socket of [client, server]) socket.on('error', () => client.destroy())
    client.pipe(server).pipe(client)
  })
  const port = await listenAnywhere(proxy)
  return {
    /** Creates a database and returns its URL. */
    create: async (database: string): Promise<string> => {
      const admin = new pg.Client(connection)
      await admin.connect()
      await admin.query(`create database ${database}`)
      await admin.end()
      const password = encodeURIComponent(connection.password ?? '')
      return `postgres://${connection.user}:${password}@127.0.0.1:${port}/${database}`
    },
    stop: async () => {
      proxy.close()
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function signUp(getService: () => Service): Promise<Call> {
  const call = createSession(() => getService().url)
  await call('POST', '/api/auth/sign-up/email', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
    setup_code: getService().setupCode,
  })
  return call
}

async function createBrand(call: Call): Promise<string> {
  const { id } = await call('POST', '/api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  await call('POST', `/api/prompts/import?brand_id=${id}`, 'What are the best running shoes?')
  return id
}

/** Starts a run on a simulated platform and returns the number of answers. */
async function track(call: Call, brandId: string): Promise<number> {
  const { jobId } = await call('POST', '/api/tracking/check', { brandId, platforms: ['chatgpt'] })
  for (;;) {
    const { status, failedReason } = await call('GET', `/api/tracking/job/${jobId}`)
    assert.notEqual(status, 'failed', String(failedReason))
    if (status === 'completed') return countAnswers(call, brandId)
    await delay(100)
  }
}

async function countAnswers(call: Call, brandId: string): Promise<number> {
  const { total } = await call('GET', `/api/answers?brand_id=${brandId}`)
  assert.ok(Number(total) > 0, 'the run stored answers')
  return Number(total)
}

function getSize(folder: string): number {
  return 1024 * Number(execFileSync('du', ['-sxk', folder], { encoding: 'utf8' }).split('\t')[0])
}

function report(rows: Record<string, string>): void {
  for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(32)} ${value}\n`)
}
