import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHistory, type History, writeAnswers } from '../../src/metrics/random-history.fixture.ts'
import { isSoak } from '../soak.ts'
import { hasBrowser } from './browser.ts'
import {
  findScreenProblems,
  getOpenTab,
  openSharedStage,
  overflowPx,
  showScreen,
  type Tab,
} from './dashboard.ts'

const longText = 'Which running shoe brands do runners recommend for wide feet?'
/** One test deletes these. */
const temporary = ['Which shoes for rain?', 'Which shoes for snow?'] as const

describe.skipIf(!hasBrowser)('managing prompts and answers in the dashboard', () => {
  const stage = openSharedStage()
  let history: History
  let tab: Tab

  beforeAll(async () => {
    history = await createHistory(stage.dashboard.service)
    await writeAnswers(history, 120, 3, false)
    const { owner, brand } = history
    const topic = await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Choosing running shoes' })
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: longText, topic_id: topic.id })
    for (const text of temporary) await owner.ok('POST /api/prompts', { brand_id: brand.id, text })
    tab = await getOpenTab(stage, owner)
    await tab.page.goto('/dashboard')
  })

  /** Goes to a screen of the brand in the tab of all tests. */
  async function show(path: string) {
    await showScreen(tab, `/dashboard/brands/${history.brand.slug}${path}`)
    return tab.page
  }

  test('the prompt and answer tables fit a window of 1,280 and of 1,440 px', async () => {
    const page = await show('/prompts?days=all')
    for (const name of ['Prompts', 'Answers']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
      const table = page.getByRole('region', { name, exact: true })
      await table.getByRole('row').nth(5).waitFor()
      const hiddenPx = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[aria-label="${name}"]:has(> table)'))`
      for (const width of [1440, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await overflowPx(tab)).toBe(0)
        expect(await page.evaluate(hiddenPx)).toBe(0)
      }
    }
  })

  test.each(isSoak ? ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP'] : ['de-DE'])(
    'prompts and their topics are not cut at 1,440 px in %s',
    async (locale) => {
      const { page, close } = await getOpenTab(stage, history.owner, {
        viewport: { width: 1440, height: 900 },
        locale,
      })
      await page.goto(`/dashboard/brands/${history.brand.slug}/prompts?days=all`)
      await page.getByRole('link', { name: longText }).waitFor()
      await page.locator('[data-row]').getByText('Choosing running shoes').first().waitFor()
      const cut = `[...document.querySelectorAll('[data-row] :is(a, span)')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent)`
      expect(await page.evaluate(cut)).toEqual([])
      await close()
    },
  )

  test('several prompts get tags, are found by tag and by a search, can be run alone, are paused, and deleted after confirmation', async () => {
    const page = await show('/prompts?days=all')
    for (const text of temporary) await page.getByRole('row', { name: text }).getByRole('checkbox').check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Edit tags' }).click()
    await page.getByLabel('Tags to add').fill('Launch, Q4')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Tag: All tags' }).click()
    await page.getByRole('checkbox', { name: 'Launch' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tag: Launch' }).nth(0).waitFor()
    await page.getByText('2 of 2 prompts').waitFor()
    await page.getByRole('checkbox', { name: 'Select all shown rows' }).check()
    await page
      .getByRole('region', { name: 'Selected prompts' })
      .getByRole('button', { name: 'Run now' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Run 2 selected prompts' })
    await dialog.getByText(/^16 queries/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Search prompts').fill('launch')
    await page.getByText('2 of 2 prompts').waitFor()
    await page.getByRole('checkbox', { name: 'Select all shown rows' }).check()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Paused 2' }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('checkbox', { name: 'Select all shown rows' }).check()
    await page
      .getByRole('region', { name: 'Selected prompts' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 prompts' }).click()
    await page.getByRole('link', { name: temporary[0] }).waitFor({ state: 'detached' })
    tab.expectClean()
  })

  test('a prompt links to the next one of the list, in the order of the list, and back to it', async () => {
    const { page } = tab
    await page.goto(`/dashboard/brands/${history.brand.slug}/prompts?days=all&sort=mentions&order=asc`)
    const rows = page.getByRole('region', { name: 'Prompts', exact: true }).locator('[data-row] a[title]')
    await rows.nth(1).waitFor()
    const [first = '', second = ''] = await rows.allTextContents()
    await rows.first().click()
    await page.getByRole('heading', { name: first, exact: true, level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Next prompt' }).click()
    await page.getByRole('heading', { name: second, exact: true, level: 1 }).waitFor()
    await page.getByText(/^2 of \d+$/).waitFor()
    await page.getByRole('link', { name: 'Previous prompt' }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Prompts', exact: true }).click()
    await rows.nth(1).waitFor()
    expect(new URL(page.url()).search).toBe('?days=all&sort=mentions&order=asc')
    tab.expectClean()
  })

  test('filters are combined, shown as chips, saved as a view and applied again', async () => {
    const page = await show('/competitors?days=all')
    await page.getByRole('button', { name: /^Platform:/ }).click()
    await page.getByRole('checkbox', { name: 'Gemini' }).check()
    await page.getByRole('checkbox', { name: 'ChatGPT' }).check()
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).searchParams.get('platform')).toBe('gemini,chatgpt')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Save current filters…' }).click()
    await page.getByLabel('Name').fill('Two platforms')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Platform: All platforms' }).waitFor()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Two platforms', exact: true }).click()
    await page.getByRole('button', { name: 'Platform: 2 platforms' }).waitFor()
    await page.getByRole('button', { name: /^Date range:/ }).click()
    await page.getByRole('grid').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()
  })

  test('a search of answers finds those whose text contains it, and says when there is none', async () => {
    const page = await show('/answers?days=all')
    const { brand, ctx, owner } = history
    const { items } = await owner.ok(`GET /api/answers?brand_id=${brand.id}&limit=1`)
    await sql`
      insert into answer_texts (brand_id, answer_id, markdown, sources)
      values (${brand.id}, ${items[0].id}, 'A pair keeps its Cushioning for a year.', '[]')
      on conflict (brand_id, answer_id) do update set markdown = excluded.markdown`.execute(ctx.db)
    const search = page.getByLabel('Search prompts and answers')
    await search.fill('its cushioning for')
    await page.getByText('1 answer in the full history.').waitFor()
    await search.fill('a phrase of no answer')
    await page.getByText('No prompt or answer contains this text.').waitFor()
    tab.expectClean()
  })

  test('two answers are compared side by side, word by word only on the same platform', async () => {
    const page = await show('/answers?days=all&platform=gemini')
    await page.getByRole('region', { name: 'Answers' }).getByRole('checkbox').nth(1).check()
    await page.getByRole('region', { name: 'Answers' }).getByRole('checkbox').nth(2).check()
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.getByRole('region', { name: 'Answer 2: Gemini' }).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByRole('button', { name: 'Show word differences' }).click()
    await page.getByRole('region', { name: 'What changed' }).waitFor()
    tab.expectClean()
  })

  test('the command palette opens screens, and shortcuts work outside of fields only', async () => {
    const page = await show('/prompts?days=all')
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor()
    await page.keyboard.type('compet')
    expect(await findScreenProblems(tab)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Competitors', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Prompts', exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gp?')
    expect(await page.getByLabel('Search prompts').inputValue()).toBe('gp?')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    tab.expectClean()
  })
})
