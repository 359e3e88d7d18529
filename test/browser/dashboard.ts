/** The built dashboard in a browser tab, with a listening service and a worker. */
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
// Builds `web/dist` if it is outdated.
import '../../scripts/prepare.mjs'
import { startWorkers } from '../../src/jobs/start-workers.ts'
import { backgroundWork } from '../../src/jobs.ts'
import { isSoak } from '../soak.ts'
import { type Client, type SharedService, sharedService, type TestService, testService } from '../support.ts'
import { sharedBrowser } from './browser.ts'

export type Dashboard<Service extends SharedService = SharedService> = {
  service: Service
  url: string
  /** Stops the worker; the service is closed at the end of the test file, or with the process if it is shared. */
  close(): Promise<void>
}

export type BrowserStage<Service extends SharedService = SharedService> = {
  readonly browser: Browser
  readonly dashboard: Dashboard<Service>
}

type DashboardOptions = { jobs?: boolean; now?: () => Date; isSimulated?: boolean }

/** Opens a dashboard with its own service, which has a worker if `jobs`, for the tests of a block. */
export const openStage = (
  env: Record<string, string> = {},
  options: DashboardOptions = {},
): BrowserStage<TestService> => getStage(() => openDashboard(env, options))

/** Opens the dashboard of `sharedService()`, which runs no jobs, for the tests of a block. */
export const openSharedStage = (): BrowserStage => getStage(sharedDashboard)

function getStage<Service extends SharedService>(
  open: () => Promise<Dashboard<Service>>,
): BrowserStage<Service> {
  const opened: { browser?: Browser; dashboard?: Dashboard<Service> } = {}
  beforeAll(async () => {
    opened.browser = await sharedBrowser()
    opened.dashboard = await open()
  })
  afterAll(async () => {
    for (const context of opened.browser?.contexts() ?? []) await context.close()
    await opened.dashboard?.close()
  })
  return {
    get browser() {
      return requireOpen(opened.browser)
    },
    get dashboard() {
      return requireOpen(opened.dashboard)
    },
  }
}

function requireOpen<T>(value: T | undefined): T {
  if (value === undefined)
    throw new Error('The browser and the dashboard are open only while the tests of the block run')
  return value
}

let shared: Promise<Dashboard> | undefined

function sharedDashboard(): Promise<Dashboard> {
  shared ??= sharedService().then((service) => listen(service))
  return shared
}

async function listen<Service extends SharedService>(
  service: Service,
  close: Dashboard['close'] = async () => undefined,
): Promise<Dashboard<Service>> {
  return { service, url: await service.app.listen({ port: 0 }), close }
}

export async function openDashboard(
  env: Record<string, string> = {},
  { jobs = true, now, isSimulated = true }: DashboardOptions = {},
): Promise<Dashboard<TestService>> {
  // A screen sends many requests at once, and PostgreSQL starts a process for each connection.
  const service = await testService(env, { connections: 5, isSimulated, ...(now && { now }) })
  if (!jobs) return listen(service)
  const stopWorker = await startWorkers(service.base, backgroundWork)
  return listen(service, () => stopWorker(0))
}

/** A tab that records console errors and foreign requests. */
export type Tab = {
  page: Page
  /**
   * Fails on console errors, CSP violations, exceptions and requests to other origins since the last call; `expected`
   * matches those that the test caused.
   */
  expectClean(expected?: RegExp): void
  close(): Promise<void>
}

export async function openTab(
  browser: Browser,
  { url }: Pick<Dashboard, 'url'>,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    // Tests format the expected dates themselves, in this locale.
    locale: 'en-GB',
    // Drawing every frame of an animation takes a sixth of the CPU time of a page.
    reducedMotion: 'reduce',
    // Compressing and decompressing takes more CPU time than sending everything within the machine.
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
    ...options,
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== url) problems.push(`request to ${request.url()}`)
  })
  return {
    page,
    expectClean: (expected) =>
      expect(problems.splice(0).filter((problem) => !expected?.test(problem))).toEqual([]),
    close: () => context.close(),
  }
}

