import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { contextWith, type Json, testService } from '../../test/support.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { sendWaitingDeliveries } from '../notifications/delivery-worker.ts'
import { confirmRecipients } from '../notifications/notifications.fixture.ts'
import { createReportedBrand } from './reports.fixture.ts'
import { createDueReports } from './schedules.ts'

const mails = await startMailServer()
let time = new Date('2026-03-15T12:00:00Z')
/** How far each reading of the clock advances it. */
let stepMs = 0
const service = await testService(
  {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
    SMTP_FROM: 'Ansight <ansight@acme.com>',
  },
  { now: () => (time = new Date(time.getTime() + stepMs)) },
)
afterAll(() => mails.close())
const never = new AbortController().signal
const runTimer = () => createDueReports(service.base, never)

async function scheduled(more: object = {}) {
  time = new Date('2026-03-15T12:00:00Z')
  const zorvex = await createReportedBrand(service)
  const schedule: Json = await zorvex.owner.ok('POST /api/report-schedules', {
    brand_ids: [zorvex.brand.id],
    frequency: 'monthly',
    title: 'Monthly report',
    ...more,
  })
  const { email, password } = zorvex.owner
  const list = async (what: string): Promise<Json[]> => {
    // The clock has passed the end of the session.
    await zorvex.owner.ok('POST /api/auth/sign-in/email', { email, password })
    return (await zorvex.owner.ok(`GET /api/${what}?brand_id=${zorvex.brand.id}`)).items
  }
  return { ...zorvex, schedule, reports: () => list('reports'), schedules: () => list('report-schedules') }
}

test('a monthly schedule creates a draft of the ended month, once', async () => {
  const { schedule, reports, schedules } = await scheduled({
    sections: [{ section: 'trend', note: 'A note' }],
  })
  expect(schedule.next_on).toBe('2026-04-01')
  await runTimer()
  expect(await reports()).toEqual([])
  time = new Date('2026-04-01T00:13:00Z')
  await runTimer()
  await runTimer()
  expect(await reports()).toMatchObject([
    { title: 'Monthly report', date_from: '2026-03-01', date_to: '2026-03-31', published_at: null },
  ])
  expect(await schedules()).toMatchObject([{ next_on: '2026-05-01', failure: null }])
})

test('two processes create one report', async () => {
  const { reports } = await scheduled({ publishes: true })
  time = new Date('2026-04-01T00:13:00Z')
  const other = contextWith(service.base, {})
  await Promise.all([runTimer(), createDueReports(other, never)])
  expect(await reports()).toHaveLength(1)
  expect((await reports())[0]?.published_at).toBe(time.toISOString())
})

test('a weekly schedule covers Monday to Sunday', async () => {
  const { owner, brand, reports } = await scheduled({ frequency: 'weekly' })
  // 16 March 2026 is a Monday; the week before has answers of this brand on 10 March only.
  time = new Date('2026-03-16T01:00:00Z')
  await runTimer()
  expect(await reports()).toMatchObject([{ date_from: '2026-03-09', date_to: '2026-03-15' }])
  expect((await owner.ok(`GET /api/report-schedules?brand_id=${brand.id}`)).items[0].next_on).toBe(
    '2026-03-23',
  )
})

test('a period without answers says why, and is skipped after three days', async () => {
  const { reports, schedules } = await scheduled({ frequency: 'weekly' })
  time = new Date('2026-03-16T01:00:00Z')
  await runTimer()
  time = new Date('2026-03-23T01:00:00Z')
  await runTimer()
  expect(await schedules()).toMatchObject([
    { next_on: '2026-03-23', failure: 'Zorvex has no answers in this period.' },
  ])
  time = new Date('2026-03-26T01:00:00Z')
  await runTimer()
  expect(await schedules()).toMatchObject([{ next_on: '2026-03-30' }])
  expect(await reports()).toHaveLength(1)
})

test('a removed schedule creates no report, and reports of others stay out of reach', async () => {
  const { owner, schedule, reports } = await scheduled()
  const other = await service.signUp()
  expect((await other.call(`DELETE /api/report-schedules/${schedule.id}`)).status).toBe(404)
  await owner.ok(`DELETE /api/report-schedules/${schedule.id}`)
  time = new Date('2026-04-01T00:13:00Z')
  await runTimer()
  expect(await reports()).toEqual([])
})

test('members are notified of a scheduled report once, with its figures, intervals and link', async () => {
  const { owner, brand, reports } = await scheduled()
  time = new Date('2026-04-01T00:13:00Z')
  await Promise.all([runTimer(), createDueReports(contextWith(service.base, {}), never)])
  const [report] = await reports()
  const { items }: { items: Json[] } = await owner.ok('GET /api/notifications')
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    kind: 'report',
    message: {
      title: report?.headline,
      context: 'Monthly report, 1 Mar 2026 to 31 Mar 2026',
      summary: [expect.any(String), 'The report is a draft. Edit its texts, then publish it.'],
      action: { path: `/dashboard/brands/${brand.slug}/reports/${report?.id}` },
    },
  })
  const { facts } = items[0]?.message ?? {}
  expect(facts.map(({ label }: Json) => label)).toEqual([
    'Visibility score',
    'Mention rate',
    'Share of voice',
    'Citation rate',
    'Positive sentiment',
    'Average position',
  ])
  expect(facts[1].detail).toMatch(/^95%: .*%/)
})

