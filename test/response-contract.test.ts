/** `Client.call` checks every response in all tests against the OpenAPI document. These tests show that the check can fail. */
import { expect, test } from 'vitest'
import { newId } from '../src/core/ids.ts'
import { assertDescribed } from './response-contract.ts'
import { sharedService } from './support.ts'

const service = await sharedService()

const json = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
})
const topic = { id: newId(), name: 'Shoes', created_at: '2026-03-01T00:00:00.000Z' }
const error = { error: 'It is not there.', code: 'not_found', request_id: 'r' }

test('a documented response passes, even with additional fields', () => {
  assertDescribed('POST /api/brands/acme/topics', json(201, { ...topic, colour: 'red' }))
  assertDescribed('GET /api/brands/acme/topics?limit=2', json(200, { items: [topic], next_cursor: null }))
  assertDescribed('DELETE /api/brands/acme', { status: 204, contentType: '', text: '' })
  assertDescribed('GET /api/brands/acme', json(404, error))
  assertDescribed('PATCH /api/nothing/here', json(404, error))
  assertDescribed('GET /docs', { status: 200, contentType: 'text/html; charset=utf-8', text: '<p>' })
})

test.each([
  ['a missing field', 'POST /api/brands/acme/topics', json(201, { ...topic, name: undefined })],
  ['a field of another type', 'POST /api/brands/acme/topics', json(201, { ...topic, name: null })],
  ['a text of another format', 'POST /api/brands/acme/topics', json(201, { ...topic, created_at: 'today' })],
  [
    'a nested field of another type',
    'GET /api/brands/acme/topics',
    json(200, { items: [{}], next_cursor: null }),
  ],
  ['an undocumented success status', 'POST /api/brands/acme/topics', json(200, topic)],
  ['an undocumented redirect', 'GET /api/brands', { status: 302, contentType: '', text: '' }],
  ['a body with status 204', 'DELETE /api/brands/acme', json(204, {})],
  ['an error with another shape', 'GET /api/brands/acme', json(404, { message: 'no' })],
  ['an unknown error code', 'GET /api/nothing', json(404, { ...error, code: 'nope' })],
  ['an HTML error page', 'GET /api/brands', { status: 500, contentType: 'text/html', text: '<p>' }],
])('a response with %s fails the check', (_, address, sent) => {
  expect(() => assertDescribed(address, sent)).toThrow(address)
})

test('responses to invalid requests are documented too', async () => {
  const owner = await service.signUp()
  await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const unusualValues = '%00,%F0%9F%91%9F,%2E%2E%2Fx,0,-1,null,%7B%7D,a'.split(',')
  for (const value of unusualValues) {
    for (const address of [
      `GET /api/brands/${value}`,
      `GET /api/brands/acme/topics?limit=${value}`,
      `GET /api/brands/acme/competitors/${value}`,
      `GET /api/brands?cursor=${value}`,
      `GET /api/prompts?brand_id=${value}`,
      `GET /api/v1/visibility-summary?brand_id=${value}`,
      `DELETE /api/tracking/job/${value}`,
      `GET /api/${value}`,
    ]) {
      const { status } = await owner.call(address)
      expect(status, address).toBeGreaterThanOrEqual(200)
      expect(status, address).toBeLessThan(500)
    }
  }
  for (const body of ['', '{', '[]', 'null', '"x"', '{"name":1}', '{"__proto__":{"name":"x"}}'])
    expect(
      (await owner.call('POST /api/brands', body, { 'content-type': 'application/json' })).status,
      body,
    ).toBe(400)
  expect((await owner.call('POST /api/brands', 'x', { 'content-type': 'text/xml' })).status).toBe(415)
  expect((await owner.call('PUT /api/brands', {})).status).toBe(405)
})
