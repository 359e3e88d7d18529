/**
 * A GET request does not write, apart from the bounded writes that this file lists with their reasons. A trigger on every
 * table records which statements write, also in the background, while all that could be refreshed or recorded is due.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RouteTable } from '../src/http/route.ts'
import { routes } from '../src/routes.ts'
import { chromiumProgram, hasBrowser } from './browser/browser.ts'
import { testService } from './support.ts'
import { createTenantData, type TenantData } from './tenant-data.ts'
import { getSlots, requestWith } from './tenant-requests.ts'

const service = await testService(
  hasBrowser ? { CHROMIUM_PATH: await chromiumProgram(), CHROMIUM_SANDBOX: 'false' } : {},
)
const { db } = service.base
await recordWrites()

const table: RouteTable = routes
/** The export is last, because it releases its lease after its response. */
const reads = Object.entries(table)
  .filter(([address]) => address.startsWith('GET '))
  .sort(([a], [b]) => Number(a.endsWith('/export')) - Number(b.endsWith('/export')))

/** What authentication writes, whatever the route: not for each request, so reads cost no writes under load. */
const authentication = {
  sessions: 'A session in use is renewed, at most once a day.',
  api_keys: 'The last use of a key is stored, at most once a minute.',
}

/** The other requests that write: the tables and the reason. */
const writing: Record<string, [tables: string[], reason: string]> = {
  'GET /api/health': [['health_checks'], 'Tests whether data can be stored, in one row.'],
  'GET /api/organization/export': [
    ['audit_log', 'leases'],
    'The audit log has each export; a lease limits them.',
  ],
  'GET /api/audit-log/export': [
    ['audit_log', 'leases'],
    'The audit log has each export; a lease limits them.',
  ],
  'GET /api/reports/:report/sealed': [['audit_log'], 'The audit log has each download.'],
  'GET /api/shared/:token': [['share_links'], 'Counts the views of a link.'],
  'GET /api/shared/:token/pdf': [['share_links'], 'Counts the views of a link.'],
  'GET /embed/:token/:chart': [['share_links'], 'Counts the views of a link.'],
  ...(hasBrowser && {
    'GET /api/reports/:report/pdf': [
      ['report_pdfs'],
      'Stores the PDF of a published report once, for later readers.',
    ],
  }),
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

test('no GET request writes, except those that record a read, store a PDF or test the storage', async () => {
  const own = await createTenantData(service, 'Ownword')
  const { token } = await own.owner.ok(`POST /api/reports/${own.ids.report}/links`, { name: 'Link' })
  Object.assign(own.ids, { token, chart: 'visibility' })
  await makeOutdated(own)
  await takeWrites()
  const written: Record<string, string[]> = {}
  let answered = 0
  for (const each of reads) {
    await makeAuthenticationDue()
    const { status } = await send(own, each)
    if (status < 300) answered += 1
    const tables = await takeWrites()
    if (tables.length > 0) written[each[0]] = tables
  }
  expect(written).toEqual(
    Object.fromEntries(Object.entries(writing).map(([address, [tables]]) => [address, tables])),
  )
  expect(answered).toBeGreaterThan(0.85 * reads.length)
})

test('a session and an API key in use are written once, not for each request', async () => {
  const own = await createTenantData(service, 'Usedword')
  await makeAuthenticationDue()
  await takeWrites()
  for (const address of ['GET /api/brands', 'GET /api/v1/brands']) {
    await own.send(address)
    await expect.poll(countAuthenticationWrites).toBe(1)
    await own.send(address)
    await own.send(address)
    expect(await countAuthenticationWrites()).toBe(1)
    await takeWrites()
  }
})

/** All answers are dirty, no change is evaluated, and a visit is not in the rollups. */
async function makeOutdated({ ids }: TenantData): Promise<void> {
  await sql`
    insert into dirty_days (brand_id, day, id) select distinct brand_id, day, gen_random_uuid() from answers`.execute(
    db,
  )
  await sql`update change_evaluations set evaluated_through = null`.execute(db)
  await sql`
    insert into visits (brand_id, id, visited_at, day, platform, page)
    values (${ids.brand}, gen_random_uuid(), now(), current_date, 'chatgpt', '/')`.execute(db)
}

/** Records the tables that statements write to, also those that find no row. */
async function recordWrites(): Promise<void> {
  await sql`create table writes (name text not null)`.execute(db)
  await sql`
    create function record_write() returns trigger language plpgsql as
    $$ begin insert into public.writes values (tg_table_name); return null; end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'writes'`.execute(db)
  for (const { name } of rows)
    await sql`
      create trigger record_write after insert or update or delete or truncate on ${sql.id(name)}
      for each statement execute function public.record_write()`.execute(db)
}

/** Returns the tables that were written since the last call, without those of authentication. */
async function takeWrites(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`with taken as (delete from writes returning name)
    select distinct name from taken order by name`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !(name in authentication))
}

async function countAuthenticationWrites(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from writes where name = any(${Object.keys(authentication)})`.execute(db)
  return rows[0]?.count ?? 0
}

async function makeAuthenticationDue(): Promise<void> {
  await sql`update sessions set updated_at = updated_at - interval '2 days'`.execute(db)
  await sql`update api_keys set last_used_at = null`.execute(db)
}
