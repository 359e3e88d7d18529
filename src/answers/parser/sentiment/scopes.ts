import type { AnswerLayout } from '../answer-layout.ts'
import type { OpenBlock } from '../markdown/scan-state.ts'
import type { LocatedMention } from '../mentions.ts'
import { blockAt } from '../rules/accept-mention.ts'
import { firstAtOrAfter } from '../text/binary-search.ts'
import { sentenceAt } from '../text/sentences.ts'
import { ROLE } from './lexicon.ts'
import { PHRASE, type Tokens, tokenAt } from './tokens.ts'

/**
 * The words that describe an entity. A name at the start of a heading, list item, table row or short paragraph is
 * described by everything up to the next one; a name in running text by its sentence, or by its part of the sentence if
 * other entities are mentioned in it.
 */
export type PolarityScope = {
  entity: number
  /** Range of tokens. */
  from: number
  to: number
  /** Whether the name is at the start of what follows. */
  isLead: boolean
  /** Index of the name's first token. */
  token: number
}

export type ScopeLayout = {
  answer: AnswerLayout
  tokens: Tokens
  /** First token of each sentence and, at the end, the number of tokens. */
  sentenceTokens: number[]
}

/** A mention with the indexes of what contains it. `tokenEnd` is exclusive. */
type Position = {
  entity: number
  token: number
  tokenEnd: number
  sentence: number
  block: number
  start: number
  end: number
}

/** Returns the scopes of all mentions, except where the name is only a place to buy, a source, a part or a comparison. */
export function findScopes(layout: ScopeLayout, mentions: readonly LocatedMention[]): PolarityScope[] {
  const { answer, tokens } = layout
  const positions = mentions.map(
    ({ entity, foldedStart: start, foldedEnd: end }): Position => ({
      entity,
      token: tokenAt(tokens, start),
      tokenEnd: tokenAt(tokens, end),
      sentence: sentenceAt(answer.sentences, start),
      block: blockAt(answer.blocks, start),
      start,
      end,
    }),
  )
  return positions.flatMap((position, index) => {
    const { entity, token } = position
    const isLead = leadsBlock(layout, positions, index)
    if (!isLead && isIncidental(layout, position)) return []
    const [from, to] = isLead ? getSection(layout, positions, position) : getClause(layout, positions, index)
    return [{ entity, from, to, isLead, token }]
  })
}

/** A name leads what follows only if it is among the first words, or in its own heading or cell. */
const MAX_WORDS_BEFORE_LEAD = 6
const MAX_HEADING_WORDS = 14
const MAX_SHORT_PARAGRAPH_WORDS = 12

function leadsBlock({ answer, tokens }: ScopeLayout, positions: readonly Position[], index: number): boolean {
  const position = positions[index]
  const block = position && answer.blocks[position.block]
  if (!position || !block) return false
  const before = positions[index - 1]
  if (before?.block === position.block && before.entity !== position.entity) return false
  if (block.kind === 'cell') return block.column === 0 && block.position > 0
  const first = tokenAt(tokens, block.start)
  const length = tokenAt(tokens, block.end) - first
  if (block.kind === 'heading') return length <= MAX_HEADING_WORDS
  if (position.token - first > MAX_WORDS_BEFORE_LEAD) return false
  return block.kind === 'item' || length <= MAX_SHORT_PARAGRAPH_WORDS
}

function isIncidental({ answer, tokens, sentenceTokens }: ScopeLayout, position: Position): boolean {
  const { token, sentence, start } = position
  if (isInParentheses(answer.folded.units, start)) return true
  const { roles, phrases, breaks } = tokens
  const first = Math.max(sentenceTokens[sentence] ?? 0, token - INCIDENTAL_WINDOW_WORDS)
  for (let i = first; i < token; i++) {
    if (phrases[i] === PHRASE.incidental) return true
    const isNear = i >= token - COMPARATOR_WINDOW_WORDS && !breaks.subarray(i + 1, token + 1).includes(1)
    if (isNear && ((roles[i] ?? 0) & ROLE.comparator || phrases[i] === PHRASE.comparator)) return true
  }
  return false
}

