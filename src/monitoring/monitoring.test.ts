import { expect, test } from 'vitest'
import { sharedService, testService } from '../../test/support.ts'

const token = 'a monitoring token'
const service = await testService({ METRICS_TOKEN: token })

const ask = (authorization?: string) =>
  service.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

test('metrics require the token, and are not served without METRICS_TOKEN', async () => {
  expect((await ask()).statusCode).toBe(401)
  expect((await ask('Bearer wrong')).statusCode).toBe(401)
  expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
  const without = await sharedService()
  const reply = await without.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(reply.statusCode).toBe(404)
})

test('requests are counted by route and status, never by path, and jobs by kind and status', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.call(`GET /api/brands/${brand.slug}`)
  await owner.call('GET /api/brands/nobody')
  await owner.call('GET /nothing/here')
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which shoes last?' })
  await owner.ok('POST /api/tracking/check', { brandId: brand.id })
  const reply = await ask(`Bearer ${token}`)
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = reply.body.split('\n')
  const route = 'method="GET",route="/api/brands/:brand"'
  expect(lines).toContain(`ansight_http_requests_total{${route},status="200"} 1`)
  expect(lines).toContain(`ansight_http_requests_total{${route},status="404"} 1`)
  expect(lines).toContain('ansight_http_requests_total{method="GET",route="none",status="404"} 1')
  expect(lines).toContain(`ansight_http_request_duration_seconds_count{${route}} 2`)
  expect(lines).toContain(`ansight_http_request_duration_seconds_bucket{le="+Inf",${route}} 2`)
  expect(lines).toContain('ansight_jobs{kind="run",status="waiting"} 1')
  expect(reply.body).not.toContain(brand.slug)
  for (const line of lines.filter((each) => each !== '' && !each.startsWith('#')))
    expect(line).toMatch(/^[a-z_0-9]+(\{([a-z]+="[^"\\]*",?)+\})? [\d.e+-]+$/)
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(reply.body).toMatch(new RegExp(`^${name} `, 'm'))
  const buckets = lines
    .filter((line) => line.includes('_bucket{') && line.includes(route))
    .map((line) => Number(line.split(' ').at(-1)))
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
})
