import { describe, expect, test } from 'vitest'
import { getKey, sharedService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'

const service = await sharedService()
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
const withKey = await getKey(owner, service.app)

test('an invalid request names every wrong parameter, the unknown ones first', async () => {
  const reply = await withKey(
    'GET /api/v1/visibility-trend?brnad_id=x&granularity=hour&date_from=soon&lmit=5',
  )
  expect(reply).toMatchObject({ status: 400 })
  expect(reply.body).toMatchObject({
    error: 'Unknown parameter `brnad_id`.',
    details: [
      { path: 'brnad_id', message: 'is not a known parameter' },
      { path: 'lmit', message: 'is not a known parameter' },
      { path: 'brand_id', message: 'is required' },
      { path: 'date_from', message: 'must be a date such as 2026-01-31' },
      { path: 'granularity', message: 'must be one of day, week' },
    ],
  })
})

test('wrong parameters of the path, the query and the body are named in one error', async () => {
  const reply = await owner.call('PATCH /api/content/no-id/status?tokn=x', { stauts: 'done' })
  expect(reply).toMatchObject({ status: 400 })
  expect(reply.body).toMatchObject({
    details: [
      { path: 'tokn', message: 'is not a known parameter' },
      { path: 'stauts', message: 'is not a known field' },
      { path: 'id', message: 'must be a UUID' },
      { path: 'status', message: 'is required' },
    ],
  })
})

test('an id of nothing answers 404 whatever else is wrong', async () => {
  const address = `GET /api/metrics/visibility-trend?brand_id=${newId()}&granularity=hour&lmit=5`
  expect((await owner.call(address)).status).toBe(404)
})

test('a body that is missing or not expected is named', async () => {
  expect((await owner.call('POST /api/brands')).body).toMatchObject({
    error: 'A JSON body is required.',
    details: [{ path: 'body', message: 'is required' }],
  })
  const unexpected = await owner.call(`POST /api/content/webhook-config/${brand.id}/test?x=1`, { a: 1 })
  expect(unexpected.body).toMatchObject({
    details: [
      { path: 'x', message: 'is not a known parameter' },
      { path: 'body', message: 'is not expected' },
    ],
  })
})

test('the health check ignores parameters that a probe adds', async () => {
  expect(await owner.call('GET /api/health?x=1')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

describe('the language of errors', () => {
  const german = { 'accept-language': 'de' }
  const change = { name: 'x'.repeat(1_000), status: 'gone', webhook: true }

  test('the dashboard gets errors and validation messages in the language of the reader', async () => {
    expect((await owner.call(`PATCH /api/brands/${brand.id}`, change, german)).body).toMatchObject({
      code: 'invalid_request',
      error: 'Unbekanntes Feld `webhook`.',
      details: [
        { path: 'webhook', message: 'ist kein bekanntes Feld' },
        { path: 'name', message: 'darf höchstens 200 Zeichen haben' },
        { path: 'status', message: 'muss einer dieser Werte sein: active, paused' },
      ],
    })
    const japanese = { 'accept-language': 'ja' }
    expect((await owner.call('PATCH /api/organization', {}, japanese)).body).toMatchObject({
      error: 'body: 変更を含めてください。',
    })
    expect((await owner.call(`GET /api/brands/${newId()}`, undefined, german)).body).toMatchObject({
      error: 'Diese Marke wurde nicht gefunden.',
    })
    const range = 'date_from=2026-10-02&date_to=2026-10-01'
    const address = `GET /api/metrics/visibility-trend?brand_id=${brand.id}&${range}`
    expect((await owner.call(address, undefined, { 'accept-language': 'fr' })).body).toMatchObject({
      error: 'date_from\u00a0: ne doit pas être postérieur à date_to.',
      details: [{ path: 'date_from', message: 'ne doit pas être postérieur à date_to' }],
    })
  })

  test('programs get English', async () => {
    const reply = await withKey('GET /api/v1/visibility-trend?granularity=hour', german)
    expect(reply.body).toMatchObject({ error: 'brand_id: is required.' })
    const unknown = await withKey(`GET /api/v1/visibility-trend?brand_id=${newId()}`, german)
    expect(unknown.body).toMatchObject({ error: 'No such brand.' })
  })
})
