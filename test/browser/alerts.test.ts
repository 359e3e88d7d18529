import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { evaluateAlerts } from '../../src/alerts/evaluate.ts'
import { daysAfter } from '../../src/core/days.ts'
import { newId } from '../../src/core/ids.ts'
import { createTestBrand, type TestBrand } from '../../src/metrics/answers.fixture.ts'
import { startReceiver } from '../../src/notifications/receiver.fixture.ts'
import type { Client } from '../support.ts'
import { hasBrowser } from './browser.ts'
import { countClicks } from './count-clicks.ts'
import {
  findScreenProblems,
  follow,
  getOpenTab,
  openSharedStage,
  openStage,
  openTabOfOwner,
  overflowPx,
  type Tab,
} from './dashboard.ts'

/** With PICTURES, the screens of alerts are saved there. */
async function takePicture({ page }: Tab, name: string): Promise<void> {
  const { PICTURES: folder } = process.env
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/${name}.png` })
}

describe.skipIf(!hasBrowser)('the alerts of a brand', () => {
  const stage = openSharedStage()
  let owner: Client
  let tab: Tab

  beforeAll(async () => {
    ;({ owner, tab } = await openTabOfOwner(stage))
  })

  /** A brand whose last run failed and which has new negative answers. */
  async function createBrandWithAlerts(): Promise<TestBrand> {
    const { service } = stage.dashboard
    const book = await createTestBrand(service, owner)
    const { ctx, brand, prompts, write } = book
    const today = service.base.now().toISOString().slice(0, 10)
    for (let ago = 40; ago > 0; ago -= 1) {
      const text =
        ago <= 3
          ? 'Zorvex is not recommended: unreliable and terrible.'
          : 'Zorvex is excellent and outstanding.'
      await write({ prompt: prompts.plain, day: daysAfter(today, -ago), text })
    }
    await ctx.db
      .insertInto('jobs')
      .values({
        brand_id: brand.id,
        id: newId(),
        kind: 'run',
        status: 'failed',
        input: JSON.stringify({ platforms: ['chatgpt'], prompt_ids: null }),
        actor_kind: 'system',
        failed_reason: JSON.stringify({
          id: 'common.texts.plain',
          values: { text: 'No query was answered. ChatGPT: OpenAI is temporarily unavailable (status 503).' },
        }),
        finished_at: service.base.now(),
      })
      .execute()
    await evaluateAlerts(ctx, brand.id)
    return book
  }

  test('each alert has its severity, quote and answers, and an acknowledged one leaves the open ones and the count of the overview', async () => {
    const { brand, ctx } = await createBrandWithAlerts()
    const { page } = tab
    await follow(tab, `/dashboard/brands/${brand.slug}/alerts`)
    const list = page.getByRole('navigation', { name: 'List of alerts' })
    const negative = page.getByRole('article', { name: 'Negative answers appear' })
    const failed = page.getByRole('article', { name: 'A run failed' })
    await list.getByRole('link', { name: /^Negative answers appear/ }).click()
    await negative.getByText(/^Severity: /).waitFor()
    await negative
      .getByText(/unreliable and terrible/)
      .first()
      .waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await list.getByRole('link', { name: /^A run failed/ }).click()
    await failed.getByRole('button', { name: 'Acknowledge' }).click()
    await failed.getByRole('button', { name: 'Reopen' }).waitFor()
    await list.getByRole('link', { name: /^A run failed/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Acknowledged' }).click()
    await failed.waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: '1 open alert' }).click()
    await page.getByRole('link', { name: /^View details: 3 negative answers/ }).click()
    await page.getByText('3 answers', { exact: false }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('sentiment')).toBe('negative')
    const { rows } = await sql<{ status: string }>`
      select status from alerts where brand_id = ${brand.id} order by status`.execute(ctx.db)
    expect(rows.map(({ status }) => status)).toEqual(['acknowledged', 'open'])
    tab.expectClean()
  })

  test('an alert shows three answers behind it, who was notified, its owner, and its rule, which is edited next to it', async () => {
    const { brand, prompts } = await createBrandWithAlerts()
    const { page } = tab
    await follow(tab, `/dashboard/brands/${brand.slug}/alerts`)
    await page.getByRole('link', { name: /^Negative answers appear/ }).click()
    const alert = page.getByRole('article', { name: 'Negative answers appear' })
    await alert.getByRole('heading', { name: 'Example answers' }).waitFor()
    await alert.getByText('Zorvex is not recommended').first().waitFor()
    expect(await alert.getByRole('link', { name: prompts.plain.text }).count()).toBe(3)
    await alert.getByText('Inbox of 1 member').waitFor()
    const { items: members } = await owner.ok(`GET /api/brands/${brand.id}/members`)
    await alert.getByLabel('Owner of the alert').selectOption(members[0].user_id)
    await page.getByRole('navigation', { name: 'List of alerts' }).getByText(members[0].name).waitFor()
    await alert.getByRole('button', { name: 'Edit rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit alert rule' })
    expect(await dialog.getByLabel('Alert type').isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    tab.expectClean()
  })

  test('the alert of a number has its chart and the prompts that drove it', async () => {
    const { service } = stage.dashboard
    const book = await createTestBrand(service, owner)
    const { ctx, brand, prompts, topic, write } = book
    const plain = [prompts.plain]
    for (let years = 2; years <= 8; years += 1)
      plain.push(
        await owner.ok('POST /api/prompts', {
          brand_id: brand.id,
          text: `Which shoes last ${years} years?`,
          topic_id: topic.id,
        }),
      )
    const today = service.base.now().toISOString().slice(0, 10)
    for (let ago = 42; ago > 0; ago -= 1)
      for (const prompt of plain)
        await write({
          prompt,
          day: daysAfter(today, -ago),
          text: ago > 14 ? 'Brentiva is fine.' : 'Zorvex is fine.',
        })
    await evaluateAlerts(ctx, brand.id)
    const { page } = tab
    await follow(tab, `/dashboard/brands/${brand.slug}/alerts`)
    await page
      .getByRole('link', { name: /^(Visibility score|Mention rate).* is up/ })
      .first()
      .click()
    const alert = page.getByRole('article', { name: /is up/ })
    await alert.getByRole('img', { name: 'Visibility score of Zorvex around the alert' }).waitFor()
    await alert.getByRole('heading', { name: /^What drove it/ }).waitFor()
    await alert.getByRole('link', { name: prompts.plain.text }).first().waitFor()
    await alert.getByRole('link', { name: /^All \d+ answers$/ }).waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    tab.expectClean()
  })

  test('the alert of a tag charts and explains the answers to its prompts, in light, dark and on a phone', async () => {
    const { service } = stage.dashboard
    const { ctx, brand, write } = await createTestBrand(service, owner)
    const prompts = []
    for (let years = 1; years <= 12; years += 1)
      prompts.push(
        await owner.ok('POST /api/prompts', {
          brand_id: brand.id,
          text: `Which shoes last ${years} years?`,
          tags: years <= 6 ? ['retail'] : ['wholesale'],
        }),
      )
    const today = service.base.now().toISOString().slice(0, 10)
    for (let ago = 42; ago > 0; ago -= 1)
      for (const prompt of prompts)
        await write({
          prompt,
          day: daysAfter(today, -ago),
          text: ago <= 14 && prompt.tags[0] === 'retail' ? 'Zorvex is fine.' : 'Brentiva is fine.',
        })
    await owner.ok(`GET /api/brands/${brand.id}/alert-rules`)
    await sql`delete from alert_rules where brand_id = ${brand.id}`.execute(ctx.db)
    await owner.ok(`POST /api/brands/${brand.id}/alert-rules`, { kind: 'number_changed', tag: 'retail' })
    await sql`update alert_rules set applies_from = null where brand_id = ${brand.id}`.execute(ctx.db)
    await evaluateAlerts(ctx, brand.id)
    for (const [name, options] of [
      ['light', {}],
      ['dark', { colorScheme: 'dark' }],
      ['phone', { viewport: { width: 390, height: 844 } }],
    ] as const) {
      const shown = await getOpenTab(stage, owner, options)
      const { page } = shown
      const isOfTag = (path: string) =>
        page.waitForRequest((request) => request.url().includes(path) && /[?&]tag=retail/.test(request.url()))
      await page.goto(`/dashboard/brands/${brand.slug}/alerts`)
      const requests = ['visibility-trend', 'score-change', '/api/answers?'].map(isOfTag)
      await page
        .getByRole('link', { name: /for the tag retail is up/ })
        .first()
        .click()
      await Promise.all(requests)
      const alert = page.getByRole('article', { name: /for the tag retail is up/ })
      await alert.getByRole('heading', { name: /^What drove it/ }).waitFor()
      await alert.getByText('Tag: retail').waitFor()
      expect(await overflowPx(shown), name).toBe(0)
      await takePicture(shown, `alert-${name}`)
      await alert.getByRole('button', { name: 'Edit rule' }).click()
      await page.getByLabel('Prompts', { exact: true }).waitFor()
      expect(await page.getByLabel('Prompts', { exact: true }).inputValue()).toBe('tag:retail')
      expect(await findScreenProblems(shown, { colors: true })).toEqual([])
      await takePicture(shown, `rule-${name}`)
      shown.expectClean()
      await shown.close()
    }
  })

  test('a rule is replayed before it is saved, and one for a topic, tag, persona or market has no platform and shows its name', async () => {
    const { brand } = await createBrandWithAlerts()
    const persona = await owner.ok(`POST /api/brands/${brand.id}/personas`, {
      name: 'Baker',
      instruction: 'I run a bakery.',
    })
    for (const [text, prompt] of [
      ['Welche Schuhe?', { region: 'DE', language: 'de', tags: ['retail'] }],
      ['Which oven?', { region: 'US', language: 'en', persona_id: persona.id }],
    ] as const)
      await owner.ok('POST /api/prompts', { brand_id: brand.id, text, ...prompt })
    const { page } = tab
    await follow(tab, `/dashboard/brands/${brand.slug}/alerts/rules`)
    await page.getByRole('heading', { name: 'Alert rules' }).waitFor()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('Alert type').selectOption('negative_sentiment')
    await page.getByRole('button', { name: 'Test on past data', exact: true }).click()
    await page.getByText(/^1 alert from .*: 0\.\d per month\.$/).waitFor()
    await page.getByRole('img', { name: 'Timeline of the alerts' }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Negative answers appear').nth(1).waitFor()

    const names = ['Topic: Shoes', 'Tag: retail', 'Persona: Baker', 'Market: Germany, German']
    for (const name of names) {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await page.getByLabel('Platform', { exact: true }).waitFor()
      await page.getByLabel('Prompts', { exact: true }).selectOption(name)
      await page.getByLabel('Platform', { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Test on past data', exact: true }).click()
      await page.getByText(/^0 alerts from /).waitFor()
      expect(await findScreenProblems(tab)).toEqual([])
      await page.getByRole('button', { name: 'Save rule' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByText(name).waitFor()
    }
    await page.getByRole('button', { name: 'Edit rule: A metric of the brand changed' }).last().click()
    await page.getByLabel('Prompts', { exact: true }).selectOption('Whole brand')
    await page.getByLabel('Platform', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Market: Germany, German').waitFor({ state: 'detached' })
    expect(await findScreenProblems(tab)).toEqual([])
    const { items } = await owner.ok(`GET /api/brands/${brand.id}/alert-rules`)
    expect(items.slice(-4)).toMatchObject([
      { topic_id: expect.any(String), tag: null, persona_id: null, market: null },
      { topic_id: null, tag: 'retail', persona_id: null, market: null },
      { topic_id: null, tag: null, persona_id: persona.id, market: null },
      { topic_id: null, tag: null, persona_id: null, market: null },
    ])
    tab.expectClean()
  })
})

describe.skipIf(!hasBrowser)('a rule that notifies a channel', () => {
  const stage = openStage({ ALLOW_PRIVATE_NETWORK: 'true' }, { jobs: false })

  test('an alert to Slack takes five presses on the alerts screen, with a test of the destination', async () => {
    const receiver = await startReceiver()
    const { owner, tab } = await openTabOfOwner(stage)
    const { brand } = await createTestBrand(stage.dashboard.service, owner)
    const { page } = tab
    await follow(tab, `/dashboard/brands/${brand.slug}/alerts`)
    const getClicks = await countClicks(page)
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('button', { name: 'Add destination' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Slack #marketing')
    await page.getByLabel('Webhook URL').fill(`${receiver.url}/services/T0000/B0000/token`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add channel' }).click()
    await page.getByRole('checkbox', { name: 'Slack #marketing' }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    await page.getByLabel('At least').fill('3')
    await page.getByRole('button', { name: 'Send test to Slack #marketing' }).click()
    await expect.poll(() => receiver.received.length).toBe(1)
    await page
      .getByRole('dialog')
      .getByText(/delivered/i)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await getClicks()).toBe(5)
    const { items } = await owner.ok(`GET /api/brands/${brand.id}/alert-rules`)
    expect(items.at(-1)).toMatchObject({ kind: 'number_changed', min_change: 3, channel_ids: null })
    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByText('At least 3.0').waitFor()
    await page.getByRole('button', { name: 'Edit rule: A metric of the brand changed' }).last().click()
    await page.getByLabel('At least').fill('4')
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByText('At least 4.0').waitFor()
    await page.getByText('Notifies Slack #marketing').first().waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()
    await tab.close()
    await receiver.close()
  })
})
