import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestBrand } from '../../src/metrics/answers.fixture.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, follow, getOpenTab, openStage } from './dashboard.ts'

describe.skipIf(!hasBrowser)('engines in a browser', () => {
  const keys = { OPENAI_API_KEY: 'k', DATAFORSEO_LOGIN: 'l', DATAFORSEO_PASSWORD: 'p' }
  const stage = openStage(keys, { jobs: false })

  /** A brand whose prompts OpenAI and DataForSEO have answered. */
  async function createMeasuredBrand() {
    const { service } = stage.dashboard
    const book = await createTestBrand(service)
    const day = new Date().toISOString().slice(0, 10)
    for (let n = 0; n < 3; n += 1) await book.write({ prompt: book.prompts.plain, day, text: 'Quilmar.' })
    for (let n = 0; n < 2; n += 1)
      await book.write({ prompt: book.prompts.plain, day, text: 'Quilmar.', platform: 'google_ai_mode' })
    await sql`
      update answers set job_id = gen_random_uuid(), surface = 'api', cost_micros = 12000,
        queried_at = answered_at - interval '4 seconds',
        backend = case platform when 'google_ai_mode' then 'dataforseo' else 'openai' end
      where brand_id = ${book.brand.id}`.execute(service.base.db)
    return book
  }

  test('platform settings and the step that connects an engine show the measured reliability of each backend', async () => {
    const { owner } = await createMeasuredBrand()
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    const measured =
      /^100\.0% of \d queries answered · median 4\.0 s, 95% within 4\.0 s · \$0\.0120 per answer$/
    const line = (name: string) => page.locator('summary', { hasText: new RegExp(`^${name}: `) })
    const textAfter = async (name: string) => (await line(name).first().innerText()).replace(`${name}: `, '')

    await page.goto('/dashboard/brands/zorvex/settings/platforms')
    await line('OpenAI').waitFor()
    expect(await textAfter('OpenAI')).toMatch(measured)
    expect(await textAfter('DataForSEO')).toMatch(measured)
    const box = page.getByRole('checkbox', { name: 'ChatGPT' })
    const wasChecked = await box.isChecked()
    await line('OpenAI').click()
    await page.getByText(/^Week of .*3 queries answered/).waitFor()
    expect(await box.isChecked()).toBe(wasChecked)
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])

    await follow(tab, '/dashboard/brands/zorvex/start')
    const backend = page.getByRole('region', { name: 'OpenAI' })
    await backend.locator('summary', { hasText: 'ChatGPT: ' }).waitFor()
    await page.getByText('Connect more engines').click()
    const list = page.getByRole('list', { name: 'Keys' })
    expect(await list.locator('summary').allInnerTexts()).toEqual([
      expect.stringMatching(/^ChatGPT: 100\.0% of 3 queries/),
      expect.stringMatching(/^Google AI Mode: 100\.0% of 2 queries/),
    ])
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()
    await tab.close()
  })
})
