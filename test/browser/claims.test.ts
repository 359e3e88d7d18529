import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestBrand, type TestBrand } from '../../src/metrics/answers.fixture.ts'
import type { Json } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openStage, showScreen, type Tab } from './dashboard.ts'

const today = new Date().toISOString().slice(0, 10)
const cited = 'https://reviews.example/zorvex'
const onPage = 'The Pro plan of Zorvex costs $15 per month, we paid it.'
const statement = 'The Pro plan of Zorvex costs 10 US dollars a month.'

describe.skipIf(!hasBrowser)('claims in a browser', () => {
  const stage = openStage({}, { jobs: false })
  let brand: TestBrand
  let tab: Tab

  beforeAll(async () => {
    brand = await createTestBrand(stage.dashboard.service)
    for (const price of ['$10', '$15', '$15', '$15'])
      await brand.write({
        prompt: brand.prompts.plain,
        day: today,
        text: `The Pro plan of Zorvex costs ${price} per month.`,
        cites: [cited],
      })
    const { db } = stage.dashboard.service.base
    await sql`
      insert into web_pages (url_hash, url, state, read_at, text_hash, text)
      values (sha256(${cited}::bytea), ${cited}, 'read', now(), sha256(${onPage}::bytea), ${onPage})`.execute(
      db,
    )
    tab = await getOpenTab(stage, brand.owner)
    await tab.page.goto(`/dashboard/brands/${brand.brand.slug}/claims`)
  })

  const show = async () => {
    await showScreen(tab, `/dashboard/brands/${brand.brand.slug}/claims`)
    return tab.page
  }

  test('a fact is added, its shares open the answers they count, and a corrected verdict changes them', async () => {
    const page = await show()
    await page.getByText('No facts yet').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])

    await page.getByRole('button', { name: 'Add fact' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add fact' })
    await form.getByLabel('Subject').fill('Pro plan')
    await form.getByLabel('Fact as a sentence').fill(statement)
    await form.getByLabel('Value', { exact: true }).fill('10')
    await form.getByLabel('Unit or currency').fill('USD/month')
    expect(await findScreenProblems(tab)).toEqual([])
    await form.getByRole('button', { name: 'Add fact' }).click()
    await form.waitFor({ state: 'detached' })
    await stage.dashboard.service.work()

    await show()
    await page.getByText('75.0% of the answers that state a fact are wrong.').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    const row = page.getByRole('row', { name: statement })
    await row.getByRole('button', { name: 'Wrong: 75.0%' }).click()
    await page.getByRole('link', { name: 'View answers' }).click()
    await page.getByText('Claim: Wrong').waitFor()
    await page
      .getByText(/^3 answers/)
      .first()
      .waitFor()

    await show()
    await row.getByRole('button', { name: statement, exact: true }).click()
    const detail = page.getByRole('dialog', { name: statement })
    await detail.locator('q', { hasText: '$15' }).first().waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    const quotes = detail.locator('li', { hasText: '$15' })
    // The link to the answer names its platform and day.
    await quotes
      .getByRole('link', { name: /^ChatGPT, / })
      .first()
      .click()
    const verdicts = page.getByRole('group', { name: 'Correct the verdict' })
    await verdicts.getByRole('button', { name: 'Right' }).click()
    await page.getByText(/^Wrong changed to Right by /).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])

    await show()
    await page.getByText('50.0% of the answers that state a fact are wrong.').waitFor()
    tab.expectClean()
  })

  test('the page that states the fact wrong is an opportunity, which links the fact and writes a brief', async () => {
    await stage.dashboard.service.work()
    const page = await show()
    await page.getByRole('button', { name: statement, exact: true }).click()
    await page.getByRole('dialog', { name: statement }).getByRole('link', { name: 'Opportunity' }).click()
    await page.getByRole('heading', { name: /^Ask reviews\.example to correct/ }).waitFor()
    await page.locator('q', { hasText: '$15' }).waitFor()
    await page.getByRole('link', { name: 'Contact and status of reviews.example' }).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByRole('link', { name: 'Brief', exact: true }).click()
    await page.getByRole('button', { name: 'Generate brief' }).click()
    await page.getByText(`Correct: ${statement}`).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByRole('link', { name: 'Evidence', exact: true }).click()
    await page.getByRole('link', { name: statement, exact: true }).click()
    await page.getByRole('dialog', { name: statement }).waitFor()

    await showScreen(tab, `/dashboard/brands/${brand.brand.slug}/opportunities?view=list&kind=correction`)
    await page.getByRole('row', { name: 'Ask reviews.example for a correction' }).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await showScreen(tab, `/dashboard/brands/${brand.brand.slug}/opportunities`)
    await page.getByRole('link', { name: 'Correct “reviews.example/zorvex”' }).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    tab.expectClean()
  })

  test('the board shows only opportunities of the chosen kind', async () => {
    const correction = tab.page.getByRole('link', { name: 'Correct “reviews.example/zorvex”' })
    const gap = tab.page.getByRole('link', { name: brand.prompts.plain.text })
    for (let index = 0; index < 16; index += 1)
      await brand.write({ prompt: brand.prompts.plain, day: today, text: 'Quilmar is the one to buy.' })
    await brand.owner.ok('POST /api/content/generate', { brand_id: brand.brand.id })
    const board = `/dashboard/brands/${brand.brand.slug}/opportunities`
    await tab.page.goto(board)
    await correction.waitFor()
    await gap.waitFor()
    await showScreen(tab, `${board}?kind=gap`)
    await correction.waitFor({ state: 'detached' })
    await gap.waitFor()
    tab.expectClean()
  })

  test('a fact has a value of its kind: yes or no for a feature, and text for a date that is a year', async () => {
    const page = await show()
    const add = async (kind: string, subject: string, enter: (form: Locator) => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Add fact' }).first().click()
      const form = page.getByRole('dialog', { name: 'Add fact' })
      await form.getByLabel('Kind').selectOption(kind)
      await form.getByLabel('Subject').fill(subject)
      await form.getByLabel('Fact as a sentence').fill(`About ${subject}.`)
      await enter(form.getByLabel('Value', { exact: true }))
      expect(await findScreenProblems(tab)).toEqual([])
      await form.getByRole('button', { name: 'Add fact' }).click()
      await page.getByRole('row', { name: `About ${subject}.` }).waitFor()
    }
    await add('Feature', 'offline use', (value) => value.selectOption('No'))
    await add('Date', 'first release', (value) => value.fill('2026'))
    await page.getByRole('button', { name: 'Edit “About offline use.”' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit fact' })
    expect(await edit.getByLabel('Value', { exact: true }).inputValue()).toBe('No')
    await page.keyboard.press('Escape')
    const { facts } = await brand.owner.ok(`GET /api/metrics/facts?brand_id=${brand.brand.id}`)
    expect(facts.map(({ subject, value }: Json) => [subject, value])).toEqual(
      expect.arrayContaining([
        ['offline use', false],
        ['first release', '2026'],
      ]),
    )
    tab.expectClean()
  })

  test('a CSV file with a bad line imports the others and names the line', async () => {
    const page = await show()
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import CSV' })
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'facts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'kind,subject,statement,value\nlimit,Users,Has 5 users.,5\nprice,Team,Costs a lot.,many\n',
      ),
    })
    await dialog.getByRole('button', { name: 'Import CSV' }).click()
    await dialog.getByText(/^Line 3: /).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: 'Has 5 users.' }).waitFor()
    tab.expectClean()
  })

  test('facts of own pages are proposed with their quotes, and with pages that contradict them', async () => {
    const warranties = [
      ['/pegasus', 'All shoes have a 2-year warranty.'],
      ['/terms-of-sale', 'The warranty of all shoes is one year.'],
    ]
    for (const [path, text] of warranties)
      await sql`
        insert into site_pages (brand_id, url, title, headings, products, text, language, read_at)
        values (
          ${brand.brand.id}, ${`https://zorvex.com${path}`}, 'Zorvex', '{}', '{}', ${text}, 'en', now()
        )`.execute(stage.dashboard.service.base.db)
    const page = await show()
    await page.getByRole('button', { name: 'Propose facts' }).click()
    await page.getByText('1 new proposal from 2 pages of your site.').waitFor()
    const row = page.getByRole('row', { name: 'Zorvex gives a warranty of 2 years.' })
    await row.locator('q', { hasText: 'All shoes have a 2-year warranty.' }).waitFor()
    await row.getByText('Another page of your site states a different value:').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Approve 1 fact' }).click()
    await row.locator('q').first().waitFor({ state: 'detached' })
    tab.expectClean()
  })
})
