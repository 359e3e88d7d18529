import { describe, expect, test } from 'vitest'
import { daysAfter } from '../../src/core/days.ts'
import { createTestBrand } from '../../src/metrics/answers.fixture.ts'
import { formatDay } from '../../vocabulary/formats.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, openStage, openTab } from './dashboard.ts'

const screen = { width: 1440, height: 900 }

describe.skipIf(!hasBrowser)('the overview of a brand', () => {
  const stage = openStage({ SIGNUPS: 'open' })

  /** A brand that trails Quilmar in answers of 20 days on two platforms, and a tab on its overview. */
  async function openOverview(timezoneId = 'UTC') {
    const { service } = stage.dashboard
    const { owner, brand, prompts, write } = await createTestBrand(service)
    const today = service.base.now().toISOString().slice(0, 10)
    for (let ago = 19; ago >= 0; ago -= 1) {
      const day = daysAfter(today, -ago)
      const cites = ['https://runrepeat.com/best']
      await write({ prompt: prompts.plain, day, platform: 'chatgpt', model: 'm-1', text: 'Quilmar.', cites })
      await write({ prompt: prompts.plain, day, platform: 'gemini', text: 'Quilmar, Zorvex.', cites })
    }
    await owner.ok('POST /api/content/generate', { brand_id: brand.id })
    const tab = await openTab(stage.browser, stage.dashboard, { viewport: screen, timezoneId })
    const { email, password } = owner
    await tab.page.request.post('/api/auth/sign-in/email', { data: { email, password } })
    await tab.page.goto(`/dashboard/brands/${brand.slug}`)
    return { tab, page: tab.page, today, owner, brand }
  }

  test('verdict, key metrics, trend and next actions are visible at 1440×900 without scrolling', async () => {
    const { tab, page } = await openOverview()
    const parts = {
      verdict: page.getByText(/^Visibility is 33\.8/),
      'key metrics': page.getByRole('list', { name: 'Key metrics' }),
      trend: page.getByRole('img', { name: 'Visibility score of Zorvex by day' }),
      'next action': page.getByRole('button', { name: 'Create brief' }),
    }
    for (const [name, part] of Object.entries(parts)) {
      await part.waitFor()
      const box = await part.boundingBox()
      expect(box && box.y + box.height, name).toBeLessThanOrEqual(screen.height)
    }
    await page.getByText('Quilmar leads by 41.3.').waitFor()
    await page.getByText('Get mentioned on runrepeat.com').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()
    await tab.close()
  })

  test('a key metric selects the metric of the chart, and a platform opens its models', async () => {
    const { tab, page } = await openOverview()
    await page.getByRole('button', { name: 'Show Mention rate in the chart' }).click()
    await page.getByRole('img', { name: 'Mention rate of Zorvex by day' }).waitFor()
    expect(new URL(page.url()).search).toBe('?metric=mentions')
    await page.getByRole('button', { name: 'Quilmar', pressed: true }).click()
    await page.getByRole('button', { name: 'Table' }).click()
    const table = page.getByRole('region', { name: 'Mention rate of Zorvex by day' })
    await table.getByRole('columnheader', { name: 'Zorvex' }).waitFor()
    expect(await table.getByRole('columnheader', { name: 'Quilmar' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Models of ChatGPT' }).click()
    await page.getByRole('rowheader', { name: 'm-1' }).waitFor()
    await page
      .getByRole('row', { name: /Gemini/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('20 answers in the last 30 days').waitFor()
    tab.expectClean()
    await tab.close()
  })

  test.each(['Pacific/Honolulu', 'America/New_York', 'Asia/Tokyo'])(
    'the chart and the answers show the same UTC day in %s',
    async (timezoneId) => {
      const { tab, page, today } = await openOverview(timezoneId)
      await page.getByRole('button', { name: 'Table' }).click()
      const table = page.getByRole('region', { name: 'Visibility score of Zorvex by day' })
      expect(await table.getByRole('rowheader').first().textContent()).toBe(formatDay(today))
      await page.getByRole('link', { name: 'Answers' }).click()
      await page.getByText('40 answers in the last 30 days').waitFor()
      await page
        .getByText(`${formatDay(today)}, 00:00 UTC`)
        .first()
        .waitFor()
      await tab.close()
    },
  )

  test('after a platform was added, the value on the same prompts, the matched line, what is not counted and the circumstances are shown', async () => {
    const { service } = stage.dashboard
    const { owner, brand, prompts, write } = await createTestBrand(service)
    const today = service.base.now().toISOString().slice(0, 10)
    for (let ago = 13; ago >= 0; ago -= 1) {
      const day = daysAfter(today, -ago)
      await write({ prompt: prompts.plain, day, platform: 'chatgpt', text: 'Quilmar.' })
      if (ago < 7) await write({ prompt: prompts.plain, day, platform: 'gemini', text: 'Zorvex.' })
    }
    await write({ prompt: prompts.plain, day: today, text: 'I cannot answer that.', outcome: 'refused' })
    await write({ prompt: prompts.plain, day: today, text: '', outcome: 'empty' })
    const tab = await openTab(stage.browser, stage.dashboard, { viewport: screen })
    const { email, password } = owner
    await tab.page.request.post('/api/auth/sign-in/email', { data: { email, password } })
    await tab.page.goto(`/dashboard/brands/${brand.slug}?days=7`)
    const { page } = tab
    // Gemini mentions the brand in each of its answers, ChatGPT never.
    await page.getByText('0% on the same prompts and platforms as the previous period').first().waitFor()
    await page.getByText(/Not counted: 1 refused(,| and) 1 empty\./).waitFor()
    await page.getByText(/1 platform added and 0 removed since the previous period/).waitFor()
    await page.getByText(/Not counted: 2 of 16 queries \(1 refused, 1 empty\) in this period/).waitFor()
    await page.getByRole('combobox', { name: 'Lines' }).selectOption('Same prompts as before')
    await page.getByRole('button', { name: 'Table' }).click()
    const table = page.getByRole('region', { name: 'Visibility score of Zorvex by day' })
    await table.getByRole('columnheader', { name: 'Same prompts and platforms' }).waitFor()
    const values = await table.getByRole('row').nth(1).getByRole('cell').allTextContents()
    // The value and its interval, then the matched value.
    expect(values.slice(0, 2)).toEqual([expect.stringMatching(/^37\.5/), '0.0'])
    tab.expectClean()
    await tab.close()
  })

  test('the table of prompts fits into 1440 px', async () => {
    const { tab, page } = await openOverview()
    await page.getByRole('link', { name: 'Prompts', exact: true }).click()
    const table = page.getByRole('region', { name: 'Prompts', exact: true })
    await table.getByRole('row').nth(1).waitFor()
    const overflow = await page.evaluate(
      '[...document.querySelectorAll("section[tabindex]")].map((table) => table.scrollWidth - table.clientWidth)',
    )
    expect(overflow).toEqual([0, 0])
    await tab.close()
  })

  test('each main question is answered within three clicks after signing in', async () => {
    const { tab, page, owner, brand } = await openOverview()
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first()
    const journeys = {
      'Is it better than last month?': {
        clicks: [button(/^Date range:/), button('This month')],
        answer: page.getByText(/^Visibility is \d/),
      },
      'Where do we lose?': {
        clicks: [page.getByRole('link', { name: 'Competitors', exact: true }), link('Quilmar')],
        answer: page.getByText(/^Quilmar leads by 41\.3 points/),
      },
      'What do I send to my writer?': {
        clicks: [button('Create brief')],
        answer: button('Copy as Markdown'),
      },
    }
    for (const [question, { clicks, answer }] of Object.entries(journeys)) {
      await page.context().clearCookies()
      await page.goto('/sign-in')
      await page.getByLabel('Email').fill(owner.email)
      await page.getByLabel('Password').fill(owner.password)
      await button('Sign in').click()
      const all = [link(brand.name), ...clicks]
      for (const each of all) await each.click()
      await answer.waitFor()
      expect(all.length, question).toBeLessThanOrEqual(3)
    }
    await tab.close()
  })

  test('“Run now” shows what a run queries, and starts it', async () => {
    const { tab, page } = await openOverview()
    await page.getByRole('button', { name: 'Run now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run the prompts of Zorvex' })
    await dialog.getByText(/^\d+ queries/).waitFor()
    await dialog.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor()
    await page.getByRole('progressbar', { name: 'Queries completed' }).waitFor()
    await tab.close()
  })
})
