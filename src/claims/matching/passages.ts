/**
 * The structure in which a text makes statements: segments between commas and the like, sentences, and the leads of a
 * block: the headings, list items and header cells above it, which name what it is about.
 */

import { COMMON_WORDS } from '../../answers/common-words.ts'
import type { NamedText } from '../../answers/named-text.ts'
import { listDates, type TextDate } from './dates.ts'
import { listQuantities, type Quantity } from './quantities.ts'
import { listWords, STOP_WORDS, type Word } from './words.ts'

export type Range = { start: number; end: number }
/** `block`: the index of its block. */
export type Passage = Range & { block: number }

export type ReadText = NamedText & {
  words: readonly Word[]
  /** The offsets at which the words with a key start. */
  wordStarts: ReadonlyMap<string, readonly number[]>
  segments: readonly Passage[]
  sentences: readonly Passage[]
  /** For each block its leads, the nearest first. */
  leads: readonly (readonly Range[])[]
  /** By block, the keys of its leads: filled when a fact needs them. */
  leadKeys: Map<number, ReadonlySet<string>>
  quantities: readonly Quantity[]
  dates: readonly TextDate[]
  /** Whether the first block names only the entity of the facts. */
  isAboutOwn: boolean
  /** In order. */
  names: readonly NameMark[]
}

export function readText(named: NamedText): ReadText {
  const { text, isCapital, language } = named
  const sentences = splitSentences(named)
  const words = listWords(text, isCapital)
  const names = markNames(named, words, sentences)
  const [title] = named.blocks
  const inTitle = title ? itemsIn(names, title).map(({ entity }) => entity) : []
  return {
    ...named,
    words,
    wordStarts: indexWords(words),
    names,
    isAboutOwn:
      inTitle.includes(0) &&
      inTitle.every((entity) => typeof entity === 'string' || entity === 0) &&
      // Japanese names have no capitals, so the title can name others.
      !/[\u3040-\u30ff]/.test(text.slice(0, title?.end)),
    sentences,
    segments: sentences.flatMap((sentence) => splitSegments(text, sentence)),
    leads: findLeads(named),
    leadKeys: new Map(),
    quantities: listQuantities(text, language),
    dates: listDates(text),
  }
}

function indexWords(words: readonly Word[]): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  for (const { key, start } of words) {
    const known = starts.get(key)
    if (known) known.push(start)
    else starts.set(key, [start])
  }
  return starts
}

function splitSentences({ blocks, sentenceEnds }: NamedText): Passage[] {
  const sentences: Passage[] = []
  let next = 0
  for (const [block, { start, end }] of blocks.entries()) {
    while (next < sentenceEnds.length && (sentenceEnds[next] ?? 0) <= start) next++
    let from = start
    while (from < end) {
      const to = Math.min(sentenceEnds[next] ?? end, end)
      if (to > from) sentences.push({ start: from, end: to, block })
      from = to
      if (to < end) next++
      else break
    }
  }
  return sentences
}

/** A comma between digits belongs to a number, and a hyphen without spaces to a word. */
const BOUNDARY =
  /[,;:](?=\s|$)|\s・|[()（）、。|•]| [-–—] | (?:but|while|whereas|aber|wahrend|mais|tandis|pero|mientras) /gu

function splitSegments(text: string, { start, end, block }: Passage): Passage[] {
  const segments: Passage[] = []
  let from = start
  const add = (to: number) => {
    // A text without punctuation is cut, so that no segment has to be searched as a whole again and again.
    for (; from < to; from = Math.min(from + MAX_SEGMENT, to))
      segments.push({ start: from, end: Math.min(from + MAX_SEGMENT, to), block })
  }
  for (const { 0: boundary, index } of text.slice(start, end).matchAll(BOUNDARY)) {
    add(start + index)
    from = start + index + boundary.length
  }
  add(end)
  return segments
}

const MAX_SEGMENT = 300

