import { readWordList } from '../text/word-lists.ts'

const lines = readWordList('compounds.txt').map((line) => line.split(' '))
const FIRST_WORDS = new Set(lines.map(([word = '']) => word))
const PHRASES = new Set(lines.flatMap(([word, ...others]) => others.map((other) => `${word} ${other}`)))

/** Returns whether phrases that are not about the company start with a folded word: Amazon, Shell. */
export const opensFixedPhrase = (word: string): boolean => FIRST_WORDS.has(word)

/** Returns whether two folded words are such a phrase: "amazon river", "shell companies". */
export const isFixedPhrase = (word: string, next: string): boolean => PHRASES.has(`${word} ${next}`)
