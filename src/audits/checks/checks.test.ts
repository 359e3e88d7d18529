/** The table of checks against docs/audits.md and its functions, and single checks on inline pages. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inEnglish } from '../../languages/message.ts'
import { parsePage } from '../page.ts'
import { robotsDirectivesFor } from '../robots-directives.ts'
import { computeScore, potentialGain, type Scored } from '../score.ts'
import type { CrawledPage, CrawlResult, PageVisit } from '../site/crawl-result.ts'
import { perfectPage } from '../sites.fixture.ts'
import { countLetters, isQuestion, isWrittenIn } from '../text-measure.ts'
import data from './checks.json' with { type: 'json' }
import { categories, checks } from './checks.ts'

const docs = readFileSync(new URL('../../../docs/audits.md', import.meta.url), 'utf8')

test('docs/audits.md lists every check with its weight, cap and strength of evidence', () => {
  const rows = checks.map(
    ({ key, label, weight, cap, basis }) =>
      `| \`${key}\` | ${inEnglish(label)} | ${weight} | ${cap ?? '-'} | ${basis} |`,
  )
  expect(rows.filter((row) => !docs.replace(/ +/g, ' ').includes(row))).toEqual([])
  for (const { label, weight } of categories) expect(docs).toContain(`${inEnglish(label)} (${weight})`)
})

test('the weights add up to 100, and extras have none', () => {
  expect(categories.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
  expect(categories.find(({ key }) => key === 'extras')?.weight).toBe(0)
  expect(checks).toHaveLength(data.checks.length)
  expect(new Set(checks.map(({ key }) => key)).size).toBe(checks.length)
})

const now = new Date('2026-11-20T12:00:00Z')
const visit = (html: string, more: Partial<PageVisit> = {}): PageVisit => ({
  redirects: [],
  url: 'https://example.com/guide',
  endless: false,
  status: 200,
  type: 'text/html',
  robotsTags: [],
  sizeBytes: html.length,
  isTruncated: false,
  firstByteMs: 80,
  isHtml: true,
  page: parsePage(Buffer.from(html), 'utf-8'),
  ...more,
})

function runCheck(key: string, html: string, more: Partial<PageVisit> = {}) {
  const page: CrawledPage = {
    url: 'https://example.com/guide',
    visit: visit(html, more),
    probes: [],
    browser: null,
    hasMarkdown: null,
  }
  const seen: CrawlResult = { site: { robots: new Map(), llmsTxt: null, sitemap: null }, pages: [page], now }
  const check = checks.find((each) => each.key === key)
  if (!check) throw new Error(`No check is named ${key}`)
  return check.run(page, seen)
}

test.each([
  [80, 1],
  [1_000, 1],
  [1_001, 0.5],
  [3_001, 0],
])('a first byte after %d ms has the share %d', (firstByteMs, share) => {
  expect(runCheck('response-time', perfectPage, { firstByteMs }).share).toBe(share)
})

const article = (dates: object) => `<script type="application/ld+json">${JSON.stringify(dates)}</script>`

test.each([
  ['date', article({ dateModified: '2026-11-01' }), 1],
  ['date', '<time datetime="2024-11-01">then</time>', 0.5],
  ['date', '<meta property="article:modified_time" content="2019-01-02T10:00:00+02:00">', 0],
  ['date', '<time datetime="yesterday">', 0],
  ['date', '<time datetime="2026-13-45">', 0],
  ['dates-agree', article({ datePublished: '2026-05-01', dateModified: '2026-04-01' }), 0],
  ['dates-agree', article({ datePublished: '2027-05-01', dateModified: '2027-05-01' }), 0],
  ['dates-agree', `${article({ datePublished: '2026-05-01' })}<time datetime="2026-05-01">`, 1],
  ['dates-agree', `${article({ datePublished: '2026-05-01' })}<time datetime="2025-01-01">`, 0.5],
  ['author', article({ '@graph': [{ author: [{ name: 'Ada' }] }] }), 1],
  ['author', article({ '@type': 'Organization', name: 'Acme' }), 0.5],
  ['contact', '<a href="/impressum">Impressum</a>', 1],
  ['contact', '<a href="/%E3%81%8A%E5%95%8F%E3%81%84%E5%90%88%E3%82%8F%E3%81%9B">問</a>', 1],
  ['contact', '<a href="/%E0%A4%A">broken</a>', 0],
  ['title', '<svg><title>An icon</title></svg>', 0],
  ['title', '<title>One</title><title>Two</title>', 0.5],
  ['canonical', '<link rel="canonical" href="https://www.example.com/guide/?utm_source=x">', 1],
  ['canonical', '<link rel="canonical" href="https://other.example/guide">', 0],
  ['language', `<html lang="ja"><p>${'English words and nothing else. '.repeat(5)}`, 0],
  ['language', `<html lang="en"><p>${'English words and nothing else. '.repeat(5)}`, 1],
  ['language', '<html lang="x y">', 0],
  ['images', '<img src=a alt=""><img src=b>', 0.5],
  ['structured-data', '<script type="application/ld+json">{"@type":</script>', 0.5],
])('%s of %s has the share %d', (key, html, share) => {
  expect(runCheck(key, html).share).toBe(share)
})

test('text length is comparable across scripts with and without spaces', () => {
  const [english, japanese, thai] = [
    'Choose a firm heel and support below the arch when your feet are flat.',
    '扁平足の方は、かかとが硬く土踏まずを支える靴を選んでください。',
    'หากคุณมีเท้าแบน ให้เลือกรองเท้าที่มีส้นแข็งและรองรับอุ้งเท้า',
  ].map(countLetters)
  for (const letters of [japanese, thai]) {
    expect(letters).toBeGreaterThan((english ?? 0) * 0.6)
    expect(letters).toBeLessThan((english ?? 0) * 1.6)
  }
})

test.each([
  ['Which shoes last?', true],
  ['どの靴がよいですか？', true],
  ['ما هو أفضل حذاء؟', true],
  ['¿Qué zapatos duran más', true],
  ['Ποια παπούτσια;', false],
  ['Ποια παπούτσια\u037e', true],
  ['Shoes that last', false],
])('%s is a question: %s', (text, expected) => {
  expect(isQuestion(text)).toBe(expected)
})

test('a language is recognized by its script if there is enough text', () => {
  expect(isWrittenIn('zh-Hant', '扁平足的人應該選擇鞋跟結實並且支撐足弓的跑鞋，這樣比較舒服。')).toBe(true)
  expect(isWrittenIn('ko', '평발이라면 뒤꿈치가 단단하고 발바닥을 받쳐 주는 신발을 고르세요.')).toBe(true)
  expect(isWrittenIn('el', 'This text is in English and in no Greek at all.')).toBe(false)
  expect(isWrittenIn('en', 'Short')).toBeNull()
  expect(isWrittenIn('not a tag', 'This text is long enough to be measured.')).toBeNull()
})

test.each([
  [['noindex'], 'OAI-SearchBot', true],
  [['googlebot: noindex'], 'OAI-SearchBot', false],
  [['googlebot: noindex'], 'Googlebot', true],
  [['googlebot: nofollow, noindex'], 'Googlebot', true],
  [['googlebot: nofollow', 'noindex'], 'Bingbot', true],
  [['unavailable_after: 25 Jun 2030 15:00:00 PST, max-snippet:0'], 'Bingbot', false],
  [['NONE'], 'Bingbot', true],
])('X-Robots-Tag %j blocks %s: %s', (robotsTags, agent, expected) => {
  expect(robotsDirectivesFor(visit('', { robotsTags }), agent).noindex !== null).toBe(expected)
})

test('nosnippet and a maximum length of 0 forbid snippets', () => {
  const forbids = (html: string) => robotsDirectivesFor(visit(html), 'Googlebot').nosnippet !== null
  expect(forbids('<meta name="robots" content="max-snippet:0">')).toBe(true)
  expect(forbids('<meta name="ROBOTS" content="index, NoSnippet">')).toBe(true)
  expect(forbids('<meta name="robots" content="max-snippet:50">')).toBe(false)
})

const scored = fc.array(fc.constantFrom(null, 0, 0.5, 0.75, 1), {
  minLength: checks.length,
  maxLength: checks.length,
})

test('the score never exceeds a failed cap, and fixing a check never lowers it', () => {
  fc.assert(
    fc.property(scored, (shares) => {
      const all: Scored[] = checks.map((check, index) => ({ ...check, share: shares[index] ?? null }))
      const { score, uncapped_score: uncapped, capped_by: cappedBy } = computeScore(all)
      if (score === null) return
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(uncapped ?? 0)
      expect(cappedBy === null).toBe(score === uncapped)
      for (const { cap, share } of all)
        if (cap !== null && share === 0) expect(score).toBeLessThanOrEqual(cap)
      for (const { key, share } of all)
        if (share !== null) expect(potentialGain(all, key)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 200, seed: 12 },
  )
})

test('no page content makes a check throw', () => {
  const piece = fc.constantFrom(
    '<h1>',
    '</h1>',
    '<main>',
    '<nav>',
    '<p>Text of some length, 12 times.',
    '<script type="application/ld+json">[{"author":[null,{"name":3}]}]</script>',
    '<a href="http://[">',
    '<link rel=canonical href="::">',
    '<html lang=->',
    '<img>',
    '<time datetime="9999-99-99">',
    '<meta content>',
    '\u0000\ud800',
    '<table><td><h6>?',
    '<summary>Why',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const { key } of checks) {
        const { share, evidence } = runCheck(key, pieces.join(''))
        expect(share === null || (share >= 0 && share <= 1), `${key}: ${inEnglish(evidence)}`).toBe(true)
        expect(inEnglish(evidence)).not.toMatch(/NaN|undefined|null|Infinity/)
      }
    }),
    { numRuns: 60, seed: 12 },
  )
})
