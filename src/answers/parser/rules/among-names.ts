import { COMMON_WORDS } from '../../common-words.ts'
import type { AnswerLayout } from '../answer-layout.ts'
import type { OpenBlock } from '../markdown/scan-state.ts'
import { KINDS } from '../text/characters.ts'
import { unfold } from '../text/fold.ts'

const { DIGIT, SPACE, UPPER } = KINDS

type BlockContext = {
  layout: AnswerLayout
  /** By negative offset, the entity of the candidate that starts there. */
  readonly entityBoundaries: ReadonlyMap<number, number>
}

/** Blocks that are examined on each side of a block. */
const SIBLING_WINDOW = 40

/**
 * Returns whether at least half of the other items of a list, cells of a column, headings of a level or short lines start
 * with a name.
 */
export function isAmongNames(context: BlockContext, index: number): boolean {
  const { blocks } = context.layout
  const block = blocks[index]
  if (!block || (block.kind === 'paragraph' && !isLine(block, context))) return false
  const nearby = blocks.slice(Math.max(0, index - SIBLING_WINDOW), index + SIBLING_WINDOW)
  const siblings = nearby.filter((other) => other !== block && isSibling(block, other, context))
  const names = siblings.filter((sibling) => startsWithName(sibling, context)).length
  return siblings.length > 0 && names * 2 >= siblings.length
}

/** Paragraphs up to this number of units can be a line with only a name. */
const MAX_SHORT_PARAGRAPH_UNITS = 50

/** Returns whether a paragraph is a short line without a stop at its end. */
function isLine({ start, end }: OpenBlock, { layout: { folded } }: BlockContext): boolean {
  if (end - start > MAX_SHORT_PARAGRAPH_UNITS) return false
  let last = end - 1
  while (last > start && folded.kinds[last] === SPACE) last--
  return (folded.kinds[last] ?? 0) >= DIGIT
}

function isSibling(block: OpenBlock, other: OpenBlock, context: BlockContext): boolean {
  if (block.kind === 'paragraph') return other.kind === 'paragraph' && isLine(other, context)
  if (other.kind !== block.kind || other.level !== block.level) return false
  if (block.kind !== 'heading' && other.group !== block.group) return false
  return block.kind !== 'cell' || (other.column === block.column && other.position > 0)
}

function startsWithName(block: OpenBlock, { layout: { folded }, entityBoundaries }: BlockContext): boolean {
  const { kinds } = folded
  let { start } = block
  while (start < block.end && (kinds[start] ?? 0) < DIGIT) start++
  if (entityBoundaries.has(-start)) return true
  let end = start
  while (end < block.end && (kinds[end] ?? 0) >= DIGIT) end++
  return kinds[start] === UPPER && end - start > 1 && !COMMON_WORDS.en.has(unfold(folded, start, end))
}
