/** What people would type into a search box to ask what a prompt asks; and what they want when they do. */
import words from './keyword-words.json' with { type: 'json' }

type Language = keyof typeof words.leadIns
export type Intent = 'informational' | 'commercial' | 'transactional' | 'navigational'
export const intents = ['informational', 'commercial', 'transactional', 'navigational'] as const

/** Google Ads' limits for one keyword: https://developers.google.com/google-ads/api/docs/keywords/overview */
const mostCharacters = 80
const mostWords = 10

/**
 * The prompt without its question, and the same without what it is for: "What are the best running shoes for flat feet?"
 * gives "best running shoes for flat feet" and "best running shoes". A prompt too long to be a search gives none.
 */
export function keywordsOf(prompt: string, language: string | null): string[] {
  const known = languageOf(language)
  const plain = searchable(prompt)
  const phrase = known === null ? plain : withoutLeadIn(plain, known)
  const head = known === null ? phrase : withoutPurpose(phrase, known)
  return [...new Set([phrase, head])].filter(isSearch)
}

/** By the words that buyers use, else by the kind of question. */
export function intentOf({
  text,
  category,
  language,
}: {
  text: string
  category: string
  language: string | null
}): Intent {
  const known = languageOf(language)
  const padded = ` ${searchable(text)} `
  if (known !== null && words.buying[known].some((word) => padded.includes(` ${word} `)))
    return 'transactional'
  return intentOfCategory[category] ?? 'informational'
}

const intentOfCategory: Record<string, Intent> = {
  comparison: 'commercial',
  best: 'commercial',
  alternative: 'commercial',
  recommendation: 'commercial',
  branded: 'navigational',
  'how-to': 'informational',
  informational: 'informational',
}

/** Null: a language whose questions we cannot take apart. Unset is English. */
function languageOf(tag: string | null): Language | null {
  const [language = 'en'] = (tag ?? 'en').toLowerCase().split('-')
  return isKnown(language) ? language : null
}

const isKnown = (language: string): language is Language => Object.hasOwn(words.leadIns, language)

/** Lower case, without the signs that a keyword may not hold. */
const searchable = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}\s'&+.#-]/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function withoutLeadIn(text: string, language: Language): string {
  const leadIn = words.leadIns[language]
    .toSorted((a, b) => b.length - a.length)
    .find((phrase) => text.startsWith(`${phrase} `))
  const rest = leadIn === undefined ? text : text.slice(leadIn.length + 1)
  const [first = '', ...others] = rest.split(' ')
  return words.articles[language].includes(first) && others.length > 0 ? others.join(' ') : rest
}

function withoutPurpose(text: string, language: Language): string {
  const at = text.indexOf(` ${words.purposes[language]} `)
  const head = at < 0 ? '' : text.slice(0, at)
  return head.includes(' ') ? head : text
}

const isSearch = (phrase: string) =>
  phrase !== '' && phrase.length <= mostCharacters && phrase.split(' ').length <= mostWords
