import { KINDS } from '../text/characters.ts'
import type { Layout, MentionPosition } from './layout.ts'
import { ROLE } from './lexicon.ts'
import { PHRASE, tokenAt } from './tokens.ts'

const { DIGIT, UPPER } = KINDS

/**
 * Returns whether the text around the name does not describe the entity: it is only a place to buy, a source, a part of
 * something else, or something else is compared with it.
 */
export function isIncidentalMention(layout: Layout, index: number): boolean {
  const mention = layout.mentions[index]
  if (!mention) return false
  const { foldedStart, foldedEnd } = mention
  const { units } = layout.answer.folded
  if (OPENING.has(units[foldedStart - 1] ?? 0) && CLOSING.has(units[foldedEnd] ?? 0))
    return !isOtherNameOfHead(layout, mention)
  return (
    isListedInParentheses(layout, mention) ||
    isOnItsOwnLine(layout, mention) ||
    isComparedWith(layout, index) ||
    isPart(layout, mention) ||
    isAttribute(layout, mention) ||
    followsIncidentalPhrase(layout, mention)
  )
}

/** Returns whether parentheses at the head of a heading or item give another name of it: "**Acme Vault (Acme)**: …". */
function isOtherNameOfHead(
  { answer, tokens }: Layout,
  { block, token, foldedEnd }: MentionPosition,
): boolean {
  const own = answer.blocks[block]
  if (!own || (own.kind !== 'heading' && own.kind !== 'item')) return false
  if (token - tokenAt(tokens, own.start) > MAX_WORDS_OF_HEAD) return false
  return foldedEnd + 1 >= own.end || answer.folded.units[foldedEnd + 1] === COLON
}

const MAX_WORDS_OF_HEAD = 4

/** Returns whether parentheses list the name among others, as sources or examples: "([Acme][1], [Globex][2])". */
function isListedInParentheses({ answer, tokens }: Layout, mention: MentionPosition): boolean {
  const { units } = answer.folded
  const { foldedStart, foldedEnd } = mention
  if (!CLOSING_LIST.has(units[foldedEnd] ?? 0)) return false
  let before = foldedStart - 1
  while (units[before] === SPACE) before--
  if (!OPENING_LIST.has(units[before] ?? 0)) return false
  const open = openParenthesis(units, foldedStart)
  return open >= 0 && ((tokens.roles[tokenAt(tokens, open)] ?? 0) & ROLE.example) === 0
}

/** Returns the offset of the parenthesis around an offset, or -1. */
export function openParenthesis(units: Uint16Array, offset: number): number {
  for (let at = offset - 1; at >= Math.max(0, offset - MAX_PARENTHESES_UNITS); at--) {
    if (units[at] === PAREN_OPEN) return at
    if (units[at] === PAREN_CLOSE || units[at] === LINE_FEED) return -1
  }
  return -1
}

const SPACE = 32
const LINE_FEED = 10
const PAREN_OPEN = 40
const PAREN_CLOSE = 41
const MAX_PARENTHESES_UNITS = 200
const OPENING_LIST = new Set([...'(,;/'].map((character) => character.charCodeAt(0)))
const CLOSING_LIST = new Set([...'),;/'].map((character) => character.charCodeAt(0)))

/**
 * Returns whether a line inside a paragraph contains only the name, which marks a source: "…in 2019.\nWIKIPEDIA\nThe…".
 */
function isOnItsOwnLine({ answer }: Layout, { foldedStart, start, end, block }: MentionPosition): boolean {
  const { markdown, blocks } = answer
  if (blocks[block]?.start === foldedStart) return false
  let before = start - 1
  while (before > start - MAX_INDENT && isBlank(markdown, before)) before--
  let after = end
  while (after < end + MAX_INDENT && isBlank(markdown, after)) after++
  return markdown[before] === '\n' && (after >= markdown.length || markdown[after] === '\n')
}

function isBlank(markdown: string, at: number): boolean {
  return markdown[at] === ' ' || markdown[at] === '\t'
}

const MAX_INDENT = 20

/** "Unlike Globex, Acme …": only the name right after the comparator is compared with. */
function isComparedWith({ tokens, mentions }: Layout, index: number): boolean {
  const token = mentions[index]?.token ?? 0
  const { roles, phrases } = tokens
  const first = Math.max(mentions[index - 1]?.tokenEnd ?? 0, token - COMPARATOR_WINDOW_WORDS)
  for (let i = first; i < token; i++)
    if ((roles[i] ?? 0) & ROLE.comparator || phrases[i] === PHRASE.comparator) return true
  return false
}

