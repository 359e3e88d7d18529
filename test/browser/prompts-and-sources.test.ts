import { beforeAll, describe, expect, test } from 'vitest'
import { createTestBrand, type TestBrand } from '../../src/metrics/answers.fixture.ts'
import { insertPageCheck } from '../../src/metrics/page-checks.fixture.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openSharedStage, showScreen, type Tab } from './dashboard.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const [before, now] = [[40, 38, 36].map(daysAgo), [10, 8, 6].map(daysAgo)]
const site = 'shoelab.com'
const contact = 'Lea Voss, lea@shoelab.com'

/** Counts the presses that a person needs. */
function countClicks({ page }: Tab) {
  const counter = { clicks: 0, press }
  async function press(role: 'link' | 'button', name: string | RegExp) {
    counter.clicks += 1
    await page
      .getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
      .first()
      .click()
  }
  return counter
}

describe.skipIf(!hasBrowser)('prompts won and lost, and sources to target', () => {
  const stage = openSharedStage()
  let brand: TestBrand
  let tab: Tab

  beforeAll(async () => {
    brand = await createTestBrand(stage.dashboard.service)
    const { owner, prompts, write } = brand
    const lost = {
      prompt: prompts.plain,
      cites: [`https://${site}/best-shoes`, 'https://www.zorvex.com/guide'],
    }
    for (const platform of ['chatgpt', 'gemini']) {
      for (const day of before) await write({ ...lost, platform, day, text: 'Zorvex, then Quilmar.' })
      for (const day of now)
        await write({
          ...lost,
          platform,
          day,
          text: 'Testers prefer Quilmar. It is light.',
          cites: [`https://${site}/best-shoes`, `https://${site}/light-shoes`],
        })
    }
    for (const day of before) await write({ prompt: prompts.branded, day, text: 'Brentiva.' })
    for (const day of now) await write({ prompt: prompts.branded, day, text: 'Zorvex.' })
    const readAt = new Date()
    const { service } = stage.dashboard
    const insert = (path: string, named: number[]) =>
      insertPageCheck(service.base, brand.brand.id, { url: `https://${site}${path}`, named, readAt })
    await insert('/best-shoes', [1, 0])
    await insert('/light-shoes', [1])
    await owner.ok(`GET /api/metrics/prompt-leaders?brand_id=${brand.brand.id}&days=30`)
    await owner.ok('POST /api/content/generate', { brand_id: brand.brand.id })
    await owner.ok(`PATCH /api/brands/${brand.brand.id}/outreach`, { domain: site, contact })
    tab = await getOpenTab(stage, owner)
    await tab.page.goto(`/dashboard/brands/${brand.brand.slug}`)
  })

  const show = async (path: string) => {
    await showScreen(tab, `/dashboard/brands/${brand.brand.slug}${path}`)
    return tab.page
  }

  test('the prompts lost to a rival in the period take two clicks, their answers before and now none, and the brief one', async () => {
    const page = await show('/')
    const job = countClicks(tab)
    await job.press('link', 'Prompts')
    await job.press('button', /^Won and lost/)
    await page.getByText('1 prompt lost, 1 won.').waitFor()
    await page.getByRole('heading', { name: 'Lost to Quilmar 1' }).waitFor()
    expect(job.clicks).toBe(2)
    await page.getByRole('heading', { name: 'Won from Brentiva 1' }).waitFor()
    const detail = page.getByRole('region', { name: brand.prompts.plain.text })
    await detail.getByRole('region', { name: 'Before' }).getByText('then').waitFor()
    await detail.getByRole('region', { name: 'Now' }).getByText('Testers prefer').waitFor()
    await detail.getByText('Your site zorvex.com: cited in 6 of 6 answers before, 0 of 6 now.').waitFor()
    expect(await findScreenProblems(tab, { colors: true, thorough: true })).toEqual([])
    await job.press('button', 'Create brief')
    await page.waitForURL(/opportunities\/.*part=brief/)
    expect(job.clicks).toBe(3)
    tab.expectClean()
  })

  test('which site to target and whom to write to takes two clicks, and every field of the outreach is saved in place', async () => {
    const page = await show('/')
    const job = countClicks(tab)
    await job.press('link', 'Sources')
    await job.press('link', `Open ${site}`)
    const panel = page.getByRole('complementary', { name: site })
    await panel.getByText('6 mention a competitor but not Zorvex.').waitFor()
    expect(await panel.getByRole('textbox', { name: 'Contact' }).inputValue()).toBe(contact)
    expect(job.clicks).toBe(2)
    expect(new URL(page.url()).searchParams.get('source')).toBe(site)
    await panel.getByText('Testers prefer Quilmar.').first().waitFor()
    await panel.getByRole('link', { name: '/light-shoes', exact: true }).waitFor()
    await panel.getByRole('row', { name: '/best-shoes' }).getByText('2nd of 2').waitFor()
    await panel.getByRole('row', { name: '/light-shoes' }).getByText('Missing').waitFor()
    await page.getByRole('row', { name: site }).getByText('1 of 2').waitFor()
    await panel.getByRole('combobox', { name: /^Status/ }).selectOption('Contacted')
    await panel.getByText('Saved').waitFor()
    await panel.getByRole('textbox', { name: 'Notes' }).fill('Sent a pair.')
    await panel.getByRole('textbox', { name: 'Contact' }).focus()
    await page.getByRole('row', { name: site }).getByText('Contacted').waitFor()
    expect(await findScreenProblems(tab, { colors: true, thorough: true })).toEqual([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: `Open ${site}` }).click()
    await panel.getByText('Sent a pair.').waitFor()
    tab.expectClean()
  })

  test('no name of a source leaves the dashboard; the icon does', async () => {
    const page = await show(`/citations?source=${site}`)
    const panel = page.getByRole('complementary', { name: site })
    await panel.getByRole('link', { name: `Open ${site} in a new tab` }).waitFor()
    const outside: string[] = await page.evaluate(
      `[...document.querySelectorAll('main a[target=_blank]')].map(({ textContent }) => textContent)`,
    )
    expect(outside).not.toEqual([])
    for (const name of outside) expect(name).toMatch(/^Open .+ in a new tab$/)
  })

  test('a prompt opens with its latest answer, and is run and edited from its page', async () => {
    const page = await show(`/prompts/${brand.prompts.plain.id}`)
    const latest = page.getByRole('region', { name: 'Latest answer' })
    await latest.getByText('Testers prefer').waitFor()
    await page
      .getByText(
        'Visibility was 0.0 in the last 30 days, down 100.0 from 100.0; not enough data to judge the change.',
      )
      .waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('dialog', { name: 'Run 1 selected prompt' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Prompt').fill('Which running shoes last longest?')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    // The prompt has answers, so the new text is a new prompt.
    await page.getByRole('heading', { level: 1, name: 'Which running shoes last longest?' }).waitFor()
    expect(page.url()).not.toContain(brand.prompts.plain.id)
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()
  })
})
