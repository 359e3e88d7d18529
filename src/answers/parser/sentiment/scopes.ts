import { isIncidentalMention, isInsideOtherItem, openParenthesis } from './incidental.ts'
import type { Layout, MentionPosition } from './layout.ts'
import { ROLE } from './lexicon.ts'
import { isBlockLead, isSentenceLead, runTogetherSection, sectionOf } from './sections.ts'
import { tokenAt } from './tokens.ts'

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
