import type { Prominence } from '../parsed-answer.ts'
import type { AnswerLayout } from './answer-layout.ts'
import type { OpenBlock } from './markdown/scan-state.ts'
import type { LocatedMention } from './mentions.ts'
import { wordsPerSentence } from './text/sentences.ts'

export const NO_PROMINENCE: Prominence = {
  firstSentence: false,
  lastSentence: false,
  wordShare: 0,
  listPosition: null,
  listLength: null,
  tableRow: null,
}

/** Returns the prominence of every mentioned entity, by its index. */
export function computeProminence(
  { folded, blocks, sentences }: AnswerLayout,
  mentions: readonly LocatedMention[],
): Map<number, Prominence> {
  const result = new Map<number, Prominence>()
  if (mentions.length === 0) return result
  const words = wordsPerSentence(folded, sentences)
  const total = words.reduce((sum, count) => sum + count, 0)
  const listLengths = new Map<number, number>()
  for (const { kind, group, position } of blocks) {
    if (kind !== 'cell' && group >= 0) listLengths.set(group, Math.max(position, listLengths.get(group) ?? 0))
  }
  const lastCounted = new Map<number, number>()
  let sentence = 0
  let block = 0
  for (const { entity, foldedStart } of mentions) {
    while ((sentences.ends[sentence] ?? Number.POSITIVE_INFINITY) <= foldedStart) sentence++
    while ((blocks[block]?.end ?? Number.POSITIVE_INFINITY) <= foldedStart) block++
    const entry = result.get(entity) ?? { ...NO_PROMINENCE }
    result.set(entity, entry)
    if (lastCounted.get(entity) !== sentence) {
      lastCounted.set(entity, sentence)
      entry.wordShare += (words[sentence] ?? 0) / total
    }
    if (sentence === 0) entry.firstSentence = true
    if (sentence === sentences.ends.length - 1) entry.lastSentence = true
    addPosition(entry, blocks[block], listLengths)
  }
  for (const entry of result.values())
    entry.wordShare = Math.min(1, Math.round(entry.wordShare * 10_000) / 10_000)
  return result
}

function addPosition(
  entry: Prominence,
  block: OpenBlock | undefined,
  listLengths: Map<number, number>,
): void {
  if (!block || block.group < 0) return
  if (block.kind === 'cell') {
    if (entry.tableRow === null && block.position > 0) entry.tableRow = block.position
  } else if (entry.listPosition === null) {
    entry.listPosition = block.position
    entry.listLength = listLengths.get(block.group) ?? null
  }
}
