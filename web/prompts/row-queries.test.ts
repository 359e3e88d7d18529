import { expect, test } from 'vitest'
import { trendsIn } from './row-queries.ts'

const getPoint = (prompt_id: string, date: string, avg_visibility_score: number) => ({
  prompt_id,
  date,
  avg_visibility_score,
})

test('the lines of all prompts have the same dates, and a gap where a prompt has no answers', () => {
  const trends = trendsIn([
    getPoint('a', '2026-11-01', 40),
    getPoint('a', '2026-11-03', 50),
    getPoint('b', '2026-11-02', 30),
  ])
  expect(trends.get('a')).toEqual({
    points: [
      { date: '2026-11-01', score: 40 },
      { date: '2026-11-03', score: 50 },
    ],
    values: [40, null, 50],
  })
  expect(trends.get('b')?.values).toEqual([null, 30, null])
})
