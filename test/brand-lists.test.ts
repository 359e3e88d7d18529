/** Deletes a brand that is in every list of brands. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { chosenBrandLists, subjectBrandLists } from '../src/brands/brand-lists.ts'
import { importLines, line } from '../src/data-transfer/data-transfer.fixture.ts'
import { addMember } from '../src/notifications/notifications.fixture.ts'
import { createReport, createReportedBrand } from '../src/reports/reports.fixture.ts'
import { testService } from './support.ts'

const service = await testService()
const { db } = service.base
const tables = [...chosenBrandLists, ...subjectBrandLists]

test('every column brand_ids is in one of the two lists', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'brand_ids'`.execute(db)
  expect(rows.map(({ name }) => name).sort()).toEqual(tables.toSorted())
})

test('a deleted brand is in no list, and lists of other brands stay', async () => {
  const testBrand = await createReportedBrand(service)
  const { owner, brand } = testBrand
  const other = await owner.ok('POST /api/brands', { name: 'Quilmar Pro', domain: 'quilmarpro.com' })
  await importLines(service, other, [line({ answered_at: '2026-03-02T06:00:00Z' })])
  const both = [brand.id, other.id]
  const { id: organizationId } = await owner.ok('GET /api/organization')
  const limited = await addMember(service, owner, { role: 'editor', brandIds: both })
  await owner.ok('POST /api/invitations', { email: 'bea@example.com', role: 'viewer', brand_ids: both })
  await limited.ok('POST /api/api-keys', { name: 'Script', brand_ids: [brand.id] })
  await owner.ok('POST /api/sso/rules', { group: 'Writers', role: 'viewer', brand_ids: both })
  await owner.ok('POST /api/channels', {
    kind: 'slack',
    name: 'Team',
    url: 'https://hooks.slack.com/services/T0/B0/x',
    brand_ids: [brand.id],
  })
  await limited.ok('PUT /api/digest', {
    is_active: true,
    frequency: 'weekly',
    brand_ids: both,
    weekday: 1,
    month_day: 1,
    hour: 8,
    time_zone: null,
    skip_empty: true,
  })
  await sql`
    insert into oauth_grants (id, organization_id, user_id, client_id, client_name, redirect_uri, scopes, brand_ids)
    values (gen_random_uuid(), ${organizationId}, ${limited.userId}, 'app', 'App', 'https://app.example/', '{read}',
      ${[brand.id]})`.execute(db)
  await createReport(testBrand)
  const portfolio = await createReport(testBrand, { brand_ids: both })
  const schedule = { frequency: 'weekly', title: 'Weekly' }
  await owner.ok('POST /api/report-schedules', { ...schedule, brand_ids: [brand.id] })
  await owner.ok('POST /api/report-schedules', { ...schedule, brand_ids: both })
  await sql`
    insert into notifications (organization_id, id, brand_ids, kind, dedupe_key, message, created_at)
    select ${organizationId}, gen_random_uuid(), list, 'digest', list::text, '{}', now()
    from (values (${both}::uuid[]), (${[brand.id]}::uuid[]), ('{}')) lists (list)`.execute(db)

  const lists = async (table: string) => {
    const { rows } = await sql<{ brand_ids: string[] | null }>`
      select brand_ids from ${sql.table(table)} where organization_id = ${organizationId}
      order by cardinality(brand_ids) nulls last`.execute(db)
    return rows.map(({ brand_ids }) => brand_ids)
  }
  for (const table of tables) expect((await lists(table)).flat(), table).toContain(brand.id)
  expect((await limited.call(`GET /api/reports/${portfolio.id}`)).status).toBe(200)
  await owner.ok(`DELETE /api/brands/${brand.id}`)

  // What a person chose stays, and null is still every brand.
  expect(await lists('members')).toEqual([[other.id], null])
  expect(await lists('invitations')).toEqual([[other.id]])
  expect(await lists('api_keys')).toEqual([[]])
  expect(await lists('channels')).toEqual([[]])
  expect(await lists('digests')).toEqual([[other.id]])
  // What was only about the brand is deleted.
  expect(await lists('notifications')).toEqual([[], [other.id]])
  expect(await lists('reports')).toEqual([[other.id]])
  expect(await lists('report_schedules')).toEqual([[other.id]])

  // The report has numbers of the deleted brand.
  expect((await owner.call(`GET /api/reports/${portfolio.id}`)).status).toBe(200)
  expect((await limited.call(`GET /api/reports/${portfolio.id}`)).status).toBe(404)
  expect((await limited.ok('GET /api/reports')).items).toEqual([])
})
