import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sourcesIn, usedTexts } from '../../scripts/catalogs.ts'
import { daysAfter } from '../../src/core/days.ts'
import { catalogs } from '../../src/languages/catalogs.ts'
import { createTestBrand } from '../../src/metrics/answers.fixture.ts'
import { createReport, createReportedBrand, share } from '../../src/reports/reports.fixture.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openSharedStage, openTab, showScreen } from './dashboard.ts'

const screens = [
  '',
  '/prompts',
  '/answers',
  '/competitors',
  '/citations',
  '/searches',
  '/sentiment',
  '/shopping',
  '/products',
  '/reports',
  '/alerts',
  '/alerts/rules',
  '/opportunities',
  '/audits',
  '/ai-files',
  '/traffic',
  '/traffic/agents',
  '/traffic/funnel',
  '/traffic/search',
  '/runs',
  '/settings',
  '/settings/platforms',
  '/settings/topics',
  '/settings/webhook',
]
const organizationScreens = [
  '',
  '/members',
  '/api-keys',
  '/engines',
  '/channels',
  '/digest',
  '/spend',
  '/audit-log',
]

describe.skipIf(!hasBrowser)('the languages of the dashboard', () => {
  const stage = openSharedStage()

  async function makeBrand() {
    const { service } = stage.dashboard
    const { owner, brand, prompts, write } = await createTestBrand(service)
    const today = service.base.now().toISOString().slice(0, 10)
    for (let ago = 9; ago >= 0; ago -= 1) {
      const cites = ['https://runrepeat.com/best']
      await write({ prompt: prompts.plain, day: daysAfter(today, -ago), text: 'Quilmar, Zorvex.', cites })
    }
    await owner.ok('POST /api/content/generate', { brand_id: brand.id })
    return { owner, overview: `/dashboard/brands/${brand.slug}` }
  }

  test('a language that is chosen in one browser is shown in another browser after signing in', async () => {
    const { owner, overview } = await makeBrand()
    const first = await getOpenTab(stage, owner)
    await first.page.goto(overview)
    await first.page.evaluate('window.wasNotReloaded = true')
    await chooseLanguage(first.page, /^Account of/, '日本語')
    await first.page.getByText(/の可視性は/).waitFor()
    expect(await first.page.locator('html').getAttribute('lang')).toBe('ja')
    expect(await first.page.evaluate('window.wasNotReloaded')).toBe(true)
    expect(await findScreenProblems(first)).toEqual([])
    first.expectClean()
    await first.close()

    const second = await openTab(stage.browser, stage.dashboard, { locale: 'fr-FR' })
    await second.page.goto(`/sign-in?next=${encodeURIComponent(`${overview}/runs`)}`)
    await second.page.getByLabel('Adresse e-mail').fill(owner.email)
    await second.page.getByLabel('Mot de passe').fill(owner.password)
    await second.page.getByRole('button', { name: 'Se connecter', exact: true }).click()
    await second.page.getByRole('heading', { name: '実行', level: 1 }).waitFor()
    second.expectClean()
    await second.close()
  })

  test('the language that is chosen on the sign-in page stays after a reload', async () => {
    const tab = await openTab(stage.browser, stage.dashboard, { locale: 'pt-BR' })
    await tab.page.goto('/sign-in')
    await tab.page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
    await tab.page.getByRole('combobox', { name: 'Idioma' }).waitFor()
    await tab.page.reload()
    await tab.page.getByRole('combobox', { name: 'Idioma' }).waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('a shared report is in its own language, whatever the language of the browser', async () => {
    const zorvex = await createReportedBrand(stage.dashboard.service)
    const report = await createReport(zorvex, { language: 'de' })
    const { token } = await share(zorvex.owner, report.id)
    const tab = await openTab(stage.browser, stage.dashboard, { locale: 'fr-FR' })
    await tab.page.goto(`/share/${token}`)
    await tab.page.getByRole('heading', { name: 'So wurde gemessen' }).waitFor()
    await tab.page.getByRole('heading', { name: report.headline }).waitFor()
    expect(await tab.page.locator('html').getAttribute('lang')).toBe('de')
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()
    await tab.close()
  })

  test('no screen has an English text of the catalog in German', async () => {
    const english = englishTexts()
    expect(english.size).toBeGreaterThan(900)
    const { owner, overview } = await makeBrand()
    const tab = await getOpenTab(stage, owner, { locale: 'de-DE' })
    await tab.page.goto('/dashboard')
    const paths = [
      '/dashboard',
      '/dashboard/notifications',
      '/account',
      '/forgot-password',
      ...screens.map((path) => overview + path),
      ...organizationScreens.map((path) => `/dashboard/settings${path}`),
    ]
    const found: string[] = []
    for (const path of paths) {
      await showScreen(tab, path)
      await tab.page.getByRole('heading', { level: 1 }).waitFor()
      const texts = await visibleTexts(tab.page)
      found.push(...texts.filter((text) => english.has(text)).map((text) => `${path}: ${text}`))
    }
    expect(found).toEqual([])
    tab.expectClean()
    await tab.close()
  })
})

async function chooseLanguage(page: Page, account: RegExp, language: string): Promise<void> {
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('button', { name: language }).click()
}

/** Returns the texts of the page and its labels that screen readers read. */
const visibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const texts = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) texts.push(walk.currentNode.textContent.trim())
    for (const attribute of ['aria-label', 'placeholder', 'title'])
      for (const element of document.querySelectorAll('[' + attribute + ']'))
        texts.push(element.getAttribute(attribute))
    return texts.filter((text) => text !== '')
  })()`)

/** Returns the English texts of the dashboard without values, without those that are also German texts. */
function englishTexts(): Set<string> {
  const isUsed = usedTexts(sourcesIn(fileURLToPath(new URL('../..', import.meta.url)), 'web', 'vocabulary'))
  const getTexts = (catalog: (typeof catalogs)['en']) =>
    Object.entries(catalog).flatMap(([id, entry]) =>
      entry && isUsed(id) && !entry.defaultMessage.includes('{') ? [entry.defaultMessage] : [],
    )
  const german = new Set(getTexts(catalogs.de))
  return new Set(getTexts(catalogs.en).filter((text) => !german.has(text)))
}
