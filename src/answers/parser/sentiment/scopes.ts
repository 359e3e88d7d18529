import type { AnswerLayout } from '../answer-layout.ts'
import type { Block } from '../markdown/scan-state.ts'
import type { LocatedMention } from '../mentions.ts'
import { blockAt } from '../rules/accept-mention.ts'
import { firstAtOrAfter } from '../text/binary-search.ts'
import { sentenceAt } from '../text/sentences.ts'
import { isIncidentalMention, isInsideOtherItem, openParenthesis } from './incidental.ts'
import { ROLE } from './lexicon.ts'
import { type Tokens, tokenAt } from './tokens.ts'

/**
 * The words that describe an entity. A name at the start of a heading, list item, table row or short paragraph is
 * described by everything up to the next one; a name in running text by its sentence, or by its part of the sentence if
 * other entities are mentioned in it.
 */
export type Scope = {
  entity: number
  /** Range of tokens. */
  from: number
  to: number
  /** Whether the name is at the start of what follows. */
  isLead: boolean
  /** Whether an answer to "which is best?" recommends the entity by listing it: not in a nested list. */
  isRecommendable: boolean
  /** Whether the entity is only a shop, a source or a comparison, and so not described. */
  isIncidental: boolean
  /** Whether the name is inside an item about something else, to which praise belongs. */
  isInsideOther: boolean
  /** Index of the name's first token. */
  token: number
  sentence: number
}

/** A mention with the indexes of what contains it. */
export type MentionPosition = {
  entity: number
  foldedStart: number
  foldedEnd: number
  /** Range of tokens. */
  token: number
  tokenEnd: number
  sentence: number
  block: number
}

export type Layout = {
  answer: AnswerLayout
  tokens: Tokens
  mentions: MentionPosition[]
  /** First token of each sentence and, at the end, the number of tokens. */
  sentenceTokens: number[]
}

export function createLayout(
  answer: AnswerLayout,
  tokens: Tokens,
  mentions: readonly LocatedMention[],
): Layout {
  return {
    answer,
    tokens,
    mentions: mentions.map(({ entity, foldedStart, foldedEnd }) => ({
      entity,
      foldedStart,
      foldedEnd,
      token: tokenAt(tokens, foldedStart),
      tokenEnd: tokenAt(tokens, foldedEnd),
      sentence: sentenceAt(answer.sentences, foldedStart),
      block: blockAt(answer.blocks, foldedStart),
    })),
    sentenceTokens: sentenceTokensOf(answer, tokens),
  }
}

function sentenceTokensOf({ sentences }: AnswerLayout, { starts, length }: Tokens): number[] {
  let token = 0
  const ends = sentences.ends.map((end) => {
    while (token < length && (starts[token] ?? 0) < end) token++
    return token
  })
  return [0, ...ends]
}

export function findScopes(layout: Layout): Scope[] {
  return layout.mentions.map((mention, index) => {
    const { entity, token, sentence } = mention
    const isIncidental = isIncidentalMention(layout, index)
    const leadsBlock = !isIncidental && isBlockLead(layout, index)
    const leadsSentence = !leadsBlock && !isIncidental && isSentenceLead(layout, index)
    const isLead = leadsBlock || leadsSentence
    const [from, to] = leadsBlock
      ? sectionOf(layout, mention)
      : leadsSentence
        ? runTogetherSection(layout, index)
        : clauseOf(layout, index)
    const isInsideOther = !isLead && !isIncidental && isInsideOtherItem(layout, index)
    const { kind, level = 0 } = layout.answer.blocks[mention.block] ?? {}
    const isRecommendable = isLead && (kind !== 'item' || level <= 1)
    return { entity, from, to, isLead, isRecommendable, isIncidental, isInsideOther, token, sentence }
  })
}

/** A name leads what follows only if it is among the first words, or in its own heading or cell. */
const MAX_WORDS_BEFORE_LEAD = 6
const MAX_HEADING_WORDS = 14
const MAX_SHORT_PARAGRAPH_WORDS = 12

function isBlockLead({ answer, tokens, mentions }: Layout, index: number): boolean {
  const mention = mentions[index]
  const block = mention && answer.blocks[mention.block]
  if (!mention || !block) return false
  const before = mentions[index - 1]
  if (before?.block === mention.block && before.entity !== mention.entity) return false
  if (block.kind === 'cell') return block.column === 0 && block.position > 0
  const first = tokenAt(tokens, block.start)
  const length = tokenAt(tokens, block.end) - first
  if (block.kind === 'heading') return length <= MAX_HEADING_WORDS
  if (mention.token - first > MAX_WORDS_BEFORE_LEAD || isAttribute(answer, tokens, first, mention))
    return false
  return block.kind === 'item' || length <= MAX_SHORT_PARAGRAPH_WORDS
}

