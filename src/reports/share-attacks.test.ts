/** Attacks on share links by visitors, over HTTP: every address that takes a token must refuse a link that is not open. */
import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { newToken } from '../core/ids.ts'
import { addMember } from '../notifications/notifications.fixture.ts'
import { createReport, createReportedBrand, share } from './reports.fixture.ts'

let time = new Date('2026-04-01T12:00:00Z')
const service = await testService(
  { CHROMIUM_PATH: '/nowhere/chromium', RATE_LIMIT_SHARED: '0' },
  { now: () => time },
)
const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
const zorvex = await createReportedBrand(service)
const { owner } = zorvex
const report: Json = await createReport(zorvex)

const password = 'open sesame'
const unlocking = (token: string, given: string) =>
  fetch(`${url}/api/shared/${token}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: given }),
  })

/** Each address that takes a token, with the status for an open link without a password. */
const addresses: Record<string, { isOpen: number; request(token: string): Promise<Response> }> = {
  'GET /api/shared/:token': { isOpen: 200, request: (token) => fetch(`${url}/api/shared/${token}`) },
  'POST /api/shared/:token': { isOpen: 200, request: (token) => unlocking(token, password) },
  'GET /embed/:token/visibility': {
    isOpen: 200,
    request: (token) => fetch(`${url}/embed/${token}/visibility`),
  },
  // Without Chromium, an open link gets as far as the printer.
  'GET /api/shared/:token/pdf': { isOpen: 503, request: (token) => fetch(`${url}/api/shared/${token}/pdf`) },
}

test.each(Object.entries(addresses))('%s: a link that is not open reveals nothing', async (_, address) => {
  const tokens: Record<string, string> = { guessed: newToken(), empty: '%20', traversal: '..%2Freports' }
  const closed: { token: string; close(): Promise<void> }[] = []
  for (const end of ['expired', 'revoked', 'deleted'] as const) {
    const shared: Json = end === 'deleted' ? await createReport(zorvex) : report
    const expires = new Date(time.getTime() + 60_000)
    const { token, link } = await share(owner, shared.id, end === 'expired' ? { expires_at: expires } : {})
    tokens[end] = token
    closed.push({
      token,
      close: async () => {
        if (end === 'revoked') await owner.ok(`DELETE /api/reports/${shared.id}/links/${link.id}`)
        if (end === 'deleted') await owner.ok(`DELETE /api/reports/${shared.id}`)
        if (end === 'expired') time = new Date(expires.getTime())
      },
    })
  }
  for (const { token } of closed) expect((await address.request(token)).status).toBe(address.isOpen)
  for (const { close } of closed) await close()
  const { token: other } = await share(owner, report.id)
  tokens.altered = `${other.slice(0, -1)}${other.endsWith('A') ? 'B' : 'A'}`
  for (const [name, token] of Object.entries(tokens)) {
    const reply = await address.request(token)
    expect(reply.status, name).toBe(404)
    expect(await reply.text(), name).not.toMatch(/Zorvex|Quilmar/)
  }
})

test('a password is required at every address', async () => {
  const { token } = await share(owner, report.id, { password })
  for (const [name, { request }] of Object.entries(addresses)) {
    if (name.startsWith('POST')) continue
    expect(await (await request(token)).text(), name).not.toMatch(/Zorvex|Quilmar/)
  }
  for (const wrong of ['', 'open sesam', `${password} `, password.toUpperCase()])
    expect((await unlocking(token, wrong)).status).toBe(401)
  expect(await (await unlocking(token, password)).text()).toContain('Zorvex')
})

test('a member without access to the brand cannot read its links or create one', async () => {
  const { id } = await owner.ok('POST /api/brands', { name: 'Other', domain: 'other.example' })
  const limited = await addMember(service, owner, { role: 'editor', brandIds: [id] })
  const path = `/api/reports/${report.id}`
  for (const address of [`GET ${path}`, `GET ${path}/links`, `GET ${path}/pdf`, `GET ${path}/sealed`])
    expect((await limited.call(address)).status, address).toBe(404)
  expect((await limited.call(`POST ${path}/links`, { name: 'Mine' })).status).toBe(404)
})

test('the token of one report opens no other report', async () => {
  const other: Json = await createReport(zorvex, { title: 'Internal numbers' })
  const { token } = await share(owner, report.id)
  for (const path of [
    `${token}/${other.id}`,
    `${token}?report=${other.id}`,
    `${token}/pdf?report=${other.id}`,
    `${other.id}`,
    `${other.digest}`,
  ]) {
    const reply = await fetch(`${url}/api/shared/${path}`)
    expect(reply.status, path).toBeGreaterThanOrEqual(400)
    expect(await reply.text(), path).not.toContain('Internal numbers')
  }
})
