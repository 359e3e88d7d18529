import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { systemContext, transaction } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import { withInlineImages } from '../../src/mail/layout.ts'
import { startMailServer } from '../../src/mail/smtp-server.fixture.ts'
import { createTestBrand } from '../../src/metrics/answers.fixture.ts'
import { renderDigestEmail } from '../../src/notifications/digest-email.ts'
import { digestExample } from '../../src/notifications/digest-example.fixture.ts'
import { notify } from '../../src/notifications/notify.ts'
import { startReceiver } from '../../src/notifications/receiver.fixture.ts'
import type { Client } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openStage, openTab, overflowPx } from './dashboard.ts'

const mails = await startMailServer()

describe.skipIf(!hasBrowser)('notifications in a browser', () => {
  const stage = openStage({
    ALLOW_PRIVATE_NETWORK: 'true',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`,
    SMTP_FROM: 'Ansight <ansight@acme.com>',
  })

  test('an owner adds a channel, sends a failing and a working test, resends a failed delivery from the log and deletes the channel', async () => {
    const receiver = await startReceiver()
    receiver.answers.push({ status: 404, body: 'no_service' })
    const owner = await stage.dashboard.service.signUp()
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto('/dashboard/settings/channels')
    await page.getByText('No channels yet').waitFor()
    await page.getByRole('button', { name: 'Add channel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service', { exact: true }).selectOption('slack')
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    expect(await dialog.getByText('Required').count()).toBe(2)
    await dialog.getByLabel('Name').fill('Marketing team')
    await dialog.getByLabel('Webhook URL').fill(`${receiver.url}/services/T0000/B0000/token`)
    await dialog.getByLabel('Reports').uncheck()
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    await page.getByText('Alerts, System messages · All brands').waitFor()

    await page.getByRole('button', { name: 'Send test to Marketing team' }).click()
    await page.getByText('The test was not delivered.').waitFor()
    await page.getByText(/status 404: no_service.*Create a new one in Slack/).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('button', { name: 'Send test to Marketing team' }).click()
    await page.getByText('The test was delivered.').waitFor()

    receiver.answers.push({ status: 410 })
    await notifyOrganization(owner, { ...digestExample, title: 'Mention rate fell' })
    await expect.poll(() => receiver.received.length).toBe(3)
    const resend = dialog.getByRole('button', { name: 'Resend: Mention rate fell' })
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Delivery log of Marketing team' }).click()
        await dialog.getByText('Mention rate fell').waitFor()
        const failed = await resend.count()
        if (failed === 0) await page.keyboard.press('Escape')
        return failed
      })
      .toBe(1)
    await dialog.getByText('Delivered', { exact: true }).waitFor()
    await dialog.getByText('Failed', { exact: true }).first().waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await resend.click()
    await expect.poll(() => receiver.received.length).toBe(4)
    await resend.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Edit Marketing team' }).click()
    await dialog.getByLabel('Name').fill('Growth team')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete Growth team' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No channels yet').waitFor()
    tab.expectClean()
    await tab.close()
    await receiver.close()
  })

  test('a member sets up the digest, previews it, gets it in the inbox and reads it', async () => {
    const { owner, prompts, write } = await createTestBrand(stage.dashboard.service)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await write({ prompt: prompts.plain, day: yesterday, text: 'Quilmar, then Zorvex.' })
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto('/dashboard/notifications')
    await page.getByText('No notifications yet').waitFor()
    await page.getByRole('link', { name: 'Set up your digest' }).click()
    await page.getByLabel('Send me a digest').check()
    await page.getByLabel('Frequency').selectOption('monthly')
    await page.getByLabel('Day of the month').selectOption('15')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    expect(await page.getByLabel('Day of the month').inputValue()).toBe('15')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText(/^Zorvex monthly digest/).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('The digest is in your inbox and was sent by email.').waitFor()

    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
    await page.getByRole('button', { name: /^Unread Zorvex/ }).click()
    await page.getByRole('link', { name: 'Open the overview' }).waitFor()
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('button', { name: 'Mark as unread' }).click()
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Unread' }).click()
    await page.getByText('No unread notifications').waitFor()

    await expect.poll(() => mails.received.some(({ to }) => to.includes(owner.email))).toBe(true)
    tab.expectClean()
    await tab.close()
  })

  test('the link in a digest asks for confirmation and ends the digest without signing in', async () => {
    const member = await stage.dashboard.service.signUp()
    const digest = await member.ok('POST /api/digest/send', { frequency: 'weekly', brand_ids: null })
    expect(digest.is_emailed).toBe(true)
    const sourceFor = () => mails.received.find(({ to }) => to.includes(member.email))?.source
    await expect.poll(sourceFor).toBeDefined()
    const token = /api\/unsubscribe\/([\w-]+)>/.exec(sourceFor() ?? '')?.[1]
    const visitor = await openTab(stage.browser, stage.dashboard)
    const { page } = visitor
    await page.goto(`/unsubscribe/${token}`)
    await page.getByText('Unsubscribe from the digest?').waitFor()
    expect(await findScreenProblems(visitor)).toEqual([])
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('You are unsubscribed').waitFor()
    await page.goto('/unsubscribe/forged')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('This link is not valid.').waitFor()
    visitor.expectClean(/status of 404/)
    await visitor.close()
  })

  test('the recipient of a channel confirms the address by a link, without signing in', async () => {
    const owner = await stage.dashboard.service.signUp()
    const recipient = `${crypto.randomUUID()}@example.com`
    await owner.ok('POST /api/channels', { kind: 'email', name: 'Team', recipients: [recipient] })
    const source = mails.received.find(({ to }) => to.includes(recipient))?.source ?? ''
    const token = /\/confirm-address\/([\w-]+)/.exec(source.replaceAll('=\r\n', ''))?.[1]
    const visitor = await openTab(stage.browser, stage.dashboard)
    const { page } = visitor
    await page.goto(`/confirm-address/${token}`)
    await page.getByText('Confirm your address').first().waitFor()
    expect(await findScreenProblems(visitor)).toEqual([])
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Address confirmed').first().waitFor()
    expect((await owner.ok('GET /api/channels')).items).toMatchObject([{ unconfirmed_recipients: [] }])
    await page.goto('/confirm-address/forged')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('This link is not valid.').waitFor()
    visitor.expectClean(/status of 404/)
    await visitor.close()
  })

  test('a notification of several paragraphs, facts and long words fits a phone, in the inbox and as email', async () => {
    const member = await stage.dashboard.service.signUp()
    const tab = await getOpenTab(stage, member, { viewport: { width: 390, height: 844 } })
    const { page } = tab
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhersteller'
    const message = { ...digestExample, summary: [...digestExample.summary, `${long}: ${long}`] }
    const { ctx, userId } = await notifyOrganization(member, message)
    await page.goto('/dashboard/notifications')
    await page.getByRole('button', { name: /^Unread / }).click()
    await page.getByRole('link', { name: 'Open the overview' }).waitFor()
    expect(await overflowPx(tab)).toBe(0)
    await tab.close()
    const { html } = renderDigestEmail(ctx, userId, message)
    const context = await stage.browser.newContext({ viewport: { width: 390, height: 844 } })
    const mail = await context.newPage()
    await mail.setContent(withInlineImages(html))
    expect(await mail.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    for (const colorScheme of ['light', 'dark'] as const) {
      await mail.emulateMedia({ colorScheme })
      expect(await contrastProblems(mail)).toEqual([])
    }
    await context.close()
  })

  /** Notifies the organization of a person and returns its context and the person's ID. */
  async function notifyOrganization(person: Client, message: typeof digestExample) {
    const { id } = await person.ok('GET /api/organization')
    const { user } = await person.ok('GET /api/auth/get-session')
    const ctx = systemContext(stage.dashboard.service.base, id)
    await transaction(ctx, (tx) => notify(tx, { brandId: null, kind: 'alert', key: newId(), message }))
    return { ctx, userId: String(user.id) }
  }
})

/** Returns the texts of an email whose contrast is too low. */
async function contrastProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found: { nodes: { html: string }[] }[] = await page.evaluate(
    `axe.run(document, { runOnly: ['color-contrast'] }).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ nodes }) => nodes.map(({ html }) => html))
}
