/** The sampling plan in a browser: a proposal for a budget is applied and restored. */
import { describe, expect, test } from 'vitest'
import { createTestBrand } from '../../src/metrics/answers.fixture.ts'
import { refresh } from '../../src/metrics/rollups.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openStage } from './dashboard.ts'

describe.skipIf(!hasBrowser)('the plan in a browser', async () => {
  const stage = openStage({}, { jobs: false })
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

  test('a person gets a plan for a budget, applies it, restores all runs, and thins out unchanging prompts', async () => {
    const { service } = stage.dashboard
    const person = await service.signUp()
    const { ctx, brand, prompts, write } = await createTestBrand(service, person)
    const { plain, branded } = prompts
    for (let day = 60; day >= 1; day -= 1)
      for (const platform of ['chatgpt', 'gemini']) {
        const text = (day * 7) % 3 === 0 ? 'Zorvex lasts.' : 'Quilmar lasts.'
        await write({ prompt: { id: plain.id, text: plain.text }, day: dayBefore(day), platform, text })
        await write({
          prompt: { id: branded.id, text: branded.text },
          day: dayBefore(day),
          platform,
          text: 'Zorvex is good.',
        })
      }
    await refresh(ctx, brand.id)

    const tab = await getOpenTab(stage, person)
    const { page } = tab
    await page.goto('/dashboard/brands/zorvex/runs')
    await page.getByRole('link', { name: 'Plan', exact: true }).click()
    await page.getByText('Every run asks every prompt.').waitFor()
    await page.getByText('Simulated answers are free.').first().waitFor()
    expect(await findScreenProblems(tab, { colors: true, thorough: true })).toEqual([])

    await page.getByLabel('Budget per month, in US dollars').fill('0.01')
    await page.getByRole('button', { name: 'Propose a plan' }).click()
    await page.getByText(/Must be at least .* the cost of one run of all prompts/).waitFor()
    await page.getByLabel('Each platform').check()
    await page.getByText(/^At least/).waitFor()
    const minimum = Number((await page.getByText(/^At least/).innerText()).replace(/[^\d.]/g, ''))
    await page.getByLabel('Budget per month, in US dollars').fill((minimum * 3).toFixed(2))
    await page.getByRole('button', { name: 'Propose a plan' }).click()
    await page.getByRole('heading', { name: 'Proposal' }).waitFor()
    await page.getByText('Expected interval').first().waitFor()
    expect(await findScreenProblems(tab, { colors: true, thorough: true })).toEqual([])
    const pictures = process.env.PICTURES
    if (pictures) {
      await page.screenshot({ path: `${pictures}/plan-light.png`, fullPage: true })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: `${pictures}/plan-dark.png`, fullPage: true })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: `${pictures}/plan-phone.png`, fullPage: true })
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText(/not asked in every run/).waitFor()
    await page.getByRole('button', { name: 'Ask all prompts in every run' }).click()
    await page.getByText('Every run asks every prompt.').waitFor()

    await page.getByRole('button', { name: /^Ask less often and save/ }).click()
    await page.getByText('2 prompts on platforms are not asked in every run.', { exact: false }).waitFor()
    await page.getByText('No prompt has had the same answers for months').waitFor()
    tab.expectClean(/400/)
    await tab.close()
  })

  test('a brand without answers says what is missing', async () => {
    const { service } = stage.dashboard
    const owner = await service.signUp()
    await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
    const tab = await getOpenTab(stage, owner)
    await tab.page.goto('/dashboard/brands/zorvex/runs/plan')
    await tab.page.getByText('A proposal needs answers on 14 days', { exact: false }).waitFor()
    tab.expectClean()
    await tab.close()
  })
})