/** Returns whether a colon follows the name, and what it is, in running text: "Acme Pro 5: a fast …". */
function isSentenceLead(layout: Layout, index: number): boolean {
  const { answer, tokens, mentions } = layout
  const mention = mentions[index]
  if (!mention) return false
  const first = leadStart(layout, mention)
  if (mention.token - first > MAX_WORDS_BEFORE_LEAD || isAttribute(answer, tokens, first, mention))
    return false
  const colonBefore = mention.tokenEnd + MAX_WORDS_BEFORE_COLON
  const limit = Math.min(
    colonBefore < tokens.length ? (tokens.starts[colonBefore] ?? 0) : answer.folded.length,
    answer.sentences.ends[mention.sentence] ?? answer.folded.length,
    nextDescribed(mentions, index)?.foldedStart ?? answer.folded.length,
  )
  return answer.folded.units.subarray(mention.foldedEnd, limit).includes(COLON)
}

/** Returns the next mention of another entity that does not share the label of this one: "Acme / Globex: …". */
function nextDescribed(mentions: readonly MentionPosition[], index: number): MentionPosition | undefined {
  const { entity } = mentions[index] ?? {}
  for (let i = index + 1; i < mentions.length; i++) {
    const [before, next] = [mentions[i - 1], mentions[i]]
    if (!before || !next || next.entity === entity) continue
    if (next.token - before.tokenEnd >= MAX_SHARED_LABEL_GAP_WORDS) return next
  }
  return undefined
}

const MAX_SHARED_LABEL_GAP_WORDS = 2

/** Returns the first token of the item in which a name is: of its sentence, or after a list marker in running text. */
function leadStart({ answer, tokens, sentenceTokens }: Layout, { foldedStart, sentence }: MentionPosition): number {
  const first = sentenceTokens[sentence] ?? 0
  const from = tokens.starts[first] ?? 0
  for (let at = foldedStart - 1; at > Math.max(from, foldedStart - MAX_LEAD_UNITS); at--)
    if (isListMarker(answer.folded.units, at)) return tokenAt(tokens, at)
  return first
}

/** Returns the tokens of an item in a text that lost its line feeds: up to the next list marker or leading name. */
function runTogetherSection(layout: Layout, index: number): [number, number] {
  const { answer, tokens, mentions, sentenceTokens } = layout
  const mention = mentions[index]
  if (!mention) return [0, 0]
  const { units } = answer.folded
  const lastSentence = Math.min(sentenceTokens.length - 1, mention.sentence + MAX_SECTION_SENTENCES)
  const limit = Math.min(
    answer.blocks[mention.block]?.end ?? answer.folded.length,
    tokens.starts[Math.min(tokens.length - 1, sentenceTokens[lastSentence] ?? 0)] ?? 0,
  )
  const next = nextInOtherSentence(mentions, index)
  const stop = Math.min(limit, next ? (tokens.starts[sentenceTokens[next.sentence] ?? 0] ?? limit) : limit)
  let at = mention.foldedEnd
  while (at < stop && !isListMarker(units, at)) at++
  return [leadStart(layout, mention), Math.max(mention.tokenEnd, tokenAt(tokens, at))]
}

function nextInOtherSentence(mentions: readonly MentionPosition[], index: number): MentionPosition | undefined {
  const own = mentions[index]
  return mentions.find((each, i) => i > index && each.entity !== own?.entity && each.sentence !== own?.sentence)
}

/** Returns whether a unit is the marker of a list item inside a text: a star, a bullet, or a hyphen after a stop. */
function isListMarker(units: Uint16Array, at: number): boolean {
  const unit = units[at]
  if (units[at + 1] !== SPACE) return false
  if (unit === STAR || unit === BULLET) return true
  return unit === HYPHEN && units[at - 1] === SPACE && STOPS.has(units[at - 2] ?? 0)
}

const SPACE = 32
const STAR = 42
const HYPHEN = 45
const BULLET = 0x2022
const STOPS = new Set([...'.:!?)]"\ufffc-'].map((character) => character.charCodeAt(0)))
const MAX_LEAD_UNITS = 60
const MAX_SECTION_SENTENCES = 6
const MAX_WORDS_BEFORE_COLON = 10

/**
 * Returns whether a label before the name describes a property ("Zippers: YKK"), and not the name ("Best overall:
 * Dyson").
 */
function isAttribute(
  { folded }: AnswerLayout,
  { starts, valences, roles }: Tokens,
  first: number,
  { token, foldedStart }: MentionPosition,
): boolean {
  if (first >= token || !folded.units.subarray(starts[first], foldedStart).includes(COLON)) return false
  for (let i = first; i < token; i++)
    if ((valences[i] ?? 0) > 0 || (roles[i] ?? 0) & ROLE.choosing) return false
  return true
}

const COLON = 58
const MAX_SECTION_BLOCKS = 40

