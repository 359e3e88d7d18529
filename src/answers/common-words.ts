import { readWords } from './parser/text/word-lists.ts'

/** Languages for which the parser has word lists and a sentiment lexicon. */
export type WordListLanguage = 'en' | 'de' | 'fr' | 'es'

export const wordListLanguages = ['en', 'de', 'fr', 'es'] as const satisfies readonly WordListLanguage[]

/** Given names, folded: a product called Max shares its name with many people. */
export const GIVEN_NAMES = readWords('given-names.txt')

/** The common words of each language, folded. The English ones include given names. */
export const COMMON_WORDS: Record<WordListLanguage, ReadonlySet<string>> = {
  en: new Set([...readWords('words-en.txt'), ...readWords('words-en-more.txt'), ...GIVEN_NAMES]),
  de: readWords('words-de.txt'),
  fr: readWords('words-fr.txt'),
  es: readWords('words-es.txt'),
}
