import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter } from '../../src/core/days.ts'
import { createTestBrand } from '../../src/metrics/answers.fixture.ts'
import { createHistory, writeAnswers } from '../../src/metrics/random-history.fixture.ts'
import { refresh } from '../../src/metrics/rollups.ts'
import { realtimeServer } from '../pusher-server.ts'
import { rounds } from '../soak.ts'
import { type Client, createClientFor, type Json } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { countClicks } from './count-clicks.ts'
import {
  accessibilityProblems,
  findScreenProblems,
  follow,
  getOpenTab,
  openStage,
  openTabOfOwner,
  overflowPx,
  type Tab,
} from './dashboard.ts'

describe.skipIf(!hasBrowser)('daily work in the dashboard', async () => {
  const realtime = await realtimeServer()
  const stage = openStage(realtime.env)
  let owner: Client
  let tab: Tab

  beforeAll(async () => {
    ;({ owner, tab } = await openTabOfOwner(stage))
  })

  /** Creates a brand with one prompt. */
  async function createBrand(text = 'What is best?'): Promise<{ brand: Json; home: string }> {
    const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
    return { brand, home: `/dashboard/brands/${brand.slug}` }
  }

  test('a weekly review goes from the score to answers, competitors, sources and a CSV file', async () => {
    const history = await createHistory(stage.dashboard.service)
    await writeAnswers(history, 120, 3, true)
    // The timer that counts answers outside of a run is due once a minute.
    await refresh(history.ctx, history.brand.id)
    const tab = await getOpenTab(stage, history.owner)
    const { page } = tab
    const home = `/dashboard/brands/${history.brand.slug}`
    await page.goto(`${home}?days=all`)
    await page.getByText('120 answers to 11 prompts').waitFor()
    await page.getByRole('img', { name: /Visibility score of Zorvex by day/ }).waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('region', { name: /Visibility score of Zorvex by day/ }).waitFor()
    await page.getByRole('button', { name: /^Platform:/ }).click()
    await page.getByRole('checkbox', { name: 'Gemini' }).check()
    await page.keyboard.press('Escape')
    const count = history.answers.filter(({ platform }) => platform === 'gemini').length
    await page.getByText(`${count} answers to`).waitFor()
    await page
      .getByRole('link', { name: `n = ${count}` })
      .first()
      .click()
    await page.getByText(`${count} answers in the full history`).waitFor()
    expect(new URL(page.url()).search).toBe('?days=all&platform=gemini')

    await page.getByRole('link', { name: 'Competitors' }).click()
    await page.getByRole('row', { name: /Zorvex You/ }).waitFor()
    await page.getByRole('button', { name: /^Quilmar, Mention rate: \d/ }).click()
    await page.getByRole('link', { name: 'View answers' }).click()
    await page.getByText(/^\d+ answers in the full history/).waitFor()
    expect(await page.getByLabel('Competitor', { exact: true }).locator('option:checked').textContent()).toBe(
      'Mentions Quilmar',
    )
    await page.getByRole('link', { name: 'Sources', exact: true }).click()
    await page.getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('region', { name: 'Cited pages' }).getByRole('link').first().click()
    await page.getByRole('img', { name: /Share of answers that cite the page, by day/ }).waitFor()
    await page.getByRole('region', { name: 'Newest answers that cite this page' }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    const citing = page
      .getByRole('row', { name: /^Gemini/ })
      .first()
      .getByRole('link')
      .first()
    const cites = await citing.textContent()
    await citing.click()
    await page.getByText(`${cites} answers in the full history`).waitFor()
    await page.getByRole('link', { name: 'Sources', exact: true }).click()
    const missed = page
      .getByRole('row', { name: /site-/ })
      .first()
      .getByRole('button', { name: /^Without you/ })
    await missed.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'View answers' }).click()
    await page.getByText(/ answers in the full history/).waitFor()
    await page.getByRole('link', { name: /Cites site-\d\.com/ }).click()
    await page.getByLabel('Mentioned').selectOption('Does not mention the brand')
    await page.getByRole('link', { name: 'Prompts' }).click()
    await page.getByRole('button', { name: 'Searches/mo' }).click()
    expect(new URL(page.url()).searchParams.get('sort')).toBe('volume')
    const file = await page.request.get(
      (await page.getByRole('link', { name: 'CSV' }).first().getAttribute('href')) ?? '',
    )
    expect((await file.text()).split('\r\n')[0]).toContain('prompt_text')
    tab.expectClean()
    await tab.close()
  })

  test('why yesterday changed takes two presses from the overview', async () => {
    const { ctx, brand, prompts, write } = await createTestBrand(stage.dashboard.service, owner)
    const today = new Date().toISOString().slice(0, 10)
    for (let ago = 20; ago > 0; ago -= 1)
      for (const platform of ['chatgpt', 'gemini'])
        await write({
          prompt: prompts.plain,
          platform,
          day: daysAfter(today, -ago),
          text: ago === 1 && platform === 'chatgpt' ? 'Quilmar leads the field.' : 'Zorvex leads the field.',
        })
    await refresh(ctx, brand.id)
    const { page } = tab
    await follow(tab, `/dashboard/brands/${brand.slug}`)
    const drivers = page.getByRole('region', { name: 'What drove the change' })
    await drivers.waitFor()
    const getClicks = await countClicks(page)
    await page.getByRole('button', { name: /^Date range:/ }).click()
    await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
    await drivers
      .getByRole('listitem')
      .filter({ hasText: 'ChatGPT' })
      .getByText(/^[-−]\d/)
      .waitFor()
    expect(await getClicks()).toBe(2)
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()
  })

  test('many brands can be sorted, searched and switched between', async () => {
    const brandCount = rounds(50, 200)
    const agency = await stage.dashboard.service.signUp()
    const { id } = await agency.ok('GET /api/organization')
    await sql`
      with made as (
        insert into brands (organization_id, id, slug, name, domain, tracking_code, ai_files_token)
        select ${id}, gen_random_uuid(), 'client-' || n, 'Client ' || n, 'client-' || n || '.com', 'code-' || n, 'token-' || n
        from generate_series(1, ${brandCount}::int) n
        returning id
      )
      insert into entity_numbers (brand_id) select id from made`.execute(stage.dashboard.service.base.db)
    const tab = await getOpenTab(stage, agency)
    const { page } = tab
    await page.goto('/dashboard')
    await page.getByText(`${brandCount} brands`, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Open alerts' }).click()
    expect(new URL(page.url()).search).toBe('?sort=alerts&order=desc')
    await page.getByLabel('Search by name or domain').fill('client-37')
    await page.getByText(`1 brand of ${brandCount}`).waitFor()
    expect(await accessibilityProblems(tab)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflowPx(tab)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'Client 37' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Brand: Client 37' }).click()
    await page.getByRole('combobox', { name: 'Search brands' }).fill('client 42')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Brand: Client 42' }).waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('a hanging run can be cancelled', async () => {
    const { home } = await createBrand('Which one hangs?')
    stage.dashboard.service.simulator.fault({ kind: 'hang', promptIncludes: 'hangs' })
    const { page } = tab
    await follow(tab, `${home}/runs`)
    await page.getByText('No runs yet').waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText('Cancelled').first().waitFor()
    await page.getByRole('button', { name: 'Run now' }).waitFor()
    tab.expectClean()
  })

  test('a run started elsewhere appears through the realtime server', async () => {
    const { brand, home } = await createBrand()
    const { page } = tab
    await follow(tab, `${home}/runs`)
    await page.getByText('No runs yet').waitFor()
    await expect.poll(() => realtime.subscribers(`private-brands.${brand.id}`)).toBe(1)
    // The page knows of no run, so only the event can make it refetch.
    await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
    await page
      .getByText(/^1 answer/)
      .first()
      .waitFor()
    tab.expectClean()
  })

  test('signing in after the session expired returns to the same screen', async () => {
    const { home } = await createBrand()
    const { page } = tab
    await follow(tab, home)
    await page.getByText('No answers in this period').waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Sources', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor()
    tab.expectClean(/status of 401/)
  })

  test('a viewer sees every screen, named in the browser title, and no action that the server would reject', async () => {
    const day = new Date().toISOString().slice(0, 10)
    const book = await createTestBrand(stage.dashboard.service)
    const { plain } = book.prompts
    for (let index = 0; index < 3; index += 1)
      await book.write({ prompt: plain, day, text: 'Quilmar.', cites: ['https://www.pcmag.com/shoes'] })
    await book.owner.ok('POST /api/content/generate', { brand_id: book.brand.id })
    const viewer = { email: 'viewer@example.com', password: 'correct horse battery' }
    const { token } = await book.owner.ok('POST /api/invitations', { email: viewer.email, role: 'viewer' })
    await createClientFor(stage.dashboard.service.app, viewer).ok(`POST /api/invitations/${token}/accept`, {
      name: 'Vera',
      password: viewer.password,
    })
    const tab = await getOpenTab(stage, viewer)
    const { page } = tab
    const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first()
    const home = '/dashboard/brands/zorvex'
    await page.goto(home)
    for (const [path, title, content] of [
      ['', 'Overview', page.getByText(/^Visibility was /)],
      ['/prompts', 'Prompts', link(plain.text)],
      ['/answers', 'Answers', page.getByText('3 answers in the last 30 days')],
      ['/competitors', 'Competitors', link('Quilmar')],
      ['/citations', 'Sources', page.getByText('pcmag.com').first()],
      ['/runs', 'Runs', page.getByText('No runs yet')],
      ['/settings/webhook', 'Webhook', page.getByText('only members who can edit them can see them')],
      ['/opportunities', 'Opportunities', link(plain.text)],
    ] as const) {
      await follow(tab, `${home}${path}`)
      await expect.poll(() => page.title()).toBe(`${title} · Zorvex · Ansight`)
      await content.waitFor()
      expect(await changes().allTextContents(), title).toEqual([])
    }
    await link(plain.text).click()
    await page.getByRole('heading', { name: 'The gap' }).waitFor()
    expect(await changes().allTextContents()).toEqual([])
    tab.expectClean()
    await tab.close()

    function changes() {
      return page.getByRole('button', {
        name: /^(Add|Import|Run|Track|Edit .|Remove|Actions for|Delete|Create|Move:|Send to webhook|Set status)/,
      })
    }
  })

  test('an unreachable server shows an error, and the page recovers when it is back', async () => {
    const { home } = await createBrand()
    const { page } = tab
    await follow(tab, `${home}/competitors`)
    await page.getByText('No competitors yet').waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: /^Date range:/ }).click()
    await page.getByRole('button', { name: 'Last 90 days' }).click()
    await page.getByText('Cannot reach the server.').first().waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: /^Date range:/ }).click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.getByText('No competitors yet').waitFor()
  })
})
