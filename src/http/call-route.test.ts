import { expect, test } from 'vitest'
import { keyOf, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'

const service = await testService()
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
const withKey = await keyOf(owner, service.app)

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
