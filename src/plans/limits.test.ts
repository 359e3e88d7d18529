/** Limits that count rows before one more is inserted, under concurrent requests. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { createReport, createReportedBrand } from '../reports/reports.fixture.ts'

const service = await sharedService()

/** `body`: of a request that creates the row with this number. */
const limits: Record<
  string,
  { max: number; url: (ids: Json) => string; body: (n: number) => object; table: string }
> = {
  'channels of an organization': {
    max: 100,
    table: 'channels',
    url: () => '/api/channels',
    body: (n) => ({ kind: 'email', name: `Channel ${n}`, recipients: ['ada@people.test'] }),
  },
  'report templates of an organization': {
    max: 50,
    table: 'report_templates',
    url: () => '/api/report-templates',
    body: (n) => ({ name: `Template ${n}`, sections: [{ section: 'figures' }] }),
  },
  'links of a report': {
    max: 100,
    table: 'share_links',
    url: ({ report }) => `/api/reports/${report}/links`,
    body: (n) => ({ name: `Link ${n}`, expires_at: null, password: null }),
  },
  'alert rules of a brand': {
    max: 100,
    table: 'alert_rules',
    url: ({ brand }) => `/api/brands/${brand}/alert-rules`,
    body: () => ({ kind: 'competitor_changed' }),
  },
  'notes of a brand': {
    max: 500,
    table: 'notes',
    url: ({ brand }) => `/api/brands/${brand}/notes`,
    body: (n) => ({ day: '2026-11-08', text: `Note ${n}` }),
  },
  'saved views of a brand': {
    max: 100,
    table: 'saved_views',
    url: ({ brand }) => `/api/brands/${brand}/views`,
    body: (n) => ({ name: `View ${n}`, search: 'days=7' }),
  },
}

test.each(Object.entries(limits))(
  'concurrent requests do not exceed the limit of %s',
  async (_name, limit) => {
    const created = await createReportedBrand(service)
    const { owner, brand } = created
    const report = await createReport(created)
    await owner.ok(`POST /api/reports/${report.id}/publish`)
    const url = limit.url({ brand: brand.id, report: report.id })
    const create = (n: number) => owner.call(`POST ${url}`, limit.body(n))
    const { id: organization } = await owner.ok('GET /api/organization')
    const owned = limit.url({}).includes('brands')
      ? sql`brand_id = ${brand.id}`
      : sql`organization_id = ${organization}`
    expect((await create(0)).status).toBeLessThan(300)
    // Fills the list up to one place with copies of one row.
    await sql`
      insert into ${sql.table(limit.table)}
      select (jsonb_populate_record(null::${sql.table(limit.table)}, to_jsonb(own) || jsonb_build_object(
        'id', gen_random_uuid(), 'name', 'Copy ' || n, 'token_hash', sha256(own.id::text::bytea || n::text::bytea)))).*
      from (select * from ${sql.table(limit.table)} where ${owned} order by id desc limit 1) own,
        generate_series(2, ${limit.max}::bigint - (select count(*) from ${sql.table(limit.table)} where ${owned})) n
      `.execute(service.base.db)
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => create(n + 1)))
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
  },
)
