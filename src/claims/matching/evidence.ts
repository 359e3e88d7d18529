/** How strongly a place in a text is about the entity and the subject of a fact. */

import { itemsIn, type NameMark, type Passage, passageAt, type Range, type ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'
import { unitAt } from './units.ts'

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
  const nearest = before.findLast(({ entity }) => entity !== 'possible')
  const isDoubtful = before.at(-1) !== nearest
  const isNamed = names.some(({ entity }) => entity === OWN)
  if (nearest?.entity === OWN) return isCompared(text, nearest) ? 'none' : isDoubtful ? 'likely' : 'clear'
  // German nouns have capitals, so a capital there says little.
  const isNoun = text.language === 'de' && nearest?.entity === 'unknown'
  if (nearest && !isNoun) return isRelated(before) ? 'likely' : 'none'
  const inherited =
    linkOfLeads(text, known, sentence.block) ??
    (isNamed ? linkOfLaterName(text, names, { start, end }) : null) ??
    (names.some(({ entity }) => entity !== 'possible') && !isNoun ? 'none' : null) ??
    linkOfEarlierSentences(text, known, sentence) ??
    (text.isAboutOwn ? 'likely' : 'none')
  return inherited === 'clear' && (isNoun || isDoubtful) ? 'likely' : inherited
}

/** The entity that a sentence only compares another one with. */
const isCompared = ({ text }: ReadText, { start }: Range) =>
  /(?:than|unlike|versus|vs\.?|compared (?:to|with)|alternatives? to|instead of|apps like|tools like|als|statt|que|comme) $/u.test(
    text.slice(Math.max(0, start - 20), start),
  )

/** "Its price of $12 makes Acme …" names the entity after the value. */
function linkOfLaterName(text: ReadText, names: readonly NameMark[], { start }: Range): Link {
  const [own] = names.filter(({ entity }) => entity === OWN)
  if (!own || isCompared(text, own)) return 'none'
  const isSameSegment = passageAt(text.segments, own.start) === passageAt(text.segments, start)
  return isSameSegment && names.length === 1 ? 'clear' : 'likely'
}

/** "Acme bought Beta, the maker of Gamma, for $2 billion": few names follow the entity, and none of them is known. */
function isRelated(names: readonly NameMark[]): boolean {
  const own = names.findLastIndex(({ entity }) => entity === OWN)
  const others = names.slice(own + 1).filter(({ entity }) => entity !== 'possible')
  return own !== -1 && others.length <= 2 && others.every(({ entity }) => entity === 'unknown')
}

const namesIn = (text: ReadText, range: Range, known: ReadonlySet<string>): NameMark[] =>
  itemsIn(text.names, range).filter(({ entity, key }) => typeof entity === 'number' || !known.has(key))

/** Returns null if no lead names an entity. */
function linkOfLeads(text: ReadText, known: ReadonlySet<string>, block: number): Link | null {
  const headers = text.blocks[block]?.kind === 'cell' ? 2 : 0
  let isOther = false
  for (const [index, lead] of (text.leads[block] ?? []).entries()) {
    // The header of the column can name the entity if the header of the row does not, but a title above the table cannot.
    if (isOther && index >= headers) return 'none'
    const names = namesIn(text, lead, known).filter(
      ({ entity, isAbbreviation }) => entity !== 'possible' || isAbbreviation,
    )
    if (names.length === 0) continue
    const isKnown = ({ entity }: NameMark) => typeof entity === 'number' && entity !== OWN
    if (names.some(({ entity }) => entity === OWN)) return names.some(isKnown) ? 'likely' : 'clear'
    if (index >= headers || names.some(isKnown)) return 'none'
    isOther = true
  }
  return isOther ? 'none' : null
}

function linkOfEarlierSentences(
  text: ReadText,
  known: ReadonlySet<string>,
  { start, block }: Passage,
): Link | null {
  // List items are often about something else that the rules do not read as a name.
  const isParagraph = text.isAboutOwn && text.blocks[block]?.kind === 'paragraph'
  let index = passageAt(text.sentences, start) - 1
  for (let steps = 0; steps < MAX_STEPS; steps++, index--) {
    const sentence = text.sentences[index]
    if (!sentence) return null
    const names = namesIn(text, windowAt(text, sentence), known)
    const certain = names.filter(({ entity }) => entity !== 'possible')
    if (certain.length === 0) continue
    if (!certain.some(({ entity }) => entity === OWN)) return 'none'
    const isClear = (sentence.block === block || isParagraph) && names.every(({ entity }) => entity === OWN)
    return isClear ? 'clear' : 'likely'
  }
  return null
}

