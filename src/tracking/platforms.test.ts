import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { platforms } from '../../vocabulary/platforms.ts'

const service = await testService()
const keyed = await testService({ OPENAI_API_KEY: 'k' })
const acme = { name: 'Acme', domain: 'acme.com' }
const unasked = { last_checked_at: null, last_error: null }
const usual = { enabled: true, check_frequency: 'daily', runs_per_prompt: 1, ...unasked }

test('a new brand is tracked on every platform that is configured, daily, asking once', async () => {
  const owner = await service.signUp()
  await owner.ok('POST /api/brands', acme)
  expect(await owner.ok('GET /api/brands/acme/platforms')).toEqual(
    platforms.map((platform) => ({ platform, ...usual })),
  )
  const other = await keyed.signUp()
  await other.ok('POST /api/brands', acme)
  const shown: Json[] = await other.ok('GET /api/brands/acme/platforms')
  const { items } = await other.ok('GET /api/platforms')
  const configured = items.filter((each: Json) => each.configured).map((each: Json) => each.platform)
  expect(configured).toContain('chatgpt')
  expect(configured).not.toContain('claude')
  expect(shown.filter(({ enabled }) => enabled).map(({ platform }) => platform)).toEqual(configured)
})

test('a platform is set whole, and those not named stay as they are', async () => {
  const owner = await keyed.signUp()
  await owner.ok('POST /api/brands', acme)
  const put = (body: unknown) => owner.ok('PUT /api/brands/acme/platforms', body)
  const of = (all: Json[], platform: string) => all.find((each) => each.platform === platform)
  const grok = { platform: 'grok', enabled: true, check_frequency: 'hourly', runs_per_prompt: 20 }
  const gemini = { platform: 'gemini', enabled: false, check_frequency: 'manual', runs_per_prompt: 3 }
  const first = await put([grok, gemini])
  expect(first).toHaveLength(platforms.length)
  // Grok has no key here: it may be switched on before there is one.
  expect(of(first, 'grok')).toEqual({ ...grok, ...unasked })
  const second = await put([{ platform: 'gemini', enabled: true }])
  expect(of(second, 'grok')).toEqual({ ...grok, ...unasked })
  expect(of(second, 'gemini')).toEqual({ platform: 'gemini', ...usual })
  expect(await put([])).toEqual(second)
  // What was read may be sent back.
  expect(await put(second)).toEqual(second)
  expect(await owner.ok('GET /api/brands/acme/platforms')).toEqual(second)
})

test.each([
  ['unknown', [{ platform: 'bing', enabled: true }], '0.platform'],
  [
    'named twice',
    [
      { platform: 'grok', enabled: true },
      { platform: 'grok', enabled: false },
    ],
    'body',
  ],
  ['asked zero times', [{ platform: 'grok', enabled: true, runs_per_prompt: 0 }], '0.runs_per_prompt'],
  ['asked 21 times', [{ platform: 'grok', enabled: true, runs_per_prompt: 21 }], '0.runs_per_prompt'],
  ['asked half a time', [{ platform: 'grok', enabled: true, runs_per_prompt: 1.5 }], '0.runs_per_prompt'],
  [
    'asked every minute',
    [{ platform: 'grok', enabled: true, check_frequency: 'minutely' }],
    '0.check_frequency',
  ],
  ['neither on nor off', [{ platform: 'grok' }], '0.enabled'],
  ['given a field that is not known', [{ platform: 'grok', enabled: true, model: 'x' }], '0.model'],
  ['no list', { platform: 'grok', enabled: true }, 'body'],
])('a platform %s is refused and nothing is set', async (_, body, path) => {
  const owner = await service.signUp()
  await owner.ok('POST /api/brands', acme)
  expect(await owner.call('PUT /api/brands/acme/platforms', body)).toMatchObject({
    status: 400,
    body: { details: [{ path }] },
  })
  expect(
    (await owner.ok('GET /api/brands/acme/platforms')).map(({ platform: _, ...rest }: Json) => rest),
  ).toEqual(platforms.map(() => usual))
})
