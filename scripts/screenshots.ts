/**
 * `npm run screenshots` takes the pictures of every screen for docs/screens.md: it creates the demo data in a temporary
 * folder, starts the service and opens each screen in light, dark and on a phone. Run it after visible changes; with names of
 * screens, such as `npm run screenshots -- overview`, it takes only their pictures.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../test/browser/browser.ts'
import { toWebp } from '../test/browser/to-webp.ts'

/** `path`: below the brand; with `linkTo`, the first link of that page to such a path is followed. */
type Screen = { name: string; title: string; path: string; linkTo?: string; isOfOrganization?: true }

const screens: Screen[] = [
  { name: 'overview', title: 'Overview', path: '' },
  { name: 'prompts', title: 'Prompts', path: '/prompts' },
  { name: 'prompt', title: 'Prompt', path: '/prompts', linkTo: '/prompts/' },
  { name: 'discover', title: 'Discover prompts', path: '/prompts/discover' },
  { name: 'coverage', title: 'Coverage', path: '/prompts/coverage' },
  { name: 'answers', title: 'Answers', path: '/answers' },
  { name: 'answer', title: 'Answer', path: '/answers?named=yes', linkTo: '/answers/' },
  { name: 'competitors', title: 'Competitors', path: '/competitors' },
  { name: 'competitor', title: 'Competitor', path: '/competitors', linkTo: '/competitors/' },
  { name: 'sources', title: 'Sources', path: '/citations' },
  { name: 'source-changes', title: 'New and lost sources', path: '/citations?view=changes' },
  { name: 'searches', title: 'Searches', path: '/searches' },
  { name: 'sentiment', title: 'Sentiment', path: '/sentiment' },
  { name: 'reports', title: 'Reports', path: '/reports' },
  { name: 'report', title: 'Report', path: '/reports', linkTo: '/reports/' },
  { name: 'shopping', title: 'Shopping', path: '/shopping' },
  { name: 'products', title: 'Products', path: '/products' },
  { name: 'alerts', title: 'Alerts', path: '/alerts' },
  { name: 'alert-rules', title: 'Alert rules', path: '/alerts/rules' },
  { name: 'opportunities', title: 'Opportunities', path: '/opportunities' },
  { name: 'opportunity', title: 'Opportunity', path: '/opportunities', linkTo: '/opportunities/' },
  { name: 'actions', title: 'Actions', path: '/actions' },
  { name: 'action', title: 'Action', path: '/actions', linkTo: '/actions/0' },
  { name: 'audits', title: 'Site audits', path: '/audits' },
  { name: 'ai-files', title: 'AI files', path: '/ai-files' },
  { name: 'traffic', title: 'AI traffic', path: '/traffic' },
  { name: 'agents', title: 'AI agents', path: '/traffic/agents' },
  { name: 'search-data', title: 'Search data', path: '/traffic/search' },
  { name: 'funnel', title: 'Funnel', path: '/traffic/funnel' },
  { name: 'runs', title: 'Runs', path: '/runs' },
  { name: 'run', title: 'Run', path: '/runs', linkTo: '/runs/' },
  { name: 'plan', title: 'Plan', path: '/runs/plan' },
  { name: 'brand-settings', title: 'Brand settings', path: '/settings' },
  { name: 'platforms', title: 'Platforms of a brand', path: '/settings/platforms' },
  { name: 'personas', title: 'Personas of a brand', path: '/settings/personas' },
  { name: 'webhook', title: 'Webhook of a brand', path: '/settings/webhook' },
  { name: 'brands', title: 'Brands', path: '/', isOfOrganization: true },
  { name: 'new-brand', title: 'New brand', path: '/brands/new', isOfOrganization: true },
  { name: 'organization', title: 'Organization', path: '/settings', isOfOrganization: true },
  { name: 'members', title: 'Members', path: '/settings/members', isOfOrganization: true },
  { name: 'api-keys', title: 'API keys', path: '/settings/api-keys', isOfOrganization: true },
  { name: 'engines', title: 'Engines', path: '/settings/engines', isOfOrganization: true },
  { name: 'notifications', title: 'Notifications', path: '/notifications', isOfOrganization: true },
  { name: 'channels', title: 'Channels', path: '/settings/channels', isOfOrganization: true },
  { name: 'digest', title: 'Your digest', path: '/settings/digest', isOfOrganization: true },
  { name: 'spend', title: 'Plan and spend', path: '/settings/spend', isOfOrganization: true },
  { name: 'audit-log', title: 'Audit log', path: '/settings/audit-log', isOfOrganization: true },
]