const MAX_STEPS = 3

export const namesEntity = (text: ReadText, range: Range): boolean =>
  itemsIn(text.names, range).some(({ entity }) => entity === OWN)

/** Returns the keys of the words in a range. */
export const keysIn = (text: ReadText, range: Range): Set<string> =>
  new Set(itemsIn(text.words, range).map(({ key }) => key))

/** Returns the keys of the leads of a block. */
export function leadKeys(text: ReadText, block: number): ReadonlySet<string> {
  const known = text.leadKeys.get(block)
  if (known) return known
  const keys = new Set(
    (text.leads[block] ?? []).flatMap((lead) => itemsIn(text.words, lead).map(({ key }) => key)),
  )
  text.leadKeys.set(block, keys)
  return keys
}

/**
 * Returns the keys of the leads of a block, and of the title of a text that is about the entity alone. The start of a
 * paragraph counts as a title only if `isTitleWhole` is false.
 */
export function contextKeys(text: ReadText, block: number, isTitleWhole = false): Set<string> {
  const [title] = text.isAboutOwn ? text.blocks : []
  const end = title && Math.min(title.end, title.start + MAX_TITLE)
  const isTitle = title && end && (!isTitleWhole || title.end === end)
  const inTitle = isTitle ? keysIn(text, { start: title.start, end }) : []
  return new Set([...leadKeys(text, block), ...inTitle])
}

const MAX_TITLE = 100

export const countOf = (keys: readonly string[], found: ReadonlySet<string>): number =>
  keys.filter((key) => found.has(key)).length

/** Words that limit a statement to a plan, a period, a group or an offer. */
const QUALIFIERS = new Set(
  (
    'annual monthly family business individual student used refurbished promotion surcharge first free double ' +
    'shipping minimum contractor employee trial pack bundle setup upgrade without with if unless except when case ' +
    'some depend layout custom option configuration line mode use regular typical ' +
    'sin ohne sans mit avec con wenn si'
  ).split(' '),
)
/** Names of plans, if they have a capital. */
const PLAN_NAMES =
  'team pro premium plus basic standard starter lite advanced ultimate max mini ultra essential'.split(' ')

/** Returns whether a range limits its statement in a way that the fact does not. */
export const hasOtherQualifier = (text: ReadText, range: Range, { known }: PreparedFact): boolean =>
  itemsIn(text.words, range).some(({ start, end, key, isCapital }) => {
    if (known.has(key)) return false
    const word = text.text.slice(start, end)
    return QUALIFIERS.has(key) || QUALIFIERS.has(word) || (isCapital && PLAN_NAMES.includes(word))
  })

/** Words that make another model of a model, and what they are not: 5G and 4K. */
const MODEL_WORDS = new Set([
  ...PLAN_NAMES,
  ...'evo se air music solar prime elite sport fe xl luxe gen mk carton ii'.split(' '),
])
const NO_MODEL = /^\d+[gk]$|^\d+$/

/** Returns whether one of the ranges names another model: "Deco X90 / XE75 Pro" is more than the Deco XE75. */
export function namesOtherModel(text: ReadText, ranges: readonly Range[], fact: PreparedFact): boolean {
  return ranges.some((range) => {
    const words = itemsIn(text.words, range)
    const own = itemsIn(text.names, range).filter(({ entity }) => entity === OWN)
    return words.some(({ key, start, end, isCapital }, index) => {
      if (fact.known.has(key)) return false
      const word = text.text.slice(start, end)
      const isNext = [words[index - 1], words[index + 1], words[index - 2]].some(
        (other) =>
          other !== undefined &&
          (fact.identifiers.length > 0
            ? fact.identifiers.includes(other.key)
            : own.some((name) => name.start <= other.start && other.end <= name.end)),
      )
      const isModel =
        /\d/.test(word) &&
        /[a-z]/.test(word) &&
        !NO_MODEL.test(word) &&
        !unitAt(word, /[a-z]/.exec(word)?.index ?? 0)
      return isNext && ((isCapital && MODEL_WORDS.has(word)) || isModel)
    })
  })
}

/** The segments that contain one of the keys, in order. */
export function segmentsWith(text: ReadText, keys: readonly string[]): Passage[] {
  const starts = [...new Set(keys)].flatMap((key) => text.wordStarts.get(key) ?? [])
  const found = new Set(starts.map((start) => passageAt(text.segments, start)))
  return [...found].sort((a, b) => a - b).flatMap((index) => text.segments[index] ?? [])
}
