import { mkdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openStage, overflowPx } from './dashboard.ts'

const questions = [
  'Which running shoes are best for beginners?',
  'Which of these last longest?',
  'Where can I buy them?',
] as const

/** With PICTURES, the screens of conversations are saved there, in light, dark and on a phone. */
const pictures = process.env.PICTURES

describe.skipIf(!hasBrowser)('conversations in the dashboard', () => {
  const stage = openStage()

  test('a prompt gets follow-ups, a run asks them, and the pages of prompt and answer show the conversation', async () => {
    const owner = await stage.dashboard.service.signUp()
    const brand = await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto(`/dashboard/brands/${brand.slug}/prompts?days=all`)
    await page.getByRole('button', { name: 'Add prompt' }).first().click()
    const add = page.getByRole('dialog', { name: 'Add prompt' })
    await add.getByLabel('New prompt').fill(questions[0])
    await add.getByRole('button', { name: 'Add a follow-up question' }).click()
    await add.getByLabel('Follow-up question 1').fill(questions[1])
    await add.getByText(/^Asked after the answer.*Not on Copilot, Google AI Overviews/).waitFor()
    await add.getByRole('button', { name: 'Add prompt' }).click()
    await add.waitFor({ state: 'detached' })
    await page.getByText(`Follow-up to “${questions[0]}”`).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])

    await page.getByRole('link', { name: questions[1] }).click()
    await page.getByRole('heading', { name: questions[1], level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit prompt' })
    await edit
      .getByText(/It uses the country, language, persona and platforms of the first question/)
      .waitFor()
    await edit.getByRole('button', { name: 'Add a follow-up question' }).click()
    await edit.getByLabel('Follow-up question 2').fill(questions[2])
    expect(await edit.getByRole('button', { name: 'Add a follow-up question' }).count()).toBe(0)
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'detached' })
    const conversation = page.getByRole('region', { name: 'Conversation' }).first()
    await conversation.getByRole('link', { name: questions[2] }).waitFor()

    const { jobId } = await owner.ok('POST /api/tracking/check', {
      brandId: brand.id,
      platforms: ['chatgpt', 'claude'],
    })
    await expect
      .poll(async () => (await owner.ok(`GET /api/tracking/job/${jobId}`)).status, { timeout: 60_000 })
      .toBe('completed')
    await page.reload()
    await conversation
      .getByRole('button', { name: /^Mention rate: \d/ })
      .nth(2)
      .waitFor()
    expect(await findScreenProblems(tab)).toEqual([])

    const { items } = await owner.ok(`GET /api/answers?brand_id=${brand.id}&platform=claude&status=answered`)
    const answer = items.find(({ prompt }: { prompt: { text: string } }) => prompt.text === questions[1])
    await page.goto(`/dashboard/brands/${brand.slug}/answers/${answer.id}`)
    const turns = page.getByRole('region', { name: 'Conversation' }).first()
    await turns.getByText('This answer').waitFor()
    await turns.getByText(questions[0]).click()
    await turns.getByRole('region', { name: /^Claude/ }).waitFor()
    expect(await findScreenProblems(tab)).toEqual([])
    tab.expectClean()

    for (const [name, viewport, colorScheme] of [
      ['light', { width: 1440, height: 900 }, 'light'],
      ['dark', { width: 1440, height: 900 }, 'dark'],
      ['phone', { width: 390, height: 844 }, 'light'],
    ] as const) {
      const shown = await getOpenTab(stage, owner, { viewport, colorScheme })
      for (const [screen, path] of [
        ['prompts', '/prompts?days=all'],
        ['prompt', `/prompts/${answer.prompt.id}?days=all`],
        ['answer', `/answers/${answer.id}`],
      ] as const) {
        await shown.page.goto(`/dashboard/brands/${brand.slug}${path}`)
        await shown.page.getByText(questions[2]).first().waitFor()
        expect(await overflowPx(shown), `${screen}, ${name}`).toBe(0)
        if (pictures === undefined) continue
        await mkdir(pictures, { recursive: true })
        await shown.page.waitForLoadState('networkidle')
        await shown.page.screenshot({ path: `${pictures}/${screen}-${name}.png` })
      }
      await shown.close()
    }
  })
})
