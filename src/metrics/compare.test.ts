import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'

const service = await sharedService()

test('compare=last_month compares with the same days a month earlier, and by default with the days before', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const repeat = async (day: string, text: string) => {
    for (let sample = 0; sample < 3; sample += 1) await write({ prompt: prompts.plain, day, text })
  }
  await repeat('2026-03-10', 'Zorvex.')
  await repeat('2026-03-05', 'No brand.')
  await repeat('2026-02-10', 'Quilmar, then Zorvex.')
  await repeat('2026-02-15', 'No brand.')
  const previous = async (compare: string) => {
    const range = 'date_from=2026-03-08&date_to=2026-03-12'
    const summary = await owner.ok(
      `GET /api/metrics/visibility-summary?brand_id=${brand.id}&${range}${compare}`,
    )
    return summary.change.previous
  }
  // A mention in second position: 60 + 12 of 100, without the citation.
  expect(await previous('&compare=last_month')).toBeGreaterThan(60)
  expect(await previous('&compare=previous')).toBe(0)
  expect(await previous('')).toBe(0)
})

test('in a month with more days than the one before, the comparison ends before the window starts', async () => {
  const { owner, brand } = await createTestBrand(service)
  const reasons = await owner.ok(
    `GET /api/metrics/score-change?brand_id=${brand.id}&date_from=2026-03-01&date_to=2026-03-31&compare=last_month`,
  )
  expect(reasons.previous_window).toMatchObject({ date_from: '2026-02-01', date_to: '2026-02-28' })
})

test('a window longer than a month cannot be compared with the month before', async () => {
  const { owner, brand } = await createTestBrand(service)
  const reply = await owner.call(
    `GET /api/metrics/visibility-summary?brand_id=${brand.id}&days=32&compare=last_month`,
  )
  expect(reply).toMatchObject({ status: 400, body: { details: [{ path: 'compare' }] } })
})

test('days=30 covers the same days as its first and last day', async () => {
  const { owner, brand } = await createTestBrand(service)
  const getWindow = async (range: string) =>
    (await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}&${range}`)).window
  const byDays = await getWindow('days=30')
  expect((Date.parse(byDays.date_to) - Date.parse(byDays.date_from)) / 86_400_000 + 1).toBe(30)
  expect(await getWindow(`date_from=${byDays.date_from}&date_to=${byDays.date_to}`)).toEqual(byDays)
})
