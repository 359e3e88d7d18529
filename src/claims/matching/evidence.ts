/** How strongly a place in a text is about the entity and the subject of a fact. */

import { itemsIn, type NameMark, type Passage, passageAt, type Range, type ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'

/** The index of the entity of the facts. Higher indexes are other known entities. */
const OWN = 0

/** `clear`: nothing else can be meant. `likely`: enough to accept an agreement, too little to accept a contradiction. */
export type Link = 'clear' | 'likely' | 'none'

/** As much of a sentence as one statement can be about: texts without stops have sentences of any length. */
const REACH = 300

/** Returns the sentence of a place, or the part of it around the place. */
export function windowAt({ sentences, text }: ReadText, { start, end }: Range): Passage & { text: string } {
  const sentence = sentences[passageAt(sentences, start)] ?? { start, end, block: -1 }
  const from = Math.max(sentence.start, start - REACH)
  const to = Math.max(end, Math.min(sentence.end, start + REACH))
  return { start: from, end: to, block: sentence.block, text: text.slice(from, to) }
}

/** Returns whether the place `[start, end)` in a sentence is about the entity. */
export function linkAt(text: ReadText, { known }: PreparedFact, { start, end }: Range): Link {
  const sentence = windowAt(text, { start, end })
  const names = namesIn(text, sentence, known)
  const before = names.filter((name) => name.end <= end)
  const nearest = before.at(-1)
  if (nearest?.entity === OWN) return 'clear'
  const isNamed = names.some(({ entity }) => entity === OWN)
  if (nearest) return isNamed && nearest.entity === null ? 'likely' : 'none'
  const lead = linkOfLeads(text, known, sentence.block)
  if (lead !== null) return lead
  if (isNamed) return names.length === 1 ? 'clear' : 'likely'
  return names.length > 0 ? 'none' : linkOfEarlierSentences(text, known, sentence)
}

const namesIn = (text: ReadText, range: Range, known: ReadonlySet<string>): NameMark[] =>
  itemsIn(text.names, range).filter(({ entity, key }) => entity !== null || !known.has(key))

/** Returns null if no lead names an entity. */
function linkOfLeads(text: ReadText, known: ReadonlySet<string>, block: number): Link | null {
  for (const lead of text.leads[block] ?? []) {
    const names = namesIn(text, lead, known)
    if (names.length === 0) continue
    const isOwn = names.some(({ entity }) => entity === OWN)
    if (isOwn) return names.every(({ entity }) => entity === OWN || entity === null) ? 'clear' : 'likely'
    const isCell = text.blocks[block]?.kind === 'cell'
    // The header of the column can name the entity if the header of the row does not.
    if (!isCell || names.some(({ entity }) => entity !== null)) return 'none'
  }
  return null
}

function linkOfEarlierSentences(text: ReadText, known: ReadonlySet<string>, { start, block }: Passage): Link {
  let index = passageAt(text.sentences, start) - 1
  for (let steps = 0; steps < MAX_STEPS; steps++, index--) {
    const sentence = text.sentences[index]
    if (!sentence) return 'none'
    const names = namesIn(text, sentence, known)
    if (names.length === 0) continue
    if (!names.some(({ entity }) => entity === OWN)) return 'none'
    const isClear = sentence.block === block && names.every(({ entity }) => entity === OWN)
    return isClear ? 'clear' : 'likely'
  }
  return 'none'
}

const MAX_STEPS = 3

/** Returns the keys of the words in a range. */
export const keysIn = (text: ReadText, range: Range): Set<string> =>
  new Set(itemsIn(text.words, range).map(({ key }) => key))

/** Returns the keys of the leads of a block. */
export const leadKeys = (text: ReadText, block: number): Set<string> =>
  new Set((text.leads[block] ?? []).flatMap((lead) => itemsIn(text.words, lead).map(({ key }) => key)))

export const countOf = (keys: readonly string[], found: ReadonlySet<string>): number =>
  keys.filter((key) => found.has(key)).length

/** Words that limit a statement to a plan, a period, a group or an offer. */
const QUALIFIERS = [
  ...['annual', 'monthly', 'family', 'business', 'individual', 'student', 'used', 'refurbished'],
  ...['promotion', 'surcharge', 'first', 'free', 'double', 'shipping', 'minimum', 'contractor', 'employee'],
  ...[
    'team',
    'pro',
    'premium',
    'plus',
    'basic',
    'standard',
    'starter',
    'lite',
    'advanced',
    'ultimate',
    'trial',
  ],
  ...['pack', 'bundle', 'setup', 'upgrade', 'without', 'with', 'if', 'unless', 'except', 'when', 'case'],
  ...['sin', 'ohne', 'sans', 'mit', 'avec', 'con', 'wenn', 'si'],
]

/** Returns whether a range limits its statement in a way that the fact does not. */
export const hasOtherQualifier = (keys: ReadonlySet<string>, { known }: PreparedFact): boolean =>
  QUALIFIERS.some((key) => keys.has(key) && !known.has(key))
