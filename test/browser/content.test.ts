import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiver } from '../../src/content/receiver.fixture.ts'
import { type Book, openBook } from '../../src/metrics/answers.fixture.ts'
import { hasBrowser, openBrowser } from './browser.ts'
import {
  barriers,
  buildDashboard,
  type Dashboard,
  openDashboard,
  openTab,
  signIn,
  tabTo,
} from './dashboard.ts'

const today = new Date().toISOString().slice(0, 10)
const prompt = 'Which running shoes last?'
/** What a browser says by itself of a form that the service refuses. */
const refused = /status of 400/
const board = '/dashboard/brands/zorvex/opportunities'

describe.skipIf(!hasBrowser)('opportunities in a browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let open: Dashboard

  beforeAll(async () => {
    buildDashboard()
    browser = await openBrowser()
    open = await openDashboard({ SIGNUPS: 'open', ALLOW_PRIVATE_NETWORK: 'true' })
  }, 120_000)
  afterAll(async () => {
    await open?.close()
    await browser?.close()
  })

  /** Two opportunities, one of them with a page that is cited. */
  async function bookWithOpportunities(): Promise<Book> {
    const book = await openBook(open.service)
    const write = (to: { id: string; text: string }, cites: string[]) =>
      book.write({ prompt: to, day: today, text: 'Quilmar is the one to buy.', cites })
    for (let index = 0; index < 3; index += 1)
      await write(book.prompts.plain, ['https://www.pcmag.com/shoes'])
    await write(book.prompts.branded, [])
    await book.owner.ok('POST /api/content/generate', { brand_id: book.brand.id })
    return book
  }

  test('a card moves by keyboard and back, and is sent once a webhook takes it', async () => {
    const { owner } = await bookWithOpportunities()
    const tab = await openTab(browser, open)
    const { page } = tab
    await signIn(tab, owner)
    await page.goto(board)
    const column = (name: string) => page.getByRole('list', { name: new RegExp(`^${name}`) })
    await column('New').getByRole('link', { name: prompt }).waitFor()
    expect(await barriers(tab)).toEqual([])

    await tabTo(tab, 'button', `Move: ${prompt}`)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'In progress' }).waitFor()
    await page.keyboard.type('In')
    await page.keyboard.press('Enter')
    await column('In progress').getByRole('link', { name: prompt }).waitFor()
    await page.getByText(`“${prompt}” is in In progress now.`).waitFor()
    await page
      .getByRole('button', { name: `Move: ${prompt}` })
      .and(page.locator(':focus'))
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await column('New').getByRole('link', { name: prompt }).waitFor()

    await page.getByRole('button', { name: `Move: ${prompt}` }).click()
    await page.getByRole('menuitemradio', { name: 'Sent…' }).click()
    await page.getByRole('button', { name: 'Send to the webhook' }).click()
    await page.getByText('This brand has no webhook yet').waitFor()
    await page.getByRole('link', { name: 'Look at the webhook' }).click()

    const there = await receiver((outgoing) => outgoing.writeHead(202).end('{"ticket":7}'))
    await page.getByLabel('Address').fill('nowhere')
    await page.getByRole('button', { name: 'Save webhook' }).click()
    await page.getByText('Must be an http or https URL.').waitFor()
    await page.getByLabel('Address').fill(there.url)
    await page.getByLabel('Secret', { exact: true }).fill('a long secret')
    await page.getByRole('button', { name: 'Save webhook' }).click()
    await page.getByText('Set (••••cret)').waitFor()
    await page.getByRole('button', { name: 'Test webhook' }).click()
    await page.getByText('The webhook took the test: Status 202.').waitFor()
    await page.getByText('What it answered').waitFor()
    expect(await barriers(tab)).toEqual([])

    await page.getByRole('link', { name: 'Opportunities' }).click()
    await page.getByRole('link', { name: prompt }).dragTo(page.getByRole('heading', { name: /^Sent/ }))
    await page.getByRole('button', { name: 'Send to the webhook' }).click()
    await column('Sent').getByRole('link', { name: prompt }).waitFor()
    expect(there.received.map(({ body }) => body.event)).toEqual(['webhook.test', 'opportunity.sent'])
    tab.expectClean(refused)
    await tab.close()
  })

  test('the evidence opens onto its answers, and a brief is written, changed and taken along', async () => {
    const { owner, brand } = await bookWithOpportunities()
    const tab = await openTab(browser, open, { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = tab
    await signIn(tab, owner)
    await page.goto(`${board}?view=list&type=earned`)
    await page.getByRole('link', { name: prompt }).click()
    await page.getByRole('heading', { name: 'The gap' }).waitFor()
    await page.getByText('Quilmar is named in 3 of 3 answers, Zorvex in 0.').waitFor()
    expect(await barriers(tab)).toEqual([])
    await page.getByRole('row', { name: /pcmag/ }).getByRole('link', { name: '3' }).click()
    await page.getByText(/^3 answers in/).waitFor()
    await page.getByRole('link', { name: /Cite https:..www.pcmag.com/ }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'ChatGPT' }).first().click()
    await page.locator('[title="Competitor: Quilmar"]').waitFor()
    await page.goBack()

    await page.getByRole('link', { name: 'Brief', exact: true }).click()
    await page.getByRole('button', { name: 'Write the brief' }).click()
    await page.getByText('Composed from the evidence').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill('Shoes that last')
    await page.getByLabel('Outline').fill('# In short\n- Zorvex first')
    await page.getByLabel('Sources to cite').fill('pcmag')
    await page.getByRole('button', { name: 'Save brief' }).click()
    await page.getByText('Must be an http or https URL.').waitFor()
    await page.getByLabel('Sources to cite').fill('https://www.pcmag.com/shoes')
    await page.getByRole('button', { name: 'Save brief' }).click()
    await page.getByText('Changed by hand').waitFor()
    expect(await barriers(tab)).toEqual([])
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await page.getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied).toMatch(/^# Shoes that last\n/)
    expect(copied).toContain('## In short\n\n- Zorvex first\n')

    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitemradio', { name: 'Done' }).click()
    await page.getByText('There are too few answers yet').waitFor()
    const { items } = await owner.ok(`GET /api/content?brand_id=${brand.id}&status=done`)
    expect(items).toMatchObject([{ prompt_text: prompt, has_brief: true }])
    tab.expectClean(refused)
    await tab.close()
  })

  test('many are changed at once, filters stand in the address, and a viewer only looks', async () => {
    const { owner, brand } = await bookWithOpportunities()
    const tab = await openTab(browser, open)
    const { page } = tab
    await signIn(tab, owner)
    await page.goto(`${board}?view=list`)
    await page.getByLabel('Choose all 2').check()
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitemradio', { name: 'Dismissed' }).click()
    await page.getByText('2 opportunities changed').waitFor()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('New')
    await page.getByText('No opportunity matches').waitFor()
    expect(new URL(page.url()).search).toBe('?view=list&status=new')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Dismissed')
    await page.getByRole('link', { name: prompt }).waitFor()
    expect(await barriers(tab)).toEqual([])
    tab.expectClean()
    await tab.close()

    const viewer = await openTab(browser, open)
    await signIn(viewer, await viewerOf(owner))
    await viewer.page.goto(board)
    await viewer.page.getByRole('link', { name: prompt }).click()
    await viewer.page.getByRole('heading', { name: 'The gap' }).waitFor()
    for (const name of ['Send to webhook', 'Set status'])
      expect(await viewer.page.getByRole('button', { name }).count(), name).toBe(0)
    await viewer.page.goto('/dashboard/brands/zorvex/settings/webhook')
    await viewer.page.getByText('only people who may change it see it here').waitFor()
    viewer.expectClean()
    await viewer.close()
    expect(brand.slug).toBe('zorvex')
  })

  async function viewerOf(owner: Book['owner']): Promise<{ email: string; password: string }> {
    const email = `viewer-of-${owner.email}`
    const password = 'correct horse battery'
    const { token } = await owner.ok('POST /api/invitations', { email, role: 'viewer' })
    const reply = await fetch(`${open.url}/api/invitations/${token}/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Viewer', password }),
    })
    expect(reply.status).toBe(200)
    return { email, password }
  }
})
