import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter } from '../../src/core/days.ts'
import { createTestBrand, type TestBrand } from '../../src/metrics/answers.fixture.ts'
import { evaluateChanges } from '../../src/metrics/changes.ts'
import { formatDay } from '../../vocabulary/formats.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { isSoak } from '../soak.ts'
import type { Client } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, follow, getOpenTab, openSharedStage, openTab, type Tab } from './dashboard.ts'

const screen = { width: 1440, height: 900 }
const getHome = ({ slug }: { slug: string }) => `/dashboard/brands/${slug}`

describe.skipIf(!hasBrowser)('the metrics of a brand', () => {
  const stage = openSharedStage()
  let owner: Client
  let trailing: TestBrand['brand']
  let today: string
  let tab: Tab

  beforeAll(async () => {
    const { service } = stage.dashboard
    today = service.base.now().toISOString().slice(0, 10)
    owner = await service.signUp()
    trailing = await createTrailingBrand()
    tab = await getOpenTab(stage, owner, { viewport: screen })
    await tab.page.goto('/dashboard')
  })

  /** A brand that trails Quilmar in answers of 20 days on two platforms. */
  async function createTrailingBrand(): Promise<TestBrand['brand']> {
    const { brand, prompts, write } = await createTestBrand(stage.dashboard.service, owner)
    for (let ago = 19; ago >= 0; ago -= 1) {
      const day = daysAfter(today, -ago)
      const cites = ['https://runrepeat.com/best']
      await write({ prompt: prompts.plain, day, platform: 'chatgpt', model: 'm-1', text: 'Quilmar.', cites })
      await write({ prompt: prompts.plain, day, platform: 'gemini', text: 'Quilmar, Zorvex.', cites })
    }
    await owner.ok('POST /api/content/generate', { brand_id: brand.id })
    return brand
  }

  test('verdict, key metrics, trend and next actions are visible at 1440×900 without scrolling', async () => {
    const { page } = tab
    await follow(tab, getHome(trailing))
    const parts = {
      verdict: page.getByText(/^Visibility was 33\.8 in the last 30 days/),
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
  })

  test('a key metric selects the metric of the chart, and a platform opens its models', async () => {
    const { page } = tab
    await follow(tab, getHome(trailing))
    await page.getByRole('button', { name: 'Show Mention rate in the chart' }).click()
    await page.getByRole('img', { name: 'Mention rate of Zorvex by day' }).waitFor()
    expect(new URL(page.url()).search).toBe('?metric=mentions')
    await page.getByRole('button', { name: 'Table' }).click()
    const table = page.getByRole('region', { name: 'Mention rate of Zorvex by day' })
    await table.getByRole('columnheader', { name: 'Zorvex' }).waitFor()
    await table.getByRole('columnheader', { name: 'Quilmar' }).waitFor()
    await page.getByRole('button', { name: 'Models of ChatGPT' }).click()
    await page.getByRole('rowheader', { name: 'm-1' }).waitFor()
    await page
      .getByRole('row', { name: /Gemini/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('20 answers in the last 30 days').waitFor()
    tab.expectClean()
  })

  // West of UTC, the first minutes of a UTC day belong to the day before.
  const timeZones = ['Pacific/Honolulu', ...(isSoak ? ['America/New_York', 'Asia/Tokyo'] : [])]
  test.each(timeZones)('the chart and the answers show the same UTC day in %s', async (timezoneId) => {
    const elsewhere = await getOpenTab(stage, owner, { viewport: screen, timezoneId })
    const { page } = elsewhere
    await page.goto(getHome(trailing))
    await page.getByRole('button', { name: 'Table' }).click()
    const table = page.getByRole('region', { name: 'Visibility score of Zorvex by day' })
    expect(await table.getByRole('rowheader').first().textContent()).toBe(formatDay(today))
    await page.getByRole('link', { name: 'Answers' }).click()
    await page.getByText('40 answers in the last 30 days').waitFor()
    await page
      .getByText(`${formatDay(today)}, 00:00 UTC`)
      .first()
      .waitFor()
    elsewhere.expectClean()
    await elsewhere.close()
  })

  test('after a platform was added, the value on the same prompts, what is not counted and the circumstances are shown', async () => {
    const { ctx, brand, prompts, write } = await createTestBrand(stage.dashboard.service, owner)
    for (let ago = 13; ago >= 0; ago -= 1) {
      const day = daysAfter(today, -ago)
      await write({ prompt: prompts.plain, day, platform: 'chatgpt', text: 'Quilmar.' })
      if (ago < 7) await write({ prompt: prompts.plain, day, platform: 'gemini', text: 'Zorvex.' })
    }
    await write({ prompt: prompts.plain, day: today, text: 'I cannot answer that.', outcome: 'refused' })
    await write({ prompt: prompts.plain, day: today, text: '', outcome: 'empty' })
    const { page } = tab
    await follow(tab, `${getHome(brand)}?days=7`)
    await page.getByText('Updating…').waitFor()
    await evaluateChanges(ctx, brand.id)
    await page.getByText('Updating…').waitFor({ state: 'hidden' })
    // Gemini mentions the brand in each of its answers, ChatGPT never.
    await page.getByText('0.0% → 0.0%').first().waitFor()
    await page.getByText(/Not counted: 1 refused(,| and) 1 empty\./).waitFor()
    await page.getByText(/1 platform added and 0 removed since the previous period/).waitFor()
    await page.getByText(/Not counted: 2 of 16 queries \(1 refused, 1 empty\) in this period/).waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    const table = page.getByRole('region', { name: 'Visibility score of Zorvex by day' })
    const [first] = await table.getByRole('row').nth(1).getByRole('cell').allTextContents()
    // The average of the last seven days, in each of which one of two answers mentions the brand.
    expect(first).toMatch(/^37\.5/)
    tab.expectClean()

    const error = 'The window is too long.'
    await page.route(/platform=gemini/, (route) =>
      route.fulfill({ status: 400, json: { error, code: 'invalid_request' } }),
    )
    await page.getByRole('combobox', { name: 'Lines' }).selectOption('Platforms')
    await page.getByText(error).waitFor()
    await page.unroute(/platform=gemini/)
    tab.expectClean(/status of 400/)
  })

  /** A brand that ChatGPT mentioned yesterday for the first time in 20 days, in its answers to eight prompts. */
  async function createBrandThatRoseYesterday(): Promise<TestBrand['brand']> {
    const { ctx, brand, prompts, write } = await createTestBrand(stage.dashboard.service, owner)
    const all = [prompts.plain]
    for (let n = 2; n <= 8; n += 1)
      all.push(
        await owner.ok('POST /api/prompts', { brand_id: brand.id, text: `Which shoes last ${n} years?` }),
      )
    for (let ago = 20; ago >= 1; ago -= 1)
      for (const prompt of all) {
        const day = daysAfter(today, -ago)
        await write({ prompt, day, platform: 'chatgpt', text: ago === 1 ? 'Zorvex.' : 'Quilmar.' })
        await write({ prompt, day, platform: 'gemini', text: 'Quilmar, Zorvex.' })
      }
    await evaluateChanges(ctx, brand.id)
    return brand
  }

  test('why yesterday changed is answered in two clicks: by how much, whether that is usual, and which answers', async () => {
    const brand = await createBrandThatRoseYesterday()
    const { page } = tab
    await follow(tab, getHome(brand))
    const clicks = [
      page.getByRole('button', { name: /^Date range:/ }),
      page.getByRole('button', { name: 'Yesterday' }),
    ]
    for (const each of clicks) await each.click()
    expect(clicks.length).toBeLessThanOrEqual(2)
    // ChatGPT: from 0 to 75. Gemini: 67.5 on both days.
    await page.getByText(/^Visibility was 71\.3 on .*, up 37\.5 on the day before\./).waitFor()
    const drivers = page.getByRole('region', { name: 'What drove the change' })
    const bars = drivers.getByRole('listitem')
    await expect.poll(() => bars.allTextContents()).toEqual(['ChatGPT+37.5', 'Gemini0.0'])
    await drivers.getByRole('button', { name: 'Prompt' }).click()
    await expect.poll(() => bars.count()).toBe(8)
    await drivers.getByRole('button', { name: 'Platform' }).click()
    await drivers.getByRole('link', { name: 'ChatGPT' }).click()
    await page.getByText('8 answers').first().waitFor()
    await page.goBack()

    await page.getByRole('button', { name: 'Previous period' }).click()
    await page.getByText(/^Visibility was 33\.8 on .*, within the usual daily range\./).waitFor()
    await page.getByRole('button', { name: 'Next period' }).click()
    await page.getByText(/^Visibility was 71\.3 on /).waitFor()
    tab.expectClean()
  })

  test('on a phone, the brand is in the header, the main screens are in the bar at the bottom, and the chart is on the first screen', async () => {
    const size = { width: 390, height: 844 }
    const phone = await getOpenTab(stage, owner, { viewport: size })
    const { page } = phone
    await page.goto(`${getHome(trailing)}?days=7`)
    const bar = page.getByRole('navigation', { name: 'Main screens' })
    const chart = page.getByRole('img', { name: 'Visibility score of Zorvex by day' })
    await chart.waitFor()
    const [chartBox, barBox] = [await chart.boundingBox(), await bar.boundingBox()]
    expect(barBox && barBox.y + barBox.height).toBeCloseTo(size.height, 0)
    expect(chartBox && barBox && barBox.y - chartBox.y).toBeGreaterThan(120)
    await page.getByRole('banner').getByText('Zorvex').first().waitFor()
    expect(await bar.getByRole('link').allTextContents()).toEqual([
      'Overview',
      'Prompts',
      'Competitors',
      'Sources',
    ])
    for (const target of await bar.locator('a, button').all())
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(40)
    await bar.getByRole('link', { name: 'Prompts' }).click()
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toContain('days=7')
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Reports' }).click()
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    phone.expectClean()
    await phone.close()
  })

  test('each main question is answered within three clicks after signing in', async () => {
    const visitor = await openTab(stage.browser, stage.dashboard, { viewport: screen })
    const { page } = visitor
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first()
    const journeys = {
      'Is it better than last month?': {
        clicks: [button(/^Date range:/), button('This month')],
        answer: page.getByText(/^Visibility was \d/),
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
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await button('Sign in').click()
    const brand = page
      .getByRole('main')
      .locator(`a[href="${getHome(trailing)}"]`)
      .first()
    await brand.waitFor()
    const start = new URL(page.url()).pathname
    for (const [question, { clicks, answer }] of Object.entries(journeys)) {
      await follow(visitor, start)
      const all = [brand, ...clicks]
      for (const each of all) await each.click()
      await answer.waitFor()
      expect(all.length, question).toBeLessThanOrEqual(3)
    }
    visitor.expectClean()
    await visitor.close()
  })

  test('“Run now” shows what a run queries, and starts it', async () => {
    const { page } = tab
    const brand = await owner.ok('POST /api/brands', { name: 'Tirello', domain: 'tirello.com' })
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What is best?' })
    await follow(tab, getHome(brand))
    await page.getByRole('button', { name: 'Run now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run the prompts of Tirello' })
    await dialog.getByText(/^\d+ queries/).waitFor()
    await dialog.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor()
    await page.getByRole('progressbar', { name: 'Queries completed' }).waitFor()
    tab.expectClean()
  })

  test('a new source shows its share before and now, and each prompt has its trend, in a table that fits into 1440 px', async () => {
    const { ctx, brand, prompts, write } = await createTestBrand(stage.dashboard.service, owner)
    const answer = { prompt: prompts.plain, cites: ['https://new-guide.example/shoes'] }
    for (const platform of platforms.slice(0, 8)) {
      await write({ prompt: prompts.plain, day: daysAfter(today, -40), text: 'Quilmar.', platform })
      await write({ ...answer, day: daysAfter(today, -3), text: 'Quilmar, then Zorvex.', platform })
      await write({ ...answer, day: daysAfter(today, -1), text: 'Zorvex.', platform })
    }
    await evaluateChanges(ctx, brand.id)
    const { page } = tab
    await follow(tab, `${getHome(brand)}/citations?view=changes`)
    const row = page.getByRole('row', { name: /new-guide\.example/ })
    const mark = row.getByTitle('0.0% before, 100.0% now. Not enough data.')
    await mark.waitFor()
    expect(await mark.textContent()).toBe('+100.0')

    await page.getByRole('link', { name: 'Prompts', exact: true }).click()
    await page
      .getByRole('row', { name: /Which running shoes last/ })
      .getByRole('img', { name: /^Visibility score: 67\.5 on .*, 75\.0 on / })
      .waitFor()
    const overflow = await page.evaluate(
      '[...document.querySelectorAll("section[tabindex]")].map((table) => table.scrollWidth - table.clientWidth)',
    )
    expect(overflow).toEqual([0, 0])
    tab.expectClean()
  })
})
