import { expect, test } from 'vitest'
import { type Json, testService } from '../../../test/support.ts'
import { createTestBrand } from '../answers.fixture.ts'

const service = await testService()

test('stability is computed per platform from tracked names, without unanswered queries', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const ask = (day: string, text: string | null, more = {}) =>
    write({ prompt: prompts.plain, day, text, ...more })
  await ask('2026-03-01', 'Zorvex, then Quilmar.')
  await ask('2026-03-02', 'Quilmar, then Zorvex.')
  await ask('2026-03-03', null)
  await ask('2026-03-03', '', { outcome: 'refused' })
  await ask('2026-03-04', 'Zorvex, Quilmar and Brentiva.')
  await ask('2026-03-05', 'It depends on you.')
  await ask('2026-03-06', 'Ask a doctor.')
  await ask('2026-03-01', 'Dravost.', { platform: 'gemini' })
  const stability = (query = '') =>
    owner.ok(
      `GET /api/metrics/prompt-stability/by-platform?brand_id=${brand.id}&prompt_id=${prompts.plain.id}${query}`,
    )
  const { by_platform, ...all } = await stability()
  // Pairs of runs on ChatGPT: the same two names (1), two of three (2/3), none of three (0); answers without names form no pair.
  const overlap = Math.round(((1 + 2 / 3 + 0) / 3) * 10_000) / 100
  expect(all).toMatchObject({
    prompt_id: prompts.plain.id,
    window: { date_from: null, date_to: null },
    result_count: 6,
    run_count: 6,
    between_samples: { pairs: 0, brand_overlap_pct: null },
    between_runs: { pairs: 3, brand_overlap_pct: overlap, same_brands_pct: 33.33, interval: null },
  })
  // RBO: 0.9 for the first two, which differ only in order, 0.9 for the next, 0 for the last.
  expect(all.between_runs.order_overlap_pct).toBe(60)
  expect(
    by_platform.map(({ platform, region, result_count }: Record<string, unknown>) => [
      platform,
      region,
      result_count,
    ]),
  ).toEqual([
    ['chatgpt', null, 5],
    ['gemini', null, 1],
  ])
  expect(await stability('&date_from=2026-03-01&date_to=2026-03-02')).toMatchObject({
    result_count: 3,
    between_runs: { pairs: 1, brand_overlap_pct: 100, same_brands_pct: 100 },
  })
  expect(await stability('&platform=gemini')).toMatchObject({ result_count: 1, between_runs: { pairs: 0 } })

  // The list returns the same values as the request for one prompt.
  await write({ prompt: prompts.branded, day: '2026-03-02', text: 'Zorvex.' })
  const list = (query: string) => owner.ok(`GET /api/metrics/prompt-stability?brand_id=${brand.id}${query}`)
  for (const days of ['', '&date_from=2026-03-01&date_to=2026-03-02']) {
    const { prompts: rows } = await list(days)
    expect(rows.map(({ prompt_id }: Json) => prompt_id)).toEqual(
      [prompts.plain.id, prompts.branded.id].sort(),
    )
    for (const { prompt_id, ...row } of rows)
      expect(
        await owner.ok(
          `GET /api/metrics/prompt-stability/by-platform?brand_id=${brand.id}&prompt_id=${prompt_id}${days}`,
        ),
      ).toMatchObject(row)
  }
  const [only] = (await list(`&prompt_id=${prompts.branded.id}`)).prompts
  expect(only).toMatchObject({ prompt_id: prompts.branded.id, run_count: 1, between_runs: { pairs: 0 } })
  const first = await list('&limit=1')
  const second = await list(`&limit=1&cursor=${first.next_cursor}`)
  expect([first, second].flatMap((page) => page.prompts)).toEqual((await list('')).prompts)
  expect(second.next_cursor).toBeNull()
})

test('compares the samples of one run with each other', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  const prompt = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Are Acme Shoes good?' })
  await owner.ok(`PUT /api/brands/${brand.id}/platforms`, [
    { platform: 'chatgpt', enabled: true, runs_per_prompt: 4 },
  ])
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await service.work()
  const { result_count, run_count, between_samples } = await owner.ok(
    `GET /api/metrics/prompt-stability/by-platform?brand_id=${brand.id}&prompt_id=${prompt.id}`,
  )
  expect({ result_count, run_count }).toEqual({ result_count: 4, run_count: 1 })
  // Only the brand is tracked, so all answers that name it name the same entities.
  expect(between_samples.pairs).toBeGreaterThan(0)
  expect(between_samples.brand_overlap_pct).toBe(between_samples.same_brands_pct)
})
