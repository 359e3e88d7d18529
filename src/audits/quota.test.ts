/** The cloud's limit on audits, and blocked addresses. */
import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'

const service = await testService({ DEPLOYMENT: 'cloud', TRACKING_RUNS_PER_DAY: '0' })
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
const audit = (url: string) => owner.call('POST /api/audits', { brand_id: brand.id, url })

const setPlan = (plan: string) =>
  service.base.db.updateTable('organizations').set({ plan }).where('name', 'is not', null).execute()

test('the plan limits audits per month, regardless of their outcome, and reports when the limit resets', async () => {
  expect(await audit('https://1.1.1.1/')).toMatchObject({
    status: 402,
    body: { code: 'plan_limit', quota: { resource: 'site_audits', limit: 0, used: 0 } },
  })
  await setPlan('starter')
  const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => audit(`https://1.1.1.1/${n}`)))
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(10)
  expect(replies.filter(({ status }) => status === 402)).toHaveLength(2)
  expect(await owner.ok('GET /api/audits/quota')).toMatchObject({ used: 10, limit: 10, remaining: 0 })
  await owner.ok(`DELETE /api/brands/${brand.id}`)
  expect(await owner.ok('GET /api/audits/quota')).toMatchObject({ used: 10 })
})

test.each([
  ['http://10.0.0.1/', 400, 'unsafe_url'],
  ['http://[::1]:8080/', 400, 'unsafe_url'],
  ['http://localhost/', 400, 'unsafe_url'],
  ['ftp://1.1.1.1/', 400, 'unsafe_url'],
  ['https://ada:secret@1.1.1.1/', 400, 'unsafe_url'],
  ['acme.com', 400, 'invalid_request'],
  ['', 400, 'invalid_request'],
  [`https://1.1.1.1/${'ä'.repeat(400)}`, 400, 'invalid_request'],
])('%s is rejected', async (url, status, code) => {
  const { id } = await owner.ok('POST /api/brands', { name: 'Beta', domain: 'beta.com' })
  const reply = await owner.call('POST /api/audits', { brand_id: id, url })
  expect(reply).toMatchObject({ status, body: { code } })
  await owner.ok(`DELETE /api/brands/${id}`)
})
