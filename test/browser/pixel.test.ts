/** The tracking script on another site's page in a real browser: what it sends, and that it never throws. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, sharedService } from '../support.ts'
import { hasBrowser, sharedBrowser } from './browser.ts'

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

describe.skipIf(!hasBrowser)('the tracking script in a browser', async () => {
  const service = await sharedService()
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'shop.acme.test.example.com' })
  const app = await createTestApp(service.base)
  const beacons: Record<string, unknown>[] = []
  app.addHook('preHandler', async (request) => {
    if (Buffer.isBuffer(request.body)) beacons.push(JSON.parse(request.body.toString()))
  })

  const ansight = await app.listen({ host: '127.0.0.1', port: 0 })

  const tag = `<script defer src="${ansight}/t.js" data-code="${brand.tracking_code}"></script>`
  const injected = `<script>
    var s = document.createElement('script')
    s.src = '${ansight}/t.js?code=${brand.tracking_code}'
    document.head.appendChild(s)
  </script>`
  const pages: Record<string, string> = {
    '/': tag,
    '/tag-manager': injected,
    '/twice': `${tag}<script>addEventListener('load', function () { history.pushState({}, '', '/second?x=1'); history.replaceState({}, '', '/second?x=1#part'); history.pushState({}, '', '/third') })</script>`,
    '/goals': `${tag.replace('></', ' data-goals></')}<script>addEventListener('load', function () { window.ansight('sign-up') })</script><a href="/goals?step=2">Next</a>`,
    '/no-code': `<script src="${ansight}/t.js"></script>`,
  }
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html><head>${pages[getPath(request)] ?? ''}</head><body>A page</body></html>`,
    )
  })
  const getPath = ({ url = '/' }: IncomingMessage) => url.split('?')[0] ?? '/'
  let origin = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { port } = site.address() as AddressInfo
    origin = `http://shop.acme.test.example.com:${port}`
  })
  afterAll(async () => {
    site.close()
    await app.close()
  })

  /** Opens a page like a visitor and returns the beacons sent until the network is idle. */
  async function visit(
    path: string,
    options: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<unknown>,
  ) {
    beacons.length = 0
    const browser = await sharedBrowser()
    const context = await browser.newContext({ userAgent: agent, ...options })
    // The script ignores automated browsers.
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }),
    )
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await prepare?.(page)
    await page.goto(`${origin}${path}`, { referer: 'https://chatgpt.com/' })
    await page.waitForLoadState('networkidle')
    const kept = [
      ...(await context.cookies()),
      ...(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])),
    ]
    await context.close()
    expect(problems).toEqual([])
    expect(kept).toEqual([])
    return [...beacons]
  }

  test('a page sends its URL and referrer, and the visit is counted', async () => {
    const sent = await visit('/?utm_source=x')
    expect(sent).toEqual([
      {
        u: `${origin}/?utm_source=x`,
        r: 'https://chatgpt.com/',
        l: expect.any(String),
        w: expect.any(Number),
      },
    ])
    const { total_visits } = await owner.ok(`GET /api/metrics/ai-traffic?brand_id=${brand.id}`)
    expect(total_visits).toBe(1)
  })

  test('the script works when a tag manager injects it', async () => {
    expect(await visit('/tag-manager')).toMatchObject([
      { u: `${origin}/tag-manager`, r: 'https://chatgpt.com/' },
    ])
  })

  test('in-page navigation sends each URL once, with the previous page as referrer', async () => {
    expect(await visit('/twice')).toMatchObject([
      { u: `${origin}/twice`, r: 'https://chatgpt.com/' },
      { u: `${origin}/second?x=1`, r: `${origin}/twice`, s: '' },
      { u: `${origin}/third`, r: `${origin}/second?x=1`, s: '' },
    ])
  })

  test('with data-goals, events and later pages have the first page of the session, which only the tab stores', async () => {
    beacons.length = 0
    const browser = await sharedBrowser()
    const context = await browser.newContext({ userAgent: agent })
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }),
    )
    const page = await context.newPage()
    const first = [`${origin}/goals?a=1`, 'https://chatgpt.com/']
    await page.goto(`${origin}/goals?a=1`, { referer: 'https://chatgpt.com/' })
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/goals?step=2')
    await page.waitForLoadState('networkidle')
    const stored = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
    expect([await context.cookies(), ...stored]).toEqual([[], [], ['ansight']])
    await context.close()
    expect(beacons).toMatchObject([
      { u: first[0], r: first[1], f: first },
      { u: first[0], g: 'sign-up', f: first },
      { u: `${origin}/goals?step=2`, r: first[0], f: first },
      { u: `${origin}/goals?step=2`, g: 'sign-up', f: first },
    ])
  })

  test.each(['doNotTrack', 'globalPrivacyControl', 'webdriver'])('nothing is sent with %s', async (sign) => {
    const refuse = (page: Page) =>
      page.addInitScript(
        (name) =>
          Object.defineProperty(Navigator.prototype, name, {
            get: () => (name === 'doNotTrack' ? '1' : true),
            configurable: true,
          }),
        sign,
      )
    if (sign !== 'webdriver') expect(await visit('/', {}, refuse)).toEqual([])
    else {
      beacons.length = 0
      const browser = await sharedBrowser()
      const page = await browser.newPage({ userAgent: agent })
      await page.goto(`${origin}/`)
      await page.waitForLoadState('networkidle')
      await page.close()
      expect(beacons).toEqual([])
    }
  })

  test('the script does nothing without its code, and works without sendBeacon', async () => {
    expect(await visit('/no-code')).toEqual([])
    const old = (page: Page) =>
      page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'sendBeacon', { value: undefined }))
    expect(await visit('/', {}, old)).toMatchObject([{ u: `${origin}/` }])
  })
})
