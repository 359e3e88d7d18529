import { expect, test } from 'vitest'
import {
  canonicalCatalog,
  catalogProblems,
  constraintProblems,
  getPlaceholders,
  messageTypes,
  parseMessage,
  usedTexts,
} from './catalogs.ts'

const entries = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([id, defaultMessage]) => [id, { defaultMessage }]))

const english = {
  'a.page.title': 'Answers',
  'a.page.sum': '{count, plural, one {# answer} other {# answers}} of {name}',
  'a.page.old': 'Old',
}

function getProblems(
  german: Record<string, string>,
  isUsed = (id: string) => !id.startsWith('a.page.old'),
  retired = ['a.page.old'],
) {
  const complete = entries(english)
  const catalogs = { en: complete, de: entries(german), fr: complete, es: complete, ja: complete }
  return catalogProblems(catalogs, isUsed, retired)
}

test('complete catalogs have no problems', () => {
  const german = { ...english, 'a.page.sum': '{name}: {count, plural, other {# Antworten}}' }
  expect(getProblems(german)).toEqual([])
})

test('missing, unknown, unused and retired ids are listed', () => {
  const { 'a.page.title': _, ...german } = english
  expect(getProblems({ ...german, 'a.page.extra': 'Mehr' })).toEqual([
    'de lacks a.page.title',
    'de has a.page.extra, which English lacks',
  ])
  expect(getProblems(english, (id) => id === 'a.page.sum')).toEqual(['unused: a.page.title'])
  expect(getProblems(english, () => true)).toEqual(['retired, but used: a.page.old'])
  expect(getProblems(english, undefined, ['a.page.old', 'a.page.older'])).toEqual([
    'retired, but in no catalog: a.page.older',
  ])
})

test('translations with other placeholders are listed', () => {
  expect(getProblems({ ...english, 'a.page.sum': '{count, number} von {nmae}' })).toEqual([
    'de a.page.sum: lacks {name}',
    'de a.page.sum: has {nmae}',
  ])
})

test('a translation may leave out a choice, which is a matter of grammar', () => {
  const choice = { 'a.b.c': '{isOne, select, true {alert} other {alerts}}' }
  const catalogs = { en: entries(choice), de: entries(choice), fr: entries(choice), es: entries(choice) }
  expect(catalogProblems({ ...catalogs, ja: entries({ 'a.b.c': 'アラート' }) }, () => true, [])).toEqual([])
})

test('ids are found in literals, templates and attributes', () => {
  const isUsed = usedTexts([
    "t('a.page.title')",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    't(`labels.role.${role}`)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    't(`a.chart.${unit}.title`)',
    '<RichText id="a.page.rich" values={{}} />',
  ])
  const ids = ['a.page.title', 'labels.role.owner', 'a.chart.day.title', 'a.page.rich']
  expect(ids.filter(isUsed)).toEqual(ids)
  expect(['a.page', 'a.page.other', 'labels.role.owner.more', 'a.chart.title'].filter(isUsed)).toEqual([])
})

test('the kinds of placeholders include plural forms and choices', () => {
  const text = '{kind, select, a {{name}} other {{count, plural, =0 {none} other {# of {all, number}}}}}'
  expect(Object.fromEntries(getPlaceholders(parseMessage(text)))).toEqual({
    kind: 'choice',
    name: 'text',
    count: 'number',
    all: 'number',
  })
})

test('the generated types name the placeholders of each message', () => {
  expect(messageTypes(entries(english))).toContain(`
  'a.page.old': null
  'a.page.sum': { count: 'number'; name: 'text' }
  'a.page.title': null
`)
})

test('a committed catalog is sorted and has one message per line', () => {
  expect(
    canonicalCatalog({ b: { defaultMessage: 'B', description: 'Note' }, a: { defaultMessage: 'A' } }),
  ).toBe(`{
  "a": { "defaultMessage": "A" },
  "b": { "defaultMessage": "B", "description": "Note" }
}
`)
})

test('a language that the last constraint of a table lacks is listed', () => {
  const first = "create table users (\n  language text check (language in ('en', 'de'))\n);"
  const second = `create table reports (language text check (language in ('en')));
alter table users add constraint users_language_check check (language in ('en', 'de', 'pl'));`
  expect(constraintProblems([first], ['en', 'de'])).toEqual([])
  expect(constraintProblems([first, second], ['en', 'pl'])).toEqual([
    'the constraint of reports.language lacks pl: change it in a migration',
  ])
})
