import { type Folded, textOf } from './fold.ts'
import { listWords } from './word-lists.ts'

/** Languages that the reader knows more of than their letters. */
export type Language = 'en' | 'de' | 'fr' | 'es'

/** Given names, folded. A product may be called Max; so are many people. */
export const GIVEN_NAMES = listWords('given-names.txt')

/** The common words of each language, folded; English ones with given names. */
export const COMMON_WORDS: Record<Language, Set<string>> = {
  en: new Set([...listWords('words-en.txt'), ...listWords('words-en-more.txt'), ...GIVEN_NAMES]),
  de: listWords('words-de.txt'),
  fr: listWords('words-fr.txt'),
  es: listWords('words-es.txt'),
}

/** The language a tag such as `de-AT` names; null for one that the reader does not know. */
export function languageOfTag(tag: string): Language | null {
  const language = tag.slice(0, 2).toLowerCase()
  return /^[a-z]{2}(?:$|[-_])/i.test(tag) && isKnown(language) ? language : null
}

/**
 * The language of a text by its function words; null when it is none of the four or too little is said.
 * Reads the beginning only: an answer keeps its language.
 */
export function languageOf(folded: Folded): Language | null {
  const hits: Record<Language, number> = { en: 0, de: 0, fr: 0, es: 0 }
  let words = 0
  for (const word of textOf(folded, 0, Math.min(folded.length, SAMPLE)).split(NO_LETTERS)) {
    words++
    for (const language of FUNCTION_WORDS.get(word) ?? NONE) hits[language]++
  }
  const [best, second] = LANGUAGES.toSorted((a, b) => hits[b] - hits[a])
  if (!best || !second || hits[best] === hits[second]) return null
  return hits[best] >= Math.max(1, words * 0.06) ? best : null
}

const LANGUAGES = ['en', 'de', 'fr', 'es'] as const
const SAMPLE = 1500
const NO_LETTERS = /[^\p{L}]+/u
const NONE: readonly Language[] = []

const FUNCTION_WORDS = new Map<string, Language[]>()
for (const [language, words] of [
  [
    'en',
    'the of and to is are with for that this it you your its be as by from or an was has have can on at which not',
  ],
  [
    'de',
    'der die das und ist sind mit fur von den dem ein eine einen auf im zu auch nicht sich als bei oder wie es sie werden hat aber',
  ],
  [
    'fr',
    'le la les des et est sont avec pour une un du dans que qui sur au aux par plus ce cette vous il elle ou pas ne mais son',
  ],
  [
    'es',
    'el la los las de y es son con para una un del en que por se su al como mas lo o pero este esta sus tiene si no muy',
  ],
] as const) {
  for (const word of words.split(' '))
    FUNCTION_WORDS.set(word, [...(FUNCTION_WORDS.get(word) ?? []), language])
}

function isKnown(language: string): language is Language {
  return language in COMMON_WORDS
}
