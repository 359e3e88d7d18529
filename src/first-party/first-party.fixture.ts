/** A service whose Google and Bing are simulated, with a clock that tests set. */
import { sql } from 'kysely'
import { firstPartyPaths } from '../../simulator/first-party/first-party.ts'
import { createFirstPartyState } from '../../simulator/first-party/state.ts'
import { startSimulator } from '../../simulator/simulator.ts'
import { onTestFileEnd } from '../../test/cleanup.ts'
import { type Json, testService } from '../../test/support.ts'
import { type Browser, signInOwner } from '../accounts/browser.fixture.ts'
import { importConnectionData } from './import-data.ts'

export async function startFirstParty(start: string, env: Record<string, string> = {}) {
  const clock = { now: new Date(start) }
  const simulator = await startSimulator({ seed: 7, now: () => clock.now })
  onTestFileEnd(() => simulator.close())
  const addresses = Object.entries(firstPartyPaths).map(([name, path]) => [name, simulator.url + path])
  const service = await testService(
    {
      ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
      GOOGLE_CLIENT_ID: 'ansight',
      GOOGLE_CLIENT_SECRET: 'a secret',
      IMPORT_PAUSE_MS: '0',
      ...Object.fromEntries(addresses),
      ...env,
    },
    { now: () => clock.now },
  )
  const { base } = service
  const later = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  const signIn = async () => {
    const page = await signInOwner(service)
    const { body: brand } = await page.send('POST /api/brands', { name: 'Example', domain: 'example.com' })
    return { page, brand: String(brand.id) }
  }
  /** Consents at Google and returns the response of the last step. */
  const consent = async (page: Browser, address: string, body?: unknown) => {
    const started = await page.send(address, body)
    if (started.status !== 200) return started
    const back = await fetch(started.body.url, { redirect: 'manual' })
    const query = new URL(back.headers.get('location') ?? '').search.slice(1)
    return page.send('POST /api/connections/finish', { query })
  }
  const connect = async (page: Browser, brand: string, kind: string, property: string) => {
    const finished =
      kind === 'bing'
        ? await page.send(`POST /api/brands/${brand}/connections`, { kind, key: 'a key of bing' })
        : await consent(page, `POST /api/brands/${brand}/connections/start`, { kind })
    const connection = finished.body.connection ?? finished.body
    const path = `/api/brands/${brand}/connections/${connection.id}`
    const chosen = await page.send(`PATCH ${path}`, { property })
    if (chosen.status !== 200) throw new Error(JSON.stringify(chosen.body))
    return { id: String(connection.id), path }
  }
  const show = async (page: Browser, brand: string): Promise<Json> =>
    (await page.send(`GET /api/brands/${brand}/connections`)).body.items[0]
  /** Resets the clock and the accounts at Google and Bing, and stops the imports of earlier tests. */
  const reset = async (firstDay: string) => {
    clock.now = new Date(start)
    const { consents: _, accessTokens: __, ...fresh } = createFirstPartyState()
    Object.assign(simulator.firstParty, { ...fresh, firstDay })
    await sql`update data_connections set next_import_at = null`.execute(base.db)
  }
  /** Imports until no connection is due. */
  const importAll = async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      await importConnectionData(base)
      const { rows } = await sql<{ due: number }>`
        select count(*)::int as due from data_connections
        where state = 'active' and next_import_at <= ${clock.now}`.execute(base.db)
      if (rows[0]?.due === 0) return
    }
    throw new Error('The import does not end')
  }
  return {
    service,
    base,
    google: simulator.firstParty,
    clock,
    later,
    reset,
    signIn,
    consent,
    connect,
    show,
    importAll,
  }
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
