import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { newToken } from '../core/ids.ts'
import { createReport, createReportedBrand, share } from '../reports/reports.fixture.ts'
import { readBranding } from './branding.ts'

const service = await sharedService()
const zorvex = await createReportedBrand(service)
const { owner } = zorvex
const report = await createReport(zorvex)

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20)]).toString('base64')
const change = (body: object) => owner.call('PATCH /api/report-branding', body)

test('visitors of a link see the name, color and logo', async () => {
  const branding = await owner.ok('PATCH /api/report-branding', {
    name: 'Northfold Studio',
    contact_email: 'studio@example.com',
    color: '#123456',
    logo: { type: 'image/png', data: png },
  })
  expect(branding).toEqual({
    name: 'Northfold Studio',
    contact_email: 'studio@example.com',
    color: '#123456',
    client_logo: null,
    logo: `data:image/png;base64,${png}`,
  })
  const { token } = await share(owner, report.id)
  expect(await service.app.inject(`/api/shared/${token}`).then((reply) => reply.json().branding)).toEqual(
    branding,
  )
  expect(await owner.ok('PATCH /api/report-branding', { logo: null })).toEqual({ ...branding, logo: null })
})

test('reports on one brand have its color and logo, and reports on several have the color and logo of the organization', async () => {
  const book = await createReportedBrand(service)
  const { ctx, brand } = book
  await book.owner.ok('PATCH /api/report-branding', { name: 'Northfold Studio', color: '#123456' })
  const path = `/api/brands/${brand.slug}/branding`
  expect(await book.owner.ok(`GET ${path}`)).toEqual({ color: null, logo: null })
  const look = { color: '#654321', logo: `data:image/png;base64,${png}` }
  expect(
    await book.owner.ok(`PATCH ${path}`, { color: look.color, logo: { type: 'image/png', data: png } }),
  ).toEqual(look)
  expect((await book.owner.call(`PATCH ${path}`, { color: '#777777' })).status).toBe(400)
  expect((await book.owner.call(`PATCH ${path}`, { logo: { type: 'image/webp', data: png } })).status).toBe(
    400,
  )
  const { id } = await createReport(book)
  const { token } = await share(book.owner, id)
  const shared = await service.app.inject(`/api/shared/${token}`).then((reply) => reply.json().branding)
  expect(shared).toEqual({
    name: 'Northfold Studio',
    contact_email: null,
    color: look.color,
    logo: null,
    client_logo: look.logo,
  })
  expect(await book.owner.ok(`GET /api/report-branding?brand_id=${brand.id}`)).toEqual(shared)
  const { organizationId } = ctx
  expect(await readBranding(ctx, organizationId, null)).toMatchObject({ color: '#123456', client_logo: null })
})

test('a color that is too light for text on white is rejected', async () => {
  expect((await change({ color: '#777777' })).status).toBe(400)
  expect((await change({ color: 'red' })).status).toBe(400)
  // 4.54:1, the lightest gray of WCAG's examples that passes.
  expect((await change({ color: '#767676' })).status).toBe(200)
})

test('a logo must be an image of its type and of at most 256 KB', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString(
    'base64',
  )
  expect((await change({ logo: { type: 'image/svg+xml', data: svg } })).status).toBe(400)
  expect((await change({ logo: { type: 'image/png', data: svg } })).status).toBe(400)
  expect((await change({ logo: { type: 'image/jpeg', data: png } })).status).toBe(400)
  const large = Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(256 * 1024)]).toString('base64')
  expect((await change({ logo: { type: 'image/png', data: large } })).status).toBe(400)
})

test('a chart of a link can be framed by other sites, runs no script and loads nothing', async () => {
  const { token } = await share(owner, report.id)
  const reply = await service.app.inject(`/embed/${token}/visibility?theme=dark`)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors *")
  expect(reply.headers).not.toHaveProperty('x-frame-options')
  expect(reply.headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(reply.body).toContain('<svg')
  expect(reply.body).toContain('Zorvex')
  expect(reply.body).not.toMatch(/<script|<link|style=|https?:\/\/(?!www\.w3\.org)/)
})

test('a link that is unknown, revoked or protected has no chart', async () => {
  const revoked = await share(owner, report.id)
  await owner.ok(`DELETE /api/reports/${report.id}/links/${revoked.link.id}`)
  const protectedLink = await share(owner, report.id, { password: 'open sesame' })
  const { token } = await share(owner, report.id)
  for (const path of [
    `${newToken()}/visibility`,
    `${revoked.token}/visibility`,
    `${protectedLink.token}/visibility`,
    `${token}/other`,
  ]) {
    const reply = await service.app.inject(`/embed/${path}`)
    expect(reply.statusCode, path).toBe(404)
    expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

test('no other page can be framed', async () => {
  for (const path of ['/', '/sign-in', '/dashboard', `/share/${newToken()}`, '/api/health', '/docs'])
    expect((await service.app.inject(path)).headers['content-security-policy'], path).toContain(
      "frame-ancestors 'none'",
    )
})
