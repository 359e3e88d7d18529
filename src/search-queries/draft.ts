/** Turns a query into a question, for a person to edit. Pure. The question has the words of the query, so it asks the same. */
import type { QueryForm, QueryLanguage, Signal } from './query-form.ts'
import data from './query-words.json' with { type: 'json' }

/** In the order in which a query with several of them is read. */
const order = ['versus', 'alternative', 'price', 'review', 'worth', 'best'] as const satisfies Signal[]

/**
 * `names`: of the brand, its competitors and products, as they are written. `nouns`: German words that the brand's own texts write
 * with a capital letter, by their lower case.
 */
export function draftPrompt(
  query: string,
  { isQuestion, signals, language }: Pick<QueryForm, 'isQuestion' | 'signals' | 'language'>,
  names: readonly string[],
  nouns: ReadonlyMap<string, string> = new Map(),
): string {
  const templates = data.drafts[language]
  const asked = isQuestion ? trimQuestion(query) : removeYears(trimQuestion(query))
  // "Best tents reviews" asks for the best tents.
  const isReview = signals.includes('review') || !signals.includes('best')
  const plain = names.reduce(
    withName,
    isReview || isQuestion ? asked : removeWords(asked, data.signals.review[language]),
  )
  const text =
    language === 'en'
      ? plain.replace(/\bi\b/g, 'I')
      : language === 'de'
        ? withNouns(plain, isQuestion, nouns)
        : plain
  const formed = signals.includes('versus')
    ? compareInJapanese(text, names)
    : (fillForm(text, isQuestion ? templates.questionForms : templates.forms) ??
      (isQuestion ? null : askCostOf(text, templates)))
  if (formed !== null) return language === 'ja' ? formed.replaceAll(/[ 　]/g, 'の') : capitalize(formed)
  const kind = isQuestion ? 'question' : (order.find((signal) => signals.includes(signal)) ?? 'other')
  return getTemplate(text, kind, templates)
    .replace('{query}', () => capitalize(kind === 'price' ? removeWords(text, templates.costs) : text))
    .replace('{x}', () => (language === 'ja' ? text.replaceAll(/[ 　]/g, 'の') : toInnerWord(text, language)))
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const trimQuestion = (query: string) =>
  query
    .trim()
    .replace(/^¿|(?<![?？])[?？]+$/gu, '')
    .trim()

/** Engines search for the current year, but a prompt is asked for longer. */
const removeYears = (text: string) => text.replace(/(?:^|[ 　])20\d\d(?=$|[ 　])/g, '').trim() || text

/** "A B 違い" → "AとBの違いは何ですか？", and "A B 比較" if one of them is a name. Other comparisons are a form, or null. */
function compareInJapanese(text: string, names: readonly string[]): string | null {
  const [a = '', b, word, ...others] = text.split(/[ 　]/)
  const isPair = b !== undefined && others.length === 0
  if (isPair && (word === '違い' || (word === '比較' && [a, b].some((each) => names.includes(each)))))
    return `${a}と${b}の違いは何ですか？`
  return fillForm(text, data.drafts.ja.forms)
}

/** "Roof insulation cost per m2" → "How much does roof insulation cost per m2?". Null if nothing like "per m2" follows. */
function askCostOf(text: string, { costs, costOf }: Templates): string | null {
  const words = text.split(' ')
  const at = words.findIndex((word) => costs.split(' ').includes(word.toLowerCase()))
  const [before, after] = [words.slice(0, at).join(' '), words.slice(at + 1).join(' ')]
  const [small = '', singular = '', plural = singular] = costOf
  if (at < 1 || !small.split(' ').includes(words[at + 1] ?? '')) return null
  return (isPlural(before) ? plural : singular).replace('{x}', () => before).replace('{y}', () => after)
}

const removeWords = (text: string, removed: string) =>
  text
    .split(' ')
    .filter((word) => !removed.split(' ').includes(word.toLowerCase()))
    .join(' ')

/**
 * A German word is a noun if the brand writes it, or the end of it, with a capital letter, by its ending, or as the last word of a
 * query that has not the ending of an adjective or verb.
 */
function withNouns(text: string, isQuestion: boolean, nouns: ReadonlyMap<string, string>): string {
  const isNoun = (word: string) =>
    /.{3}(?:ung|heit|keit|schaft|tion|tät)(?:en)?$/.test(word) ||
    Array.from({ length: Math.max(0, word.length - minNoun) }, (_, at) => word.slice(at + 1)).some((end) =>
      nouns.has(end),
    )
  return text.replaceAll(/(?<![\p{L}\p{N}-])\p{Ll}+(?![\p{L}\p{N}-])/gu, (word, at: number) => {
    const rest = text.slice(at + word.length).trim()
    const isLast = !isQuestion && (rest === '' || priceWords.has(rest)) && !otherEnding.test(word)
    return nouns.get(word) ?? (isLast || isNoun(word) ? capitalize(word) : word)
  })
}

const priceWords = new Set(data.drafts.de.costs.split(' '))
const otherEnding = /^.{0,4}$|(?:en|ern|eln|er|es|em|isch|lich|ig|bar|sam|los|voll|t)$/

/** Shorter ends of words are often endings. */
const minNoun = 6

type Templates = (typeof data.drafts)[QueryLanguage]

function getTemplate(
  text: string,
  kind: Exclude<keyof Templates, 'forms' | 'questionForms' | 'costs' | 'costOf'>,
  templates: Templates,
): string {
  if (kind === 'other')
    return isPlural(text) || /^\w+ing\s/.test(text) ? templates.otherPlural : templates.other
  const template = templates[kind]
  // "Norvik or Pedalo which is better" asks already.
  const [asked = ''] = template.split('{query}').slice(-1)
  const ending = asked.replace(/[:：¿?？\s]+/g, ' ').trim()
  return ending !== '' && text.toLowerCase().endsWith(ending.toLowerCase()) ? templates.question : template
}

/** Writes a name in the text as the company does. */
function withName(text: string, name: string): string {
  const at = text.toLowerCase().indexOf(name.toLowerCase())
  const isWord = !/[\p{L}\p{N}]/u.test((text[at - 1] ?? '') + (text[at + name.length] ?? ''))
  return at === -1 || !isWord ? text : text.slice(0, at) + name + text.slice(at + name.length)
}

/** The first form that the text has, with the rest of the text in its question. */
function fillForm(text: string, forms: readonly (readonly string[])[]): string | null {
  for (const [from = '', singular = '', plural = singular] of forms) {
    const [before = '', after = ''] = from.split('{x}')
    const isForm = text.toLowerCase().startsWith(before) && text.toLowerCase().endsWith(after)
    const rest = text.slice(before.length, text.length - after.length).trim()
    if (isForm && rest !== '' && text.length > before.length + after.length)
      return (isPlural(rest) ? plural : singular).replace('{x}', () => rest)
  }
  return null
}

/** Whether the noun of an English text has a plural ending: the last word before a preposition. */
export function isPlural(text: string): boolean {
  const [head = ''] = text.split(/\s(?:for|in|on|with|without|to|of|under|from|that|at|near|by|as)\s/i)
  return /[^suia]s$/i.test(head.trim())
}

/** Titles start with a capital letter. German nouns, names and abbreviations keep it. */
const toInnerWord = (text: string, language: QueryLanguage): string =>
  language !== 'de' && /^\p{Lu}\p{Ll}+\s\p{Ll}/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
