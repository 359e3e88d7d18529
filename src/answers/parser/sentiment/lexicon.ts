import type { Language } from '../../common-words.ts'
import { hashOf } from '../text/hash.ts'
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
} as const

/** A word of the lexicon, and the phrases that start with it. */
export type Entry = {
  /** -4 to 4; 0 for none. */
  valence: number
  roles: number
  phrases: Phrase[]
}

export type Phrase = {
  /** Hashes of the words after the first. */
  rest: number[]
  valence: number
  kind: 'valence' | 'comparator' | 'incidental' | 'verdict' | 'dismissal' | 'negation'
}

export type Lexicon = {
  /** By the hash of the first word. */
  entries: ReadonlyMap<number, Entry>
  /** By the low 16 bits of a hash, 1 if an entry has them. Most words are not in the lexicon. */
  mayContain: Uint8Array
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
  const lexicon = new Map<number, Entry>()
  for (const [valence, words] of Object.entries(source.valence)) {
    for (const word of words.split(' ')) addPhrase(lexicon, word, Number(valence), 'valence')
  }
  for (const [valence, phrases] of Object.entries(source.phrases)) {
    for (const phrase of phrases) addPhrase(lexicon, phrase, Number(valence), 'valence')
  }
  for (const phrase of source.comparatorPhrases) addPhrase(lexicon, phrase, 0, 'comparator')
  for (const phrase of source.incidental) addPhrase(lexicon, phrase, 0, 'incidental')
  for (const phrase of source.negations) addPhrase(lexicon, phrase, NEGATION_VALENCE, 'negation')
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
  ]
  for (const [words, role] of roles) {
    for (const word of words.split(' ')) entryOf(lexicon, hashOf(word)).roles |= role
  }
  // The longest phrase is tried first.
  for (const { phrases } of lexicon.values()) phrases.sort((a, b) => b.rest.length - a.rest.length)
  const mayContain = new Uint8Array(0x10000)
  for (const hash of lexicon.keys()) mayContain[hash & 0xffff] = 1
  return { entries: lexicon, mayContain }
}

/** Adds a word, or several separated by spaces or hyphens. The first valence of a word takes precedence. */
function addPhrase(lexicon: Map<number, Entry>, text: string, valence: number, kind: Phrase['kind']): void {
  const [first = '', ...rest] = text.split(/[ -]/)
  const entry = entryOf(lexicon, hashOf(first))
  if (rest.length > 0 || kind !== 'valence') entry.phrases.push({ rest: rest.map(hashOf), valence, kind })
  else if (entry.valence === 0) entry.valence = valence
}

function entryOf(lexicon: Map<number, Entry>, hash: number): Entry {
  const known = lexicon.get(hash)
  if (known) return known
  const entry: Entry = { valence: 0, roles: 0, phrases: [] }
  lexicon.set(hash, entry)
  return entry
}

export const LEXICONS: Record<Language, Lexicon> = {
  en: compile(en),
  de: compile(de),
  fr: compile(fr),
  es: compile(es),
}
