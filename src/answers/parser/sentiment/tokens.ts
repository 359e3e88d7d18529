import { firstAtOrAfter } from '../text/binary-search.ts'
import { KINDS } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { findEntry, type Lexicon, type LexiconEntry, mayStartPhrase, type Phrase, ROLE } from './lexicon.ts'

const { DIGIT } = KINDS

/**
 * The words of an answer with their meaning in the lexicon. Every array has one element per word and spare capacity
 * after `length`: an answer has thousands of words, and objects for them would double the time of this step.
 */
export type Tokens = {
  length: number
  /** Folded ranges. */
  starts: Int32Array
  ends: Int32Array
  hashes: Int32Array
  roles: Int32Array
  /** Valence of the word, or of the phrase that ends with it. */
  valences: Int8Array
  /** If a phrase ends here, the number of words before its last one. */
  reaches: Uint8Array
  /** 1 if a comma, a stop or a bracket separates the word from the one before. */
  breaks: Uint8Array
  /** For a phrase other than plain praise or criticism that ends here, its kind from `PHRASE`; otherwise 0. */
  phrases: Uint8Array
}

export const PHRASE = {
  valence: 0,
  comparator: 1,
  incidental: 2,
  verdict: 3,
  dismissal: 4,
  negation: 5,
} as const

export function createTokens(size: number): Tokens {
  return {
    length: 0,
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    hashes: new Int32Array(size),
    roles: new Int32Array(size),
    valences: new Int8Array(size),
    reaches: new Uint8Array(size),
    breaks: new Uint8Array(size),
    phrases: new Uint8Array(size),
  }
}

/** Returns the words of an English text in `reused`, or in larger arrays if they do not fit. */
export function tokenize(folded: FoldedText, lexicon: Lexicon, reused: Tokens): Tokens {
  const fits = reused.starts.length >= folded.starts.length
  const tokens = fits ? reused : createTokens(folded.starts.length * 2)
  const phraseStarts = addWords(tokens, folded, lexicon)
  applyPhrases(tokens, phraseStarts)
  return tokens
}

/** Returns the index of the first token that starts at or after a folded offset. */
export const tokenAt = ({ starts, length }: Tokens, offset: number): number =>
  firstAtOrAfter(starts, offset, (start) => start, length)

/** A word, and phrases that may start with it. */
type PhraseStart = { token: number; phrases: readonly Phrase[] }

/** Fills `tokens`. Words that the lexicon does not contain have the hash 0. */
function addWords(tokens: Tokens, folded: FoldedText, lexicon: Lexicon): PhraseStart[] {
  const { units, kinds, starts: wordStarts, length } = folded
  const { starts, ends, hashes, roles, valences, breaks } = tokens
  const phraseStarts: PhraseStart[] = []
  let before: LexiconEntry | undefined
  let token = 0
  let end = 0
  for (let i = 0; i < wordStarts.length; token++) {
    const start = wordStarts[i] ?? 0
    breaks[token] = hasBreak(units, end, start) ? 1 : 0
    do i++
    while (i < wordStarts.length && isInWord(folded, wordStarts[i] ?? 0))
    end = wordStarts[i] ?? length
    while (end > start && (kinds[end - 1] ?? 0) < DIGIT) end--
    const entry = findEntry(lexicon, units, start, end)
    const hash = entry ? entry.hash : 0
    starts[token] = start
    ends[token] = end
    hashes[token] = hash
    roles[token] = entry ? entry.roles : 0
    valences[token] = entry ? entry.valence : 0
    if (before && mayStartPhrase(before, hash))
      phraseStarts.push({ token: token - 1, phrases: before.phrases })
    before = entry
  }
  if (before) phraseStarts.push({ token: token - 1, phrases: before.phrases })
  tokens.length = token
  tokens.reaches.fill(0, 0, token)
  tokens.phrases.fill(0, 0, token)
  return phraseStarts
}

/** Returns whether a start continues the word before it, as a capital in "PlayStation" does, or the end of "don't". */
function isInWord({ units, kinds }: FoldedText, start: number): boolean {
  if ((kinds[start - 1] ?? 0) >= DIGIT) return true
  return units[start - 1] === APOSTROPHE && (kinds[start - 2] ?? 0) >= DIGIT
}

const SPACE = 32
const QUOTE = 34
const APOSTROPHE = 39
const HYPHEN = 45

/** Spaces, quotes, apostrophes and hyphens join words; anything else separates them. */
function hasBreak(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = units[at]
    if (unit !== SPACE && unit !== QUOTE && unit !== APOSTROPHE && unit !== HYPHEN) return true
  }
  return false
}

/** Replaces the meanings of the words of a phrase by the meaning of the phrase. */
function applyPhrases(tokens: Tokens, phraseStarts: readonly PhraseStart[]): void {
  const { roles, valences, reaches, phrases } = tokens
  let next = 0
  for (const { token: start, phrases: candidates } of phraseStarts) {
    if (start < next) continue
    const phrase = phraseAt(tokens, start, candidates)
    if (!phrase) continue
    const last = start + phrase.rest.length
    phrases[last] = PHRASE[phrase.kind]
    if (phrase.kind === 'comparator' || phrase.kind === 'incidental') continue
    roles.fill(0, start, last + 1)
    valences.fill(0, start, last)
    valences[last] = phrase.valence
    if (phrase.kind === 'negation') roles[last] = ROLE.negator
    reaches[last] = phrase.rest.length
    next = last + 1
  }
}

function phraseAt(tokens: Tokens, at: number, phrases: readonly Phrase[]): Phrase | undefined {
  for (const phrase of phrases) if (matches(tokens, at + 1, phrase.rest)) return phrase
  return undefined
}

function matches({ hashes, length }: Tokens, from: number, rest: readonly number[]): boolean {
  if (from + rest.length > length) return false
  for (let k = 0; k < rest.length; k++) if (hashes[from + k] !== rest[k]) return false
  return true
}
