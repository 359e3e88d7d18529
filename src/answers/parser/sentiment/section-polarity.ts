import type { Block } from '../markdown/scan-state.ts'
import type { Layout } from './layout.ts'
import { ROLE } from './lexicon.ts'
import { PHRASE, tokenAt } from './tokens.ts'

/** Length of a label such as "✅ The pros:". */
const MAX_LABEL_WORDS = 3
const MAX_WARNING_WORDS = 10

/** 1 for advantages, -1 for drawbacks, `WARNED` for names that are warned of, 0 for neither. */
export type Polarity = -2 | -1 | 0 | 1

export const WARNED = -2

/**
 * Returns whether each sentence lists advantages or drawbacks: by its own label ("Cons: small"), by the label above its
 * list, or by the header of its table column.
 */
export function sectionPolarities({ answer, tokens, sentenceTokens }: Layout): Polarity[] {
  const { blocks, sentences, folded } = answer
  let table = { group: -1, columns: new Map<number, Polarity>() }
  let blockIndex = 0
  let section: { polarity: Polarity; block: Block } | null = null
  return sentences.ends.map((_, sentence) => {
    const start = sentence > 0 ? (sentences.ends[sentence - 1] ?? 0) : 0
    while (blockIndex + 1 < blocks.length && (blocks[blockIndex]?.end ?? 0) <= start) blockIndex++
    const block = blocks[blockIndex]
    if (!block) return 0
    const first = sentenceTokens[sentence] ?? 0
    const last = sentenceTokens[sentence + 1] ?? first
    const warns = isWarning(block, first, last)
    const label = warns ? WARNED : labelOf(first, last)
    if (section && !isBelow(section.block, block)) section = null
    if (label !== 0 && (warns || last - first <= MAX_LABEL_WORDS)) section = { polarity: label, block }
    const inherited = block.kind === 'cell' ? columnPolarity(block, label) : (section?.polarity ?? 0)
    return label || inherited
  })

  /** Returns the label in the header of a table column. The header itself defines it. */
  function columnPolarity({ group, column, position }: Block, label: Polarity): Polarity {
    if (group !== table.group) table = { group, columns: new Map() }
    if (position === 0) table.columns.set(column, label)
    return table.columns.get(column) ?? 0
  }

  function labelOf(first: number, last: number): Polarity {
    for (let i = first; i < Math.min(last, first + MAX_LABEL_WORDS); i++) {
      const roles = tokens.roles[i] ?? 0
      if (!(roles & (ROLE.pros | ROLE.cons))) continue
      if (last - first > MAX_LABEL_WORDS && !isFollowedByColon(tokens.ends[i] ?? 0)) return 0
      return roles & ROLE.cons ? -1 : 1
    }
    return 0
  }

  /** Returns whether a heading, or the line above a list, warns of what follows: "Brands to avoid", "Not recommended:". */
  function isWarning(block: Block, first: number, last: number): boolean {
    const isLabel = block.kind === 'heading' || folded.units[tokens.ends[last - 1] ?? 0] === COLON
    if (!isLabel || last - first > MAX_WARNING_WORDS || tokenAt(tokens, block.start) < first) return false
    for (let i = first; i < last; i++) {
      const kind = tokens.phrases[i]
      if (kind === PHRASE.verdict || kind === PHRASE.dismissal || (tokens.roles[i] ?? 0) & ROLE.avoid)
        return true
    }
    return false
  }

  function isFollowedByColon(end: number): boolean {
    const { units } = folded
    return units[end] === COLON || (units[end] === SPACE && units[end + 1] === DASH)
  }
}

const COLON = 58
const SPACE = 32
const DASH = 0x2013

/** Returns whether a block belongs to a label: deeper in its list, or a list below a heading or paragraph. */
function isBelow(label: Block, block: Block): boolean {
  if (block === label) return true
  if (label.kind === 'item')
    return block.kind === 'item' && (block.level > label.level || block.position === label.position)
  return block.kind === 'item' || (label.kind === 'heading' && block.kind === 'paragraph')
}
