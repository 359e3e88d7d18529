/**
 * Finds what quotes from answers praise and criticize: the words that recur in their clauses. No language model is
 * involved. A quote is the most expressive sentence about an entity; its clauses are separated by punctuation and by
 * words such as "but". Pure.
 */
import type { WordListLanguage } from './common-words.ts'
import { findEntry, LEXICONS, ROLE } from './parser/sentiment/lexicon.ts'
import { foldString } from './parser/text/fold.ts'
import words from './quote-words.json' with { type: 'json' }
import type { SentimentLabel } from './sentiment-labels.ts'

export type SentimentQuote = { text: string; language: WordListLanguage | null; label: SentimentLabel }
export type Polarity = 'positive' | 'negative'

/** `quotes`: the indexes of the quotes that contain the theme, ascending. */
export type QuoteTheme = { text: string; polarity: Polarity; quotes: number[] }

/** Returns the themes that recur, those in the most quotes first. `names` are not themes. */
export function findThemes(quotes: readonly SentimentQuote[], names: readonly string[]): QuoteTheme[] {
  const nameWords = new Set(names.flatMap((name) => wordsIn(name).map(({ key }) => key)))
  const found = new Map<string, QuoteTheme>()
  for (const [index, quote] of quotes.entries())
    for (const { text, polarity } of phrasesIn(quote, nameWords)) {
      const key = `${polarity} ${text}`
      const theme = found.get(key) ?? { text, polarity, quotes: [] }
      if (theme.quotes.at(-1) !== index) theme.quotes.push(index)
      found.set(key, theme)
    }
  const recurring = [...found.values()].filter((theme) => theme.quotes.length >= minQuotes)
  return withoutParts(recurring).sort(
    (a, b) => b.quotes.length - a.quotes.length || (a.text < b.text ? -1 : 1),
  )
}

/** A word in a single answer is not a theme. */
const minQuotes = 2

/**
 * Decides between a phrase and its parts: a part that mostly occurs in the phrase is removed, otherwise the phrase is:
 * "warranty" if it mostly is "short warranty", "old price" if the price recurs in other ways too.
 */
function withoutParts(themes: readonly QuoteTheme[]): QuoteTheme[] {
  const byKey = new Map(themes.map((theme) => [`${theme.polarity} ${theme.text}`, theme]))
  const dropped = new Set<QuoteTheme>()
  // Long phrases first, so that a rejected phrase does not remove its other parts.
  for (const phrase of themes.toSorted((a, b) => b.text.split(' ').length - a.text.split(' ').length)) {
    const parts = getParts(phrase.text).flatMap((text) => byKey.get(`${phrase.polarity} ${text}`) ?? [])
    if (parts.some((part) => phrase.quotes.length < phraseShare * part.quotes.length)) dropped.add(phrase)
    else for (const part of parts) dropped.add(part)
  }
  return themes.filter((theme) => !dropped.has(theme))
}

/** A phrase replaces its parts if it occurs in at least this share of their quotes. */
const phraseShare = 0.4

/** Returns the shorter phrases within a phrase. */
function getParts(text: string): string[] {
  const all = text.split(' ')
  return all.flatMap((_, start) =>
    phraseLengths
      .filter((length) => length < all.length && start + length <= all.length)
      .map((length) => all.slice(start, start + length).join(' ')),
  )
}

type Phrase = { text: string; polarity: Polarity }

/** Returns the words, and up to three adjacent words, in each clause that praises or criticizes. */
function phrasesIn(quote: SentimentQuote, nameWords: ReadonlySet<string>): Phrase[] {
  const language = quote.language
  if (language === null) return []
  return getClauses(wordsIn(quote.text), language).flatMap((clause) => {
    const polarity = getPolarity(clause, language) ?? polarityOfLabel(quote.label)
    if (polarity === null) return []
    return getRuns(clause, (word) => isSubject(word, language, nameWords)).flatMap((run) =>
      run.flatMap((_, start) =>
        phraseLengths.flatMap((length) => {
          const phrase = run.slice(start, start + length)
          const text = phrase.map(({ key }) => key).join(' ')
          return phrase.length === length && text.length >= minLetters ? [{ text, polarity }] : []
        }),
      ),
    )
  })
}

const phraseLengths = [1, 2, 3]
const minLetters = 4

type Word = { key: string; endsClause: boolean; endsRun: boolean }

/** Splits a text into words in lower case. */
function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:[’'-][\p{L}\p{M}\p{N}]+)*/gu)].map((match) => {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 2)
    return {
      key: match[0].toLowerCase().replace(/[’']s$/u, ''),
      endsClause: /^[.;:!?—–]/u.test(after),
      endsRun: !/^[ \u00a0]/u.test(after),
    }
  })
}

function getClauses(all: readonly Word[], language: WordListLanguage): Word[][] {
  const clauses: Word[][] = [[]]
  for (const word of all) {
    const roles = toEntry(word, language)?.roles ?? 0
    if (roles & (ROLE.contrast | ROLE.concession)) clauses.push([])
    clauses.at(-1)?.push(word)
    if (word.endsClause) clauses.push([])
  }
  return clauses
}

/** Null for a clause without words of known valence. */
function getPolarity(clause: readonly Word[], language: WordListLanguage): Polarity | null {
  let sum = 0
  let isNegated = false
  for (const word of clause) {
    const entry = toEntry(word, language)
    if ((entry?.roles ?? 0) & ROLE.negator) isNegated = true
    const isCons = ((entry?.roles ?? 0) & (ROLE.cons | ROLE.avoid)) !== 0
    sum += isCons ? -strongValence : (isNegated ? -1 : 1) * (entry?.valence ?? 0)
  }
  return sum === 0 ? null : sum > 0 ? 'positive' : 'negative'
}

/** A word such as "drawback" decides its clause. */
const strongValence = 4

const polarityOfLabel = (label: SentimentLabel): Polarity | null =>
  label === 'positive' || label === 'negative' ? label : null

function toEntry({ key }: Word, language: WordListLanguage) {
  const { units, length } = foldString(key)
  return findEntry(LEXICONS[language], units, 0, length)
}

/** Groups the adjacent words that pass the test and are separated by nothing but spaces. */
function getRuns(clause: readonly Word[], passes: (word: Word) => boolean): Word[][] {
  const runs: Word[][] = [[]]
  for (const word of clause) {
    if (passes(word)) runs.at(-1)?.push(word)
    if (!passes(word) || word.endsRun) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

/** Evaluations say how something is, not what: only words without strong valence are subjects. */
function isSubject(word: Word, language: WordListLanguage, nameWords: ReadonlySet<string>): boolean {
  if (!/\p{L}/u.test(word.key) || otherWords[language].has(word.key) || nameWords.has(word.key)) return false
  const entry = toEntry(word, language)
  return entry === undefined || (Math.abs(entry.valence) < maxSubjectValence && entry.roles === 0)
}

const maxSubjectValence = 3

const toSet = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const otherWords: Record<WordListLanguage, ReadonlySet<string>> = {
  en: toSet(words.en),
  de: toSet(words.de),
  fr: toSet(words.fr),
  es: toSet(words.es),
}
