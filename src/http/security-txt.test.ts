import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { readConfig } from '../config.ts'

const address = '/.well-known/security.txt'
const get = async (settings: Record<string, string>) =>
  (await testService(settings, { now: () => new Date('2026-03-10T12:00:00Z') })).app.inject(address)

test('security.txt names the contacts of the settings, and expires', async () => {
  const reply = await get({
    SECURITY_CONTACT: 'mailto:security@acme.com, https://acme.com/report',
  })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(reply.body).toBe(
    [
      'Contact: mailto:security@acme.com',
      'Contact: https://acme.com/report',
      'Expires: 2026-09-06T00:00:00Z',
      'Canonical: http://localhost:3000/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

test('without a contact there is no security.txt', async () => {
  expect((await get({})).statusCode).toBe(404)
})

test('a contact that is neither a mailto: nor an https: address stops the start', () => {
  for (const SECURITY_CONTACT of [
    'security@acme.com',
    'http://acme.com',
    'mailto:a b@acme.com',
    'mailto:a@b\nX: 1',
  ])
    expect(() => readConfig({ SECURITY_CONTACT }), SECURITY_CONTACT).toThrow(/SECURITY_CONTACT/)
})
