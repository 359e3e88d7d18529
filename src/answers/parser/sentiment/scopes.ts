import type { AnswerLayout } from '../answer-layout.ts'
import type { Block } from '../markdown/scan-state.ts'
import type { LocatedMention } from '../mentions.ts'
import { blockAt } from '../rules/accept-mention.ts'
import { sentenceAt } from '../text/sentences.ts'
import { markdownRange } from '../text/source-map.ts'
import { ROLE } from './lexicon.ts'
import { COMPARES, MERE, type Tokens, tokenAt } from './tokens.ts'

/**
 * Which words speak of an entity. A name at the head of a heading, list item, table row or short paragraph owns all
 * that follows until the next one; a name in running text owns its sentence, or its side of it when others are named.
 */
export type Scope = {
  entity: number
  /** Range of words. */
  from: number
  to: number
  /** The name stands at the head of what follows. */
  lead: boolean
  /** The entity is only a shop, a source or a measure here: nothing is said of it. */
  mere: boolean
  /** Indexes of the name's word and sentence. */
  word: number
  sentence: number
}

/** A mention and where it stands. */
export type MentionPosition = {
  entity: number
  foldedStart: number
  foldedEnd: number
  word: number
  wordEnd: number
  sentence: number
  block: number
}

export type Layout = {
  text: AnswerLayout
  words: Tokens
  places: MentionPosition[]
  /** First word of each sentence and, at the end, the number of words. */
  sentenceWords: number[]
}

export function createLayout(text: AnswerLayout, words: Tokens, mentions: readonly LocatedMention[]): Layout {
  const places = mentions.map(({ entity, foldedStart, foldedEnd }) => ({
    entity,
    foldedStart,
    foldedEnd,
    word: tokenAt(words, foldedStart),
    wordEnd: tokenAt(words, foldedEnd),
    sentence: sentenceAt(text.sentences, foldedStart),
    block: blockAt(text.blocks, foldedStart),
  }))
  const sentenceWords = [0]
  let word = 0
  for (const end of text.sentences.ends) {
    while (word < words.length && (words.starts[word] ?? 0) < end) word++
    sentenceWords.push(word)
  }
  return { text, words, places, sentenceWords }
}

export function findScopes(layout: Layout): Scope[] {
  return layout.places.map((place, index) => {
    const mere = isMere(layout, index)
    const heads = !mere && isLead(layout, index)
    const lead = heads || (!mere && leadsSentence(layout, index))
    const [from, to] = heads ? sectionOf(layout, place) : clauseOf(layout, index)
    return { entity: place.entity, from, to, lead, mere, word: place.word, sentence: place.sentence }
  })
}

/** A name owns what follows only when it stands among the first words, or in a heading or cell of its own. */
const LEAD_WITHIN_WORDS = 6
const HEADING_UP_TO_WORDS = 14
const SHORT_PARAGRAPH_WORDS = 12

function isLead({ text, words, places }: Layout, index: number): boolean {
  const place = places[index]
  const block = place && text.blocks[place.block]
  if (!place || !block) return false
  const before = places[index - 1]
  if (before?.block === place.block && before.entity !== place.entity) return false
  if (block.kind === 'cell') return block.column === 0 && block.place > 0
  const first = tokenAt(words, block.start)
  const length = tokenAt(words, block.end) - first
  if (block.kind === 'heading') return length <= HEADING_UP_TO_WORDS
  if (place.word - first > LEAD_WITHIN_WORDS || isAttribute(text, words, first, place)) return false
  return block.kind === 'item' || length <= SHORT_PARAGRAPH_WORDS
}

/** "Acme Pro 5: a fast …" inside running text: the name and what it is stand before a colon. */
function leadsSentence({ text, words, places, sentenceWords }: Layout, index: number): boolean {
  const place = places[index]
  if (!place) return false
  const first = sentenceWords[place.sentence] ?? 0
  const next = places[index + 1]
  if (place.word - first > LEAD_WITHIN_WORDS || isAttribute(text, words, first, place)) return false
  const limit = Math.min(
    words.starts[place.wordEnd + COLON_WITHIN_WORDS] ?? text.folded.length,
    text.sentences.ends[place.sentence] ?? text.folded.length,
    next && next.entity !== place.entity ? next.foldedStart : text.folded.length,
  )
  return text.folded.units.subarray(place.foldedEnd, limit).includes(COLON)
}

const COLON_WITHIN_WORDS = 10

/** "Zippers: YKK" tells what something is made of; "Best overall: Dyson" and "For teams: Notion" lead to a name. */
function isAttribute(
  { folded }: AnswerLayout,
  words: Tokens,
  first: number,
  { word, foldedStart }: MentionPosition,
): boolean {
  if (word === first || !folded.units.subarray(words.starts[first] ?? 0, foldedStart).includes(COLON))
    return false
  for (let i = first; i < word; i++)
    if ((words.valences[i] ?? 0) > 0 || (words.roles[i] ?? 0) & ROLE.choosing) return false
  return true
}

const COLON = 58
const SECTION_UP_TO_BLOCKS = 40

/** The words from the block of a leading name to the next block that begins something else. */
function sectionOf(layout: Layout, place: MentionPosition): [number, number] {
  const { text, words } = layout
  const { blocks } = text
  const own = blocks[place.block]
  if (!own) return [place.word, place.wordEnd]
  let last = place.block
  while (last + 1 < blocks.length && last - place.block < SECTION_UP_TO_BLOCKS) {
    const next = blocks[last + 1]
    if (
      !next ||
      !belongsTo(own, next, last === place.block) ||
      isHeadOfAnother(layout, last + 1, place.entity)
    )
      break
    last++
  }
  return [tokenAt(words, own.start), tokenAt(words, blocks[last]?.end ?? own.end)]
}

