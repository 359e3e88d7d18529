import { KINDS } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { HASH_START, hashStep } from '../text/hash.ts'
import type { Lexicon, Phrase } from './lexicon.ts'

const { DIGIT } = KINDS

/**
 * The words of an answer with what the lexicon says of each. The arrays hold one element for each word and are kept
 * for the next answer: longer than `length`, and valid until then.
 */
export type Tokens = {
  length: number
  /** Folded units where the words begin and end. */
  starts: Int32Array
  ends: Int32Array
  hashes: Int32Array
  roles: Uint16Array
  /** Valence of the word, or of the phrase that ends with it. */
  valences: Int8Array
  /** For a phrase how many words before its last one it begins. */
  reaches: Uint8Array
  /** 1 where a comma, a stop or a bracket stands between the word and the one before it. */
  breaks: Uint8Array
  /** 1 where a phrase ends that compares, 2 where one ends that tells of a shop or a source. */
  phrases: Uint8Array
  /** The words that a phrase may begin with. */
  openers: Int32Array
  openerCount: number
}

export const COMPARES = 1
export const MERE = 2

/** `joinsApostrophes`: "don't" is one word in English, while French "n'est" is two. */
export function tokenize(folded: FoldedText, lexicon: Lexicon, joinsApostrophes: boolean): Tokens {
  if (shared.starts.length <= folded.startCount) shared = wordArrays(folded.startCount * 2)
  readWords(shared, folded, lexicon, joinsApostrophes)
  readPhrases(shared, lexicon)
  return shared
}

/** The roles of all words of a short text together. */
export function rolesInText(folded: FoldedText, lexicon: Lexicon): number {
  if (few.starts.length <= folded.startCount) few = wordArrays(folded.startCount * 2)
  readWords(few, folded, lexicon, true)
  return few.roles.subarray(0, few.length).reduce((all, roles) => all | roles, 0)
}

/** The index of the first word that begins at a folded unit or behind it. */
export function tokenAt({ starts, length }: Tokens, unit: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < unit) low = middle + 1
    else high = middle
  }
  return low
}

let shared = wordArrays(1024)
let few = wordArrays(64)

function wordArrays(size: number): Tokens {
  return {
    length: 0,
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    hashes: new Int32Array(size),
    roles: new Uint16Array(size),
    valences: new Int8Array(size),
    reaches: new Uint8Array(size),
    breaks: new Uint8Array(size),
    phrases: new Uint8Array(size),
    openers: new Int32Array(size),
    openerCount: 0,
  }
}

function readWords(words: Tokens, folded: FoldedText, lexicon: Lexicon, joinsApostrophes: boolean): void {
  const { units, kinds, starts: begins, startCount } = folded
  const { starts, ends, hashes, roles, valences, breaks, openers } = words
  let length = 0
  let openerCount = 0
  let end = 0
  for (let i = 0; i < startCount; i++) {
    const start = begins[i] ?? 0
    if (start < end) continue
    breaks[length] = units[end] === SPACE && start === end + 1 ? 0 : isBroken(folded, end, start)
    let hash = HASH_START
    for (end = start; end < folded.length; end++) {
      const unit = units[end] ?? 0
      const joins = unit === APOSTROPHE && joinsApostrophes && (kinds[end + 1] ?? 0) >= DIGIT
      if ((kinds[end] ?? 0) < DIGIT && !joins) break
      hash = hashStep(hash, unit)
    }
    const entry = lexicon.present[hash & 0xffff] === 0 ? undefined : lexicon.entries.get(hash)
    starts[length] = start
    ends[length] = end
    hashes[length] = hash
    roles[length] = entry ? entry.roles : 0
    valences[length] = entry ? entry.valence : 0
    if (entry && entry.phrases.length > 0) openers[openerCount++] = length
    length++
  }
  words.length = length
  words.openerCount = openerCount
  words.reaches.fill(0, 0, length)
  words.phrases.fill(0, 0, length)
}

const SPACE = 32
const APOSTROPHE = 39

/** Space, quote, apostrophe and hyphen join words; anything else between them divides. */
function isBroken({ units }: FoldedText, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const unit = units[at]
    if (unit !== SPACE && unit !== 34 && unit !== APOSTROPHE && unit !== 45) return 1
  }
  return 0
}

/** Replaces what the single words of a phrase mean by what the phrase means. */
function readPhrases(words: Tokens, { entries }: Lexicon): void {
  const { hashes, roles, valences, reaches, phrases, openers, openerCount } = words
  let behind = 0
  for (let opener = 0; opener < openerCount; opener++) {
    const i = openers[opener] ?? 0
    if (i < behind) continue
    const phrase = phraseAt(words, i, entries.get(hashes[i] ?? 0)?.phrases ?? [])
    if (!phrase) continue
    const last = i + phrase.rest.length
    if (phrase.kind === 'valence') {
      roles.fill(0, i, last + 1)
      valences.fill(0, i, last)
      valences[last] = phrase.valence
      reaches[last] = last - i
      behind = last + 1
    } else phrases[last] = phrase.kind === 'comparator' ? COMPARES : MERE
  }
}

function phraseAt(words: Tokens, at: number, phrases: readonly Phrase[]): Phrase | null {
  for (const phrase of phrases) if (follows(words, at + 1, phrase.rest)) return phrase
  return null
}

function follows({ hashes, length }: Tokens, from: number, rest: readonly number[]): boolean {
  if (from + rest.length > length) return false
  for (let k = 0; k < rest.length; k++) if (hashes[from + k] !== rest[k]) return false
  return true
}
