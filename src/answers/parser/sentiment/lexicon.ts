import type { WordListLanguage } from '../../common-words.ts'
import { computeSignature, hashOfUnits, SIGNATURES } from '../text/hash.ts'
import de from './lexicon-de.json' with { type: 'json' }
import en from './lexicon-en.json' with { type: 'json' }
import es from './lexicon-es.json' with { type: 'json' }
import fr from './lexicon-fr.json' with { type: 'json' }

/** What a word does to the meaning of a sentence. A word can have several roles. */
export const ROLE = {
  negator: 1,
  booster: 2,
  damper: 4,
  contrast: 8,
  comparator: 16,
  cons: 32,
  avoid: 64,
  concession: 128,
  condition: 256,
} as const

/** A word of the lexicon, and the phrases that start with it. */
export type LexiconEntry = {
  hash: number
  /** -4 to 4; 0 for none. */
  valence: number
  roles: number
  phrases: Phrase[]
  /** By the low 5 bits of the hash of the next word, 1 if one of the phrases may continue with it. */
  nextWords: number
  /** The next entry of the same signature. */
  sameSignature: LexiconEntry | undefined
}

export type Phrase = {
  /** Hashes of the words after the first. */
  rest: number[]
  valence: number
  kind: 'valence' | 'comparator' | 'incidental' | 'verdict' | 'dismissal' | 'negation'
}

/** The words of a language, and those that only occur inside its phrases, by signature. */
export type Lexicon = (LexiconEntry | undefined)[]

/** Returns the entry of a word. Most words of a text have the signature of none, and are not hashed. */
export function findEntry(
  lexicon: Lexicon,
  units: ArrayLike<number>,
  start: number,
  end: number,
): LexiconEntry | undefined {
  let entry = lexicon[computeSignature(units, start, end)]
  if (entry === undefined) return undefined
  const hash = hashOfUnits(units, start, end)
  while (entry !== undefined && entry.hash !== hash) entry = entry.sameSignature
  return entry
}

/** Returns whether a phrase may start with a word and continue with the word of a hash. Mostly not. */
export function mayStartPhrase({ nextWords }: LexiconEntry, hash: number): boolean {
  return ((nextWords >>> (hash & 31)) & 1) === 1
}

/** Words of known valence, and words that separate or turn clauses. */
type Words = {
  valence: Record<string, string>
  negators: string
  contrast: string
  /** Words that open a subordinate clause whose content the main clause outweighs: "While Acme was …, it is …". */
  concessions: string
  cons: string
  avoid: string
}

/** What the rules for sentiment need in addition. */
type Phrases = {
  phrases: Record<string, string[]>
  /** Phrases that are criticism and negate what follows: "no longer", "far from". */
  negations: string[]
  /** Advice against the name: "not recommended". A dismissal takes the name as its object: "steer clear of Acme". */
  verdicts: string[]
  dismissals: string[]
  /** Phrases before a name that is only a place to buy, a source or a part: "available at", "according to". */
  incidental: string[]
  comparatorPhrases: string[]
  comparators: string
  boosters: string
  dampers: string
  /** Words that limit a verdict to some readers: "not recommended for …". */
  conditions: string
}

const VERDICT_VALENCE = -3
const NEGATION_VALENCE = -1

function compile({ valence, ...words }: Words): Lexicon {
  const lexicon: Lexicon = new Array(SIGNATURES).fill(undefined)
  for (const [value, list] of Object.entries(valence))
    for (const word of list.split(' ')) addPhrase(lexicon, word, Number(value), 'valence')
  addRole(lexicon, words.negators, ROLE.negator)
  addRole(lexicon, words.contrast, ROLE.contrast)
  addRole(lexicon, words.concessions, ROLE.concession)
  addRole(lexicon, words.cons, ROLE.cons)
  addRole(lexicon, words.avoid, ROLE.avoid)
  return lexicon
}

function compileWithPhrases(source: Words & Phrases): Lexicon {
  const lexicon = compile(source)
  for (const [valence, phrases] of Object.entries(source.phrases))
    for (const phrase of phrases) addPhrase(lexicon, phrase, Number(valence), 'valence')
  for (const phrase of source.comparatorPhrases) addPhrase(lexicon, phrase, 0, 'comparator')
  for (const phrase of source.incidental) addPhrase(lexicon, phrase, 0, 'incidental')
  for (const phrase of source.negations) addPhrase(lexicon, phrase, NEGATION_VALENCE, 'negation')
  for (const phrase of source.verdicts) addPhrase(lexicon, phrase, VERDICT_VALENCE, 'verdict')
  for (const phrase of source.dismissals) addPhrase(lexicon, phrase, VERDICT_VALENCE, 'dismissal')
  addRole(lexicon, source.comparators, ROLE.comparator)
  addRole(lexicon, source.boosters, ROLE.booster)
  addRole(lexicon, source.dampers, ROLE.damper)
  addRole(lexicon, source.conditions, ROLE.condition)
  // The longest phrase is tried first.
  for (let entry of lexicon)
    for (; entry; entry = entry.sameSignature) entry.phrases.sort((a, b) => b.rest.length - a.rest.length)
  return lexicon
}

function addRole(lexicon: Lexicon, words: string, role: number): void {
  for (const word of words.split(' ')) toEntry(lexicon, word).roles |= role
}

/** Adds a word, or several separated by spaces or hyphens. The first valence of a word takes precedence. */
function addPhrase(lexicon: Lexicon, text: string, valence: number, kind: Phrase['kind']): void {
  const [first = '', ...others] = text.split(/[ -]/)
  const entry = toEntry(lexicon, first)
  if (others.length > 0 || kind !== 'valence') {
    const rest = others.map((word) => toEntry(lexicon, word).hash)
    entry.phrases.push({ rest, valence, kind })
    entry.nextWords |= rest[0] === undefined ? ANY_WORD : 1 << (rest[0] & 31)
  } else if (entry.valence === 0) entry.valence = valence
}

const ANY_WORD = -1

function toEntry(lexicon: Lexicon, word: string): LexiconEntry {
  const units = Uint16Array.from(word, (character) => character.charCodeAt(0))
  const known = findEntry(lexicon, units, 0, units.length)
  if (known) return known
  const signature = computeSignature(units, 0, units.length)
  const entry: LexiconEntry = {
    hash: hashOfUnits(units, 0, units.length),
    valence: 0,
    roles: 0,
    phrases: [],
    nextWords: 0,
    sameSignature: lexicon[signature],
  }
  lexicon[signature] = entry
  return entry
}

/** Only the English one has phrases. */
export const LEXICONS: Record<WordListLanguage, Lexicon> = {
  en: compileWithPhrases(en),
  de: compile(de),
  fr: compile(fr),
  es: compile(es),
}
