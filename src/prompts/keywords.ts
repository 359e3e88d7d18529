/** Derives search keywords and the search intent from prompts. */
import words from './keyword-words.json' with { type: 'json' }

type Language = keyof typeof words.leadIns
export type Intent = 'informational' | 'commercial' | 'transactional' | 'navigational'
export const intents = ['informational', 'commercial', 'transactional', 'navigational'] as const

/** Limits of Google Ads for a keyword: https://developers.google.com/google-ads/api/docs/keywords/overview */
const maxCharacters = 80
const maxWords = 10

/**
 * Returns up to two keywords: the prompt without its question words, and the same without its purpose. "What are the best
 * running shoes for flat feet?" gives "best running shoes for flat feet" and "best running shoes". Returns none when both
 * exceed the limits of a keyword.
 */
export function getKeywords(prompt: string, language: string | null): string[] {
  const supported = findLanguage(language)
  const plain = toSearchText(prompt)
  const phrase = supported === null ? plain : removeLeadIn(plain, supported)
  const head = supported === null ? phrase : removePurpose(phrase, supported)
  return [...new Set([phrase, head])].filter(isValidKeyword)
}

/** Returns `transactional` for prompts with a buyer's word, otherwise the intent of the category. */
export function getIntent({
  text,
  category,
  language,
}: {
  text: string
  category: string
  language: string | null
}): Intent {
  const supported = findLanguage(language)
  const padded = ` ${toSearchText(text)} `
  if (supported !== null && words.buying[supported].some((word) => padded.includes(` ${word} `)))
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

/** Returns null for a language without word lists. The default is English. */
function findLanguage(tag: string | null): Language | null {
  const [language = 'en'] = (tag ?? 'en').toLowerCase().split('-')
  return isKnown(language) ? language : null
}

const isKnown = (language: string): language is Language => Object.hasOwn(words.leadIns, language)

/** Returns the text in lower case, without characters that keywords cannot contain. */
const toSearchText = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}\s'&+.#-]/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function removeLeadIn(text: string, language: Language): string {
  const leadIn = words.leadIns[language]
    .toSorted((a, b) => b.length - a.length)
    .find((phrase) => text.startsWith(`${phrase} `))
  const rest = leadIn === undefined ? text : text.slice(leadIn.length + 1)
  const [first = '', ...others] = rest.split(' ')
  return words.articles[language].includes(first) && others.length > 0 ? others.join(' ') : rest
}

function removePurpose(text: string, language: Language): string {
  const at = text.indexOf(` ${words.purposes[language]} `)
  const head = at < 0 ? '' : text.slice(0, at)
  return head.includes(' ') ? head : text
}

const isValidKeyword = (phrase: string) =>
  phrase !== '' && phrase.length <= maxCharacters && phrase.split(' ').length <= maxWords
