/**
 * Finds the heads of lists, whatever their words: "Made In", "Ring" and "Consumer Cellular" are names too, although all
 * their words are common. Only other answers, and the names listed with them, can confirm these. Pure.
 */
import type { Outline, OutlineBlock, Range } from '../answers/outline.ts'
import { adviceSections } from './advice-sections.ts'
import { enumerationsIn } from './enumerations.ts'
import { getHeadWords, type HeadWords, isLabel } from './head-words.ts'
import { isInLowerCase, isUsedAlone } from './occurrences.ts'
import { cardsIn, labelsIn } from './run-together-heads.ts'

/** A head of a list, and what the answer says about its first words. */
export type ListedHead = HeadWords & {
  /** Whether the answer uses the first word alone as a name: "the Ring app", "Ring's". */
  isAlone: boolean
  /** Whether the answer contains the first word in lower case. */
  isLowerCase: boolean
}

/** `run`: labels in running text, of which only neighbors belong together. */
export type HeadList = { kind: 'list' | 'run' | 'enumeration'; heads: ListedHead[] }

const maxHeadUnits = 90
const maxHeads = 400

/** The texts of one list. */
type TextList = { kind: HeadList['kind']; texts: string[] }

/** Returns the heads of each list: items, headings of a level, first cells, labels in running text, enumerations. */
export function listHeads(outline: Outline): HeadList[] {
  const isUsed = memoize((phrase) => isUsedAlone(outline.text, phrase))
  const isLowerCase = memoize((word) => isInLowerCase(outline.text, word))
  let left = maxHeads
  const getHead = (text: string, kind: HeadList['kind']): ListedHead[] => {
    const head = getHeadWords(text)
    const [first] = head.words
    if (first === undefined || left <= 0) return []
    left--
    return [
      {
        ...head,
        isAlone: isUsed(first) || (head.words.length === 1 && kind !== 'enumeration'),
        isLowerCase: isLowerCase(first),
      },
    ]
  }
  return textLists(outline).map(({ kind, texts }) => ({
    kind,
    heads: texts.flatMap((text) => getHead(text, kind)),
  }))
}

function textLists(outline: Outline): TextList[] {
  const advice = adviceSections(outline)
  const isAdvice = (at: number) => advice.some(({ start, end }) => start <= at && at < end)
  const lists = new Map<string, string[]>()
  for (const block of outline.blocks) {
    const list = getList(block)
    if (list !== null && !isAdvice(block.start)) addTo(lists, list, headUnits(outline, block))
  }
  for (const { list, text, start } of strongHeads(outline)) if (!isAdvice(start)) addTo(lists, list, text)
  const runs = outline.blocks.map((block) =>
    labelsIn(outline.text, block).flatMap(({ label, at }) => (isAdvice(at) ? [] : label)),
  )
  return [
    ...[...lists.values(), cardsIn(outline.text)].map((texts): TextList => ({ kind: 'list', texts })),
    ...runs.map((texts): TextList => ({ kind: 'run', texts })),
    ...enumerationsIn(outline.text).map((texts): TextList => ({ kind: 'enumeration', texts })),
  ].filter(({ texts }) => texts.length > 0)
}

const headUnits = ({ text }: Outline, { start, end }: Range): string =>
  text.slice(start, Math.min(end, start + maxHeadUnits))

function addTo(lists: Map<string, string[]>, list: string, text: string): void {
  const texts = lists.get(list)
  if (texts) texts.push(text)
  else lists.set(list, [text])
}

function getList({ kind, level, group, column, position }: OutlineBlock): string | null {
  if (kind === 'item') return level <= 1 ? `item ${group}` : null
  if (kind === 'heading') return `heading ${level}`
  if (kind === 'cell') return column === 0 && position > 0 ? `cell ${group}` : null
  return null
}

/** Returns bold text, except in descriptions of an item; with the rest of the block after a label such as "Best overall". */
function strongHeads(outline: Outline): { list: string; text: string; start: number }[] {
  let index = 0
  return outline.strong.slice(0, maxHeads).flatMap(({ start, end }) => {
    while ((outline.blocks[index]?.end ?? Number.POSITIVE_INFINITY) < end) index++
    const block = outline.blocks[index]
    if (!block || (block.kind === 'item' && block.level > 1)) return []
    const text = headUnits(outline, { start, end })
    const list = `strong ${block.kind} ${block.kind === 'item' ? block.group : block.level}`
    return { list, start, text: isLabel(text) ? headUnits(outline, { start, end: block.end }) : text }
  })
}

function memoize(compute: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const result = known.get(text) ?? compute(text)
    known.set(text, result)
    return result
  }
}
