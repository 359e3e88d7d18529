/** Complete audits of small local sites, each with its own findings. */
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { openPageParsers } from './page-parser.ts'
import { StoredAuditReport } from './report.ts'
import { runAudit } from './run-audit.ts'
import { defaultLimits } from './site/crawl.ts'
import type { CrawlLimits } from './site/crawl-session.ts'
import { type Site, type SiteFiles, serveSite, sites } from './sites.fixture.ts'

const open = { config: { ALLOW_PRIVATE_NETWORK: ['private'] } }
const limits = { ...defaultLimits, requestMs: 5_000, pageBytes: 300_000 }
const now = new Date('2026-11-20T12:00:00Z')
const served: Site[] = []
afterAll(() => Promise.all(served.map((site) => site.close())))
const parsers = openPageParsers()
afterAll(() => parsers.close())

async function serve(files: SiteFiles): Promise<Site> {
  const site = await serveSite(files)
  served.push(site)
  return site
}

async function auditFor(
  files: SiteFiles,
  { pages = 1, ...overrides }: Partial<CrawlLimits> & { pages?: number } = {},
) {
  const site = await serve(files)
  const order = {
    url: `${site.url}/guide`,
    pages,
    now,
    signal: new AbortController().signal,
    parsePage: parsers.of(''),
  }
  const { report, finalUrl } = await runAudit((url, options) => guardedFetch(open, url, options), order, {
    ...limits,
    ...overrides,
  })
  return { report: StoredAuditReport.parse(report), finalUrl, site }
}

/** A report as the API returns it. */
type ShownReport = z.output<typeof StoredAuditReport>

const found = (report: ShownReport, key: string) => report.checks.find((check) => check.key === key)
const statuses = (report: ShownReport, status: string) =>
  report.checks.filter((check) => check.status === status).map(({ key }) => key)