/** A test takes their pictures, because they need an email, an app and a provider. */
const journeys = [
  { name: 'sign-in-password', title: 'Password, passkey or a button' },
  { name: 'sign-in-link', title: 'Link in an email' },
  { name: 'sign-in-factor', title: 'Authenticator app or recovery code' },
  { name: 'sign-in-sso', title: 'Single sign-on' },
  { name: 'consent', title: 'Consent to an app' },
  { name: 'account', title: 'Account' },
  { name: 'sign-in-settings', title: 'Settings of sign-in' },
  { name: 'sign-in-test', title: 'Test of a button' },
]

const variants = {
  light: { width: 1440, height: 900, colorScheme: 'light' },
  dark: { width: 1440, height: 900, colorScheme: 'dark' },
  phone: { width: 390, height: 844, colorScheme: 'light' },
} as const
type Variant = keyof typeof variants

const project = fileURLToPath(new URL('../', import.meta.url))
const images = join(project, 'docs', 'images')
const brandPath = '/dashboard/brands/stridora'
const email = 'demo@example.com'

const dataDir = await mkdtemp(join(tmpdir(), 'ansight-screenshots-'))
const chosen = process.argv.slice(2)
const browser = await openBrowser()
try {
  const password = await createDemo()
  const service = await startService()
  await mkdir(images, { recursive: true })
  await createReport(browser, service.url, password)
  for (const variant of Object.keys(variants) as Variant[])
    await takeAll(browser, variant, service.url, password)
  await writeFile(join(project, 'docs', 'screens.md'), document())
  await service.stop()
} finally {
  await browser.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Returns the password of the demo's account. */
async function createDemo(): Promise<string> {
  const command = ansight('demo')
  return await printed(command, /^Password: (\S+)/)
}

async function startService(): Promise<{ url: string; stop(): Promise<void> }> {
  const command = ansight('start')
  const url = await printed(command, /ready at (http\S+)/)
  const ended = new Promise<void>((resolve) => command.once('close', () => resolve()))
  return {
    url,
    stop: () => {
      command.kill('SIGTERM')
      return ended
    },
  }
}

function ansight(word: string): ChildProcess {
  return spawn(process.execPath, ['src/cli.ts', word], {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Resolves with the first group of the first matching line of either stream. */
function printed(command: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [command.stdout, command.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => resolveIfMatching(line))
    command.once('close', () => reject(new Error(`ansight ended without printing ${pattern}`)))
    function resolveIfMatching(line: string): void {
      const found = pattern.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    }
  })
}

/** The demo has no report. */
async function createReport(opened: Browser, url: string, password: string): Promise<void> {
  const page = await opened.newPage({ baseURL: url })
  await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  await page.goto(`${brandPath}/reports`)
  await page.getByRole('button', { name: 'Create report' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create report' }).click()
  await page.waitForURL(`**${brandPath}/reports/*`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.close()
}

async function takeAll(opened: Browser, variant: Variant, url: string, password: string): Promise<void> {
  const { width, height, colorScheme } = variants[variant]
  const context = await opened.newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  for (const screen of screens.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    await open(page, screen)
    await writeFile(
      join(images, `${screen.name}-${variant}.webp`),
      await toWebp(opened, await page.screenshot()),
    )
  }
  await context.close()
}

async function open(page: Page, { path, linkTo, isOfOrganization }: Screen): Promise<void> {
  await page.goto(`${isOfOrganization ? '/dashboard' : brandPath}${path}`)
  await page.waitForLoadState('networkidle')
  if (linkTo !== undefined) {
    await page.locator(`main a[href*="${brandPath}${linkTo}"]`).first().click()
    await page.waitForURL(`**${brandPath}${linkTo}*`)
    await page.waitForLoadState('networkidle')
  }
  // Charts load their library on demand, after the page has rendered.
  await delay(300)
  await page.locator('main .animate-pulse').first().waitFor({ state: 'detached' })
  // The charts draw in a frame after their data has arrived.
  await delay(300)
}

function document(): string {
  const row = ({ name, title }: Pick<Screen, 'name' | 'title'>) =>
    `| ${title} | ![${title}, light](images/${name}-light.webp) | ![${title}, dark](images/${name}-dark.webp) | ![${title}, phone](images/${name}-phone.webp) |`
  return [
    '# Screens',
    '',
    'Every screen with the data of `npm run ansight -- demo`, whose answers are simulated. `npm run screenshots` takes these pictures.',
    '',
    '| Screen | Light | Dark | Phone |',
    '| --- | --- | --- | --- |',
    ...screens.map(row),
    '',
    '## Sign in',
    '',
    '`PICTURES=docs/images npm test -- test/browser/sign-in-journeys` takes these pictures.',
    '',
    '| Screen | Light | Dark | Phone |',
    '| --- | --- | --- | --- |',
    ...journeys.map(row),
    '',
  ].join('\n')
}
