import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { perfectPage, type SiteFiles, serveSite, sites } from '../../src/audits/sites.fixture.ts'
import { createTestBrand, type TestBrand } from '../../src/metrics/answers.fixture.ts'
import { receiver } from '../../src/opportunities/webhooks/receiver.fixture.ts'
import type { Client, Json } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, follow, getOpenTab, openStage, type Tab, tabTo } from './dashboard.ts'

const today = new Date().toISOString().slice(0, 10)
const prompt = 'Which running shoes last?'
/** The browser logs this for every rejected form. */
const refused = /status of 400/
const getHome = ({ slug }: Json) => `/dashboard/brands/${slug}`

describe.skipIf(!hasBrowser)('opportunities, audits and AI files in a browser', () => {
  const stage = openStage({ ALLOW_PRIVATE_NETWORK: 'true' })

  let owner: Client
  let tab: Tab

  beforeAll(async () => {
    owner = await stage.dashboard.service.signUp()
    tab = await getOpenTab(stage, owner, { permissions: ['clipboard-read', 'clipboard-write'] })
    await tab.page.goto('/dashboard')
  })

  /** Creates two opportunities, one of them with a cited page. */
  async function createBrandWithOpportunities(): Promise<TestBrand> {
    const book = await createTestBrand(stage.dashboard.service, owner)
    const write = (to: { id: string; text: string }, cites: string[]) =>
      book.write({ prompt: to, day: today, text: 'Quilmar is the one to buy.', cites })
    for (let index = 0; index < 3; index += 1)
      await write(book.prompts.plain, ['https://www.pcmag.com/shoes'])
    await write(book.prompts.branded, [])
    await book.owner.ok('POST /api/content/generate', { brand_id: book.brand.id })
    return book
  }

  test('a card can be moved by keyboard and back, and sent once a webhook is set up, whose secret can be replaced', async () => {
    const { owner, brand } = await createBrandWithOpportunities()
    const { page } = tab
    let status = 202
    await follow(tab, `${getHome(brand)}/opportunities`)
    const column = (name: string) => page.getByRole('list', { name: new RegExp(`^${name}`) })
    await column('New').getByRole('link', { name: prompt }).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])

    await tabTo(tab, 'button', `Move: ${prompt}`)
    await page.keyboard.press('Enter')
    const state = (name: string) => page.getByRole('menuitemradio', { name })
    await state('Sent…').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await state('In progress').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await column('In progress').getByRole('link', { name: prompt }).waitFor()
    await page.getByText(`“${prompt}” moved to In progress.`).waitFor()
    await page
      .getByRole('button', { name: `Move: ${prompt}` })
      .and(page.locator(':focus'))
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await column('New').getByRole('link', { name: prompt }).waitFor()

    await page.getByRole('button', { name: `Move: ${prompt}` }).click()
    await state('Sent…').click()
    await page.getByText('none is connected').waitFor()
    expect(await page.getByRole('button', { name: 'Send to webhook' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Connect a webhook' }).click()
    await page.getByText('No webhook yet').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])

    const webhook = await receiver((outgoing, { body }) =>
      outgoing.writeHead(body.event === 'webhook.test' ? 202 : status).end('{"ticket":7}'),
    )
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Connect a webhook' }).click()
    await dialog.getByLabel('Webhook URL').fill('nowhere')
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    await dialog.getByText('Must be an http or https URL.').waitFor()
    await dialog.getByLabel('Webhook URL').fill(webhook.url)
    await dialog.getByLabel('Signing secret', { exact: true }).fill('a long enough secret')
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    await page.getByRole('button', { name: 'Edit Zorvex' }).click()
    await dialog.getByText('Set (••••cret)').waitFor()
    await dialog.getByLabel('Signing secret', { exact: true }).fill('the second secret, new')
    await dialog.getByLabel('also sign with the old one').selectOption({ label: 'For 7 days' })
    expect(await findScreenProblems(tab)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit Zorvex' }).click()
    await dialog.getByText('Set (•••• new)').waitFor()
    await dialog.getByText(/^Deliveries are also signed with the old secret until /).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send test to Zorvex' }).click()
    await page.getByText('The test was delivered.').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])

    await page.getByRole('link', { name: 'Opportunities', exact: true }).click()
    await page.getByRole('link', { name: prompt }).dragTo(page.getByRole('heading', { name: /^Sent/ }))
    await page.getByRole('button', { name: 'Send to webhook', exact: true }).click()
    await column('Sent').getByRole('link', { name: prompt }).waitFor()
    await page
      .getByRole('button', { name: `Move: ${prompt}` })
      .and(page.locator(':focus'))
      .waitFor()
    expect(webhook.received.map(({ body }) => body.event)).toEqual(['webhook.test', 'opportunity.sent'])

    await page.goto('/dashboard/settings/channels')
    await page.getByRole('link', { name: 'Opportunities of Zorvex' }).waitFor()
    status = 500
    const { items } = await owner.ok(`GET /api/content?brand_id=${brand.id}&status=sent`)
    await owner.ok(`POST /api/content/${items[0].id}/send`)
    await page.getByRole('button', { name: 'Delivery log of Zorvex' }).click()
    await dialog.getByText('Test', { exact: true }).waitFor()
    await dialog.getByText('The receiver answered with status 500').waitFor()
    expect(await dialog.getByRole('link', { name: prompt }).count()).toBe(2)
    expect(await findScreenProblems(tab)).toEqual([])
    status = 202
    await dialog.getByRole('button', { name: /^Resend: / }).click()
    await expect.poll(() => dialog.getByRole('link', { name: prompt }).count()).toBe(3)
    await page.keyboard.press('Escape')
    tab.expectClean(refused)
  })

  test('the evidence links to its answers, and a brief can be generated, edited and copied', async () => {
    const { brand } = await createBrandWithOpportunities()
    const { page } = tab
    await follow(tab, `${getHome(brand)}/opportunities?view=list&type=earned`)
    await page.getByRole('link', { name: prompt }).click()
    await page.getByRole('heading', { name: 'The gap' }).waitFor()
    await page.getByText('Quilmar is mentioned in 3 of 3 answers, Zorvex in 0.').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByRole('row', { name: /pcmag/ }).getByRole('link', { name: '3' }).click()
    await page.getByText(/^3 answers in/).waitFor()
    await page.getByRole('link', { name: /Cites https:..www.pcmag.com/ }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'ChatGPT' }).first().click()
    await page.locator('[title="Competitor: Quilmar"]').waitFor()
    await page.goBack()

    await page.getByRole('link', { name: 'Brief', exact: true }).click()
    await page.getByRole('button', { name: 'Generate brief' }).click()
    await page.getByText('Generated from the data').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill('Shoes that last')
    await page.getByLabel('Outline').fill('# In short\n- Zorvex first')
    await page.getByLabel('Sources to cite').fill('pcmag')
    await page.getByRole('button', { name: 'Save brief' }).click()
    await page.getByText('Must be an http or https URL.').waitFor()
    await page.getByLabel('Sources to cite').fill('https://www.pcmag.com/shoes')
    await page.getByRole('button', { name: 'Save brief' }).click()
    await page.getByText('Edited manually').waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await page.getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied).toMatch(/^# Shoes that last\n/)
    expect(copied).toContain('## In short\n\n- Zorvex first\n')

    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitemradio', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Measure what it changed' }).waitFor()
    const { items } = await owner.ok(`GET /api/content?brand_id=${brand.id}&status=done`)
    expect(items).toMatchObject([{ prompt_text: prompt, has_brief: true }])

    await owner.ok('POST /api/brands', { name: 'Ulmera', domain: 'ulmera.com' })
    await follow(tab, `/dashboard/brands/ulmera/opportunities/${items[0].id}`)
    await page.getByText('Page not found').waitFor()
    tab.expectClean(refused)
  })

  test('opportunities can be changed in bulk, and filters are part of the URL', async () => {
    const { brand } = await createBrandWithOpportunities()
    const { page } = tab
    await follow(tab, `${getHome(brand)}/opportunities?view=list`)
    await page.getByLabel('Select all 2').check()
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitemradio', { name: 'Dismissed' }).click()
    await page.getByText('2 opportunities updated').waitFor()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('New')
    await page.getByText('No matching opportunities').waitFor()
    expect(new URL(page.url()).search).toBe('?view=list&status=new')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Dismissed')
    await page.getByRole('link', { name: prompt }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean(refused)
  })

  test('an audit shows its progress, can be cancelled, and is compared with the one before', async () => {
    const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
    // A page with an old date would not score 100.
    const body = perfectPage.replaceAll('2026-11-01', today)
    let guide: SiteFiles[string] = { body }
    const site = await serveSite({
      ...sites.perfect,
      '/guide': (request, response) => (typeof guide === 'function' ? guide(request, response) : guide),
    })
    onTestFinished(site.close)
    const audit = async () => {
      const { id } = await owner.ok('POST /api/audits', { brand_id: brand.id, url: `${site.url}/guide` })
      await expect.poll(async () => (await owner.ok(`GET /api/audits/${id}`)).status).toBe('completed')
    }
    await audit()
    guide = { body: '<!doctype html><title>Guide</title><h1>Shoes</h1><p>Soon.</p>' }
    await audit()
    const { page } = tab
    await follow(tab, `${getHome(brand)}/audits`)
    await page.getByRole('img', { name: /^Scores of the audits/ }).waitFor()
    await page.getByText('What we check and how it’s scored').click()
    await page.getByText('Good practice, not measured').waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])

    await page.getByRole('link', { name: '/guide' }).first().click()
    await page.getByRole('heading', { name: 'Fix first' }).waitFor()
    await page.getByText(/points: from 100\.0 to/).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByRole('link', { name: 'All (35)' }).click()
    await page.getByText('Not applicable').first().waitFor({ state: 'attached' })

    guide = () => null
    await page.getByRole('link', { name: 'Site audits' }).first().click()
    await page.getByLabel('Page URL').fill('zorvex')
    await page.getByRole('button', { name: 'Start audit' }).click()
    await page.getByText('Must be a complete URL').waitFor()
    await page.getByLabel('Page URL').fill(`${site.url}/guide`)
    await page.getByRole('button', { name: 'Start audit' }).click()
    await page.getByText('Running').waitFor()
    await page.getByRole('progressbar', { name: 'Pages audited' }).waitFor()
    await page.getByRole('button', { name: 'Cancel audit' }).click()
    await page.getByText('The audit was cancelled.').waitFor()
    await page.getByRole('link', { name: 'All audits of this page' }).click()
    await page.getByText('The audit was cancelled.').waitFor()
    expect(await page.getByRole('row').count()).toBe(4)
    tab.expectClean(refused)
  })

  test('a hosted file can be edited, reset and moved to a new URL', async () => {
    const details = { name: 'Zorvex', domain: 'zorvex.com', description: 'Shoes.' }
    const brand = await owner.ok('POST /api/brands', details)
    const { page } = tab
    await follow(tab, `${getHome(brand)}/ai-files`)
    await page.getByText('Auto-generated').waitFor()
    const address = await page.getByLabel('URL').inputValue()
    const served = async () => (await fetch(new URL(new URL(address).pathname, stage.dashboard.url))).text()
    expect(await served()).toContain('> Shoes.')
    await page.getByRole('link', { name: 'brand.json' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Text of brand.json').fill('Zorvex')
    await page.getByRole('button', { name: 'Save text' }).click()
    await page.getByText('Must be a JSON object.').waitFor()
    await page.getByRole('link', { name: 'llms.txt' }).click()
    await page.getByText('Leave without saving?').waitFor()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Text of llms.txt').fill('# Zorvex, by hand')
    await page.getByRole('button', { name: 'Save text' }).click()
    await page.getByText('Edited manually').waitFor()
    expect(await served()).toBe('# Zorvex, by hand')
    await page.getByText('Show the generated version').click()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByRole('button', { name: 'Reset to generated' }).click()
    await page.getByRole('button', { name: 'Discard edits' }).click()
    await page.getByText('Auto-generated').waitFor()
    await page.getByRole('button', { name: 'Regenerate links' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Regenerate links' }).click()
    await expect.poll(() => page.getByLabel('URL').inputValue()).not.toBe(address)
    expect(await served()).not.toContain('Zorvex')
    tab.expectClean(refused)
  })
})