test('a scheduled report and its notification are in the language of the schedule for every reader', async () => {
  const { owner, reports } = await scheduled({ language: 'de', title: undefined })
  time = new Date('2026-04-01T00:13:00Z')
  await runTimer()
  expect(await reports()).toMatchObject([{ language: 'de', title: 'Bericht zur KI-Sichtbarkeit' }])
  const { items } = await owner.ok('GET /api/notifications')
  expect(items[0].message).toMatchObject({
    context: 'Bericht zur KI-Sichtbarkeit, 01.03.2026 bis 31.03.2026',
    facts: expect.arrayContaining([expect.objectContaining({ label: 'Erwähnungsrate' })]),
    action: { label: 'Bericht öffnen' },
  })
})

/** Returns the source of the email about a report of an organization with this branding. */
async function brandedEmail(branding: object): Promise<string> {
  const { owner } = await scheduled({ publishes: true })
  await owner.ok('PATCH /api/report-branding', { name: 'Northfold Studio', ...branding })
  const recipient = `${crypto.randomUUID()}@example.com`
  await owner.ok('POST /api/channels', {
    kind: 'email',
    name: 'Clients',
    recipients: [recipient],
    notification_kinds: ['report'],
  })
  await confirmRecipients(service.base)
  time = new Date('2026-04-01T00:13:00Z')
  await runTimer()
  await sendWaitingDeliveries(service.base, new AbortController().signal)
  return mails.received.findLast(({ to }) => to.includes(recipient))?.source ?? ''
}

test('the email of a report has the name and color of the organization and the address of the settings', async () => {
  const source = await brandedEmail({ color: '#123456' })
  expect(source).toContain('From: Northfold Studio <ansight@acme.com>')
  const html = decodeQuotedPrintable(source)
  expect(html).toContain('.button{background-color:#123456 !important;color:#ffffff !important}')
  expect(html).not.toContain('cid:logo@ansight')
  expect(html).not.toContain('>Ansight<')
})

test('the email of a report contains the logo of the organization in place of the one of Ansight', async () => {
  const logo = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20, 7)]).toString('base64')
  const source = await brandedEmail({ logo: { type: 'image/png', data: logo } })
  const [page, attachment, ...others] = source.split('Content-Type: image/')
  expect(others).toEqual([])
  expect(decodeQuotedPrintable(page ?? '')).toContain('<img src="cid:logo@ansight"')
  expect(attachment).toContain('Content-Disposition: inline')
  expect(attachment).toContain('Content-ID: <logo@ansight>')
  expect(attachment).toContain(logo)
})

test('a logo in WebP, which several mail programs do not show, is replaced by the initial of the name', async () => {
  const webp = Buffer.from('RIFF0000WEBPVP8 ').toString('base64')
  const source = await brandedEmail({ logo: { type: 'image/webp', data: webp } })
  expect(source).not.toContain('Content-Type: image/')
  expect(decodeQuotedPrintable(source)).toContain('>N</div>')
})

const decodeQuotedPrintable = (source: string) =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

test('an organization has at most 50 schedules, also with concurrent requests', async () => {
  const { owner, brand } = await scheduled()
  const replies = await Promise.all(
    Array.from({ length: 55 }, () =>
      owner.call('POST /api/report-schedules', { brand_ids: [brand.id], frequency: 'weekly' }),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(49)
  expect(replies.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { error: 'An organization can have 50 scheduled reports. Remove one first.' },
  })
})

test('the report of an organization with one schedule is created before the last of one with many', async () => {
  // Leaves both slots to the two organizations.
  await sql`delete from report_schedules`.execute(service.base.db)
  const [large, small] = [await scheduled(), await scheduled()]
  const later = { brand_ids: [large.brand.id], frequency: 'monthly' }
  for (let n = 0; n < 5; n += 1) await large.owner.ok('POST /api/report-schedules', later)
  time = new Date('2026-04-01T00:13:00Z')
  // The times of reports show their order; transaction ids do not on the servers of a cluster.
  stepMs = 1
  await runTimer()
  const { rows } = await sql<{ brand_id: string }>`
    select brand_id from reports where brand_id in (${large.brand.id}, ${small.brand.id})
    order by created_at`.execute(service.base.db)
  const order = rows.map(({ brand_id }) => (brand_id === small.brand.id ? 'small' : 'large'))
  expect(order.filter((each) => each === 'large')).toHaveLength(6)
  expect(order.at(-1)).toBe('large')
})
