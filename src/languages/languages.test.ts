import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { catalogs } from './catalogs.ts'
import { preferredLanguage } from './localized.ts'
import { dayValue, formatMessage, inEnglish, message } from './message.ts'
import { checkTexts, filesWithUntranslated, findMessages, messagesIn } from './messages.fixture.ts'

const root = join(import.meta.dirname, '..')
const used = findMessages(root)
const english = new Set([...used.map(({ text }) => text), ...checkTexts()])

/** Returns the names of the placeholders of an ICU message, those in plural forms included. */
function placeholders(text: string): string[] {
  const names = new Set<string>()
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const each of part) visit(each)
    if (typeof part !== 'object' || part === null) return
    if ('type' in part && part.type !== 0 && 'value' in part) names.add(String(part.value))
    if ('options' in part && typeof part.options === 'object' && part.options !== null)
      for (const option of Object.values(part.options)) visit(option.value)
  }
  visit(new IntlMessageFormat(text, 'en').getAst())
  return [...names].sort()
}

test('every message gets exactly the values that its text uses', () => {
  const wrong = used.filter(({ text, values }) => placeholders(text).join() !== values.toSorted().join())
  expect(wrong).toEqual([])
})

test.each(Object.entries(catalogs))('%s has every text of the server, and no others', (_, catalog) => {
  expect(Object.keys(catalog).filter((text) => !english.has(text))).toEqual([])
  expect([...english].filter((text) => !catalog[text])).toEqual([])
})

test.each(Object.entries(catalogs))(
  'every text in %s has the placeholders of the English text',
  (_, catalog) => {
    const wrong = Object.entries(catalog).filter(
      ([text, translation = '']) => placeholders(text).join() !== placeholders(translation).join(),
    )
    expect(wrong).toEqual([])
  },
)

test('only interfaces for programs have texts without translations', () => {
  expect(filesWithUntranslated(root).sort()).toEqual([
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
  ])
})

test('a message has plurals, dates, lists and other messages', () => {
  const each = message(
    '{answers, plural, one {# answer} other {# answers}} since {day, date, day}: {names}, {note}',
    {
      answers: 1_200,
      day: dayValue('2026-10-19'),
      names: ['Acme', 'Globex', 'Initech'],
      note: message('{rate, number, percentage} failed', { rate: 12.34 }),
    },
  )
  expect(inEnglish(each)).toBe('1,200 answers since 19 Oct 2026: Acme, Globex and Initech, 12.3% failed')
  expect(formatMessage(each, 'de')).toContain('1.200 answers since 19.10.2026: Acme, Globex und Initech')
})

test('a message without values may contain any character', () => {
  expect(inEnglish(message('Use "it\'s" & <b>'))).toBe('Use "it\'s" & <b>')
})

test('a value is never read as a message', () => {
  expect(inEnglish(message('The name is {name}.', { name: "{x} '{y}' <b>" }))).toBe(
    "The name is {x} '{y}' <b>.",
  )
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

test('the scan of messages rejects texts that are not literals', () => {
  expect(messagesIn('a.ts', "message('A {b}', { b })")).toEqual([
    { file: 'a.ts', text: 'A {b}', values: ['b'] },
  ])
  expect(() => messagesIn('a.ts', 'message(`A`)')).toThrow('not a literal')
  expect(() => messagesIn('a.ts', "message('A {b}', values)")).toThrow('not listed by name')
})
