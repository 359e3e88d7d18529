import { describe, expect, test } from 'vitest'
import { newAddress } from '../../src/accounts/browser.fixture.ts'
import { startMailServer } from '../../src/mail/smtp-server.fixture.ts'
import { addMember } from '../../src/notifications/notifications.fixture.ts'
import { createReport, createReportedBrand } from '../../src/reports/reports.fixture.ts'
import { type Client, createClientFor, type SharedService } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { countClicks } from './count-clicks.ts'
import {
  type BrowserStage,
  findScreenProblems,
  follow,
  getOpenTab,
  openSharedStage,
  openStage,
  openTab,
  signInByApi,
  type Tab,
} from './dashboard.ts'

const password = 'correct horse battery'
const newPassword = 'a much better passphrase'

const mails = await startMailServer()

/** Waits for the newest email to an address, and returns the path of its link. */
async function pathInMail(to: string, kind: 'link' | 'invite' = 'link', earlier = 0): Promise<string> {
  const received = () => mails.received.filter((mail) => mail.to.includes(to))
  await expect.poll(() => received().length).toBeGreaterThan(earlier)
  const text = received().at(-1)?.source.replaceAll('=\r\n', '') ?? ''
  return new RegExp(`/${kind}/[\\w-]+`).exec(text)?.[0] ?? ''
}

