import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, contextWith, type Json, testService } from '../../test/support.ts'
import { markDirty } from '../answers/dirty-days.ts'
import type { Context } from '../core/context.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { evaluateChanges } from '../metrics/changes.ts'
import { sendWaitingDeliveries } from '../notifications/delivery-worker.ts'
import { addMember, createBrandFor, organizationContext } from '../notifications/notifications.fixture.ts'
import { rawValuesIn } from '../notifications/raw-values.fixture.ts'
import { sendDueDigests } from './send-digests.ts'

const mails = await startMailServer()
// A Sunday.
let now = new Date('2026-11-22T12:00:00Z')
const service = await testService(
  {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
    SMTP_FROM: 'Ansight <ansight@acme.com>',
  },
  { now: () => now },
)
const never = new AbortController().signal
const sunday = new Date('2026-11-22T12:00:00Z')
const monday = new Date('2026-11-23T08:05:00Z')
const settings = {
  is_active: true,
  frequency: 'weekly',
  brand_ids: null,
  weekday: 1,
  month_day: 1,
  hour: 8,
  time_zone: null,
  skip_empty: false,
}

/** Creates an organization with a brand that has a competitor and answers. */
async function organization() {
  now = sunday
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', {
    name: 'Acme Shoes',
    domain: 'acme-shoes.com',
    competitors: [{ name: 'Fleetfoot', domain: 'fleetfoot.com' }],
  })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What are the best running shoes?' })
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt', 'gemini'] })
  await service.work()
  const ctx = await organizationContext(service, owner)
  await moveAnswers(ctx, brand.id, '2026-11-20')
  await evaluateChanges(ctx, brand.id)
  return { owner, brandId: String(brand.id), ctx }
}

/** Engine queues take the time of answers from the system clock. */
async function moveAnswers(ctx: Context, brandId: string, day: string) {
  const { rows } = await sql<{
    day: string
  }>`select distinct day from answers where brand_id = ${brandId}`.execute(ctx.db)
  for (const table of ['answers', 'answer_citations'])
    await sql`update ${sql.table(table)} set day = ${day}::date where brand_id = ${brandId}`.execute(ctx.db)
  for (const each of [day, ...rows.map((row) => row.day)]) await markDirty(ctx, brandId, each)
}

async function inbox(client: Client) {
  const { items } = await client.ok('GET /api/notifications?kind=digest')
  return items
}

async function sendDue(at: Date) {
  now = at
  await sendDueDigests(service.base, never)
}

const addChange = (brandId: string, established: string) =>
  service.base.db
    .insertInto('change_log')
    .values({
      brand_id: brandId,
      metric: 'mention_rate',
      platform: 'gemini',
      entity: 0,
      group_key: '',
      day: established,
      established,
      direction: 'down',
      reference_start: '2026-10-20',
      since: '2026-11-12',
      mean_before: 0.54,
      mean_after: 0.41,
      p: 0.0001,
      q: 0.001,
      level_start: '2026-11-12',
    })
    .execute()