/** Opens a tab in which a person is signed in. */
export async function getOpenTab(
  { browser, dashboard }: BrowserStage,
  person: Account,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const tab = await openTab(browser, dashboard, options)
  await signInByApi(tab, person)
  return tab
}

/** Signs up an owner and opens the dashboard in a tab. */
export async function openTabOfOwner(stage: BrowserStage): Promise<{ owner: Client; tab: Tab }> {
  const owner = await stage.dashboard.service.signUp()
  const tab = await getOpenTab(stage, owner)
  await tab.page.goto('/dashboard')
  return { owner, tab }
}

/** Goes to a screen as a link of the dashboard does, which is open in the tab: the scripts are not loaded again. */
export async function follow({ page }: Tab, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

/** Goes to a screen like `follow` and waits until it is rendered with its data. */
export async function showScreen({ page }: Tab, path: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
  await page.locator('.animate-pulse').first().waitFor({ state: 'hidden' })
}

export type Account = { email: string; password: string }

/** Signs in through the API; the tab gets the cookies. */
export async function signInByApi({ page }: Tab, { email, password }: Account): Promise<void> {
  const reply = await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(reply.status()).toBe(200)
}

/**
 * Deletes the tab's cookies after leaving its page: a request of an open page that finds the session gone navigates to
 * sign-in, which would abort a navigation of the test.
 */
export async function forgetSession({ page }: Tab): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Sends a POST request with the tab's session and XSRF token. */
export async function post({ page }: Tab, path: string, data: unknown) {
  const cookies = await page.context().cookies()
  const xsrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const reply = await page.request.post(path, { data, headers: { 'X-XSRF-TOKEN': xsrf } })
  expect(reply.status(), await reply.text()).toBeLessThan(300)
  return reply.json()
}

const colorRules = ['color-contrast', 'link-in-text-block']
const all = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
const rules = {
  all: { runOnly: all },
  colors: { runOnly: colorRules },
  structure: { runOnly: all, rules: Object.fromEntries(colorRules.map((id) => [id, { enabled: false }])) },
}

/**
 * Returns axe's findings against WCAG 2.2 AA and its best practices: of all rules, of those for colors, which alone depend
 * on the theme, or of all others. Evaluated in the page's context, since its CSP blocks added scripts.
 */
export async function accessibilityProblems(
  { page }: Tab,
  which: keyof typeof rules = 'all',
): Promise<string[]> {
  // Wait until color transitions between themes have ended; cancelled animations count too.
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source)
  const options = JSON.stringify({ ...rules[which], resultTypes: ['violations'] })
  const found: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] = await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}

/**
 * Returns the problems of the current screen: axe findings and sideways scrolling on a phone. `colors` adds axe's rules for
 * colors, which take half of its time, `thorough` its contrast in dark mode and axe findings on a phone.
 */
export async function findScreenProblems(
  tab: Tab,
  { colors = isSoak, thorough = isSoak } = {},
): Promise<string[]> {
  const { page } = tab
  const found = await accessibilityProblems(tab, colors ? 'all' : 'structure')
  if (thorough) {
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await accessibilityProblems(tab, 'colors')))
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  if ((await overflowPx(tab)) > 0) found.push('It scrolls sideways at 390 px.')
  if (thorough) found.push(...(await accessibilityProblems(tab)))
  if (size) await page.setViewportSize(size)
  return found
}

/** Returns how many pixels the page extends beyond the right edge of the window. */
export async function overflowPx({ page }: Tab): Promise<number> {
  // Scripts reposition elements in the frames after a resize.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** Presses Tab until the element with this role and name has the focus. */
export async function tabTo({ page }: Tab, role: 'button' | 'link' | 'textbox' | 'checkbox', name: string) {
  const wanted = page.getByRole(role, { name, exact: true })
  await wanted.waitFor()
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
  }
  throw new Error(`Pressing Tab 80 times does not reach the ${role} "${name}"`)
}
