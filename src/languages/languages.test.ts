import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogs } from './catalogs.ts'
import { preferredLanguage } from './localized.ts'
import { dayValue, formatMessage, inEnglish, joinFactMessages, message, untranslated } from './message.ts'

const root = join(import.meta.dirname, '..')

test('only interfaces for programs have texts without translations', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) => /(?<!const )\buntranslated\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(files.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
    'accounts/authenticate.ts',
    'core/context.ts',
    'http/allowed-hosts.ts',
    'http/error-mapping.ts',
    'http/mount-routes.ts',
    'http/request-body.ts',
    'monitoring/routes.ts',
    'opportunities/webhooks/callback-auth.ts',
    'realtime/routes.ts',
    'tracking/scraper-callbacks.ts',
    'traffic/beacon.ts',
    'traffic/receive-logs.ts',
  ])
})

test('a message has plurals, dates, lists and other messages', () => {
  const each = message('digests.compose.brandText', {
    brand: ['Acme', 'Globex', 'Initech'],
    text: joinFactMessages([
      message('formats.percentage', { value: 12.34 }),
      message('digests.brandSections.failedRunOnDay', { day: dayValue('2026-10-19') }),
      message('answers.sources.citations', { count: 1_200 }),
    ]),
  })
  expect(inEnglish(each)).toBe('Acme, Globex and Initech: 12.3%, Failed run on 19 Oct 2026, 1,200 citations')
  expect(formatMessage(each, 'de')).toMatch(
    /^Acme, Globex und Initech: 12,3\u00a0%, .*19\.10\.2026, 1\.200 Zitationen$/,
  )
})

test('a stored message whose id the catalog of a language lacks is in English', () => {
  const { de } = catalogs
  const { 'answers.page.title': kept } = de
  delete de['answers.page.title']
  try {
    expect(formatMessage({ id: 'answers.page.title' }, 'de')).toBe('Answers')
  } finally {
    de['answers.page.title'] = kept
  }
})

test('a text without translations may contain any character', () => {
  expect(inEnglish(untranslated('Use "it\'s" & <b> {x}'))).toBe('Use "it\'s" & <b> {x}')
})

test('a value is never read as a message', () => {
  expect(inEnglish(message('ui.figure.label', { name: "{x} '{y}' <b>", value: '#' }))).toBe(
    "{x} '{y}' <b>: #",
  )
})

test('a wrong id, a missing value and a superfluous one are errors of the compiler', () => {
  const calls = [
    // @ts-expect-error
    () => message('ui.figure.lable', { name: '', value: '' }),
    // @ts-expect-error
    () => message('ui.figure.label', { name: '' }),
    // @ts-expect-error
    () => message('ui.figure.label', { name: '', value: '', more: '' }),
    // @ts-expect-error
    () => message('answers.sources.citations', { count: '1' }),
  ]
  expect(calls).toHaveLength(4)
})

test.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['fr-CH, en;q=0.9', 'fr'],
  ['it, de;q=0.5', 'en'],
  ['', 'en'],
])('the language of the header %s is %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
