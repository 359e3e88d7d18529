import { expect, test } from 'vitest'
import { type Json, sharedService, testService } from '../../test/support.ts'
import { type Platform, platforms, simulatedPlatforms } from '../../vocabulary/platforms.ts'

const service = await sharedService()
const keyed = await testService({ OPENAI_API_KEY: 'k' })
const acme = { name: 'Acme', domain: 'acme.com' }
const neverChecked = { last_checked_at: null, last_error: null }
const defaults = { enabled: true, check_frequency: 'daily', runs_per_prompt: 1, ...neverChecked }
const getDefaults = (platform: Platform) => ({
  ...defaults,
  platform,
  enabled: simulatedPlatforms.some((each) => each === platform),
})

test('a new brand is tracked daily, once per prompt, on every configured platform', async () => {
  const owner = await service.signUp()
  await owner.ok('POST /api/brands', acme)
  expect(await owner.ok('GET /api/brands/acme/platforms')).toEqual(platforms.map(getDefaults))
  const other = await keyed.signUp()
  await other.ok('POST /api/brands', acme)
  const shown: Json[] = await other.ok('GET /api/brands/acme/platforms')
  const { items } = await other.ok('GET /api/platforms')
  const configured = items.filter((each: Json) => each.configured).map((each: Json) => each.platform)
  expect(configured).toContain('chatgpt')
  expect(configured).not.toContain('claude')
  expect(shown.filter(({ enabled }) => enabled).map(({ platform }) => platform)).toEqual(configured)
})

test('setting a platform replaces all its fields, and platforms that are not listed keep their settings', async () => {
  const owner = await keyed.signUp()
  await owner.ok('POST /api/brands', acme)
  const setPlatforms = (body: unknown) => owner.ok('PUT /api/brands/acme/platforms', body)
  const findPlatform = (items: Json[], platform: string) => items.find((each) => each.platform === platform)
  const grok = { platform: 'grok', enabled: true, check_frequency: 'hourly', runs_per_prompt: 20 }
  const gemini = { platform: 'gemini', enabled: false, check_frequency: 'manual', runs_per_prompt: 3 }
  const afterFirst = await setPlatforms([grok, gemini])
  expect(afterFirst).toHaveLength(platforms.length)
  // Grok has no key here: it may be enabled before there is one.
  expect(findPlatform(afterFirst, 'grok')).toEqual({ ...grok, ...neverChecked })
  const afterSecond = await setPlatforms([{ platform: 'gemini', enabled: true }])
  expect(findPlatform(afterSecond, 'grok')).toEqual({ ...grok, ...neverChecked })
  expect(findPlatform(afterSecond, 'gemini')).toEqual({ platform: 'gemini', ...defaults })
  expect(await setPlatforms([])).toEqual(afterSecond)
  // A platform state returned by the API can be sent back.
  expect(await setPlatforms(afterSecond)).toEqual(afterSecond)
  expect(await owner.ok('GET /api/brands/acme/platforms')).toEqual(afterSecond)
})

test.each([
  ['unknown', [{ platform: 'bing', enabled: true }], '0.platform'],
  [
    'listed twice',
    [
      { platform: 'grok', enabled: true },
      { platform: 'grok', enabled: false },
    ],
    'body',
  ],
  ['queried zero times', [{ platform: 'grok', enabled: true, runs_per_prompt: 0 }], '0.runs_per_prompt'],
  ['queried 21 times', [{ platform: 'grok', enabled: true, runs_per_prompt: 21 }], '0.runs_per_prompt'],
  ['queried half a time', [{ platform: 'grok', enabled: true, runs_per_prompt: 1.5 }], '0.runs_per_prompt'],
  [
    'checked every minute',
    [{ platform: 'grok', enabled: true, check_frequency: 'minutely' }],
    '0.check_frequency',
  ],
  ['neither enabled nor disabled', [{ platform: 'grok' }], '0.enabled'],
  ['given an unknown field', [{ platform: 'grok', enabled: true, model: 'x' }], '0.model'],
  ['not in a list', { platform: 'grok', enabled: true }, 'body'],
])('a platform that is %s is rejected and no setting changes', async (_, body, path) => {
  const owner = await service.signUp()
  await owner.ok('POST /api/brands', acme)
  expect(await owner.call('PUT /api/brands/acme/platforms', body)).toMatchObject({
    status: 400,
    body: { details: [{ path }] },
  })
  expect(await owner.ok('GET /api/brands/acme/platforms')).toEqual(platforms.map(getDefaults))
})