function belongsTo(own: Block, next: Block, isFirst: boolean): boolean {
  if (own.kind === 'cell') return next.kind === 'cell' && next.group === own.group && next.place === own.place
  if (own.kind === 'heading') return next.kind !== 'heading' || next.level > own.level
  if (own.kind === 'item') {
    return (
      next.kind === 'item' &&
      (next.level > own.level || (next.group === own.group && next.place === own.place))
    )
  }
  return next.kind === 'item' || (next.kind === 'paragraph' && isFirst)
}

/** Whether a block opens with the name of another entity. */
function isHeadOfAnother({ text, words, places }: Layout, blockIndex: number, entity: number): boolean {
  const block = text.blocks[blockIndex]
  if (!block) return false
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.foldedStart ?? 0) < block.start) low = middle + 1
    else high = middle
  }
  const first = places[low]
  if (!first || first.foldedStart >= block.end || first.entity === entity) return false
  return block.kind === 'heading' || first.word - tokenAt(words, block.start) <= 2
}

/** Other mentions looked at on each side of one. */
const NEIGHBOURS_SEEN = 12

/** The sentence of a name, or its part of it when other entities are named there too. */
function clauseOf(layout: Layout, index: number): [number, number] {
  const { places, sentenceWords } = layout
  const place = places[index]
  if (!place) return [0, 0]
  let from = sentenceWords[place.sentence] ?? 0
  let to = sentenceWords[place.sentence + 1] ?? from
  for (let i = index - 1; i >= Math.max(0, index - NEIGHBOURS_SEEN); i--) {
    const border = borderBetween(layout, places[i], places[i + 1], place)
    if (border === null) break
    if (border < 0) continue
    from = Math.max(from, border)
    break
  }
  for (let i = index + 1; i < Math.min(places.length, index + NEIGHBOURS_SEEN); i++) {
    const other = places[i]
    if (other?.sentence !== place.sentence) break
    if (other.entity === place.entity) continue
    const border = borderBetween(layout, places[i - 1], other, place)
    if (border === null) break
    if (border < 0) continue
    to = Math.min(to, border)
    break
  }
  return [from, to]
}

/** Names so close together are an enumeration and share what is said. */
const ENUMERATION_WITHIN_WORDS = 3

/**
 * The word at which what is said of the left name ends and of the right one begins; -1 when both share it, null when
 * they stand in different sentences.
 */
function borderBetween(
  { text, words }: Layout,
  left: MentionPosition | undefined,
  right: MentionPosition | undefined,
  own: MentionPosition,
): number | null {
  if (!left || !right || left.sentence !== own.sentence || right.sentence !== own.sentence) return null
  if (left.entity === own.entity && right.entity === own.entity) return -1
  const from = left.wordEnd
  const to = right.word
  for (let i = from; i < to; i++) if ((words.roles[i] ?? 0) & ROLE.contrast) return i
  if (to - from < ENUMERATION_WITHIN_WORDS) return -1
  for (let at = right.foldedStart - 1; at > left.foldedEnd; at--) {
    if (BORDERS.has(text.folded.units[at] ?? 0)) return tokenAt(words, at)
  }
  return to
}

const BORDERS = new Set([...',;.:'].map((mark) => mark.charCodeAt(0)))

/** Whether the entity is only a place to buy, a source, or what something else is measured by. */
function isMere({ text, words, sentenceWords, places }: Layout, index: number): boolean {
  const place = places[index]
  if (!place) return false
  const { foldedStart, foldedEnd, word, sentence } = place
  const { units } = text.folded
  if (OPENING.has(units[foldedStart - 1] ?? 0) && CLOSING.has(units[foldedEnd] ?? 0)) return true
  if (isLineOfItsOwn(text, foldedStart, foldedEnd)) return true
  // "Unlike Globex, Acme …": what is compared with is the name before.
  const compared = Math.max(places[index - 1]?.wordEnd ?? 0, word - COMPARED_WITHIN_WORDS)
  for (let i = compared; i < word; i++) {
    if ((words.roles[i] ?? 0) & ROLE.comparator || words.phrases[i] === COMPARES) return true
  }
  const first = Math.max(sentenceWords[sentence] ?? 0, word - MERE_WITHIN_WORDS)
  for (let i = first; i < word; i++) if (words.phrases[i] === MERE) return true
  return false
}

/** A line inside a paragraph that holds only the name is a mark of the source: "…in 2019.\nWIKIPEDIA\nThe…". */
function isLineOfItsOwn(
  { markdown, folded, blocks }: AnswerLayout,
  foldedStart: number,
  foldedEnd: number,
): boolean {
  if (blocks[blockAt(blocks, foldedStart)]?.start === foldedStart) return false
  const { start, end } = markdownRange(folded, foldedStart, foldedEnd)
  return (
    /\n[ \t]*$/.test(markdown.slice(Math.max(0, start - 20), start)) &&
    /^[ \t]*(?:\n|$)/.test(markdown.slice(end, end + 20))
  )
}

const COMPARED_WITHIN_WORDS = 2
const MERE_WITHIN_WORDS = 15
const OPENING = new Set([40, 91])
const CLOSING = new Set([41, 93])
