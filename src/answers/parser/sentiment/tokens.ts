import { firstAtOrAfter } from '../text/binary-search.ts'
import { KINDS } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { HASH_START, hashStep } from '../text/hash.ts'
import type { Entry, Lexicon, Phrase } from './lexicon.ts'

const { DIGIT } = KINDS

/** A word of an answer with its meaning in the lexicon. */
export type Token = {
  /** Folded range. */
  start: number
  end: number
  hash: number
  entry: Entry | undefined
  roles: number
  /** Valence of the word, or of the phrase that ends with it. */
  valence: number
  /** If a phrase ends here, the number of words before its last one. */
  reach: number
  /** Whether a comma, a stop or a bracket separates it from the word before. */
  afterBreak: boolean
  /** Kind of a phrase without valence that ends here. */
  phrase: 'comparator' | 'incidental' | null
}

/** Fills the tokens of `reused`. With `joinsApostrophes`, "don't" is one word as in English; without, "n'est" is two as in French. */
export function tokenize(
  folded: FoldedText,
  lexicon: Lexicon,
  joinsApostrophes: boolean,
  reused: Token[],
): Token[] {
  const tokens = readWords(folded, lexicon, joinsApostrophes, reused)
  applyPhrases(tokens)
  return tokens
}

/** Returns the roles of all words of a short text together. */
export function rolesInText(folded: FoldedText, lexicon: Lexicon): number {
  return readWords(folded, lexicon, true, []).reduce((all, { roles }) => all | roles, 0)
}

/** Returns the index of the first token that starts at or after a folded offset. */
export function tokenAt(tokens: readonly Token[], offset: number): number {
  return firstAtOrAfter(tokens, offset, ({ start }) => start)
}

function readWords(
  folded: FoldedText,
  lexicon: Lexicon,
  joinsApostrophes: boolean,
  reused: Token[],
): Token[] {
  const { units, kinds, starts, length } = folded
  const tokens: Token[] = []
  let end = 0
  for (const start of starts) {
    if (start < end) continue
    const afterBreak = hasBreak(units, end, start)
    let hash = HASH_START
    for (end = start; end < length; end++) {
      const unit = units[end] ?? 0
      const joins = unit === APOSTROPHE && joinsApostrophes && (kinds[end + 1] ?? 0) >= DIGIT
      if ((kinds[end] ?? 0) < DIGIT && !joins) break
      hash = hashStep(hash, unit)
    }
    const entry = lexicon.mayContain[hash & 0xffff] === 1 ? lexicon.entries.get(hash) : undefined
    const token = reused[tokens.length] ?? newToken()
    reused[tokens.length] = token
    token.start = start
    token.end = end
    token.hash = hash
    token.entry = entry
    token.roles = entry ? entry.roles : 0
    token.valence = entry ? entry.valence : 0
    token.reach = 0
    token.afterBreak = afterBreak
    token.phrase = null
    tokens.push(token)
  }
  return tokens
}

function newToken(): Token {
  return {
    start: 0,
    end: 0,
    hash: 0,
    entry: undefined,
    roles: 0,
    valence: 0,
    reach: 0,
    afterBreak: false,
    phrase: null,
  }
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

/** Replaces the meaning of the words of a phrase by that of the phrase. */
function applyPhrases(tokens: Token[]): void {
  for (let i = 0; i < tokens.length; i++) {
    const phrases = tokens[i]?.entry?.phrases
    if (!phrases || phrases.length === 0) continue
    const phrase = phraseAt(tokens, i, phrases)
    const last = phrase && tokens[i + phrase.rest.length]
    if (!phrase || !last) continue
    if (phrase.kind !== 'valence') {
      last.phrase = phrase.kind
      continue
    }
    for (const token of tokens.slice(i, i + phrase.rest.length + 1)) {
      token.roles = 0
      token.valence = 0
    }
    last.valence = phrase.valence
    last.reach = phrase.rest.length
    i += phrase.rest.length
  }
}

function phraseAt(tokens: readonly Token[], at: number, phrases: readonly Phrase[]): Phrase | undefined {
  return phrases.find(({ rest }) => rest.every((hash, k) => tokens[at + 1 + k]?.hash === hash))
}
