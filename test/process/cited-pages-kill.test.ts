/** A service that is killed while it reads cited pages. */
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { type Site, serveSite } from '../../src/audits/sites.fixture.ts'
import { openDatabase } from '../../src/db/database.ts'
import { openQueue } from '../../src/jobs/queue.ts'
import { onTestFileEnd } from '../cleanup.ts'
import { createDatabase, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { brandWith, endOfRun, signUp } from './person.ts'
import { start, startHere } from './processes.ts'

test('a service that is killed while it reads cited pages continues, and requests no stored page again', async () => {
  const database = await createDatabase()
  const connection = { connectionString: database.DATABASE_URL }
  const engine = await startEngine()
  const env = { ...database, ...engine.env, ALLOW_PRIVATE_NETWORK: 'true', CITED_PAGES_PAUSE_MS: '0' }
  const first = await start(env)
  const person = await signUp(first.url)
  const brand = await brandWith(person, 5)
  await person.ok(`PATCH /api/brands/${brand.id}`, { pages_per_day: 0 })
  await endOfRun(person, (await person.ok('POST /api/tracking/check', { brandId: brand.id })).jobId)

  const { site, held } = await serveHeldPage(4)
  await query(connection, 'update urls set url = $1::text || id', [`${site.url}/`])
  const cited = 'select distinct url from urls join answer_citations on url_id = id where cited'
  const urls = await query(connection, cited)
  expect(urls.length).toBeGreaterThan(6)
  await person.ok(`PATCH /api/brands/${brand.id}`, { pages_per_day: null })
  await runTimer(connection)
  await held
  const before = listPaths(site)
  await first.end('SIGKILL')

  const second = await startHere(env)
  await expect.poll(() => listUnfinished(connection), { interval: 200, timeout: 60_000 }).toEqual([])
  const after = listPaths(site).slice(before.length)
  expect(before[0]).toBe('/robots.txt')
  expect(after[0]).toBe(before.at(-1))
  expect([...before, ...after.slice(1)].toSorted()).toEqual(
    ['/robots.txt', ...urls.map(({ url }) => new URL(url).pathname)].toSorted(),
  )
  const { pages } = await person
    .at(second.url)
    .ok(`GET /api/metrics/cited-pages?brand_id=${brand.id}&on_page=named&limit=100`)
  expect(pages).toHaveLength(urls.length)
  await second.stop()
})

/** Serves pages that name the brand. One of the requests gets no response. */
async function serveHeldPage(request: number): Promise<{ site: Site; held: Promise<void> }> {
  const held = Promise.withResolvers<void>()
  let pages = 0
  const site = await serveSite({
    '/robots.txt': { status: 404 },
    '*': () => {
      pages += 1
      if (pages !== request) return { body: '<title>Shoes</title><p>Acme Shoes and others.</p>' }
      held.resolve()
      return null
    },
  })
  onTestFileEnd(site.close)
  return { site, held: held.promise }
}

const listPaths = ({ requests }: Site) => requests.map(({ path }) => path)

const listUnfinished = (connection: pg.ClientConfig) =>
  query(connection, "select kind from jobs where status in ('waiting', 'active')")

/** Requests the hourly reading now. */
async function runTimer(connection: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool(connection)
  const queue = await openQueue({ pool, dedicated: pool }, pino({ level: 'silent' }), [])
  await queue.send(openDatabase(pool).db, 'read-cited-pages', {})
  await queue.stop(0)
  await pool.end()
}
