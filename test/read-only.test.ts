/** A GET request does not write: each is sent while transactions are read-only, and while all that could be refreshed is outdated. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RouteTable } from '../src/http/route.ts'
import { routes } from '../src/routes.ts'
import { testService } from './support.ts'
import { createTenantData, type TenantData } from './tenant-data.ts'
import { getSlots, requestWith } from './tenant-requests.ts'

const service = await testService()
const table: RouteTable = routes
const reads = Object.entries(table).filter(([address]) => address.startsWith('GET '))

/**
 * The requests that write, and why. In the background, or once in a while, authentication also renews sessions and stores the
 * last use of API keys, and the PDF of a published report is stored when Chromium has printed it.
 */
const writing = {
  'GET /api/health': 'Tests whether data can be stored.',
  'GET /api/organization/export': 'The audit log has each export, and a lease limits them.',
  'GET /api/reports/:report/sealed': 'The audit log has each download.',
  'GET /api/shared/:token': 'Counts the views of a link.',
  'GET /embed/:token/:chart': 'Counts the views of a link.',
}

function send(own: TenantData, [address, route]: (typeof reads)[number]) {
  if (route.kind === 'raw') return own.send(withIds(own, `${address}${rawQuery(address)}`))
  const slots = getSlots(address, route).filter(({ isRequired }) => isRequired)
  return own.send(
    withIds(own, requestWith(address, route, slots, ({ kind, name }) => own.ids[kind] ?? `:${name}`).url),
  )
}

/** Replaces parameters such as `:report`. */
const withIds = ({ ids }: TenantData, address: string) =>
  address.replace(/:(\w+)/g, (given, name: string) => ids[name] ?? given)

/** Of the CSV of a metric, which takes the parameters of its JSON. */
function rawQuery(address: string): string {
  const json = table[address.replace(/\.csv$/, '')]
  if (!address.endsWith('.csv') || json?.kind !== 'json') return ''
  const required = getSlots(address, json).filter(({ isRequired }) => isRequired)
  return `?${required.map(({ name, kind }) => `${name}=:${kind}`).join('&')}`
}

test('no GET request writes, except those that record a read or test the storage', async () => {
  const own = await createTenantData(service, 'Ownword')
  // Uses the session and the key, so that neither is due to be recorded.
  for (const path of ['/api/auth/session', '/api/v1/brands']) await own.send(`GET ${path}`)
  const { token } = await own.owner.ok(`POST /api/reports/${own.ids.report}/links`, { name: 'Link' })
  Object.assign(own.ids, { token, chart: 'visibility' })
  await makeOutdated(own)
  await makeReadOnly()
  const refused: string[] = []
  let answered = 0
  for (const each of reads) {
    const { status, text } = await send(own, each)
    // Without Chromium, there are no PDFs.
    if (status >= 500 && !text.includes('not_configured')) refused.push(each[0])
    else if (status < 300) answered += 1
  }
  expect(refused.toSorted()).toEqual(Object.keys(writing).toSorted())
  expect(answered).toBeGreaterThan(0.85 * reads.length)
})

/** All answers are dirty, no change is evaluated, and a visit is not in the rollups. */
async function makeOutdated({ ids }: TenantData): Promise<void> {
  const { db } = service.base
  await sql`
    insert into dirty_days (brand_id, day, id) select distinct brand_id, day, gen_random_uuid() from answers`.execute(
    db,
  )
  await sql`update change_evaluations set evaluated_through = null`.execute(db)
  await sql`
    insert into visits (brand_id, id, visited_at, day, platform, page)
    values (${ids.brand}, gen_random_uuid(), now(), current_date, 'chatgpt', '/')`.execute(db)
}

/** Applies to new connections, so it ends the open ones. */
async function makeReadOnly(): Promise<void> {
  const { db } = service.base
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = on`.execute(db)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  await sql`set default_transaction_read_only = on`.execute(db)
}
