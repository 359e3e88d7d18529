/** Proposals from the stored pages of a brand's own site. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { createTestBrand as createBrand, type TestBrand } from '../metrics/answers.fixture.ts'

const now = new Date('2026-03-10T12:00:00Z')
const service = await testService({}, { now: () => now })

async function createTestBrand() {
  const brand = await createBrand(service)
  const facts = `/api/brands/${brand.brand.id}/facts`
  return {
    ...brand,
    facts,
    propose: (): Promise<Json> => brand.owner.ok(`POST ${facts}/propose`),
    decide: (ids: string[], status: string) => brand.owner.ok(`POST ${facts}/decide`, { ids, status }),
    list: async (status = 'proposed'): Promise<Json[]> =>
      (await brand.owner.ok(`GET /api/metrics/facts?brand_id=${brand.brand.id}&status=${status}`)).facts,
  }
}

type Audited = { path?: string; text?: string; language?: string; facts?: object[] }

const audit = ({ brand }: TestBrand, { path = '/', text = '', language = 'en', facts = [] }: Audited) =>
  sql`
    insert into site_pages (brand_id, url, title, headings, products, facts, text, language, read_at)
    values (
      ${brand.id}, ${`https://zorvex.com${path}`}, 'Zorvex', '{}', '{}', ${JSON.stringify(facts)}::jsonb, ${text}, ${language}, ${now}
    )`.execute(service.base.db)

/** Stores a page that an answer cites. `kind`: null if the brand has not read it. */
async function cite(brand: TestBrand, url: string, text: string, kind: string | null): Promise<void> {
  await brand.write({
    prompt: brand.prompts.plain,
    day: '2026-03-09',
    text: 'Zorvex makes shoes.',
    cites: [url],
  })
  await sql`
    insert into web_pages (url_hash, url, state, read_at, text, properties)
    values (sha256(${url}::bytea), ${url}, 'read', ${now}, ${text}, '{"language": "en"}')
    on conflict do nothing`.execute(service.base.db)
  if (kind !== null)
    await sql`
      insert into cited_pages (brand_id, url_id, state, read_at, kind)
      select brand_id, id, 'read', ${now}, ${kind} from urls where brand_id = ${brand.brand.id} and url = ${url}`.execute(
      service.base.db,
    )
}

test('facts are proposed from structured data of own pages, once, with their source', async () => {
  const brand = await createTestBrand()
  const facts = [
    { kind: 'founding_year', subject: 'founding year', value: 2012, unit: null },
    { kind: 'price', subject: 'Pro plan', value: 10, unit: 'USD' },
  ]
  await audit(brand, { facts })
  expect(await brand.propose()).toEqual({ proposed: 2, pages: 1 })
  const proposed = await brand.list()
  expect(proposed).toMatchObject([
    {
      kind: 'founding_year',
      value: 2012,
      statement: 'Zorvex was founded in 2012.',
      source_url: 'https://zorvex.com/',
      own_pages: [{ url: 'https://zorvex.com/', value: 2012, quote: null }],
    },
    { kind: 'price', value: 10, unit: 'USD', statement: 'Pro plan costs $10.' },
  ])
  await brand.decide(
    proposed.map(({ id }) => id),
    'rejected',
  )
  expect(await brand.propose()).toEqual({ proposed: 0, pages: 1 })
})

test('facts are proposed from the text of audited and cited own pages, in the language of the page', async () => {
  const brand = await createTestBrand()
  await audit(brand, {
    path: '/preise',
    language: 'de',
    text: 'Preise\nDer Tarif Team kostet 9 Euro je Nutzer und Monat.\nSie können Zorvex 30 Tage kostenlos testen.',
  })
  const url = 'https://help.zorvex.com/about-us'
  await cite(brand, url, 'About us\nOur headquarters are in Portland.', 'reference')
  expect(await brand.propose()).toEqual({ proposed: 3, pages: 2 })
  expect(await brand.list()).toMatchObject([
    {
      kind: 'headquarters',
      value: 'Portland',
      source_url: url,
      own_pages: [{ url, value: 'Portland', quote: 'Our headquarters are in Portland.' }],
    },
    { kind: 'limit', subject: 'trial', statement: 'Zorvex kann 30 Tage lang kostenlos getestet werden.' },
    {
      kind: 'price',
      subject: 'Team',
      value: 9,
      unit: 'EUR/user/month',
      statement: 'Team kostet 9 € pro Nutzer und Monat.',
    },
  ])
})

