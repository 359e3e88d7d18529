import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import {
  findScreenProblems,
  getOpenTab,
  openStage,
  openTab,
  post,
  showScreen,
  type Tab,
} from './dashboard.ts'

const person = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  password: 'correct horse battery',
})

describe.skipIf(!hasBrowser)('settings and runs in a browser', () => {
  const stage = openStage()
  let tab: Tab

  beforeAll(async () => {
    tab = await getOpenTab(stage, await stage.dashboard.service.signUp())
    await makeBrand(tab, 'Fabrikam')
    await makeBrand(tab, 'Secret')
    await tab.page.goto('/dashboard')
  })

  test('an owner renames the organization, tests an engine, reads the audit log and deletes the organization by typing its name', async () => {
    const tab = await getOpenTab(stage, await stage.dashboard.service.signUp('Olga'))
    const { page } = tab
    await page.goto('/dashboard/settings')
    await page.getByLabel('Organization name').fill('Contoso Ltd')
    const form = page.locator('form', { has: page.getByLabel('Organization name') })
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()

    await page.getByRole('link', { name: 'Engines' }).click()
    stage.dashboard.service.simulator.fault({ engine: 'gemini', kind: 'bad_key', times: 1 })
    await page.getByRole('button', { name: 'Test Gemini' }).click()
    await page.getByText(/Gemini .*GEMINI_API_KEY/).waitFor()
    await page.getByRole('button', { name: 'Test ChatGPT' }).click()
    await page.getByText('ChatGPT answered (simulated).').waitFor()
    await page.getByText(/^gpt.*\$0\.00, [\d.]+ m?s$/).waitFor()
    await expectNoScreenProblems(tab)

    await page.getByRole('link', { name: 'Audit log' }).click()
    await page
      .getByRole('cell', {
        name: 'Organization settings were changed',
      })
      .waitFor()
    await page.getByLabel('Type of change').selectOption({
      label: 'Organization settings were changed',
    })
    await page.getByRole('row', { name: /Olga.*name: Contoso Ltd/ }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(new URL(page.url()).search).toBe('?kind=organization.changed')
    await expectNoScreenProblems(tab)

    await page.getByRole('link', { name: 'Plan and spend' }).click()
    await page.getByText('No spend in this period').waitFor()
    await page.getByLabel('US dollars per month').fill('12.50')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('$12.50 left.').waitFor()
    await page.getByLabel('Month', { exact: true }).selectOption({ index: 1 })
    await page.waitForURL(/\?month=\d{4}-\d\d$/)
    await expectNoScreenProblems(tab)

    await page.getByRole('link', { name: 'General' }).click()
    await page.getByRole('button', { name: 'Delete organization' }).click()
    const end = page.getByRole('dialog').getByRole('button', { name: 'Delete organization' })
    expect(await end.isDisabled()).toBe(true)
    await page.getByLabel('Type Contoso Ltd to confirm').fill('Contoso Ltd')
    await end.click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('names, platforms, products and topics of a brand can be edited, and the brand deleted', async () => {
    const { page } = tab
    await makeBrand(tab, 'Acme')
    await showScreen(tab, '/dashboard/brands/acme/settings')
    await page.getByLabel('Aliases, one per line').fill('Acme Shoes\nAcme Sport')
    await page.getByRole('button', { name: 'Add site' }).click()
    await page.getByLabel('Site', { exact: true }).fill('not a site')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText(/must be a domain/i).waitFor()
    await page.getByLabel('Site', { exact: true }).fill('news.example.com')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved').waitFor()
    await expectNoScreenProblems(tab)
    await page.reload()
    expect(await page.getByLabel('Aliases, one per line').inputValue()).toBe('Acme Shoes\nAcme Sport')
    expect(await page.getByLabel('Source type of news.example.com').inputValue()).toBe('editorial')

    await page.getByRole('link', { name: 'Platforms' }).click()
    await page.getByText('16 queries per run').waitFor()
    await page.getByLabel('Frequency for ChatGPT').selectOption('weekly')
    await page.getByLabel('Samples per prompt for ChatGPT').fill('3')
    await page.getByLabel('Grok', { exact: true }).uncheck()
    await page.getByText('18 queries per run').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await expectNoScreenProblems(tab)

    await page
      .getByRole('navigation', { name: 'Brand settings' })
      .getByRole('link', { name: 'Products' })
      .click()
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByLabel('Name').fill('Acme Runner')
    await page.getByLabel('Case-sensitive').selectOption('yes')
    await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click()
    await page.getByRole('button', { name: 'Edit Acme Runner' }).waitFor()
    await expectNoScreenProblems(tab)

    await page.getByRole('link', { name: 'Topics' }).click()
    await page.getByLabel('New topic').fill('Prices')
    await page.keyboard.press('Enter')
    await page.getByText('0 prompts').waitFor()
    await page.getByLabel('New topic').fill('prices')
    await page.keyboard.press('Enter')
    await page.getByText(/is already a topic of this brand/).waitFor()
    await expectNoScreenProblems(tab)

    await page.getByRole('link', { name: 'Brand', exact: true }).click()
    await page.getByRole('button', { name: 'Pause tracking' }).click()
    await page.getByText('Tracking is paused').waitFor()
    await page.getByRole('button', { name: 'Delete brand' }).click()
    await page.getByLabel('Type Acme to confirm').fill('Acme')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete brand' }).click()
    await page.getByRole('link', { name: 'Fabrikam' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Acme' }).count()).toBe(0)
    tab.expectClean(/status of 4(00|09)/)
  })

  test('a viewer can read the settings of their brand, change none, and sees no member, key or engine', async () => {
    const { page } = tab
    const vera = person('Vera')
    await showScreen(tab, '/dashboard/settings/members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('Email').fill(vera.email)
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.getByLabel('Selected brands only').check()
    await page.getByRole('checkbox', { name: 'Fabrikam' }).check()
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Create invite link' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    await page.keyboard.press('Escape')
    tab.expectClean()
    await viewSettings(link.split('/').at(-1), vera)
  })

  async function viewSettings(token: string | undefined, { name, password }: ReturnType<typeof person>) {
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await page.request.post(`/api/invitations/${token}/accept`, { data: { name, password } })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Fabrikam' }).first().waitFor()
    expect(await page.getByText('Secret').count()).toBe(0)
    const buttons = () => page.getByRole('main').getByRole('button').allTextContents()
    for (const part of ['', '/platforms', '/products', '/topics']) {
      await showScreen(tab, `/dashboard/brands/fabrikam/settings${part}`)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      expect(await buttons(), part).toEqual([])
      const open = page.locator('main :is(input, select, textarea):enabled')
      expect(await open.count(), part).toBe(0)
    }
    await showScreen(tab, '/dashboard/settings/digest')
    await page.getByRole('heading', { name: 'Your digest' }).first().waitFor()
    const tabs = await page.getByRole('main').getByRole('navigation').getByRole('link').allTextContents()
    expect(tabs).toEqual(['Your digest'])
    for (const part of ['', '/members', '/api-keys', '/engines']) {
      await page.goto(`/dashboard/settings${part}`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    tab.expectClean()
    await tab.close()
  }

  test('a run shows the status of each platform, can be cancelled and links to its answers', async () => {
    const { page } = tab
    await makeBrand(tab, 'Tailspin')
    stage.dashboard.service.simulator.fault({ kind: 'bad_key', engine: 'gemini', promptIncludes: 'Which' })
    stage.dashboard.service.simulator.fault({
      kind: 'hang',
      engine: 'anthropic',
      promptIncludes: 'Which shoes 2',
    })
    await showScreen(tab, '/dashboard/brands/tailspin/runs')
    await page.getByText('No runs yet').waitFor()
    await expectNoScreenProblems(tab)
    for (const platform of ['Perplexity', 'Grok', 'Copilot', 'Google AI Overviews', 'Google AI Mode'])
      await page.getByLabel(platform).uncheck()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Platform status' }).click()
    const claude = page.getByRole('progressbar', { name: 'Queries to Claude' })
    await expect.poll(() => claude.getAttribute('aria-valuetext')).toMatch(/^1 answer, 1 remaining/)
    await page.getByText(/GEMINI_API_KEY/).waitFor()
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    await page.getByText(/^1 answer, 1 skipped/).waitFor()
    await page.getByRole('link', { name: '3', exact: true }).click()
    await page.getByRole('heading', { name: 'Answers', level: 1 }).waitFor()
    expect(new URL(page.url()).searchParams.get('run')).toMatch(/^[\da-f-]{36}$/)
    tab.expectClean()
  })

  test('onboarding leads from a website to first results, with suggestions to accept or edit', async () => {
    const { page } = tab
    await showScreen(tab, '/dashboard/brands/new')
    await page.getByLabel('Website').fill('nordlicht.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('read nordlicht.example').waitFor()
    await page.getByLabel('Industry').fill('Outdoor')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Required', { exact: true }).waitFor()
    await page.getByLabel('Product or category').fill('hiking boots')
    for (const _ of ['first', 'second']) await page.getByRole('button', { name: 'Add competitor' }).click()
    await page.getByLabel('Competitor 2', { exact: true }).fill('Contoso')
    await page.getByLabel('Domain of competitor 2').fill('not a site')
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Prompt 1', { exact: true }).fill('Which hiking boots last longest?')
    expect(await page.getByRole('checkbox', { name: /^Include: Is Nordlicht worth/ }).isChecked()).toBe(false)
    await page.getByLabel('Your own prompts, one per line').fill('Are hiking boots worth it?')
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Add brand with 7 prompts' }).click()
    await page.getByText('Must be a domain such as acme.com.').waitFor()
    expect(await page.getByLabel('Product or category').inputValue()).toBe('hiking boots')
    await page.getByLabel('Domain of competitor 2').fill('contoso.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByLabel('Your own prompts, one per line').inputValue()).toBe(
      'Are hiking boots worth it?',
    )
    await page.getByRole('button', { name: 'Add brand with 7 prompts' }).click()

    await page.getByText('Next: see what answers say about Nordlicht').waitFor()
    await page.getByText(/^The site could not be audited/).waitFor()
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Continue with simulated answers' }).click()
    for (const platform of ['Grok', 'Copilot', 'Google AI Overviews', 'Google AI Mode', 'Claude'])
      await page.getByLabel(platform).uncheck()
    await page.getByText('21 queries').waitFor()
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByText(/of \d+ answers mention Nordlicht \(unbranded prompts\)/).waitFor()
    await page.getByText(/n = \d+, \d prompts; 95% CI/).waitFor()
    await expectNoScreenProblems(tab)
    await page.getByRole('link', { name: 'View overview' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    tab.expectClean(/status of 400/)
  })

  test('the tracking script can be installed and verified, and its visits appear by platform, page and country', async () => {
    const { page } = tab
    const brand = await makeBrand(tab, 'Wingtip')
    const visit = (host: string, path: string) =>
      fetch(`${stage.dashboard.url}/track/${brand.tracking_code}`, {
        method: 'POST',
        headers: {
          origin: `https://${host}`,
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
        },
        body: JSON.stringify({ u: `https://${host}${path}`, r: 'https://chatgpt.com/' }),
      })
    await showScreen(tab, '/dashboard/brands/wingtip/traffic')
    await page.getByText('No data received yet').waitFor()
    expect(await page.getByLabel('Script for the head of every page').inputValue()).toContain(
      brand.tracking_code,
    )
    await page.getByText('This URL works on this computer only').first().waitFor()
    await page.getByText('Visits are not measured yet').waitFor()
    await visit('wingtip.shop', '/')
    await page.getByRole('button', { name: 'Check installation' }).click()
    await page.getByText('Data was received from wingtip.shop').waitFor()
    await visit('www.wingtip.com', '/shoes')
    await page.reload()
    await page.getByText('Script installed').waitFor()
    await page.getByRole('heading', { name: '1 visit' }).waitFor()
    await page.getByRole('row', { name: /^\/shoes 1 0$/ }).waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('columnheader', { name: 'ChatGPT' }).waitFor()
    await expectNoScreenProblems(tab)
    tab.expectClean()
  })

  test('a log source can be added and its requests appear with their verification, and a log is previewed before it is stored', async () => {
    const { page } = tab
    await makeBrand(tab, 'Halden')
    await showScreen(tab, '/dashboard/brands/halden/traffic/agents')
    await page.getByText('No requests of AI agents in this period').waitFor()
    await page.getByRole('button', { name: 'Add log source' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Sender').selectOption('Vercel log drain')
    await dialog.getByLabel('Signature secret').waitFor()
    await dialog.getByLabel('Sender').selectOption('Other program')
    await dialog.getByLabel('Name').fill('Shop')
    await expectNoScreenProblems(tab)
    await dialog.getByRole('button', { name: 'Add log source' }).click()
    const address = await page.getByLabel('URL', { exact: true }).inputValue()
    await expectNoScreenProblems(tab)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const line = (path: string, address: string) =>
      JSON.stringify({ time: new Date().toISOString(), path, ip: address, user_agent: 'ClaudeBot/1.0' })
    await fetch(`${stage.dashboard.url}${new URL(address).pathname}`, {
      method: 'POST',
      body: `${line('/shoes', '216.73.216.5')}\n${line('/boots', '8.8.8.8')}\nnonsense`,
    })
    await page.reload()
    await page.getByRole('row', { name: /^ClaudeBot Anthropic Model training 2 .*1 1 0 0 / }).waitFor()
    await page.getByRole('row', { name: /^Shop Other program .* 3 2 1 / }).waitFor()
    await page.getByText('How agents are verified').click()
    await page.getByRole('row', { name: /^GPTBot 21 / }).waitFor()
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Upload log' }).click()
    const log = {
      name: 'access.log',
      mimeType: 'text/plain',
      buffer: Buffer.from(line('/hats', '216.73.216.5')),
    }
    await page.getByLabel('Log file').setInputFiles(log)
    await page.getByText(/^Start of the file: 1 line, 0 unreadable; 1 request of AI agents from/).waitFor()
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByText('1 line read: 1 request stored, 0 known before, 0 lines unreadable.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /^ClaudeBot Anthropic Model training 3 .*2 1 0 0 / }).waitFor()
    await page.getByLabel('Purpose').selectOption('Search index')
    await page.getByText('No requests of AI agents in this period').waitFor()
    tab.expectClean()
  })

  test('the funnel names what is not measured, and shows the conversions of a goal with what is behind them', async () => {
    const { page } = tab
    const brand = await makeBrand(tab, 'Sundial')
    const site = 'https://sundial.com'
    const beacon = (body: object) =>
      fetch(`${stage.dashboard.url}/track/${brand.tracking_code}`, {
        method: 'POST',
        headers: { origin: site, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0' },
        body: JSON.stringify({ r: '', f: [`${site}/watches`, 'https://chatgpt.com/'], ...body }),
      })
    await showScreen(tab, '/dashboard/brands/sundial/traffic/funnel')
    for (const missing of [
      'No server logs of',
      'script is not installed',
      'No data of GA4',
      'No goal is measured',
    ])
      await page.getByText(missing).waitFor()
    await page.getByRole('button', { name: 'Add goal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Order')
    await dialog.getByLabel('Path').fill('/thanks*')
    await dialog.getByLabel('Value per conversion').fill('49.50')
    await dialog.getByLabel('Currency').fill('EUR')
    await expectNoScreenProblems(tab)
    await dialog.getByRole('button', { name: 'Add goal' }).click()
    await page.getByRole('row', { name: /^Order Page \/thanks\* – – – / }).waitFor()
    await beacon({ u: `${site}/watches`, r: 'https://chatgpt.com/' })
    await beacon({ u: `${site}/thanks/17`, r: `${site}/cart` })
    await page.reload()
    await page
      .getByRole('row', { name: /^Order Page \/thanks\* 1 100\.0% 20\.\d to 100\.0%, n = 1 €49\.50 / })
      .waitFor()
    await page.getByRole('row', { name: /^\/watches 0 – 1 – 1 €49\.50$/ }).waitFor()
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: '/watches' }).click()
    await dialog.getByText('Conversions by goal').waitFor()
    await dialog.getByText('Order').waitFor()
    await expectNoScreenProblems(tab)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Search pages').fill('nothing')
    await page.getByText('No page matches').waitFor()
    tab.expectClean()
  })

  test('an owner adds an engine key with a monthly limit, and sets a retention period after seeing what it deletes', async () => {
    const { page } = tab
    await showScreen(tab, '/dashboard/settings/engines')
    await page.getByRole('button', { name: 'Add key for OpenRouter' }).click()
    await page.getByLabel('API key', { exact: true }).fill('sk-or-v1-0123456789abcdef3f9c')
    await page.getByLabel('Monthly limit in US dollars').fill('20')
    const consent = page.getByRole('checkbox', { name: /^Let OpenRouter also classify sentiment: about \$/ })
    expect(await consent.isChecked()).toBe(true)
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your key ••••3f9c').waitFor()
    await page.getByText('$0.00 of $20.00 this month').waitFor()
    const method = page.getByLabel('Classified by')
    await expect.poll(() => method.inputValue()).toBe('openrouter')
    await method.selectOption('Rules only')
    await expect.poll(() => method.inputValue()).toBe('')
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Remove key of OpenRouter' }).click()
    await page.getByRole('button', { name: 'Remove key', exact: true }).click()
    await page.getByRole('button', { name: 'Add key for OpenRouter' }).waitFor()

    await showScreen(tab, '/dashboard/settings')
    await page.getByLabel('Audit log (days)').fill('90')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByText('The next daily deletion deletes nothing.').waitFor()
    await expectNoScreenProblems(tab)
    await page.getByRole('button', { name: 'Save and delete daily' }).click()
    await page.getByText('Saved').waitFor()
    await page.reload()
    await page.getByLabel('Audit log (days)').waitFor()
    expect(await page.getByLabel('Audit log (days)').inputValue()).toBe('90')
    tab.expectClean()
  })
})

async function expectNoScreenProblems(tab: Tab): Promise<void> {
  expect(await findScreenProblems(tab), tab.page.url()).toEqual([])
}

/** Creates a brand with two prompts. */
async function makeBrand(tab: Tab, name: string) {
  const brand = await post(tab, '/api/brands', { name, domain: `${name.toLowerCase()}.com` })
  for (const text of ['Which shoes 1?', 'Which shoes 2?'])
    await post(tab, '/api/prompts', { brand_id: brand.id, text })
  return brand
}
