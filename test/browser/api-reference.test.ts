/** The API reference page in a real browser, under the Content-Security-Policy of the service. */
import { afterAll, describe, expect, test } from 'vitest'
import { contextWith, createTestApp, sharedService } from '../support.ts'
import { hasBrowser, sharedBrowser } from './browser.ts'
import { openTab } from './dashboard.ts'

// Swagger UI treats localhost differently: only pages on other hosts show its online validator.
const host = 'ansight.example'
/** Chromium warns about headers that it ignores without TLS, Swagger UI about formats without a component of their own. */
const ignored = /Cross-Origin-Opener-Policy|origin-keyed|Could not find component: JsonSchema_/

describe.skipIf(!hasBrowser)('the API reference in a browser', async () => {
  const { base } = await sharedService()
  const app = await createTestApp(contextWith(base, { config: { ...base.config, ALLOWED_HOSTS: [host] } }))
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  afterAll(() => app.close())

  test('shows an endpoint with its parameters and responses, without CSP violations or requests to other origins, and follows the color scheme of the browser', async () => {
    const { page, expectClean, close } = await openTab(await sharedBrowser(), {
      url: `http://${host}:${port}`,
    })
    await page.goto('/docs')
    await page.getByRole('heading', { name: /^Metrics v1/ }).click()
    const endpoint = page.locator('[id="operations-Metrics_v1-getV1VisibilitySummary"]')
    await endpoint.locator('.opblock-summary-control').click()
    await endpoint.locator('[data-param-name="brand_id"]').first().waitFor()
    await endpoint.getByRole('button', { name: 'Try it out' }).click()
    await endpoint.getByRole('button', { name: 'Execute' }).waitFor()
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.getByRole('heading', { name: 'Available authorizations' }).waitFor()
    const background = () =>
      page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    const light = await background()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(background).not.toBe(light)
    expectClean(ignored)
    await close()
  })
})
