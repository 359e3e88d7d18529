/** Decides by how answers write a listed phrase whether it is a name: "Old Navy", but not "Noise Levels". Pure. */
import type { ListedName } from './listed-names.ts'
import { isPlace, nameGroupKey } from './name-form.ts'
import { AT_WORD_START, isInLowerCase, occurs, occursAfter } from './occurrences.ts'

/**
 * In how many answers a phrase is capitalized within a sentence, in lower case, and each of its words in lower case.
 * "adidas Adizero" does not count as lower case: an answer that continues so spells the name that way.
 */
export type NameUsage = {
  capitalized: number
  lowerCase: number
  lowerCaseWords: WordCount[]
  /** Number of answers in which it follows another name: "Acme Air". */
  afterName: number
}

type WordCount = { word: string; answers: number }

export const newUsage = ({ name }: Pick<ListedName, 'name'>): NameUsage => ({
  capitalized: 0,
  lowerCase: 0,
  afterName: 0,
  lowerCaseWords: longWords(name).map((word) => ({ word, answers: 0 })),
})

const minWordLength = 4
const longWords = (name: string) =>
  name.split(' ').filter((word) => word.length >= minWordLength && !isPlace(word))

/** Adds the visible text of one answer. `makers` are the keys of the first words of all names. */
export function addUsage(
  usage: NameUsage,
  { key, name, isDistinctive }: ListedName,
  makers: ReadonlySet<string>,
  text: string,
): void {
  const isMaker = (word: string) => makers.has(nameGroupKey(word)) && nameGroupKey(word) !== key
  if (occursAfter(text, name, isMaker)) usage.afterName++
  if (occurs(text, name, WITHIN_SENTENCE)) usage.capitalized++
  if (isInLowerCase(text, name) && !isSpelledSmall(text, name)) usage.lowerCase++
  if (isDistinctive) return
  for (const each of usage.lowerCaseWords) if (isInLowerCase(text, each.word)) each.answers++
}

/** Answers in which a listed name may also occur in lower case, as a share of those where it is surely a name. */
const maxLowerCaseShare = 0.3
const minAnswersInLowerCase = 2

/**
 * `coListed` is the number of answers that list it with competitors. `hasTracked`: whether lists contain tracked names, which
 * show better than the form of other names what a list is about.
 */
export function isUsedAsName(
  { name, isDistinctive }: ListedName,
  { capitalized, lowerCase, lowerCaseWords }: NameUsage,
  coListed: number,
  hasTracked: boolean,
): boolean {
  if (isDistinctive) return lowerCase <= capitalized * maxLowerCaseShare
  if (lowerCase > Math.max(capitalized, coListed) * maxLowerCaseShare || coListed < 2) return false
  // "Dual Basket" describes if answers write "dual" and "basket" more often than "Dual Basket" within a sentence.
  const describes =
    lowerCaseWords.length > 0 &&
    lowerCaseWords.every(({ answers }) => answers >= Math.max(minAnswersInLowerCase, capitalized))
  if (describes) return lowerCase === 0 && coListed >= minAnswersListed
  if (capitalized > 0) return true
  return lowerCase === 0 && (coListed >= 3 || (hasTracked ? !name.includes('-') : name.includes(' ')))
}

/** Number of answers that list a phrase of common words with competitors and confirm it as a name. */
const minAnswersListed = 5

const WITHIN_SENTENCE = /(?:\p{Ll}[\p{L}’'-]*,? |[/(]|\p{L}, )$/u

/** Returns whether a lower-case phrase precedes a capital or a number, as the name of a product does. */
const isSpelledSmall = (text: string, phrase: string): boolean =>
  occurs(text, phrase.toLowerCase(), AT_WORD_START, BEFORE_PRODUCT)

const BEFORE_PRODUCT = /^ [\p{Lu}\d]/u