/** Evaluates the closed days before the test adds changes, so that reading does not replace them. */
const evaluate = (owner: Client, brandId: string) =>
  owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brandId}`)

test('a digest is inactive until it is turned on, and is due at the chosen time in the time zone of the organization', async () => {
  const { owner } = await organization()
  await owner.ok('PATCH /api/organization', { time_zone: 'Europe/Berlin' })
  expect(await owner.ok('GET /api/digest')).toMatchObject({
    is_active: false,
    organization_time_zone: 'Europe/Berlin',
    can_send_email: true,
    email: owner.email,
  })
  await owner.ok('PUT /api/digest', settings)
  await sendDue(new Date('2026-11-23T06:59:00Z'))
  expect(await inbox(owner)).toEqual([])
  await sendDue(new Date('2026-11-23T07:00:00Z'))
  expect(await inbox(owner)).toHaveLength(1)
})

test('a digest is sent once per period, also when the timer runs again or in two processes', async () => {
  const { owner } = await organization()
  await owner.ok('PUT /api/digest', settings)
  now = monday
  await Promise.all([
    sendDueDigests(service.base, never),
    sendDueDigests(contextWith(service.base, {}), never),
  ])
  await sendDue(new Date('2026-11-24T08:05:00Z'))
  expect(await inbox(owner)).toHaveLength(1)
  await sendDue(new Date('2026-11-30T08:05:00Z'))
  expect(await inbox(owner)).toHaveLength(2)
})

test('a digest is emailed in the language of the account, and previewed in the language of the dashboard', async () => {
  const { owner } = await organization()
  await owner.ok('PATCH /api/auth/user', { language: 'de' })
  const choice = { frequency: 'weekly', brand_ids: null }
  await owner.ok('POST /api/digest/send', choice)
  mails.received.length = 0
  await sendWaitingDeliveries(service.base, never)
  const source = mails.received[0]?.source.replaceAll('=\r\n', '') ?? ''
  expect(source).toContain('<html lang=3D"de">')
  expect(source).toMatch(/Sichtbarkeitswert: \d+,\d/)
  expect(source).toContain('Abbestellen: http')
  const preview: Json = await owner.call('POST /api/digest/preview', choice, { 'accept-language': 'fr' })
  expect(preview.body.html).toContain('<html lang="fr">')
  expect(preview.body.text).toContain('Se désabonner\u00a0: http')
  expect(preview.body.message.context).toMatch(/^Acme Shoes\u00a0: récapitulatif hebdomadaire, du /)
})

test('after downtime of several weeks only the latest period is sent', async () => {
  const { owner } = await organization()
  await owner.ok('PUT /api/digest', settings)
  await sendDue(new Date('2026-12-09T10:00:00Z'))
  await sendDue(new Date('2026-12-10T10:00:00Z'))
  // The session has expired.
  await owner.ok('POST /api/auth/sign-in/email', { email: owner.email, password: owner.password })
  const items = await inbox(owner)
  expect(items).toHaveLength(1)
  expect(items[0].message.context).toBe('Acme Shoes weekly digest, 30 Nov 2026 to 6 Dec 2026')
})

test('a digest contains the numbers with intervals, the competitors, and the established changes of its period only', async () => {
  const { owner, brandId } = await organization()
  now = monday
  await evaluate(owner, brandId)
  await addChange(brandId, '2026-11-20')
  const { message, text, html, has_news } = await owner.ok('POST /api/digest/preview', {
    frequency: 'weekly',
    brand_ids: [brandId],
  })
  expect(message.facts.map(({ label }: { label: string }) => label)).toEqual([
    'Visibility score',
    'Mention rate',
    'Share of voice',
    'Citation rate',
    'Positive sentiment',
    'Average position',
  ])
  expect(rawValuesIn({ message, text })).toEqual([])
  const sections = new Map(
    message.sections.map(({ heading, items }: { heading: string; items: unknown }) => [heading, items]),
  )
  expect(sections.get('Established changes')).toMatchObject([
    {
      text: 'Mention rate on Gemini: from 54.0% to 41.0%',
      detail: expect.stringContaining('Established on 20 Nov 2026'),
      mark: { text: '▼ 13.0', tone: 'worse' },
    },
  ])
  // There are no answers of an earlier period.
  expect(message.title).toMatch(/^Acme Shoes: visibility score \d+\.\d$/)
  expect(message.facts[0].mark).toEqual({ text: '–', tone: 'neutral' })
  expect(text).toContain('Simulated data')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).toContain('data:image/png;base64')
  expect(has_news).toBe(true)

  await service.base.db.deleteFrom('change_log').where('brand_id', '=', brandId).execute()
  await addChange(brandId, '2026-11-10')
  const earlier = await owner.ok('POST /api/digest/preview', { frequency: 'weekly', brand_ids: [brandId] })
  expect(JSON.stringify(earlier.message)).not.toContain('Gemini: from')
})

test('a digest without news is left out if so chosen, and sent otherwise', async () => {
  const { owner, brandId, ctx } = await organization()
  const other = await addMember(service, owner, { role: 'viewer', brandIds: null })
  // Runs and opportunities of the period are news.
  await ctx.db.deleteFrom('opportunities').where('brand_id', '=', brandId).execute()
  await ctx.db.deleteFrom('jobs').where('brand_id', '=', brandId).where('kind', '=', 'run').execute()
  await owner.ok('PUT /api/digest', { ...settings, skip_empty: true })
  await other.ok('PUT /api/digest', settings)
  await sendDue(monday)
  expect(await inbox(owner)).toEqual([])
  expect(await inbox(other)).toHaveLength(1)
})

test('a failed run of the period is in the digest', async () => {
  const { owner, brandId, ctx } = await organization()
  await ctx.db
    .updateTable('jobs')
    .set({
      status: 'failed',
      failed_reason: '{"id":"common.texts.plain","values":{"text":"The engine did not respond."}}',
    })
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'run')
    .execute()
  now = monday
  const { message } = await owner.ok('POST /api/digest/preview', { frequency: 'weekly', brand_ids: null })
  expect(message.sections).toContainEqual({
    heading: 'Runs with problems',
    items: [
      expect.objectContaining({
        text: 'Failed run on 22 Nov 2026',
        detail: 'The engine did not respond.',
      }),
    ],
  })
})

test('a digest covers only brands that the member can still see', async () => {
  const { owner, brandId } = await organization()
  const hidden = await createBrandFor(owner, 'Hidden')
  const viewer = await addMember(service, owner, { role: 'viewer', brandIds: [brandId, hidden] })
  await viewer.ok('PUT /api/digest', { ...settings, brand_ids: [brandId, hidden] })
  await owner.ok(`PATCH /api/members/${viewer.userId}`, { brand_ids: [brandId] })
  await sendDue(monday)
  const [digest] = await inbox(viewer)
  expect(digest.brand.id).toBe(brandId)
  expect(JSON.stringify(digest)).not.toContain('Hidden')
})

test('a digest of several brands lists each of them with its score', async () => {
  const { owner } = await organization()
  await createBrandFor(owner, 'Beta')
  now = monday
  const { message } = await owner.ok('POST /api/digest/preview', { frequency: 'monthly', brand_ids: null })
  expect(message.title).toMatch(/^2 brands: /)
  expect(message.context).toBe('monthly digest, 23 Oct 2026 to 22 Nov 2026')
  const [scores] = message.sections
  expect(scores.items.map(({ text }: { text: string }) => text.split(':')[0])).toEqual(['Acme Shoes', 'Beta'])
})

test('a requested digest is in the inbox and arrives by email with links to unsubscribe', async () => {
  const { owner } = await organization()
  mails.received.length = 0
  const sent = await owner.ok('POST /api/digest/send', { frequency: 'weekly', brand_ids: null })
  expect(sent.is_emailed).toBe(true)
  await sendWaitingDeliveries(service.base, never)
  const [item] = await inbox(owner)
  expect(item.id).toBe(sent.notification_id)
  const mail = mails.received.find(({ to }) => to.includes(owner.email))
  expect(mail?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const oneClick = /List-Unsubscribe:\s+<http:\/\/localhost:3000(\/api\/unsubscribe\/[\w-]+)>/.exec(
    mail?.source ?? '',
  )?.[1]
  expect(oneClick).toBeDefined()

  const chosen = { ...settings, frequency: 'monthly', month_day: 15, hour: 6, skip_empty: true }
  await owner.ok('PUT /api/digest', chosen)
  const reply = await service.app.inject({
    method: 'POST',
    url: oneClick ?? '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(reply.statusCode).toBe(204)
  expect(await owner.ok('GET /api/digest')).toMatchObject({ ...chosen, is_active: false })
})

test('a forged token does not unsubscribe anyone', async () => {
  const { owner, ctx } = await organization()
  await owner.ok('PUT /api/digest', settings)
  const { user } = await owner.ok('GET /api/auth/get-session')
  const ids = Buffer.from(`${ctx.organizationId}${user.id}`.replaceAll('-', ''), 'hex')
  for (const token of [
    ids.toString('base64url'),
    Buffer.concat([ids, Buffer.alloc(32)]).toString('base64url'),
    'x',
  ]) {
    const reply = await owner.call(`POST /api/unsubscribe/${token}`, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(reply.status).toBe(404)
  }
  expect(await owner.ok('GET /api/digest')).toMatchObject({ is_active: true })
})

test('a digest that is turned off keeps its settings and is not sent', async () => {
  const { owner, brandId } = await organization()
  const chosen = { ...settings, brand_ids: [brandId], hour: 6, time_zone: 'Europe/Berlin', skip_empty: true }
  await owner.ok('PUT /api/digest', chosen)
  await owner.ok('PUT /api/digest', { ...chosen, is_active: false })
  expect(await owner.ok('GET /api/digest')).toMatchObject({ ...chosen, is_active: false })
  await sendDue(monday)
  expect(await inbox(owner)).toEqual([])
})

test('turning a digest on or changing it does not send the one that was due before', async () => {
  const { owner } = await organization()
  now = monday
  await owner.ok('PUT /api/digest', settings)
  await owner.ok('PUT /api/digest', { ...settings, hour: 7 })
  await sendDue(new Date(monday.getTime() + 600_000))
  expect(await inbox(owner)).toEqual([])
})
