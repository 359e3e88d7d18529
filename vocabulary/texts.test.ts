import { afterEach, beforeAll, expect, test } from 'vitest'
import { parseMessage } from '../scripts/catalogs.ts'
import {
  formatCost,
  formatCount,
  formatDay,
  formatList,
  formatPct,
  formatScore,
  joinFacts,
} from './formats.ts'
import { setLanguage } from './language.ts'
import type { Language } from './languages.ts'
import { addEnglish, knownText, setTranslations, t } from './texts.ts'

/** Shows a language with these ICU messages. */
function show(locale: string, texts: Record<string, string> = {}): void {
  setTranslations(compiled(texts))
  setLanguage({ language: asLanguage(locale), locale })
}

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, parseMessage(text)]))

/** Polish is a language of these tests only. */
const asLanguage = (locale: string) => locale as Language

beforeAll(() =>
  addEnglish(
    compiled({
      'answers.page.title': 'Answers',
      'answers.page.summary': '{total, plural, one {# answer} other {# answers}} in {period}.',
      'overview.scoreChange.points': '{points, number, points} points',
    }),
  ),
)

// Other test files use the modules in English.
afterEach(() => show('en-GB'))

test('numbers, costs, dates and lists are in the language of the person', () => {
  show('de')
  expect([
    formatCount(12_345),
    formatScore(38.27),
    formatPct(42.86),
    formatCost(12_340_000),
    formatDay('2026-11-01'),
    formatList(['A', 'B', 'C']),
  ]).toEqual(['12.345', '38,3', '42,9\u00a0%', '12,34\u00a0$', '01.11.2026', 'A, B und C'])
})

test('facts are joined with the separator of the catalog', () => {
  show('ja', { 'formats.separator': '、' })
  expect(joinFacts(['読み取り専用', 'すべてのブランド'])).toBe('読み取り専用、すべてのブランド')
})

test('a message that a language lacks is in English, with the plural forms of English', () => {
  show('fr', { 'answers.page.title': 'Réponses' })
  expect(t('answers.page.title')).toBe('Réponses')
  expect(t('answers.page.summary', { total: 0, period: 'Juli' })).toBe('0 answers in Juli.')
})

test('a message has all plural forms of its language', () => {
  show('pl', {
    'answers.page.summary':
      '{total, plural, one {# odpowiedź} few {# odpowiedzi} many {# odpowiedzi} other {# odpowiedzi}} w {period}.',
    'overview.scoreChange.points':
      '{points, plural, one {{points, number, points} punkt} few {{points, number, points} punkty} many {{points, number, points} punktów} other {{points, number, points} punktu}}',
  })
  expect([1, 3, 5, 22].map((total) => t('answers.page.summary', { total, period: 'lipcu' }))).toEqual([
    '1 odpowiedź w lipcu.',
    '3 odpowiedzi w lipcu.',
    '5 odpowiedzi w lipcu.',
    '22 odpowiedzi w lipcu.',
  ])
  expect([1, 2, 5, 2.5].map((points) => t('overview.scoreChange.points', { points }))).toEqual([
    '+1,0 punkt',
    '+2,0 punkty',
    '+5,0 punktów',
    '+2,5 punktu',
  ])
})

test.each([
  [0, '0,0\u00a0point'],
  [1.9, '+1,9\u00a0point'],
  [1.96, '+2,0\u00a0points'],
  [-0.3, '-0,3\u00a0point'],
  [12.5, '+12,5\u00a0points'],
])('in French, the noun of %s points follows the number that is shown', (points, text) => {
  show('fr', {
    'overview.scoreChange.points':
      '{points, number, points}\u00a0{points, plural, one {point} other {points}}',
  })
  expect(t('overview.scoreChange.points', { points })).toBe(text)
})

test('the text of an id that may not exist is undefined', () => {
  expect(knownText('answers.page.title')).toBe('Answers')
  expect(knownText('answers.page.unknown')).toBeUndefined()
})

test('a wrong id, a missing value and a superfluous one are errors of the compiler', () => {
  const calls = [
    // @ts-expect-error
    () => t('answers.page.titel'),
    // @ts-expect-error
    () => t('answers.page.summary'),
    // @ts-expect-error
    () => t('answers.page.summary', { total: 1 }),
    // @ts-expect-error
    () => t('answers.page.summary', { total: '1', period: 'July' }),
    // @ts-expect-error
    () => t('answers.page.title', { total: 1 }),
    // @ts-expect-error
    () => t('answers.page.summary', { total: 1, period: 'July', brand: 'Acme' }),
  ]
  expect(calls).toHaveLength(6)
})
