import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, follow, getOpenTab, openStage, type Tab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('API keys, service accounts and the audit log in a browser', () => {
  const stage = openStage()
  let tab: Tab

  beforeAll(async () => {
    tab = await getOpenTab(stage, await stage.dashboard.service.signUp('Olga'))
    await tab.page.goto('/dashboard')
  })

  const getKey = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${stage.dashboard.url}/api/v1/whoami`, { headers })
    return { status: reply.status, body: await reply.json() }
  }

  test('an owner creates a service account and a key with scopes for it, and rotates the key', async () => {
    const { page } = tab
    await follow(tab, '/dashboard/settings/members')
    await page.getByRole('button', { name: 'Create service account' }).click()
    await page.getByLabel('Name').fill('Nightly export')
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Create service account' }).click()
    await page.getByRole('button', { name: 'Delete Nightly export' }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])

    await follow(tab, '/dashboard/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Export')
    await page.getByLabel('Acts for').selectOption({ label: 'Nightly export' })
    await page.getByRole('checkbox', { name: /^Run/ }).check()
    expect(await page.getByRole('checkbox', { name: /^Read/ }).isDisabled()).toBe(true)
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const first = await page.getByLabel('Token').inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    expect((await getKey(first)).body).toMatchObject({
      user: { name: 'Nightly export', email: '' },
      key: { scopes: ['read', 'run'] },
    })
    await page.getByText(/^Read, Run/).waitFor()

    await page.getByRole('button', { name: 'Rotate Export' }).click()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const second = await page.getByLabel('Token').inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/^Replaced, works until/).waitFor()
    expect([(await getKey(first)).status, (await getKey(second)).status]).toEqual([200, 200])
    expect(await findScreenProblems(tab)).toEqual([])

    await page.getByLabel('Users of keys').selectOption({ label: 'Keys of people who have left' })
    await page.getByText('No such API keys').waitFor()
    await page.getByLabel('Users of keys').selectOption({ label: 'Keys of service accounts' })
    await page.getByLabel('Order').selectOption({ label: 'Last sign-in longest ago first' })
    await page.getByRole('button', { name: 'Revoke Export' }).first().waitFor()
  })

  test('an owner filters the audit log by person and day, and exports what is shown', async () => {
    const { page } = tab
    await follow(tab, '/dashboard/settings/audit-log')
    await page.getByRole('cell', { name: 'An API key was rotated' }).waitFor()
    await page.getByLabel('Who').selectOption({ label: 'Nightly export' })
    await page.getByRole('row').first().waitFor({ state: 'detached' })
    await page.getByLabel('Who').selectOption({ label: 'Olga' })
    await page.getByLabel('Type of change').selectOption({ label: 'An API key was rotated' })
    await page.getByRole('cell', { name: 'An API key was rotated' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(await findScreenProblems(tab)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^ansight-audit-log-.+\.csv$/)
    expect(new URL(download.url()).search).toMatch(/^\?format=csv&.*kind=api_key.rotated/)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByRole('row').first().waitFor({ state: 'detached' })
  })
})
