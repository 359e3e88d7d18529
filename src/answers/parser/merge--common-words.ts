/** The words of a language that everybody uses: what a capital must be held against before it makes a name. */
export { COMMON_WORDS, type Language } from './text/language.ts'
