import { describe, expect, test } from 'vitest'
import { daysAfter } from '../../src/core/days.ts'
import { createTestBrand } from '../../src/metrics/answers.fixture.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { hasBrowser } from './browser.ts'
import { openStage, openTab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('changes of sources and prompts', () => {
  const stage = openStage({ SIGNUPS: 'open' })

  /** On every platform, an answer in the previous period, and two in this one that cite a source. */
  async function openBrand() {
    const { service } = stage.dashboard
    const { owner, brand, prompts, write } = await createTestBrand(service)
    const today = service.base.now().toISOString().slice(0, 10)
    for (const platform of platforms) {
      await write({ prompt: prompts.plain, day: daysAfter(today, -40), text: 'Quilmar.', platform })
      for (const before of [3, 1])
        await write({
          prompt: prompts.plain,
          day: daysAfter(today, -before),
          text: before === 3 ? 'Quilmar, then Zorvex.' : 'Zorvex.',
          platform,
          cites: ['https://new-guide.example/shoes'],
        })
    }
    const tab = await openTab(stage.browser, stage.dashboard)
    const { email, password } = owner
    await tab.page.request.post('/api/auth/sign-in/email', { data: { email, password } })
    return { tab, home: `/dashboard/brands/${brand.slug}` }
  }

  test('a new source that is not due to chance has a badge, whose tooltip names the test', async () => {
    const { tab, home } = await openBrand()
    await tab.page.goto(`${home}/citations?view=changes`)
    const row = tab.page.getByRole('row', { name: /new-guide\.example/ })
    const badge = row.getByTitle(/^Sign test: .* 8 cite the source more often and 0 less often\.$/)
    await badge.waitFor()
    expect(await badge.textContent()).toContain('100.0')
    tab.expectClean()
    await tab.close()
  })

  test('the table of prompts draws the trend of each prompt and names its first and last score', async () => {
    const { tab, home } = await openBrand()
    await tab.page.setViewportSize({ width: 1440, height: 900 })
    await tab.page.goto(`${home}/prompts`)
    const row = tab.page.getByRole('row', { name: /Which running shoes last/ })
    await row.getByRole('img', { name: /^Visibility score: 67\.5 on .*, 75\.0 on / }).waitFor()
    tab.expectClean()
    await tab.close()
  })
})
