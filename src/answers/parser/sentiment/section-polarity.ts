import type { Block } from '../markdown/scan-state.ts'
import { blockAt } from '../rules/accept-mention.ts'
import { ROLE } from './lexicon.ts'
import type { Layout } from './scopes.ts'

/** Words that a label such as "✅ The pros:" may have. */
const LABEL_UP_TO_WORDS = 3

/**
 * For each sentence 1 when it stands among advantages, -1 among drawbacks, else 0: by its own label ("Cons: small"),
 * by the label above its list, or by the head of its table column.
 */
export function sectionPolarities({ text, words, sentenceWords }: Layout): Int8Array {
  const { blocks, sentences, folded } = text
  const modes = new Int8Array(sentences.ends.length)
  const columns = new Map<number, number>()
  let carried: { mode: number; block: Block } | null = null
  let start = 0
  for (let sentence = 0; sentence < modes.length; sentence++) {
    const block = blocks[blockAt(blocks, start)]
    const first = sentenceWords[sentence] ?? 0
    const last = sentenceWords[sentence + 1] ?? first
    const label = labelOf(first, last)
    start = sentences.ends[sentence] ?? start
    if (!block) continue
    if (carried && !isBelow(carried.block, block)) carried = null
    if (label !== 0 && last - first <= LABEL_UP_TO_WORDS) carried = { mode: label, block }
    const around = block.kind === 'cell' ? modeOfColumn(block, label) : (carried?.mode ?? 0)
    modes[sentence] = label || around
  }
  return modes

  /** The label at the head of a table's column; the head itself says it. */
  function modeOfColumn({ group, column, place }: Block, label: number): number {
    const key = group * COLUMNS_OF_A_TABLE + column
    if (place === 0) columns.set(key, label)
    return columns.get(key) ?? 0
  }

  function labelOf(first: number, last: number): number {
    for (let i = first; i < Math.min(last, first + LABEL_UP_TO_WORDS); i++) {
      const roles = words.roles[i] ?? 0
      if (!(roles & (ROLE.pros | ROLE.cons))) continue
      const labels = last - first <= LABEL_UP_TO_WORDS || endsWithColon(i)
      return labels ? (roles & ROLE.cons ? -1 : 1) : 0
    }
    return 0
  }

  function endsWithColon(word: number): boolean {
    const end = words.ends[word] ?? 0
    return folded.units[end] === COLON || (folded.units[end] === SPACE && folded.units[end + 1] === DASH)
  }
}

/** More than any table has. */
const COLUMNS_OF_A_TABLE = 100_000
const COLON = 58
const SPACE = 32
const DASH = 0x2013

/** Whether a block still stands under the label: deeper in its list, or a list below a heading or paragraph. */
function isBelow(label: Block, block: Block): boolean {
  if (block === label) return true
  if (label.kind === 'item')
    return block.kind === 'item' && (block.level > label.level || block.place === label.place)
  return block.kind === 'item' || (label.kind === 'heading' && block.kind === 'paragraph')
}
