import type { Page } from 'playwright-core'

/** Runs in the page. */
const script = `{
  const { dataset } = document.documentElement
  const count = (presses) => { dataset.presses = String(Number(dataset.presses) + presses) }
  dataset.presses = '0'
  document.addEventListener('pointerdown', () => count(1), true)
  document.addEventListener('change', ({ target }) => { if (target.matches('select')) count(2) }, true)
}`

/**
 * Starts to count what a person presses in a page: each press, and two for a choice in a list, which opens it and chooses. Returns
 * a function that returns the count. A reload of the page ends it.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(script)
  return async () => Number(await page.locator('html').getAttribute('data-presses'))
}