test('pages that contradict each other give one proposal, with the value of most pages', async () => {
  const brand = await createTestBrand()
  await audit(brand, { path: '/a', text: 'Return your shoes within 30 days.' })
  await audit(brand, { path: '/returns', text: 'You can return shoes within 60 days.' })
  await audit(brand, {
    path: '/returns/faq',
    text: 'How long can I return them?\nReturns are accepted for 60 days.',
  })
  expect(await brand.propose()).toMatchObject({ proposed: 1 })
  const [fact] = await brand.list()
  expect(fact).toMatchObject({ value: 60, source_url: 'https://zorvex.com/returns' })
  expect(fact?.own_pages).toMatchObject([
    { url: 'https://zorvex.com/returns', value: 60, quote: 'You can return shoes within 60 days.' },
    { url: 'https://zorvex.com/returns/faq', value: 60 },
    { url: 'https://zorvex.com/a', value: 30, quote: 'Return your shoes within 30 days.' },
  ])
  expect(await brand.propose()).toMatchObject({ proposed: 0 })
})

test('a fact that the brand has is not proposed again, whatever the words of its subject; a new value is', async () => {
  const brand = await createTestBrand()
  const known = {
    kind: 'price',
    subject: 'price of the Team plan',
    statement: 'Team costs $9.',
    value: 9,
    unit: 'USD/month',
  }
  await brand.owner.ok(`POST ${brand.facts}`, known)
  await audit(brand, { path: '/pricing', text: 'Pricing\nTeam\n$9 per month\nMax\n$19 per month' })
  expect(await brand.propose()).toMatchObject({ proposed: 1 })
  expect(await brand.list()).toMatchObject([{ subject: 'Max', value: 19 }])
  await sql`
    update site_pages set text = replace(text, '$9', '$12') where brand_id = ${brand.brand.id}`.execute(
    service.base.db,
  )
  expect(await brand.propose()).toMatchObject({ proposed: 1 })
  expect(await brand.list()).toMatchObject([{ subject: 'Max' }, { subject: 'Team', value: 12 }])
})

test('pages of others, pages that only another brand has read, and pages about others are not used', async () => {
  const [brand, other] = [await createTestBrand(), await createTestBrand()]
  const text = 'Our headquarters are in Portland.'
  await cite(brand, 'https://reviews.example/zorvex', text, 'reference')
  await cite(brand, 'https://zorvex.com/compare-shoes', text, 'comparison')
  await audit(brand, { path: '/blog/portland', text })
  const unread = 'https://zorvex.com/only-read-by-another-brand'
  await cite(other, unread, text, 'reference')
  await cite(brand, unread, text, null)
  expect(await brand.propose()).toEqual({ proposed: 0, pages: 0 })
  expect(await other.propose()).toEqual({ proposed: 1, pages: 1 })
  expect(await brand.list()).toEqual([])
  expect((await brand.owner.call(`POST ${other.facts}/propose`)).status).toBe(404)
})

test('at most 50 facts are proposed at once, those on most pages first', async () => {
  const brand = await createTestBrand()
  const lines = Array.from(
    { length: 80 },
    (_, index) => `Model ${'ABCDEFGHIJ'[index % 10]}${index}\n$${index + 10}`,
  )
  await audit(brand, { path: '/shop', text: lines.join('\n') })
  await audit(brand, { path: '/about-the-company', text: 'We have a 2-year warranty.' })
  await audit(brand, { path: '/about-warranties', text: 'All shoes have a warranty of 2 years.' })
  expect(await brand.propose()).toMatchObject({ proposed: 50 })
  expect((await brand.list()).filter(({ kind }) => kind === 'limit')).toMatchObject([
    { value: 2, unit: 'years' },
  ])
  expect(await brand.propose()).toMatchObject({ proposed: 31 })
  expect(await brand.propose()).toMatchObject({ proposed: 0 })
})

test('a page without statements, with markup or with much text proposes nothing', async () => {
  const brand = await createTestBrand()
  await audit(brand, { path: '/empty' })
  await audit(brand, { path: '/markup', text: '<script>alert(1)</script>\n# |a|\n`'.repeat(400) })
  await audit(brand, { path: '/digits', text: '1,'.repeat(10_000) })
  expect(await brand.propose()).toEqual({ proposed: 0, pages: 3 })
})
