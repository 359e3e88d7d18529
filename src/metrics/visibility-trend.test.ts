import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { createTestBrand, type TestAnswer } from './answers.fixture.ts'

const service = await testService()

test('annotates changes of models, prompts and platforms, and failed queries', async () => {
  const testBrand = await createTestBrand(service)
  const { plain, branded } = testBrand.prompts
  const say = (day: string, more: Partial<TestAnswer> = {}) =>
    testBrand.write({ prompt: plain, day, platform: 'chatgpt', model: 'm-1', text: 'Zorvex.', ...more })
  await say('2026-03-02')
  await say('2026-03-03')
  await say('2026-03-04', { model: 'm-2' })
  await say('2026-03-05', { model: 'm-2' })
  await say('2026-03-05', { model: 'm-2', prompt: branded })
  await say('2026-03-06', { model: 'm-2' })
  await say('2026-03-06', { model: 'm-2', prompt: branded, platform: 'gemini' })
  await say('2026-03-07', { prompt: branded, platform: 'gemini', model: 'm-2' })
  await say('2026-03-07', { platform: 'gemini', text: null })
  const read = async (query: string) => {
    const { buckets } = await testBrand.owner.ok(
      `GET /api/metrics/visibility-trend?brand_id=${testBrand.brand.id}${query}`,
    )
    return buckets.map(({ annotations }: { annotations: unknown }) => annotations)
  }
  const added = 'Platforms that answered in this bucket only: gemini; in the previous bucket only: none.'
  const left = 'Platforms that answered in this bucket only: none; in the previous bucket only: chatgpt.'
  expect(await read('')).toEqual([
    [],
    [],
    [{ kind: 'model_changed', note: 'Answered by m-2 for the first time since the previous bucket.' }],
    [{ kind: 'prompts_changed', note: 'Answers to 2 prompts, before to 1; the set of prompts differs.' }],
    [{ kind: 'platforms_changed', note: added }],
    [
      { kind: 'prompts_changed', note: 'Answers to 1 prompt, before to 2; the set of prompts differs.' },
      { kind: 'platforms_changed', note: left },
      { kind: 'partial_run', note: '1 of 2 queries failed and are not counted.' },
    ],
  ])
  expect(await read('&platform=chatgpt&date_from=2026-03-05')).toEqual([
    [],
    [{ kind: 'prompts_changed', note: 'Answers to 1 prompt, before to 2; the set of prompts differs.' }],
  ])
  expect(await read('&granularity=week')).toEqual([
    [{ kind: 'partial_run', note: '1 of 9 queries failed and are not counted.' }],
  ])
})

test('a trend includes changes that do not change the rollups', async () => {
  const testBrand = await createTestBrand(service)
  const asked = `GET /api/metrics/visibility-trend?brand_id=${testBrand.brand.id}`
  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-02', text: 'Zorvex.' })
  const first = await testBrand.owner.ok(asked)
  expect(first).toMatchObject({ brand: { name: 'Zorvex' }, buckets: [{ annotations: [] }] })
  expect(await testBrand.owner.ok(asked)).toEqual(first)

  await testBrand.write({ prompt: testBrand.prompts.plain, day: '2026-03-02', text: null })
  const [bucket] = (await testBrand.owner.ok(asked)).buckets
  expect(bucket.annotations).toMatchObject([{ kind: 'partial_run' }])
  await testBrand.owner.ok(`PATCH /api/brands/${testBrand.brand.id}`, { name: 'Zorvex Two' })
  expect(await testBrand.owner.ok(asked)).toMatchObject({ brand: { name: 'Zorvex Two' } })
  expect((await testBrand.owner.ok(`${asked}&fill=true&date_to=2026-03-04`)).buckets).toHaveLength(3)
})
