import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { daysAfter } from '../core/days.ts'
import { createTestBrand } from './answers.fixture.ts'

const service = await sharedService()

test('the shares of answers with cards, and with cards of the brand, are compared with the window before', async () => {
  const { owner, brand, prompts, write } = await createTestBrand(service)
  const [first, split, last] = ['2026-03-01', '2026-03-13', '2026-03-16']
  for (let day = first; day <= last; day = daysAfter(day, 1))
    for (const prompt of [prompts.plain, prompts.branded])
      for (const platform of ['chatgpt', 'gemini', 'perplexity', 'claude'])
        await write({
          prompt,
          platform,
          day,
          text: 'Zorvex is fine.',
          // On chatgpt in both windows, everywhere with a product of the brand only after the split.
          cards: [
            ...(platform === 'chatgpt' ? ['Quilmar Runner', 'Quilmar Walker'] : []),
            ...(day >= split ? ['Zorvex Runner'] : []),
          ],
        })
  const read = async (role = '') =>
    (
      await owner.ok(
        `GET /api/metrics/shopping-cards?brand_id=${brand.id}&date_from=${split}&date_to=${last}${role}`,
      )
    ).totals
  expect(await read()).toMatchObject({
    cards: 4 * (2 * 4 + 4),
    own_cards: 32,
    results_with_cards: 32,
    card_rate_pct: 100,
    change: { previous: 25, current: 100, delta: 75, period_state: 'up' },
    results_with_own_cards: 32,
    own_card_rate_pct: 100,
    own_change: { previous: 0, current: 100, delta: 100, period_state: 'up' },
  })
  expect(await read('&role=competitor')).toMatchObject({
    results_with_cards: 8,
    change: { previous: 25, current: 25, delta: 0, period_state: 'usual_range' },
    own_change: { previous: 0, current: 0 },
  })
})
