/** Rules of the schema: keys and indexes begin with the tenant, and nothing spans tenants. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { areTableTypesCurrent } from '../scripts/generate-table-types.ts'
import { sharedService } from './support.ts'

const { db } = (await sharedService()).base

/** Tables of accounts. Every other table belongs to an organization or a brand. */
const accountTables = [
  'users',
  'sessions',
  'email_links',
  'identities',
  // Identities and sessions refer to it by its id.
  'sso_providers',
  'sign_in_challenges',
  'totp_secrets',
  'passkeys',
  'recovery_codes',
  'sign_in_attempts',
  'deleted_organizations',
  'organizations',
  'oauth_grants',
  'oauth_records',
  'rate_limit_counts',
  'mail_counts',
  'engine_limit_users',
  'failing_timers',
  'health_checks',
  'agent_key_directories',
  'agent_range_lists',
]

/** Rows without a tenant: a callback of a scraper names only its task, and a page must not say who tracks it. */
const tablesWithoutTenant = ['scraper_callbacks', 'page_hosts', 'web_pages']

/** Indexes that do not begin with the tenant, with the reason. */
const otherIndexes: Record<string, string> = {
  brands_id_key: 'what hangs on a brand refers to it by its id alone',
  sso_domains_verified: 'a domain has one organization, which is found by it',
  brands_tracking_code_key: 'a beacon knows nothing but the code',
  brands_ai_files_token_key: 'a crawler knows nothing but the token',
  members_user: 'a person signs in before the organization is known',
  invitations_emailed_token_hash_key: 'a link knows nothing but its token',
  invitations_token_hash_key: 'a link knows nothing but its token',
  share_links_token_hash_key: 'a visitor has only the token',
  api_keys_token_hash_key: 'a request knows nothing but its key',
  log_sources_token_hash_key: 'a sender knows nothing but its token',
  log_sources_brand: 'deleting a brand deletes its log sources',
  data_connections_property: 'deleting a brand deletes its connections',
  channels_brand: 'a brand has one webhook; deleting a brand deletes it',
  deliveries_brand: 'deleting a brand deletes its deliveries',
  deliveries_waiting: 'one worker sends the deliveries of all organizations',
  notifications_brand: 'deleting a brand deletes its notifications',
}

/** The table of applied migrations. */
const migrationTables = ['migrations']

type Index = { table: string; name: string; isPrimary: boolean; first: string }

const indexes = async () =>
  (
    await sql<Index>`
      select tables.relname as "table", indexes.relname as name, pg_index.indisprimary as "isPrimary", columns.attname as first
      from pg_index
      join pg_class tables on tables.oid = pg_index.indrelid
      join pg_class indexes on indexes.oid = pg_index.indexrelid
      join pg_attribute columns on columns.attrelid = tables.oid and columns.attnum = pg_index.indkey[0]
      where tables.relnamespace = 'public'::regnamespace
      order by 1, 2`.execute(db)
  ).rows

const getColumns = async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select tables.relname as "table", array_agg(attname::text) as columns
    from pg_class tables join pg_attribute on attrelid = tables.oid and attnum > 0
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    group by 1 order by 1`.execute(db)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** `events` belong to the organization even when they are about a brand, because they outlive it. */
const tenantColumn = (table: string, columns: string[]) =>
  columns.includes('organization_id') || table === 'audit_log' ? 'organization_id' : 'brand_id'

test('every table except the tables of accounts has its organization or brand first in its primary key', async () => {
  const primary = new Map(
    (await indexes()).filter(({ isPrimary }) => isPrimary).map((each) => [each.table, each.first]),
  )
  const tables = [...(await getColumns())].filter(
    ([table]) => ![...accountTables, ...tablesWithoutTenant, ...migrationTables].includes(table),
  )
  expect(tables.length).toBeGreaterThan(15)
  for (const [table, columns] of tables)
    expect(primary.get(table), `primary key of ${table}`).toBe(tenantColumn(table, columns))
})

test('every index of such a table begins with its tenant, except those listed here', async () => {
  const columns = await getColumns()
  const others = (await indexes()).filter(
    ({ table, first }) =>
      ![...accountTables, ...tablesWithoutTenant, ...migrationTables].includes(table) &&
      first !== tenantColumn(table, columns.get(table) ?? []),
  )
  expect(others.map(({ name }) => name).sort()).toEqual(Object.keys(otherIndexes).sort())
})

/** Tables of an organization that others refer to. */
const organizationTables = ['members', 'notifications', 'channels', 'reports', 'audit_log']

test('a foreign key to a row of a brand includes the brand, and one to a row of an organization the organization', async () => {
  const { rows } = await sql<{ name: string; target: string; columns: string[] }>`
    select conname as name, confrelid::regclass::text as target,
      (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db)
  expect(rows.length).toBeGreaterThan(20)
  const within = rows.filter(({ target }) => !['brands', ...accountTables].includes(target))
  for (const { name, target, columns } of within)
    expect(columns, name).toContain(organizationTables.includes(target) ? 'organization_id' : 'brand_id')
})

test('the only views are the two for analysts, and there are no sequences, triggers or functions', async () => {
  const { rows } = await sql<{ kind: string; name: string }>`
    select 'sequence or view' as kind, relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('S', 'v', 'm')
    union all select 'trigger', tgname from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace
    union all select 'function', proname from pg_proc where pronamespace = 'public'::regnamespace
    order by name`.execute(db)
  expect(rows).toEqual([
    { kind: 'sequence or view', name: 'answer_details' },
    { kind: 'sequence or view', name: 'answer_facts' },
  ])
})

test('the generated table types match the migrations', async () => {
  expect(await areTableTypesCurrent(db)).toBe(true)
})