test('a page without findings scores 100, and the crawler identifies itself', async () => {
  const { report, site } = await auditFor(sites.perfect)
  expect(report).toMatchObject({ score: 100, uncapped_score: 100, capped_by: null, recommendations: [] })
  expect(statuses(report, 'fail')).toEqual([])
  expect(statuses(report, 'warn')).toEqual([])
  expect(report.categories.map(({ key, score, gated_by }) => [key, score, gated_by])).toEqual([
    ['access', 100, null],
    ['readability', 100, null],
    ['answerability', 100, null],
    ['trust', 100, null],
    ['extras', null, null],
  ])
  expect(site.requests[0]).toMatchObject({ path: '/robots.txt', agent: expect.stringMatching(/^Ansight\//) })
  expect(site.requests.length).toBeLessThanOrEqual(10)
})

test('a page that robots.txt disallows for all bots is not read, and that is the finding', async () => {
  const { report, site } = await auditFor(sites.robots)
  expect(report).toMatchObject({
    score: 0,
    categories: [{ key: 'access' }, { gated_by: 'robots-search', score: null }, {}, {}, {}],
  })
  expect(found(report, 'robots-search')).toMatchObject({
    status: 'fail',
    evidence: expect.stringContaining('OAI-SearchBot (Disallow: /, from the group for all agents)'),
  })
  expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt'])
})

test('a site that disallows only our agent is not scored', async () => {
  await expect(auditFor(sites.onlyOurAgentBlocked)).rejects.toThrow('Allow the agent Ansight')
})

test('a disallowed search bot costs points, a disallowed training bot none', async () => {
  const some = (await auditFor(sites.someBots)).report
  expect(found(some, 'robots-search')).toMatchObject({ status: 'warn', share: 0.8 })
  expect(found(some, 'robots-fetch')).toMatchObject({ status: 'warn', share: 0.75 })
  expect(some.crawlers.map(({ token, access }) => `${token} ${access}`)).toEqual([
    'OAI-SearchBot blocked',
    'Googlebot allowed',
    'PerplexityBot allowed',
    'Claude-SearchBot allowed',
    'Bingbot allowed',
  ])
  expect(some.crawlers[0]).toMatchObject({
    platforms: ['chatgpt'],
    detail: expect.stringContaining('Disallow: /'),
  })
  expect(some.score).toBeLessThan(98)
  expect(some.recommendations[0]).toMatchObject({
    check: 'robots-search',
    text: expect.stringContaining('Let OAI-SearchBot read this page'),
  })
  expect(some.recommendations[1]).toMatchObject({
    check: 'robots-fetch',
    text: expect.stringContaining('Let ChatGPT-User read this page'),
  })
  const training = (await auditFor(sites.training)).report
  expect(training.score).toBe(100)
  expect(found(training, 'training-bots')?.evidence).toContain('GPTBot, Google-Extended, CCBot')
})

test('an unavailable robots.txt disallows every bot', async () => {
  const { report } = await auditFor(sites.robotsDown)
  expect(report.score).toBe(0)
  expect(found(report, 'robots-search')?.evidence).toContain('returns status 503')
  expect(new Set(report.crawlers.map(({ access }) => access))).toEqual(new Set(['refused']))
})

test('a firewall that blocks bots by user agent is found', async () => {
  const { report } = await auditFor(sites.userAgent)
  expect(report).toMatchObject({ score: 60, capped_by: 'bot-parity' })
  expect(found(report, 'bot-parity')?.evidence).toContain('PerplexityBot: status 403')
  expect(report.recommendations[0]).toMatchObject({ check: 'bot-parity', gain: 40 })
  expect(report.crawlers).toContainEqual({
    token: 'PerplexityBot',
    platforms: ['perplexity'],
    access: 'refused',
    detail: 'PerplexityBot: status 403',
  })
})

test('the agents that a site refuses are named as the first fix, also where another fix gains more', async () => {
  const page = sites.javascript['/guide']
  const { recommendations } = (
    await auditFor({
      ...sites.javascript,
      '/guide': ({ headers }) =>
        /bot|gpt/i.test(headers['user-agent'] ?? '') ? { ...page, status: 403 } : page,
    })
  ).report
  expect(recommendations[0]).toMatchObject({
    check: 'bot-parity',
    text: expect.stringMatching(
      /^Let (?=.*OAI-SearchBot)(?=.*PerplexityBot).* read this page: allow their user agents/,
    ),
  })
  expect(recommendations.some(({ gain }) => gain > (recommendations[0]?.gain ?? 0))).toBe(true)
})

test('a page rendered by scripts has no text without them', async () => {
  const { report } = await auditFor(sites.javascript)
  expect(report).toMatchObject({ score: 40, capped_by: 'text-in-html' })
  expect(report.categories[2]).toMatchObject({ key: 'answerability', gated_by: 'text-in-html' })
  expect(found(report, 'text-in-html')?.evidence).toContain('a notice for clients without scripts')
  const fix = ({ recommendations }: z.output<typeof StoredAuditReport>) =>
    recommendations.find(({ check }) => check === 'text-in-html')?.text
  expect(fix(report)).toContain('Render the text on the server')
  expect(fix((await auditFor(sites.fewWords)).report)).toMatch(/^Write what a visitor needs to know/)
})

test('the beginning of a huge page, and of a page that decompresses to one, is parsed', async () => {
  const huge = (await auditFor(sites.huge)).report
  expect(statuses(huge, 'fail')).toEqual(['page-size'])
  const bomb = (await auditFor(sites.bomb)).report
  expect(found(bomb, 'page-size')?.status).toBe('fail')
  expect(found(bomb, 'text-in-html')?.status).toBe('pass')
})

// Parsing takes minutes; on the main thread it would keep the timeout from firing.
test('the audit gives up on a page that is nested too deeply to parse', async () => {
  const { report } = await auditFor(sites.nested, { parseMs: 700, pageBytes: 2_000_000 })
  expect(report).toMatchObject({ score: 30, capped_by: 'html' })
})

test('redirect loops end and are reported', async () => {
  const { report } = await auditFor(sites.circle)
  expect(report.score).toBe(0)
  expect(found(report, 'reachable')?.evidence).toBe('It redirects in a loop.')
  expect(found(report, 'redirects')).toMatchObject({
    status: 'fail',
    evidence: expect.stringContaining('302 http'),
  })
})

test('broken HTML is parsed as in browsers', async () => {
  const { report } = await auditFor(sites.broken)
  expect(found(report, 'text-in-html')?.status).toBe('pass')
  expect(statuses(report, 'fail')).toContain('title')
  expect(found(report, 'headings')?.evidence).toContain('h4 after h1')
})

test('a Japanese page is scored like an English one: by letters, punctuation and structure', async () => {
  const { report } = await auditFor(sites.japanese)
  expect(statuses(report, 'fail')).toEqual(['author'])
  expect(statuses(report, 'warn')).toEqual([])
  expect(found(report, 'questions')).toMatchObject({
    status: 'pass',
    evidence: expect.stringContaining('2 questions'),
  })
})

test('a page in Shift_JIS is parsed, and a wrong declaration is reported', async () => {
  const { report } = await auditFor(sites.shiftJis)
  expect(found(report, 'headings')?.evidence).toContain('One h1')
  expect(found(report, 'encoding')?.status).toBe('pass')
})

test('noindex applies to the bots that it names', async () => {
  const all = (await auditFor(sites.noindex)).report
  expect(all).toMatchObject({ score: 20, capped_by: 'indexable' })
  const one = (await auditFor(sites.noindexForOne)).report
  expect(found(one, 'indexable')).toMatchObject({
    share: 0.8,
    evidence: 'Googlebot: noindex in the meta element “googlebot”',
  })
})

test('a missing page has no score, a page that is not HTML a low one', async () => {
  const missing = (await auditFor(sites.missing)).report
  expect(missing).toMatchObject({ score: 0, capped_by: 'reachable' })
  expect(found(missing, 'title')).toMatchObject({
    status: 'na',
    evidence: 'Not read: the page returns status 404.',
  })
  const pdf = (await auditFor(sites.pdf)).report
  expect(pdf).toMatchObject({ score: 30, capped_by: 'html' })
})

test('an audit of a site that does not respond ends with a reason and no score', async () => {
  await expect(auditFor(sites.hanging, { requestMs: 150 })).rejects.toThrow('did not respond in time')
})

test('the total time limit skips optional requests and keeps the results', async () => {
  const { perfect } = sites
  const deadline = new AbortController()
  const startTimeout = AbortSignal.timeout
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === limits.totalMs ? deadline.signal : startTimeout(ms)))
  onTestFinished(() => spy.mockRestore())
  const { report } = await auditFor({
    ...perfect,
    '/guide': (request) => {
      if (!/compatible/.test(request.headers['user-agent'] ?? '')) return perfect['/guide']
      deadline.abort(new DOMException('The limit is reached', 'TimeoutError'))
      return null
    },
  })
  expect(found(report, 'bot-parity')?.status).toBe('na')
  expect(found(report, 'text-in-html')?.status).toBe('pass')
})

test('each of several pages is scored, and the total is their mean', async () => {
  const { report } = await auditFor(sites.perfect, { pages: 3 })
  expect(report.pages.map(({ url, status }) => [new URL(url).pathname, status])).toEqual([
    ['/guide', 200],
    ['/', 404],
    ['/contact', 200],
  ])
  expect(found(report, 'reachable')).toMatchObject({
    share: 2 / 3,
    status: 'warn',
    evidence: expect.stringMatching(/^Not fully on 1 of 3 pages\. \/: Status 404/),
  })
  expect(report.score).toBeLessThan(100)
})
