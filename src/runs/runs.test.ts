import { expect, test } from 'vitest'
import { keyOf, testService } from '../../test/support.ts'

const service = await testService()

test('a run asks every prompt on every platform, and its numbers are those of the answers', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', {
    name: 'Acme Shoes',
    domain: 'https://www.acme-shoes.com/',
    competitors: [{ name: 'Fleetfoot', domain: 'fleetfoot.com' }, { name: 'Roadrunner' }],
  })
  expect(brand).toMatchObject({ slug: 'acme-shoes', domain: 'acme-shoes.com', status: 'active' })
  for (const text of ['What are the best running shoes?', 'Which shoes for a marathon?']) {
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
  }
  const started = await owner.call('POST /api/tracking/check', {
    brandId: brand.id,
    platforms: ['chatgpt', 'gemini', 'perplexity'],
  })
  expect(started).toMatchObject({ status: 202, body: { success: true } })
  const { jobId } = started.body as { jobId: string }
  await service.work()
  const job = await owner.ok(`GET /api/tracking/job/${jobId}`)
  expect(job).toMatchObject({
    status: 'completed',
    failedReason: null,
    result: { answers: 6, failed: 0, skipped: 0 },
  })
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  expect(results).toHaveLength(6)
  const key = await keyOf(owner, service.app)
  const summary = (await key(`GET /api/v1/visibility-summary?brand_id=${brand.id}`)).body as Record<
    string,
    unknown
  >
  const answered = results.filter((each: { status: string }) => each.status === 'answered')
  const mean =
    answered.reduce((sum: number, each: { visibility_score: number }) => sum + each.visibility_score, 0) /
    answered.length
  expect(summary).toMatchObject({
    result_count: answered.length,
    avg_visibility_score: Math.round(mean * 100) / 100,
  })
})
