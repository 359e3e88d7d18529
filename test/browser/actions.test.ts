import { beforeAll, describe, expect, test } from 'vitest'
import { createTestBrand, type TestBrand } from '../../src/metrics/answers.fixture.ts'
import type { Client } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, follow, getOpenTab, openSharedStage, type Tab } from './dashboard.ts'

const dayMs = 86_400_000
const today = new Date().toISOString().slice(0, 10)
const dayBefore = (days: number) => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10)

describe.skipIf(!hasBrowser)('actions in a browser', () => {
  const stage = openSharedStage()
  let owner: Client
  let tab: Tab

  beforeAll(async () => {
    owner = await stage.dashboard.service.signUp()
    tab = await getOpenTab(stage, owner)
    await tab.page.goto('/dashboard')
  })

  /** A brand with an affected prompt and six similar ones, and answers of 50 days. */
  async function createAnsweredBrand(): Promise<TestBrand> {
    const book = await createTestBrand(stage.dashboard.service, owner)
    const prompts = [book.prompts.plain]
    for (let index = 0; index < 6; index += 1)
      prompts.push(
        await owner.ok('POST /api/prompts', {
          brand_id: book.brand.id,
          text: `Which shoes suit runner ${index}?`,
          topic_id: book.topic.id,
        }),
      )
    for (let age = 50; age > 0; age -= 1)
      for (const [index, prompt] of prompts.entries())
        await book.write({
          prompt,
          day: dayBefore(age),
          text: (age * 7 + index * index) % 3 === 0 ? 'Zorvex lasts.' : 'Quilmar lasts.',
        })
    await book.owner.ok(`GET /api/actions?brand_id=${book.brand.id}`)
    return book
  }

  test('an action is added with proposed control prompts, shows its result, chain and gaps, is edited and deleted', async () => {
    const { brand, prompts } = await createAnsweredBrand()
    const { page } = tab
    await follow(tab, `/dashboard/brands/${brand.slug}/actions`)
    await page.getByText('No actions yet').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])

    await page.getByRole('link', { name: 'Add action' }).click()
    await page.getByLabel('What was done').fill('A guide to shoes that last')
    await page.getByLabel('Day').fill(dayBefore(20))
    await page.getByLabel('Hours').fill('4')
    await page.getByText('Choose affected prompts to see').waitFor()
    await page
      .getByRole('group', { name: /^Affected prompts/ })
      .getByLabel(prompts.plain.text)
      .check()
    await page.getByText('6 proposed control prompts').waitFor()
    await page.getByRole('columnheader', { name: 'Found in 80% of cases' }).waitFor()
    await page.getByText('Control prompts: 6 chosen').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByRole('button', { name: 'Save action' }).click()

    await page.getByRole('heading', { name: 'A guide to shoes that last' }).waitFor()
    await page.getByText(/^(No effect established so far|Effect established|The first comparison)/).waitFor()
    await page.getByText('The action has no page').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Cost').fill('120')
    await page.getByRole('button', { name: 'Save action' }).click()
    await page.getByText('Is required, because a cost has a currency').waitFor()
    await page.getByLabel('Currency').fill('eur')
    await page.getByRole('button', { name: 'Save action' }).click()
    await page.getByText('€120.00').waitFor()

    await page.getByRole('link', { name: 'Actions', exact: true }).first().click()
    await page.getByRole('cell', { name: '€120.00' }).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByRole('link', { name: 'A guide to shoes that last' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No actions yet').waitFor()
    tab.expectClean(/status of 400/)
  })

  test('a done opportunity leads to a form with its prompt, and the action links back', async () => {
    const book = await createTestBrand(stage.dashboard.service, owner)
    for (let index = 0; index < 3; index += 1)
      await book.write({ prompt: book.prompts.plain, day: dayBefore(1), text: 'Quilmar is the one to buy.' })
    await book.owner.ok('POST /api/content/generate', { brand_id: book.brand.id })
    const [opportunity] = (await book.owner.ok(`GET /api/content?brand_id=${book.brand.id}`)).items
    await owner.ok(`PATCH /api/content/${opportunity.id}/status`, { status: 'done' })
    const { page } = tab
    await follow(tab, `/dashboard/brands/${book.brand.slug}/opportunities/${opportunity.id}`)
    await page.getByRole('link', { name: 'Measure what it changed' }).click()
    await page.getByText('Affected prompts: 1 chosen').waitFor()
    await page.getByRole('button', { name: 'Save action' }).click()
    await page.getByRole('heading', { name: 'The chain' }).waitFor()
    await page.getByRole('link', { name: opportunity.title }).click()
    await page.getByRole('link', { name: 'Show what it changed' }).waitFor()
    tab.expectClean()
  })
})