const INCIDENTAL_WINDOW_WORDS = 15
const COMPARATOR_WINDOW_WORDS = 2

function isInParentheses(units: Uint16Array, offset: number): boolean {
  for (let at = offset - 1; at >= Math.max(0, offset - MAX_PARENTHESES_UNITS); at--) {
    if (units[at] === PAREN_OPEN || units[at] === BRACKET_OPEN) return true
    if (units[at] === PAREN_CLOSE || units[at] === LINE_FEED) return false
  }
  return false
}

const LINE_FEED = 10
const PAREN_OPEN = 40
const PAREN_CLOSE = 41
const BRACKET_OPEN = 91
const MAX_PARENTHESES_UNITS = 100
const MAX_SECTION_BLOCKS = 40

/** Returns the tokens from the block of a leading name to the next block that starts something else. */
function getSection(
  { answer, tokens }: ScopeLayout,
  positions: readonly Position[],
  position: Position,
): [number, number] {
  const { blocks } = answer
  const own = blocks[position.block]
  if (!own) return [position.token, position.tokenEnd]
  let last = position.block
  while (last - position.block < MAX_SECTION_BLOCKS) {
    const next = blocks[last + 1]
    if (!next || !belongsTo(own, next, last === position.block)) break
    const first = positions[firstAtOrAfter(positions, next.start, ({ start }) => start)]
    if (
      first &&
      first.start < next.end &&
      first.entity !== position.entity &&
      isFirstWord(tokens, next, first)
    )
      break
    last++
  }
  return [tokenAt(tokens, own.start), tokenAt(tokens, blocks[last]?.end ?? own.end)]
}

const isFirstWord = (tokens: Tokens, block: OpenBlock, { token }: Position): boolean =>
  block.kind === 'heading' || token - tokenAt(tokens, block.start) <= 2

function belongsTo(own: OpenBlock, next: OpenBlock, isFirst: boolean): boolean {
  const isSamePosition = next.group === own.group && next.position === own.position
  if (own.kind === 'cell') return next.kind === 'cell' && isSamePosition
  if (own.kind === 'heading') return next.kind !== 'heading' || next.level > own.level
  if (own.kind === 'item') return next.kind === 'item' && (next.level > own.level || isSamePosition)
  return next.kind === 'item' || (next.kind === 'paragraph' && isFirst)
}

/** Returns the sentence of a name, or its part of it if other entities are mentioned in it too. */
function getClause(layout: ScopeLayout, positions: readonly Position[], index: number): [number, number] {
  const { sentenceTokens } = layout
  const own = positions[index]
  if (!own) return [0, 0]
  let from = sentenceTokens[own.sentence] ?? 0
  let to = sentenceTokens[own.sentence + 1] ?? from
  const before = positions.slice(0, index).findLast((each) => isOther(each, own))
  const after = positions.slice(index + 1).find((each) => isOther(each, own))
  if (before) from = Math.max(from, separatorBetween(layout, before, own) ?? from)
  if (after) to = Math.min(to, separatorBetween(layout, own, after) ?? to)
  return [from, to]
}

const isOther = (each: Position, own: Position): boolean =>
  each.sentence === own.sentence && each.entity !== own.entity

/** Names this close together are an enumeration and share their description. */
const MAX_ENUMERATION_GAP_WORDS = 3

/** Returns the token that separates the descriptions of two names; null if they share one. */
function separatorBetween({ answer, tokens }: ScopeLayout, left: Position, right: Position): number | null {
  const { token: to } = right
  const { tokenEnd: from } = left
  for (let i = from; i < to; i++) if ((tokens.roles[i] ?? 0) & ROLE.contrast) return i
  if (to - from < MAX_ENUMERATION_GAP_WORDS) return null
  for (let at = right.start - 1; at > left.end; at--)
    if (SEPARATORS.has(answer.folded.units[at] ?? 0)) return tokenAt(tokens, at)
  return to
}

const SEPARATORS = new Set([...',;.:'].map((character) => character.charCodeAt(0)))
