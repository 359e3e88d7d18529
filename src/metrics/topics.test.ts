import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'

const service = await sharedService()

test('scores each topic on each platform, and each platform over all topics and models', async () => {
  const { owner, brand, prompts, topic, write } = await createTestBrand(service)
  const day = '2026-03-02'
  await write({ prompt: prompts.plain, day, platform: 'chatgpt', model: 'm-1', text: 'Zorvex.' })
  await write({ prompt: prompts.plain, day, platform: 'chatgpt', model: 'm-2', text: 'No brand.' })
  await write({ prompt: prompts.plain, day, platform: 'gemini', text: 'Zorvex.' })
  await write({ prompt: prompts.branded, day, platform: 'gemini', text: 'No brand.' })
  const { topics, platforms, topic_platforms } = await owner.ok(
    `GET /api/metrics/topics?brand_id=${brand.id}`,
  )
  // A mention in first position: 60 + 15 of 100.
  expect(topics).toMatchObject([{ id: topic.id, result_count: 3, avg_visibility_score: 50 }])
  expect(platforms).toMatchObject([
    { platform: 'chatgpt', result_count: 2, avg_visibility_score: 37.5 },
    { platform: 'gemini', result_count: 2, avg_visibility_score: 37.5 },
  ])
  expect(topic_platforms).toMatchObject([
    { topic_id: topic.id, platform: 'chatgpt', result_count: 2, avg_visibility_score: 37.5 },
    { topic_id: topic.id, platform: 'gemini', result_count: 1, avg_visibility_score: 75 },
  ])
})
