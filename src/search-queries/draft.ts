/** Turns a query into a question, for a person to edit. Pure. The question has the words of the query, so it asks the same. */
import type { QueryForm, QueryLanguage, Signal } from './query-form.ts'
import data from './query-words.json' with { type: 'json' }

/** In the order in which a query with several of them is read. */
const order = ['versus', 'alternative', 'review', 'price', 'worth', 'best'] as const satisfies Signal[]

/** `names`: of the brand, its competitors and products, as they are written. */
export function draftPrompt(
  query: string,
  { isQuestion, signals, language }: Pick<QueryForm, 'isQuestion' | 'signals' | 'language'>,
  names: readonly string[],
): string {
  const templates = data.drafts[language]
  const plain = names.reduce(
    withName,
    query
      .trim()
      .replace(/^¿|(?<![?？])[?？]+$/gu, '')
      .trim(),
  )
  const text = language === 'en' ? plain.replace(/\bi\b/g, 'I') : plain
  const formed = signals.includes('versus')
    ? compareInJapanese(text)
    : fillForm(text, isQuestion ? templates.questionForms : templates.forms)
  if (formed !== null) return language === 'ja' ? formed.replaceAll(/[ 　]/g, 'の') : capitalize(formed)
  const kind = isQuestion ? 'question' : (order.find((signal) => signals.includes(signal)) ?? 'other')
  return getTemplate(text, kind, templates)
    .replace('{query}', () => capitalize(text))
    .replace('{x}', () => (language === 'ja' ? text.replaceAll(/[ 　]/g, 'の') : toInnerWord(text, language)))
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "A B 違い" → "AとBの違いは何ですか？". Null for other comparisons. */
function compareInJapanese(text: string): string | null {
  const [a, b, word, ...others] = text.split(/[ 　]/)
  return b !== undefined && (word === '違い' || word === '比較') && others.length === 0
    ? `${a}と${b}の違いは何ですか？`
    : null
}

type Templates = (typeof data.drafts)[QueryLanguage]

function getTemplate(
  text: string,
  kind: Exclude<keyof Templates, 'forms' | 'questionForms'>,
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
