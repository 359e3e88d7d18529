import { describe, expect, test } from 'vitest'
import { createHistory, writeAnswers } from '../../src/metrics/random-history.fixture.ts'
import { realtimeServer } from '../pusher-server.ts'
import { type Client, clientOf } from '../support.ts'
import { hasBrowser } from './browser.ts'
import {
  accessibilityProblems,
  findScreenProblems,
  openDashboard,
  openStage,
  openTab,
  overflowPx,
  type Tab,
} from './dashboard.ts'

describe.skipIf(!hasBrowser)('daily work in the dashboard', () => {
  const stage = openStage({ SIGNUPS: 'open' })

  const tabOf = async (person: Pick<Client, 'email' | 'password'>, at = stage.dashboard): Promise<Tab> => {
    const tab = await openTab(stage.browser, at)
    const { email, password } = person
    await tab.page.request.post('/api/auth/sign-in/email', { data: { email, password } })
    return tab
  }

  test('a weekly review goes from the score to answers, competitors, sources and a CSV file', async () => {
    const history = await createHistory(stage.dashboard.service)
    await writeAnswers(history, 400, 3, false)
    const tab = await tabOf(history.owner)
    const { page } = tab
    const home = `/dashboard/brands/${history.brand.slug}`
    await page.goto(`${home}?days=all`)
    await page.getByText('400 answers to 11 prompts in the full history').waitFor()
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
    const competitor = page
      .getByRole('row', { name: /^Quilmar/ })
      .getByRole('link')
      .nth(1)
    const named = await competitor.textContent()
    await competitor.click()
    await page.getByText(`${named} answers in the full history`).waitFor()
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

  test('200 brands can be sorted, searched and switched between', async () => {
    const owner = await stage.dashboard.service.signUp()
    const make = async (n: number) =>
      owner.ok('POST /api/brands', { name: `Client ${n + 1}`, domain: `client-${n + 1}.com` })
    for (let n = 0; n < 200; n += 20) await Promise.all(Array.from({ length: 20 }, (_, k) => make(n + k)))
    const tab = await tabOf(owner)
    const { page } = tab
    await page.goto('/dashboard')
    await page.getByText('200 brands', { exact: true }).waitFor()
    expect(await accessibilityProblems(tab)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflowPx(tab)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Answers' }).click()
    expect(new URL(page.url()).search).toBe('?sort=answers&order=desc')
    await page.getByLabel('Search by name or domain').fill('client-117')
    await page.getByText('1 brand of 200').waitFor()
    await page.getByRole('link', { name: 'Client 117' }).click()
    await page.getByRole('heading', { name: 'Client 117', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Brand: Client 117' }).click()
    await page.getByRole('combobox', { name: 'Search brands' }).fill('client 42')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Client 42', level: 1 }).waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('a hanging run can be cancelled', async () => {
    const owner = await stage.dashboard.service.signUp()
    const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which one hangs?' })
    stage.dashboard.service.simulator.fault({ kind: 'hang', promptIncludes: 'hangs' })
    const tab = await tabOf(owner)
    const { page } = tab
    await page.goto(`/dashboard/brands/${brand.slug}/runs`)
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText('Cancelled').first().waitFor()
    await page.getByRole('button', { name: 'Run now' }).waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('a run started elsewhere appears through the realtime server', async () => {
    const realtime = await realtimeServer()
    const realtimeDashboard = await openDashboard({ SIGNUPS: 'open', ...realtime.env })
    const owner = await realtimeDashboard.service.signUp()
    const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What is best?' })
    const tab = await tabOf(owner, realtimeDashboard)
    const { page } = tab
    await page.goto(`/dashboard/brands/${brand.slug}/runs`)
    await page.getByRole('button', { name: 'Run now' }).waitFor()
    await expect.poll(() => realtime.subscribers(`private-brands.${brand.id}`)).toBe(1)
    // The page knows of no run, so only the event can make it refetch.
    await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
    await page
      .getByText(/^1 answer/)
      .first()
      .waitFor()
    tab.expectClean()
    await tab.close()
    await realtimeDashboard.close()
  })

  test('signing in after the session expired returns to the same screen', async () => {
    const owner = await stage.dashboard.service.signUp()
    const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
    const tab = await tabOf(owner)
    const { page } = tab
    await page.goto(`/dashboard/brands/${brand.slug}`)
    await page.getByRole('heading', { name: 'Zorvex', level: 1 }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Sources', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor()
    await tab.close()
  })

  test('a viewer sees every screen and no action that the server would reject', async () => {
    const owner = await stage.dashboard.service.signUp()
    const brand = await owner.ok('POST /api/brands', {
      name: 'Zorvex',
      domain: 'zorvex.com',
      competitors: [{ name: 'Quilmar' }],
    })
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What is best?' })
    const email = `viewer-${brand.id}@example.com`
    const { token } = await owner.ok('POST /api/invitations', { email, role: 'viewer' })
    const viewer = { email, password: 'correct horse battery' }
    await clientOf(stage.dashboard.service.app, viewer).ok(`POST /api/invitations/${token}/accept`, {
      name: 'Vera',
      password: viewer.password,
    })
    const tab = await tabOf(viewer)
    const { page } = tab
    for (const screen of ['', '/prompts', '/answers', '/competitors', '/citations', '/runs']) {
      await page.goto(`/dashboard/brands/${brand.slug}${screen}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const offered = page.getByRole('button', {
        name: /^(Add|Import|Run|Track|Edit .|Remove|Actions for|Delete)/,
      })
      expect(await offered.allTextContents(), screen).toEqual([])
    }
    tab.expectClean()
    await tab.close()
  })

  test('an unreachable server shows an error, and the page recovers when it is back', async () => {
    const owner = await stage.dashboard.service.signUp()
    const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
    const tab = await tabOf(owner)
    const { page } = tab
    await page.goto(`/dashboard/brands/${brand.slug}/competitors`)
    await page.getByText('No competitors yet').waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: /^Date range:/ }).click()
    await page.getByRole('button', { name: 'Last 90 days' }).click()
    await page.getByText('Cannot reach the server.').first().waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: /^Date range:/ }).click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.getByText('No competitors yet').waitFor()
    await tab.close()
  })
})
