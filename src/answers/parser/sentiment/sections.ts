import type { AnswerLayout } from '../answer-layout.ts'
import type { Block } from '../markdown/scan-state.ts'
import { firstAtOrAfter } from '../text/binary-search.ts'
import type { Layout, MentionPosition } from './layout.ts'
import { ROLE } from './lexicon.ts'
import { type Tokens, tokenAt } from './tokens.ts'

/** A name leads what follows only if it is among the first words, or in its own heading or cell. */
const MAX_WORDS_BEFORE_LEAD = 6
const MAX_HEADING_WORDS = 14
const MAX_SHORT_PARAGRAPH_WORDS = 12

/** Returns whether a name leads its block: what follows, up to the next such block, describes it. */
export function isBlockLead({ answer, tokens, mentions }: Layout, index: number): boolean {
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
  return block.kind === 'item' || (length <= MAX_SHORT_PARAGRAPH_WORDS && !opensListOfLines(answer, mention))
}

/** Returns whether short lines follow the name in its paragraph, each of which can be a name too. */
function opensListOfLines({ markdown }: AnswerLayout, { end }: MentionPosition): boolean {
  const [rest = ''] = markdown.slice(end, end + MAX_LINES_UNITS).split(/\n\s*\n/, 1)
  const lines = rest.split('\n')
  return lines.length >= MIN_LINES && lines.every((line) => line.length <= MAX_LINE_UNITS)
}

const MIN_LINES = 3
const MAX_LINE_UNITS = 40
const MAX_LINES_UNITS = 200

/** Returns whether a colon follows the name, and what it is, in running text: "Acme Pro 5: a fast …". */
export function isSentenceLead(layout: Layout, index: number): boolean {
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
function leadStart(
  { answer, tokens, sentenceTokens }: Layout,
  { foldedStart, sentence }: MentionPosition,
): number {
  const first = sentenceTokens[sentence] ?? 0
  const from = tokens.starts[first] ?? 0
  for (let at = foldedStart - 1; at > Math.max(from, foldedStart - MAX_LEAD_UNITS); at--)
    if (isListMarker(answer.folded.units, at)) return tokenAt(tokens, at)
  return first
}

/** Returns the tokens of an item in a text that lost its line feeds: up to the next list marker or leading name. */
export function runTogetherSection(layout: Layout, index: number): [number, number] {
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

/** Returns the next mention of another entity in a later sentence. */
function nextInOtherSentence(
  mentions: readonly MentionPosition[],
  index: number,
): MentionPosition | undefined {
  const own = mentions[index]
  let next = index + 1
  while (next < mentions.length) {
    const each = mentions[next]
    if (each && each.entity !== own?.entity && each.sentence !== own?.sentence) return each
    next++
  }
  return undefined
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
  // "Importance to Acme: …" is about something else.
  if (token > first && (roles[token - 1] ?? 0) & ROLE.relation) return true
  if (first >= token || !folded.units.subarray(starts[first], foldedStart).includes(COLON)) return false
  for (let i = first; i < token; i++)
    if ((valences[i] ?? 0) > 0 || (roles[i] ?? 0) & ROLE.choosing) return false
  return true
}

const COLON = 58
const MAX_SECTION_BLOCKS = 40

/** Returns the tokens from the block of a leading name to the next block that starts something else. */
export function sectionOf(layout: Layout, mention: MentionPosition): [number, number] {
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
