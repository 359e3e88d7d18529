import type { Language } from '../../common-words.ts'
import { hashOfUnits, SIGNATURES, signatureOf } from '../text/hash.ts'
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
  pros: 32,
  cons: 64,
  avoid: 128,
  asking: 256,
  choosing: 512,
  concession: 1024,
  part: 2048,
  condition: 4096,
  pronoun: 8192,
  example: 16384,
  denial: 32768,
  equality: 65536,
  factual: 131072,
  component: 262144,
  sourceNoun: 524288,
  relation: 1048576,
} as const

/** A word of the lexicon, and the phrases that start with it. */
export type Entry = {
  hash: number
  /** -4 to 4; 0 for none. */
  valence: number
  roles: number
  phrases: Phrase[]
  /** By the low 5 bits of the hash of the next word, 1 if one of the phrases may continue with it. */
  nextWords: number
  /** The next entry of the same signature. */
  sameSignature: Entry | undefined
}

export type Phrase = {
  /** Hashes of the words after the first. */
  rest: number[]
  valence: number
  kind: 'valence' | 'comparator' | 'incidental' | 'verdict' | 'dismissal' | 'negation' | 'concession'
}

/** The words of a language, and those that only occur inside its phrases, by signature. */
export type Lexicon = (Entry | undefined)[]

/** Returns the entry of a word. Most words of a text have the signature of none, and are not hashed. */
export function findEntry(
  lexicon: Lexicon,
  units: ArrayLike<number>,
  start: number,
  end: number,
): Entry | undefined {
  let entry = lexicon[signatureOf(units, start, end)]
  if (entry === undefined) return undefined
  const hash = hashOfUnits(units, start, end)
  while (entry !== undefined && entry.hash !== hash) entry = entry.sameSignature
  return entry
}

/** Returns whether a phrase may start with a word and continue with the word of a hash. Mostly not. */
export function mayStartPhrase({ nextWords }: Entry, hash: number): boolean {
  return ((nextWords >>> (hash & 31)) & 1) === 1
}

type Source = {
  valence: Record<string, string>
  phrases: Record<string, string[]>
  negators: string
  boosters: string
  dampers: string
  contrast: string
  comparators: string
  comparatorPhrases: string[]
  /** Phrases that are criticism and negate what follows: "no longer", "far from". */
  negations: string[]
  pros: string
  cons: string
  avoid: string
  incidental: string[]
  asking: string
  choosing: string
  /** Criticism that decides alone: "not recommended". A dismissal takes the name as its object: "steer clear of Acme". */
  verdicts: string[]
  dismissals: string[]
  /** Words that open a subordinate clause whose content the main clause outweighs: "While Acme was …, it is …". */
  concessions: string
  /** The same of several words: "even if". */
  concessionPhrases: string[]
  /** Words of a prompt that asks for facts and not what to choose: "Which companies were …?" */
  factual: string
  /** Words after the maker of a part: "an Acme processor". */
  components: string
  /** Words after the publisher of a source: "an Acme survey". */
  sourceNouns: string
  /** Words before a name in a label that is not about it: "Importance to Acme". */
  relations: string
  /** Words before a part or a means of something else: "a laptop with …". */
  parts: string
  /** Words that limit a verdict to some readers: "not recommended for …". */
  conditions: string
  /** Words that can replace the name as the object of a dismissal: "avoid it". */
  pronouns: string
  /** Words before examples: "like Acme". */
  examples: string
  /** Words that deny an ability, which is criticism even of a word without valence: "doesn't fold", "less tidy". */
  denials: string
  /** The word before the reference of a comparison: "not as fast as Acme". */
  equality: string
}

const VERDICT_VALENCE = -3
const NEGATION_VALENCE = -1

function compile(source: Source): Lexicon {
  const lexicon: Lexicon = new Array(SIGNATURES).fill(undefined)
  for (const [valence, words] of Object.entries(source.valence)) {
    for (const word of words.split(' ')) addPhrase(lexicon, word, Number(valence), 'valence')
  }
  for (const [valence, phrases] of Object.entries(source.phrases)) {
    for (const phrase of phrases) addPhrase(lexicon, phrase, Number(valence), 'valence')
  }
  for (const phrase of source.comparatorPhrases) addPhrase(lexicon, phrase, 0, 'comparator')
  for (const phrase of source.incidental) addPhrase(lexicon, phrase, 0, 'incidental')
  for (const phrase of source.negations) addPhrase(lexicon, phrase, NEGATION_VALENCE, 'negation')
  for (const phrase of source.concessionPhrases) addPhrase(lexicon, phrase, 0, 'concession')
  for (const phrase of source.verdicts) addPhrase(lexicon, phrase, VERDICT_VALENCE, 'verdict')
  for (const phrase of source.dismissals) addPhrase(lexicon, phrase, VERDICT_VALENCE, 'dismissal')
  const roles: [string, number][] = [
    [source.negators, ROLE.negator],
    [source.boosters, ROLE.booster],
    [source.dampers, ROLE.damper],
    [source.contrast, ROLE.contrast],
    [source.comparators, ROLE.comparator],
    [source.pros, ROLE.pros],
    [source.cons, ROLE.cons],
    [source.avoid, ROLE.avoid],
    [source.asking, ROLE.asking],
    [source.choosing, ROLE.choosing],
    [source.concessions, ROLE.concession],
    [source.parts, ROLE.part],
    [source.conditions, ROLE.condition],
    [source.pronouns, ROLE.pronoun],
    [source.examples, ROLE.example],
    [source.denials, ROLE.denial],
    [source.equality, ROLE.equality],
    [source.factual, ROLE.factual],
    [source.components, ROLE.component],
    [source.sourceNouns, ROLE.sourceNoun],
    [source.relations, ROLE.relation],
  ]
  for (const [words, role] of roles) {
    for (const word of words.split(' ')) entryOf(lexicon, word).roles |= role
  }
  // The longest phrase is tried first.
  for (let entry of lexicon) {
    for (; entry; entry = entry.sameSignature) entry.phrases.sort((a, b) => b.rest.length - a.rest.length)
  }
  return lexicon
}

/** Adds a word, or several separated by spaces or hyphens. The first valence of a word takes precedence. */
function addPhrase(lexicon: Lexicon, text: string, valence: number, kind: Phrase['kind']): void {
  const [first = '', ...others] = text.split(/[ -]/)
  const entry = entryOf(lexicon, first)
  if (others.length > 0 || kind !== 'valence') {
    const rest = others.map((word) => entryOf(lexicon, word).hash)
    entry.phrases.push({ rest, valence, kind })
    entry.nextWords |= rest[0] === undefined ? ANY_WORD : 1 << (rest[0] & 31)
  } else if (entry.valence === 0) entry.valence = valence
}

const ANY_WORD = -1

function entryOf(lexicon: Lexicon, word: string): Entry {
  const units = Uint16Array.from(word, (character) => character.charCodeAt(0))
  const known = findEntry(lexicon, units, 0, units.length)
  if (known) return known
  const signature = signatureOf(units, 0, units.length)
  const entry: Entry = {
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

export const LEXICONS: Record<Language, Lexicon> = {
  en: compile(en),
  de: compile(de),
  fr: compile(fr),
  es: compile(es),
}
