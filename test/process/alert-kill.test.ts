/** Alerts and notifications of a service that is killed while it evaluates alerts and delivers notifications. */
import { createServer } from 'node:http'
import { text as getText } from 'node:stream/consumers'
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { openQueue } from '../../src/jobs/queue.ts'
import { deliveryTimer } from '../../src/notifications/deliveries.ts'
import { onTestFileEnd } from '../cleanup.ts'
import { rounds } from '../soak.ts'
import { createDatabase, query } from './databases.ts'
import { listenAnywhere } from './listen.ts'
import { observable } from './observable.ts'
import { type Person, signUp } from './person.ts'
import { start, startHere } from './processes.ts'

/** Brands that are added in each round. The engine rejects its key, so each has an alert about the run and one about the key. */
const brandsPerRound = rounds(2, 4)
const alertsPerBrand = 2
/** Each poll opens a connection. */
const seldom = { interval: 200 }
const moments = Array.from({ length: rounds(2, 20) }, (_, round) =>
  round % 2 === 0 ? 'evaluation' : 'delivery',
)

test('a service that is killed during evaluations and deliveries stores each alert once and delivers each notification with one id', async () => {
  const receiver = await startReceiver()
  const database = await createDatabase()
  const connection = { connectionString: database.DATABASE_URL }
  const env = {
    ...database,
    ALLOW_PRIVATE_NETWORK: 'true',
    OPENAI_API_KEY: 'rejected',
    OPENAI_BASE_URL: `${receiver.url}/v1`,
  }
  let person: Person | undefined
  for (const [round, moment] of moments.entries()) {
    const service = await start(env)
    person = person?.at(service.url) ?? (await signUpWithChannel(service.url, `${receiver.url}/hook`))
    const block =
      moment === 'evaluation'
        ? await blockEvaluations(connection)
        : receiver.blockAfter(round % (brandsPerRound * alertsPerBrand))
    await startFailingRuns(person, round)
    await block.reached()
    await service.end('SIGKILL')
    await block.release()
    await expireClaims(connection)
    const restarted = await startHere(env)
    await expect.poll(() => unfinishedJobs(connection), seldom).toEqual([])
    await runTimers(connection)
    await expectComplete(connection, receiver.requests, brandsPerRound * (round + 1))
    await restarted.stop()
  }
  const repeated = receiver.requests.length - new Set(receiver.requests.map(({ id }) => id)).size
  expect(repeated).toBeGreaterThanOrEqual(moments.filter((moment) => moment === 'delivery').length)
})

type Delivered = { webhookId: string; id: string }
type Block = { reached(): Promise<unknown>; release(): unknown }

/** Starts an OpenAI API that rejects every key, and a receiver of webhooks whose responses a test can hold back. */
async function startReceiver() {
  const requests: Delivered[] = []
  const changes = observable()
  let answered = Number.POSITIVE_INFINITY
  const server = createServer(async (request, response) => {
    const body = await getText(request)
    if (request.url !== '/hook') {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"wrong key"}}')
      return
    }
    const { notification } = JSON.parse(body)
    requests.push({ webhookId: String(request.headers['webhook-id']), id: notification.id })
    changes.notify()
    if (requests.length <= answered) response.writeHead(204).end()
  })
  const port = await listenAnywhere(server)
  onTestFileEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    /** The notifications in order of arrival, with or without a response. */
    requests,
    /** Answers this many further requests, and none after them. */
    blockAfter: (count: number): Block => {
      answered = requests.length + count
      return {
        reached: () => changes.until(() => requests.length > answered),
        release: () => {
          answered = Number.POSITIVE_INFINITY
        },
      }
    },
  }
}

/** Locks the notifications, so that evaluations stop after they have stored their alerts and before they commit. */
async function blockEvaluations(connection: pg.ClientConfig): Promise<Block> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('begin')
  await client.query('lock table notifications in share mode')
  const waiting = () =>
    query(connection, `select pid from pg_locks where not granted and relation = 'notifications'::regclass`)
  return {
    reached: () => expect.poll(waiting).not.toEqual([]),
    release: () => client.end(),
  }
}

async function signUpWithChannel(url: string, hook: string): Promise<Person> {
  const person = await signUp(url)
  await person.ok('POST /api/channels', { kind: 'webhook', name: 'Hook', url: hook })
  return person
}

async function startFailingRuns(person: Person, round: number): Promise<void> {
  for (let n = 0; n < brandsPerRound; n += 1) {
    const name = `Brand ${round} ${n}`
    const brand = await person.ok('POST /api/brands', { name, domain: `brand-${round}-${n}.com` })
    await person.ok('POST /api/prompts', { brand_id: brand.id, text: 'What are the best running shoes?' })
    await person.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  }
}

/** As three minutes after the process was killed. */
const expireClaims = (connection: pg.ClientConfig) =>
  query(connection, 'update deliveries set claimed_until = now() where claimed_until is not null')

const unfinishedJobs = (connection: pg.ClientConfig) =>
  query(connection, `select kind from jobs where status in ('waiting', 'active')`)

/** Runs the hourly evaluation and the delivery of each minute now. */
async function runTimers(connection: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool(connection)
  const queue = await openQueue({ pool, dedicated: pool }, pino({ level: 'silent' }), [])
  const { db } = openDatabase(pool)
  await queue.send(db, 'evaluate-alerts', {})
  await queue.send(db, deliveryTimer, {})
  await queue.stop(0)
  await pool.end()
}

/** Waits for every notification, and checks that nothing is missing and that only deliveries were repeated. */
async function expectComplete(
  connection: pg.ClientConfig,
  requests: readonly Delivered[],
  brands: number,
): Promise<void> {
  const count = async (what: string) =>
    (await query(connection, `select count(*)::int as n from ${what}`))[0]?.n
  const total = brands * alertsPerBrand
  await expect.poll(() => count(`deliveries where status = 'sent'`), seldom).toBe(total)
  expect(await count('deliveries')).toBe(total)
  expect(await count('inbox_items')).toBe(total)
  const alerts = await query(connection, 'select distinct brand_id, kind from alerts')
  expect([alerts.length, await count('alerts')]).toEqual([total, total])
  const stored = await query(connection, 'select id from notifications')
  const delivered = new Map(requests.map(({ id, webhookId }) => [id, webhookId]))
  expect([...delivered.keys()].toSorted()).toEqual(stored.map(({ id }) => id).toSorted())
  expect(requests.filter(({ id, webhookId }) => delivered.get(id) !== webhookId)).toEqual([])
  expect(new Set(delivered.values()).size).toBe(total)
}