/** "A fast laptop with an Acme chip": but "happy with Acme" and "a problem with Acme" describe the entity. */
function isPart({ tokens, sentenceTokens }: Layout, { token, sentence }: MentionPosition): boolean {
  const { roles, valences, breaks } = tokens
  const first = Math.max((sentenceTokens[sentence] ?? 0) + 1, token - PART_WINDOW_WORDS)
  for (let i = token - 1; i >= first && breaks[i + 1] === 0; i--)
    if ((roles[i] ?? 0) & ROLE.part) return valences[i - 1] === 0 || breaks[i] === 1
  return false
}

/**
 * Returns whether the name only says whose part or source a word is: "a 10th Gen Acme processor", "in an Acme survey". At the
 * start of its sentence, it is the subject.
 */
function isAttribute(
  { tokens, sentenceTokens }: Layout,
  { token, tokenEnd, sentence }: MentionPosition,
): boolean {
  const { roles, breaks, length } = tokens
  if (token - (sentenceTokens[sentence] ?? 0) < MIN_WORDS_BEFORE_ATTRIBUTE) return false
  for (let i = tokenEnd; i < Math.min(length, tokenEnd + ATTRIBUTE_WINDOW_WORDS) && breaks[i] === 0; i++)
    if ((roles[i] ?? 0) & (ROLE.component | ROLE.sourceNoun)) return true
  return false
}

function followsIncidentalPhrase(
  { tokens, sentenceTokens }: Layout,
  { token, sentence }: MentionPosition,
): boolean {
  const first = Math.max(sentenceTokens[sentence] ?? 0, token - INCIDENTAL_WINDOW_WORDS)
  for (let i = first; i < token; i++) if (tokens.phrases[i] === PHRASE.incidental) return true
  return false
}

const COMPARATOR_WINDOW_WORDS = 2
const PART_WINDOW_WORDS = 5
const MIN_WORDS_BEFORE_ATTRIBUTE = 2
const ATTRIBUTE_WINDOW_WORDS = 4
const INCIDENTAL_WINDOW_WORDS = 15
const OPENING = new Set([40, 91])
const CLOSING = new Set([41, 93])

/**
 * Returns whether the name is inside an item about something else, so that praise belongs to the head of that item:
 * after a label ("**Globex Phone**: fast, with great Acme apps"), or below a heading that is a name. The subject of a
 * sentence is described even there.
 */
export function isInsideOtherItem(layout: Layout, index: number): boolean {
  const { answer, tokens, mentions, sentenceTokens } = layout
  const mention = mentions[index]
  const block = mention && answer.blocks[mention.block]
  if (!mention || !block || block.kind === 'heading') return false
  const { token, sentence, foldedStart } = mention
  const first = sentenceTokens[sentence] ?? 0
  if (token - first <= MAX_WORDS_BEFORE_SUBJECT || startsClause(layout, token)) return false
  if (block.kind === 'item' && token - tokenAt(tokens, block.start) > MAX_WORDS_BEFORE_HEAD) return true
  const labelEnd = tokens.starts[Math.min(tokens.length - 1, tokenAt(tokens, block.start) + MAX_LABEL_WORDS)]
  const head = answer.folded.units.subarray(block.start, Math.min(foldedStart, labelEnd ?? foldedStart))
  return head.includes(COLON) || isBelowName(layout, mention)
}

/** Returns whether a new clause starts right before the name: "…, the Acme", "… but Acme". */
function startsClause({ tokens }: Layout, token: number): boolean {
  const { roles, breaks } = tokens
  if (breaks[token] === 1 || breaks[token - 1] === 1) return true
  return (((roles[token - 1] ?? 0) | (roles[token - 2] ?? 0)) & ROLE.contrast) !== 0
}

/** Returns whether the closest heading above the name contains a name, but not this one. */
function isBelowName({ answer, mentions }: Layout, { block, entity }: MentionPosition): boolean {
  const { blocks, folded } = answer
  let heading = block - 1
  while (heading >= Math.max(0, block - HEADING_WINDOW) && blocks[heading]?.kind !== 'heading') heading--
  const above = blocks[heading]
  if (above?.kind !== 'heading') return false
  const own = mentions.some((each) => each.entity === entity && each.block === heading)
  return !own && containsName(folded.kinds, above.start, above.end)
}

/** Returns whether a heading contains a number with letters, or a word with an inner capital, as names of products do. */
function containsName(kinds: Uint8Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    const [before = 0, kind = 0] = [kinds[i - 1], kinds[i]]
    if (before > DIGIT && kind === DIGIT) return true
    if (before > DIGIT && before !== UPPER && kind === UPPER) return true
  }
  return false
}

const MAX_WORDS_BEFORE_SUBJECT = 3
/** Words of an item before a name that is not its head. */
const MAX_WORDS_BEFORE_HEAD = 8
const MAX_LABEL_WORDS = 10
const HEADING_WINDOW = 8
const COLON = 58