function findLeads({ text, blocks }: NamedText): Range[][] {
  const headings: (Range & { level: number })[] = []
  const items: (Range & { level: number })[] = []
  let title: Range | null = null
  const columns = new Map<number, Range>()
  let rowHeader: Range | null = null
  return blocks.map((block) => {
    const { kind, level, position, column } = block
    const above = [...headings].reverse()
    const withTitle = title ? [title, ...above] : above
    if (kind === 'heading') {
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
      const outer = [...headings].reverse()
      headings.push({ ...cut(block), level })
      items.length = 0
      title = null
      return outer
    }
    if (kind === 'cell') {
      if (position === 0) columns.set(column, cut(block))
      if (column === 0) rowHeader = cut(block)
      else if (column === 1 && rowHeader && rowHeader.end - rowHeader.start <= 2) rowHeader = cut(block)
      const header = position > 0 && column > 0 ? columns.get(column) : undefined
      const row = column > 0 && rowHeader?.start !== block.start ? rowHeader : null
      return [...(row ? [row] : []), ...(header ? [header] : []), ...withTitle]
    }
    if (kind === 'item') {
      while (items.length > 0 && (items.at(-1)?.level ?? 0) >= level) items.pop()
      const outer = [...items].reverse()
      const lead = leadOf(text, block)
      items.push({ ...(lead ?? cut(block)), level })
      return [...(lead ? [lead] : []), ...outer, ...withTitle]
    }
    items.length = 0
    columns.clear()
    const lead = leadOf(text, block)
    if (isTitle(text, block)) title = block
    else if (!lead) title = null
    return isTitle(text, block) ? above : [...(lead ? [lead] : []), ...(lead ? above : withTitle)]
  })
}

const MAX_TITLE = 70

const cut = ({ start, end }: Range): Range => ({ start, end: Math.min(end, start + MAX_LEAD) })
const MAX_LEAD = 100

/** A short paragraph without the stop of a sentence names what the blocks below it are about. */
const isTitle = (text: string, { start, end }: Range) =>
  end - start <= MAX_TITLE && !/[.!?。]$/.test(text.slice(Math.max(start, end - 1), end))

/**
 * Returns the words before a colon or dash at the start of a block: "Acme: fast and cheap". A long block is a text that lost
 * its line feeds, and its first words are about a part of it.
 */
function leadOf(text: string, { start, end }: Range): Range | null {
  if (end - start > MAX_LED) return null
  const match = LEAD.exec(text.slice(start, Math.min(end, start + 64)))
  return match ? { start, end: start + match[0].length } : null
}

const MAX_LED = 500
const LEAD = /^[^:–—。：.!?]{2,60}?(?=:(?:\s|$)|：| [-–—] )/u

/** Returns the index of the passage that contains an offset, or of the last one before it. */
export function passageAt(passages: readonly Range[], offset: number): number {
  let low = 0
  let high = passages.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((passages[middle]?.start ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the items that start in a range. Items are in order. */
export function itemsIn<T extends Range>(items: readonly T[], { start, end }: Range): T[] {
  const first = passageAt(items, start)
  const found: T[] = []
  for (
    let index = (items[first]?.start ?? Infinity) >= start ? first : first + 1;
    index < items.length;
    index++
  ) {
    const item = items[index]
    if (!item || item.start >= end) break
    found.push(item)
  }
  return found
}

/** What ends before a word that has a capital although it is not a name. */
const OPENING = /[:.!?–—(•"] ?$/u

/**
 * A mention of an entity, or a capitalized word that can be the name of another one: `unknown` likely is, `possible` is an
 * abbreviation, or a common word with a capital inside of a sentence.
 */
export type NameMark = Range & {
  entity: number | 'unknown' | 'possible'
  key: string
  isAbbreviation: boolean
}

function markNames(named: NamedText, words: readonly Word[], sentences: readonly Range[]): NameMark[] {
  const { text, language, mentions, isCapital } = named
  const marks: NameMark[] = mentions.map((mention) => ({ ...mention, key: '', isAbbreviation: false }))
  let next = 0
  let sentence = 0
  for (const { start, end, key, isConcept, ...word } of words) {
    while (next < mentions.length && (mentions[next]?.end ?? 0) <= start) next++
    while (sentence < sentences.length && (sentences[sentence]?.end ?? 0) <= start) sentence++
    const isMention = (mentions[next]?.start ?? Infinity) < end
    // 1Password
    const hasCapital =
      word.isCapital || (/^\d/.test(text.slice(start, end)) && (isCapital(start + 1) || isCapital(start + 2)))
    if (isMention || !hasCapital || isConcept || end - start < 2) continue
    const written = text.slice(start, end)
    if (STOP_WORDS.has(written)) continue
    const isCommon = COMMON_WORDS[language ?? 'en'].has(written) || COMMON_WORDS.en.has(written)
    const isAbbreviation = end - start <= 5 && isCapital(end - 1)
    const opensSentence =
      start - (sentences[sentence]?.start ?? start) <= 2 ||
      OPENING.test(text.slice(Math.max(0, start - 3), start))
    if (isCommon && opensSentence) continue
    marks.push({
      start,
      end,
      key,
      isAbbreviation,
      entity: isCommon || isAbbreviation ? 'possible' : 'unknown',
    })
  }
  return marks.sort((a, b) => a.start - b.start)
}
