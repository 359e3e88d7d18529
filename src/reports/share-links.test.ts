import { expect, test } from 'vitest'
import { type Client, createClientFor, type Json, testService } from '../../test/support.ts'
import { newId, newToken } from '../core/ids.ts'
import { pageHeads, withHead } from '../http/page-head.ts'
import { createReport, createReportedBrand, share } from './reports.fixture.ts'
import { findSharedLanguage } from './share-links.ts'

let time = new Date('2026-04-01T12:00:00Z')
const service = await testService({ RATE_LIMIT_SHARED: '60' }, { now: () => time })
const zorvex = await createReportedBrand(service)
const { owner } = zorvex
const report: Json = await createReport(zorvex)

/** A browser that is not signed in. Each has another IP address, so that the limits of tests do not add up. */
const visitor = (): Client => createClientFor(service.app, { email: '', password: '' })
const open = (token: string) => visitor().call(`GET /api/shared/${token}`)
const unlock = (token: string, password: string) => visitor().call(`POST /api/shared/${token}`, { password })
const nextMinute = () => {
  time = new Date(time.getTime() + 61_000)
}

test('a link opens its report without a session, counts the view and returns no id of the organization', async () => {
  const { token, url } = await share(owner, report.id)
  expect(url).toBe(`http://localhost:3000/share/${token}`)
  const { status, body, text, headers } = await open(token)
  expect(status).toBe(200)
  const { id: _id, brand_ids: _brands, published_at: _at, ...shown } = report
  expect(body).toMatchObject({ requires_password: false, report: shown })
  expect(text).not.toContain(report.id)
  expect(text).not.toContain('exclude_phrases')
  expect(headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(headers['cache-control']).toBe('no-store')
  const { items } = await owner.ok(`GET /api/reports/${report.id}/links`)
  expect(items[0]).toMatchObject({ name: 'Client', views: 1, has_password: false })
})

test('a report and its page are in the language that its author chose, and in English by default', async () => {
  expect(report).toMatchObject({ language: 'en', title: 'AI visibility report' })
  const german: Json = await createReport(zorvex, { language: 'de' })
  expect(german).toMatchObject({ language: 'de', title: 'Bericht zur KI-Sichtbarkeit' })
  expect(german.headline).toMatch(/^Zorvex teilt sich den ersten Platz mit 1 Wettbewerber$/)
  expect(german.summary).toMatch(/^Der Sichtbarkeitswert beträgt \d+,\d von 100\. Für einen Vergleich /)
  const { token } = await share(owner, german.id)
  expect((await open(token)).body).toMatchObject({
    report: { headline: german.headline, language: 'de' },
  })
  const chart = await service.app.inject(`/embed/${token}/visibility`)
  expect(chart.body).toMatch(/<html lang="de">.*<title>Sichtbarkeitswert von Zorvex<\/title>.*>1\. März</)
  expect(await findSharedLanguage(service.base, token)).toBe('de')
  expect(await findSharedLanguage(service.base, newToken())).toBeNull()
})

test('a token has 256 random bits and is stored as a hash', async () => {
  const { token } = await share(owner, report.id)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await service.base.db.selectFrom('share_links').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('unknown, malformed, expired and revoked links have the same response', async () => {
  nextMinute()
  const expiring = await share(owner, report.id, { expires_at: new Date(time.getTime() + 30_000) })
  const revoked = await share(owner, report.id)
  await owner.ok(`DELETE /api/reports/${report.id}/links/${revoked.link.id}`)
  expect((await open(expiring.token)).status).toBe(200)
  nextMinute()
  const replies = await Promise.all(
    [newToken(), 'x', report.id, expiring.token, revoked.token, `${revoked.token}a`].map(open),
  )
  const shown = replies.map(({ status, text }) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`)
  expect(new Set(shown).size).toBe(1)
  expect(shown[0]).toMatch(/^404 /)
})

test('a password is required, and a wrong one shows nothing', async () => {
  nextMinute()
  const { token, link } = await share(owner, report.id, { password: 'open sesame' })
  expect((await open(token)).body).toMatchObject({ requires_password: true, report: null })
  const wrong = await unlock(token, 'open sesam')
  expect(wrong.status).toBe(401)
  expect(wrong.text).not.toContain(report.headline)
  expect((await unlock(token, 'open sesame')).body).toMatchObject({ report: { headline: report.headline } })
  const { items } = await owner.ok(`GET /api/reports/${report.id}/links`)
  expect(items.find(({ id }: Json) => id === link.id)).toMatchObject({ has_password: true, views: 1 })
})

const guess = (token: string, remoteAddress: string, password = 'a wrong guess') =>
  service.app.inject({ method: 'POST', url: `/api/shared/${token}`, remoteAddress, payload: { password } })

test('guesses of a password are limited per address, and many visitors who guess do not lock out another', async () => {
  nextMinute()
  const { token } = await share(owner, report.id, { password: 'correct horse' })
  // More wrong passwords together than one address may send.
  for (let visitor = 1; visitor <= 13; visitor += 1) {
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1)
      statuses.push((await guess(token, `198.51.100.${visitor}`)).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  }
  expect((await guess(token, '198.51.100.1', 'correct horse')).statusCode).toBe(429)
  expect((await guess(token, '198.51.100.99', 'correct horse')).statusCode).toBe(200)
})

test('guessing links is limited per address', async () => {
  nextMinute()
  const guess = () => service.app.inject({ url: `/api/shared/${newToken()}`, remoteAddress: '203.0.113.7' })
  const statuses = new Set<number>()
  for (let count = 0; count < 70; count += 1) statuses.add((await guess()).statusCode)
  expect([...statuses]).toEqual([404, 429])
})

test('a link gives access to nothing else', async () => {
  nextMinute()
  const { token } = await share(owner, report.id)
  const client = visitor()
  const headers = { authorization: `Bearer ${token}`, cookie: `session=${token}` }
  for (const address of [
    `GET /api/reports/${report.id}`,
    `GET /api/v1/reports/${report.id}`,
    `GET /api/brands`,
    `GET /api/answers?brand_id=${zorvex.brand.id}`,
  ])
    expect((await client.call(address, undefined, headers)).status).toBe(401)
})

test('members of another organization cannot list, create or revoke links', async () => {
  nextMinute()
  const { link } = await share(owner, report.id)
  const other = await service.signUp()
  const path = `/api/reports/${report.id}/links`
  expect((await other.call(`GET ${path}`)).status).toBe(404)
  expect((await other.call(`POST ${path}`, { name: 'Mine' })).status).toBe(404)
  expect((await other.call(`DELETE ${path}/${link.id}`)).status).toBe(404)
  const own = await createReport(zorvex)
  expect((await owner.call(`DELETE /api/reports/${own.id}/links/${link.id}`)).status).toBe(404)
  expect((await owner.call(`DELETE ${path}/${newId()}`)).status).toBe(404)
})

test('a draft cannot be shared, and a link cannot expire in the past', async () => {
  const draft = await createReport(zorvex)
  expect((await owner.call(`POST /api/reports/${draft.id}/links`, { name: 'Client' })).status).toBe(409)
  const past = { name: 'Client', expires_at: new Date(time.getTime() - 1) }
  expect((await owner.call(`POST /api/reports/${report.id}/links`, past)).status).toBe(400)
})

test('the page of a link is not listed by search engines, sends no referrer and cannot be framed', async () => {
  const { headers } = await service.app.inject({ url: `/share/${newToken()}` })
  expect(headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(withHead('<title>Ansight</title>', pageHeads.sharedReport)).toContain(
    'name="robots" content="noindex"',
  )
})