/** Returns the tokens from the block of a leading name to the next block that starts something else. */
function sectionOf(layout: Layout, mention: MentionPosition): [number, number] {
  const { answer, tokens } = layout
  const { blocks } = answer
  const own = blocks[mention.block]
  if (!own) return [mention.token, mention.tokenEnd]
  let last = mention.block
  while (last + 1 < blocks.length && last - mention.block < MAX_SECTION_BLOCKS) {
    const next = blocks[last + 1]
    if (
      !next ||
      !belongsTo(own, next, last === mention.block) ||
      isLedByOther(layout, last + 1, mention.entity)
    )
      break
    last++
  }
  return [tokenAt(tokens, own.start), tokenAt(tokens, blocks[last]?.end ?? own.end)]
}

function belongsTo(own: Block, next: Block, isFirst: boolean): boolean {
  if (own.kind === 'cell')
    return next.kind === 'cell' && next.group === own.group && next.position === own.position
  if (own.kind === 'heading') return next.kind !== 'heading' || next.level > own.level
  if (own.kind === 'item') {
    return (
      next.kind === 'item' &&
      (next.level > own.level || (next.group === own.group && next.position === own.position))
    )
  }
  return next.kind === 'item' || (next.kind === 'paragraph' && isFirst)
}

/** Returns whether a block starts with the name of another entity. */
function isLedByOther({ answer, tokens, mentions }: Layout, blockIndex: number, entity: number): boolean {
  const block = answer.blocks[blockIndex]
  if (!block) return false
  const first = mentions[firstAtOrAfter(mentions, block.start, ({ foldedStart }) => foldedStart)]
  if (!first || first.foldedStart >= block.end || first.entity === entity) return false
  return block.kind === 'heading' || first.token - tokenAt(tokens, block.start) <= 2
}

/** Other mentions that are examined on each side of a mention. */
const MENTION_WINDOW = 12

/** Returns the sentence of a name, or its part of it if other entities are mentioned in it too. */
function clauseOf(layout: Layout, index: number): [number, number] {
  const { mentions, sentenceTokens } = layout
  const mention = mentions[index]
  if (!mention) return [0, 0]
  let from = sentenceTokens[mention.sentence] ?? 0
  let to = sentenceTokens[mention.sentence + 1] ?? from
  for (let i = index - 1; i >= Math.max(0, index - MENTION_WINDOW); i--) {
    const separator = separatorBetween(layout, mentions[i], mentions[i + 1], mention)
    if (separator === null) break
    if (separator < 0) continue
    from = Math.max(from, separator)
    break
  }
  for (let i = index + 1; i < Math.min(mentions.length, index + MENTION_WINDOW); i++) {
    const other = mentions[i]
    if (other?.sentence !== mention.sentence) break
    if (other.entity === mention.entity) continue
    const separator = separatorBetween(layout, mentions[i - 1], other, mention)
    if (separator === null) break
    if (separator < 0) continue
    to = Math.min(to, separator)
    break
  }
  return insideParentheses(layout, mention, from, to)
}

/**
 * Limits a range to the parentheses around a name, which are apart from the rest of the sentence: "a fast chip (Acme or
 * Globex)". Examples are not: "tools (such as Acme) are slow".
 */
function insideParentheses(
  { answer, tokens }: Layout,
  { foldedStart, foldedEnd }: MentionPosition,
  from: number,
  to: number,
): [number, number] {
  const { units, length } = answer.folded
  const open = openParenthesis(units, foldedStart)
  if (open < 0) return [from, to]
  const inner = tokenAt(tokens, open)
  if ((tokens.roles[inner] ?? 0) & ROLE.example) return [from, to]
  let close = foldedEnd
  while (close < length && units[close] !== PAREN_CLOSE) close++
  return [Math.max(from, inner), Math.min(to, tokenAt(tokens, close))]
}

const PAREN_CLOSE = 41

/** Names this close together are an enumeration and share their description. */
const MAX_ENUMERATION_GAP_WORDS = 3

/**
 * Returns the token that separates the description of the left name from that of the right name; -1 if they share it,
 * null if they are in different sentences.
 */
function separatorBetween(
  { answer, tokens }: Layout,
  left: MentionPosition | undefined,
  right: MentionPosition | undefined,
  own: MentionPosition,
): number | null {
  if (!left || !right || left.sentence !== own.sentence || right.sentence !== own.sentence) return null
  if (left.entity === own.entity && right.entity === own.entity) return -1
  const from = left.tokenEnd
  const to = right.token
  for (let i = from; i < to; i++) if ((tokens.roles[i] ?? 0) & ROLE.contrast) return i
  if (to - from < MAX_ENUMERATION_GAP_WORDS) return -1
  for (let at = right.foldedStart - 1; at > left.foldedEnd; at--) {
    if (SEPARATORS.has(answer.folded.units[at] ?? 0)) return tokenAt(tokens, at)
  }
  return to
}

const SEPARATORS = new Set([...',;.:'].map((character) => character.charCodeAt(0)))