async function signIn({ page }: Tab, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function expectNoProblems(tab: Tab): Promise<void> {
  expect(await findScreenProblems(tab), tab.page.url()).toEqual([])
}

/** Adds a person to the organization of the owner, with a link that was passed on. */
async function joinAs(person: Client, owner: Client, role = 'editor'): Promise<void> {
  const { token } = await owner.ok('POST /api/invitations', { email: person.email, role })
  await person.ok(`POST /api/invitations/${token}/accept`, {})
}

/** Makes the person a member of the owner's organization alone. */
async function moveTo(person: Client, owner: Client): Promise<void> {
  const { id, name } = await person.ok('GET /api/organization')
  await joinAs(person, owner)
  await person.ok('POST /api/auth/organization', { organization_id: id })
  await person.ok('DELETE /api/organization', { name })
}

describe.skipIf(!hasBrowser)('accounts in a browser, with email', () => {
  let lateMs = 0
  const stage = openStage(
    {
      SIGNUPS: 'open',
      SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
      SMTP_FROM: 'Ansight <ansight@acme.com>',
    },
    { jobs: false, now: () => new Date(Date.now() + lateMs) },
  )

  test('a forgotten password is replaced by the link in an email, which works once', async () => {
    const owner = await stage.dashboard.service.signUp()
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    const request = async (email: string) => {
      await page.goto('/sign-in')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      return page.getByRole('status').innerText()
    }
    const unknown = newAddress()
    const answer = await request(unknown)
    expect(await request(owner.email)).toBe(answer.replace(unknown, owner.email))
    await expectNoProblems(tab)

    const link = await pathInMail(owner.email)
    const opened = await page.goto(link)
    expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
    await page.getByText(`The new password is for ${owner.email}`).waitFor()
    await expectNoProblems(tab)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByLabel('Password').fill(newPassword)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your password is changed.').waitFor()
    await expectNoProblems(tab)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(tab, owner.email, newPassword)
    await page.getByText('Add your first brand').waitFor()

    await page.goto(link)
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    await expectNoProblems(tab)
    expect(mails.received.filter(({ to }) => to.includes(unknown))).toEqual([])
    tab.expectClean(/status of 40[04]|This link is not valid/)
    await tab.close()
  })

  test('a person signs up with the link in an email and gets an organization', async () => {
    const email = newAddress()
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await stage.dashboard.service.signUp()
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await expectNoProblems(tab)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText(`We sent a link to ${email}.`).waitFor()
    await page.goto(await pathInMail(email))
    await page.getByLabel('Name').fill('Nora New')
    await page.getByLabel('Password').fill(password)
    await expectNoProblems(tab)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText('Add your first brand').waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('the emailed link of an invitation creates an account, and the link that was passed on is for people who sign in', async () => {
    const owner = await stage.dashboard.service.signUp('Olga')
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    const email = newAddress()
    const { token } = await owner.ok('POST /api/invitations', { email, role: 'viewer' })
    await page.goto(`/invite/${token}`)
    await page.getByText(`To create an account, open the link in the email to ${email}.`).waitFor()
    await expectNoProblems(tab)
    await page.goto(await pathInMail(email, 'invite'))
    await page.getByLabel('Name').fill('Vera')
    await page.getByLabel('Password').fill(password)
    await expectNoProblems(tab)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.getByText('No brands yet').waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('an invitation to an address with an account is accepted after signing in, and a different address is named first', async () => {
    const { service } = stage.dashboard
    const [owner, guest, other] = [await service.signUp(), await service.signUp(), await service.signUp()]
    const { name } = await owner.ok('PATCH /api/organization', { name: 'Host Ltd' })
    await owner.ok('POST /api/invitations', { email: guest.email, role: 'editor' })
    const link = await pathInMail(guest.email, 'invite')
    const tab = await getOpenTab(stage, other)
    const { page } = tab
    await page.goto(link)
    await page.getByText(`you are signed in as ${other.email}`).waitFor()
    await page.getByRole('button', { name: `Join as ${other.email}` }).waitFor()
    await expectNoProblems(tab)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.getByLabel('Name').fill('Guest')
    await page.getByLabel('Password').fill(newPassword)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.getByText('An account with this email address already exists.').waitFor()
    await expectNoProblems(tab)
    await page.getByRole('link', { name: 'Sign in to accept' }).click()
    await signIn(tab, guest.email)
    const join = page.getByRole('button', { name: `Join as ${guest.email}` })
    await join.waitFor()
    expect(await page.getByText('This invitation was sent to').count()).toBe(0)
    await join.click()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByText(name).waitFor()
    tab.expectClean(/status of 409/)
    await tab.close()
  })

  test('a new address is confirmed by its mailbox, and the former mailbox can undo the change', async () => {
    const owner = await stage.dashboard.service.signUp()
    const email = newAddress()
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto('/account')
    await page.getByText('Confirmed by the administrator').waitFor()
    await page.getByRole('button', { name: 'Confirm by email' }).click()
    await page.getByText(`We sent a link to ${owner.email}.`).waitFor()
    await page.goto(await pathInMail(owner.email))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByText('Your address is confirmed.').waitFor()
    await page.getByRole('link', { name: 'Your account', exact: true }).click()
    await page.getByText('Confirmed by email', { exact: true }).waitFor()
    await page.getByLabel('New address').fill(email)
    await page.getByRole('button', { name: 'Change the address' }).click()
    await page.getByText(`We sent a link to ${email}.`).waitFor()
    await expectNoProblems(tab)
    await page.goto(await pathInMail(email))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByText('Your account has the new address.').waitFor()
    await page.goto(await pathInMail(owner.email, 'link', 1))
    await page.getByRole('button', { name: 'Restore the address' }).click()
    await page.getByRole('link', { name: 'Set a new password' }).waitFor()
    await expectNoProblems(tab)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(tab, owner.email)
    await page.getByText('Add your first brand').waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('ten minutes after signing in, a new password needs the old one, and ends the other sessions', async () => {
    const { service } = stage.dashboard
    const owner = await service.signUp()
    const elsewhere = createClientFor(service.app, owner)
    await elsewhere.ok('POST /api/auth/sign-in/email', { email: owner.email, password })
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto('/account')
    const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('row')
    await expect.poll(() => sessions.count()).toBe(4)
    await page.getByRole('row', { name: /^Chrome on Linux This browser/ }).waitFor()
    lateMs = 11 * 60_000
    await page.getByLabel('New password').fill(newPassword)
    const change = page.getByRole('button', { name: 'Change the password' })
    await change.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.waitFor()
    await expectNoProblems(tab)
    await page.keyboard.press('Escape')
    await page.getByText('Nothing was changed, because you did not confirm that it is you.').waitFor()
    await elsewhere.ok('GET /api/organization')

    await change.click()
    await dialog.getByLabel('Password').fill('not the password')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('Is not your password.').waitFor()
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Your password is changed.').waitFor()
    await expect.poll(() => sessions.count()).toBe(2)
    expect((await elsewhere.call('GET /api/organization')).status).toBe(401)
    expect(await page.getByLabel('New password').inputValue()).toBe('')
    tab.expectClean(/status of 40[03]/)
    await tab.close()
  })
})

describe.skipIf(!hasBrowser)('accounts in a browser', () => {
  const stage = openSharedStage()

  test('a viewer of one brand sees the contact of the agency, and neither settings of the organization nor costs', async () => {
    const { service } = stage.dashboard
    const { owner, brand } = await createReportedBrand(service)
    await owner.ok('PATCH /api/organization', { name: 'Northfold Studio' })
    await owner.ok('PATCH /api/report-branding', { contact_email: 'agency@example.com' })
    await owner.ok('POST /api/brands', { name: 'Otherclient', domain: 'otherclient.com' })
    const viewer = await addMember(service, owner, { role: 'viewer', brandIds: [brand.id] })
    const tab = await getOpenTab(stage, viewer)
    const { page } = tab
    await page.goto(`/dashboard/brands/${brand.slug}/runs`)
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor()
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByText('Northfold Studio').waitFor()
    await navigation.getByRole('link', { name: 'agency@example.com' }).waitFor()
    expect(await page.getByText('Cost').count()).toBe(0)
    const links = await navigation.getByRole('link').allTextContents()
    expect(links).toContain('Your digest')
    expect(links).not.toContain('Organization')
    await navigation.getByRole('link', { name: 'Your digest' }).click()
    await page.getByRole('heading', { name: 'Your digest' }).first().waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Members' }).count()).toBe(0)
    for (const screen of ['', '/members', '/engines', '/api-keys']) {
      await follow(tab, `/dashboard/settings${screen}`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    await follow(tab, '/dashboard')
    await page.getByRole('main').getByRole('link', { name: brand.name }).first().waitFor()
    expect(await page.getByText('Otherclient').count()).toBe(0)
    await expectNoProblems(tab)
    tab.expectClean()
    await tab.close()
  })

  test('without email, the pages for a forgotten password and for the address name the command of the administrator', async () => {
    const owner = await stage.dashboard.service.signUp()
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto('/forgot-password')
    await page.getByText('ansight user reset-link --email you@example.com').waitFor()
    expect(await page.getByLabel('Email').count()).toBe(0)
    await page.goto('/account')
    await page.getByText(`ansight user email --email ${owner.email} --to new@example.com`).waitFor()
    expect(await page.getByLabel('New address').count()).toBe(0)
    tab.expectClean()
    await tab.close()
  })

  test('a person changes their name and language, ends sessions, exports their data and deletes the account', async () => {
    const { service } = stage.dashboard
    const owner = await service.signUp()
    const guest = await service.signUp('Guest')
    await moveTo(guest, owner)
    const browsers = [createClientFor(service.app, guest), createClientFor(service.app, guest)]
    for (const each of browsers)
      await each.ok('POST /api/auth/sign-in/email', { email: guest.email, password })
    const tab = await getOpenTab(stage, guest)
    const { page } = tab
    await page.goto('/account')
    await page.getByLabel('Name').fill('Grete')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    await page.getByLabel('Sprache').selectOption('English')
    await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor()
    const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('row')
    const count = await rows.count()
    await page.getByRole('button', { name: 'Sign out Unknown browser' }).first().click()
    await expect.poll(() => rows.count()).toBe(count - 1)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    for (const each of browsers) expect((await each.call('GET /api/organization')).status).toBe(401)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as JSON' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('ansight-account.json')
    await page.getByRole('button', { name: 'Delete the account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(guest.email)
    await expectNoProblems(tab)
    await dialog.getByRole('button', { name: 'Delete the account' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(tab, guest.email)
    await page.getByText('The email address or password is incorrect.').waitFor()
    tab.expectClean(/status of 401/)
    await tab.close()
  })

  test('switching organizations keeps a screen of the organization and leaves a screen of a brand', async () => {
    const { service } = stage.dashboard
    const [person, owner] = [await service.signUp('Petra'), await service.signUp('Olga')]
    await owner.ok('PATCH /api/organization', { name: 'Second Ltd' })
    await person.ok('PATCH /api/organization', { name: 'First Ltd' })
    await person.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
    await joinAs(person, owner, 'admin')
    const tab = await getOpenTab(stage, person)
    const { page } = tab
    const menu = async () => {
      await page.getByRole('button', { name: /^Account of/ }).click()
      return page.getByRole('dialog', { name: 'Petra' })
    }
    await page.goto('/dashboard/settings/members')
    await page.getByText('Olga', { exact: true }).waitFor()
    const choice = await menu()
    await choice.getByRole('button', { name: 'First Ltd' }).waitFor()
    await expectNoProblems(tab)
    await choice.getByRole('button', { name: 'First Ltd' }).click()
    await page.getByText('(you)').waitFor()
    await page.getByText('1 member', { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/settings/members')
    await follow(tab, '/dashboard/brands/acme/prompts')
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor()
    await (await menu()).getByRole('button', { name: 'Second Ltd' }).click()
    await page.getByText('No brands yet').or(page.getByText('Add your first brand')).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')

    await (await menu()).getByRole('link', { name: 'Your account', exact: true }).click()
    await page.getByRole('button', { name: 'Open First Ltd' }).click()
    await page.getByRole('link', { name: 'Acme' }).first().waitFor()
    tab.expectClean()
    await tab.close()
  })

  test('a person without an organization gets their account, and the dashboard after accepting an invitation', async () => {
    const { service } = stage.dashboard
    const [owner, person] = [await service.signUp(), await service.signUp('Petra')]
    await moveTo(person, owner)
    const { items: members } = await owner.ok('GET /api/members')
    await owner.ok(`DELETE /api/members/${members.at(-1).user_id}`)
    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    await page.goto('/sign-in')
    await signIn(tab, person.email)
    await page.getByText('You do not belong to an organization.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/account')
    await expectNoProblems(tab)
    const { token } = await owner.ok('POST /api/invitations', { email: person.email, role: 'viewer' })
    await page.goto(`/invite/${token}`)
    await page.getByRole('button', { name: /^Join as/ }).click()
    await page.getByText('No brands yet').waitFor()
    tab.expectClean(/status of 403/)
    await tab.close()
  })

  test('making a member a client asks for their brands, and saves the role with them', async () => {
    const { service } = stage.dashboard
    const [owner, editor] = [await service.signUp('Olga'), await service.signUp('Edda')]
    await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
    await joinAs(editor, owner)
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto('/dashboard/settings/members')
    await page.getByLabel('Role of Edda').selectOption('client')
    const dialog = page.getByRole('dialog', { name: 'Brand access of Edda' })
    await dialog.getByRole('checkbox', { name: 'Acme' }).check()
    expect(await page.getByLabel('Role of Edda').inputValue()).toBe('editor')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/access to 1 brand/).waitFor()
    expect(await page.getByLabel('Role of Edda').inputValue()).toBe('client')
    expect((await editor.call('GET /api/platforms')).status).toBe(403)
    tab.expectClean()
    await tab.close()
  })

  test('a client is invited with a brand, and sees its published reports and nothing else', async () => {
    const reported = await createReportedBrand(stage.dashboard.service)
    const { owner, brand } = reported
    const report = await createReport(reported)
    await owner.ok(`POST /api/reports/${report.id}/publish`)
    const client = { email: newAddress(), password }
    await owner.ok('PATCH /api/report-branding', { contact_email: 'agency@example.com' })
    await owner.ok('POST /api/brands', { name: 'Otherclient', domain: 'otherclient.com' })
    const token = await inviteClient(stage, owner, client.email, brand.name)

    const tab = await openTab(stage.browser, stage.dashboard)
    const { page } = tab
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url())
    })
    await page.request.post(`/api/invitations/${token}/accept`, { data: { name: 'Clara', password } })
    await page.goto('/dashboard')
    await page.getByRole('main').getByRole('link', { name: brand.name }).waitFor()
    await expectNoProblems(tab)
    const links = () => page.getByRole('navigation').getByRole('link').allTextContents()
    await expect.poll(links).toEqual(['All brands', 'agency@example.com'])
    await page.goto(`/dashboard/brands/${brand.slug}`)
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/dashboard/brands/${brand.slug}/reports`)
    await expectNoProblems(tab)
    await expect.poll(links).toEqual(['Reports', 'All brands', 'agency@example.com'])
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor()
    await expectNoProblems(tab)
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('dialog').getByRole('option').allTextContents()).not.toContain('Prompts')
    await page.keyboard.press('Escape')
    for (const path of ['/dashboard/settings', '/dashboard/notifications']) {
      await follow(tab, path)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    await page.goto('/account')
    await page.getByRole('link', { name: 'Back to the dashboard' }).waitFor()
    expect(refused).toEqual([])
    tab.expectClean()
    await tab.close()
  })
})

/** Invites a client from the reports of the brand with four presses, and from the members, which requires a brand, and returns the token of the link. */
async function inviteClient(
  stage: BrowserStage<SharedService>,
  owner: Client,
  email: string,
  brand: string,
): Promise<string> {
  const tab = await openTab(stage.browser, stage.dashboard)
  const { page } = tab
  await signInByApi(tab, owner)
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('link', { name: brand }).first().waitFor()
  const getClicks = await countClicks(page)
  await page.getByRole('main').getByRole('link', { name: brand }).first().click()
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('button', { name: `Invite a client of ${brand}` }).click()
  await page.getByLabel('Email').fill(newAddress())
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await page.getByRole('textbox', { name: 'Link' }).waitFor()
  expect(await getClicks()).toBe(4)
  const { items } = await owner.ok('GET /api/invitations')
  expect(items[0]).toMatchObject({ role: 'client', brand_ids: [expect.any(String)] })

  await page.goto('/dashboard/settings/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('client')
  await page.getByRole('checkbox', { name: brand }).waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await page.getByText('Must name the brands of a client.').waitFor()
  await expectNoProblems(tab)
  await page.getByRole('checkbox', { name: brand }).check()
  await page.getByRole('button', { name: 'Create invite link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')
  tab.expectClean(/status of 400/)
  await tab.close()
  return link.split('/').at(-1) ?? ''
}
