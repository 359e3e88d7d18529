/** Converts the offsets of vendors into UTF-16 offsets, which JavaScript strings and the dashboard use. */
import type { EngineAnswer } from '../engine.ts'

export type Span = { start: number; end: number }

/** The span of a citation whose offsets are missing or impossible. */
export const noSpan = { start: null, end: null } as const

export function getOutcome(markdown: string, refused: boolean): EngineAnswer['outcome'] {
  if (refused) return 'refused'
  return markdown.trim() === '' ? 'empty' : 'answered'
}

/** A unit that offsets count. `differs` matches a character whose length differs from its length in UTF-16. */
export type Counting = { getLength: (character: string) => number; differs: RegExp }

/**
 * Returns a function that converts offsets in another unit into UTF-16 offsets. An offset inside a character becomes its
 * start; one past the end becomes the end.
 */
export function offsetsIn(text: string, { getLength, differs }: Counting): (offset: number) => number {
  if (!differs.test(text))
    return (offset) => (Number.isInteger(offset) && offset >= 0 ? Math.min(offset, text.length) : text.length)
  const starts: number[] = []
  let index = 0
  for (const character of text) {
    for (let unit = getLength(character); unit > 0; unit--) starts.push(index)
    index += character.length
  }
  return (offset) => starts[offset] ?? index
}

/** Returns the span between two offsets, or null if it is empty. */
export function spanBetween(
  offsetOf: (offset: number) => number,
  first: number | null,
  last: number | null,
): Span | null {
  if (first === null || last === null || first < 0 || last <= first) return null
  const span = { start: offsetOf(first), end: offsetOf(last) }
  return span.start < span.end ? span : null
}

export const codePoints: Counting = { getLength: () => 1, differs: /[\ud800-\udfff]/ }

export const utf8Bytes: Counting = {
  getLength: (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (codePoint < 0x80) return 1
    if (codePoint < 0x800) return 2
    return codePoint < 0x10000 ? 3 : 4
  },
  differs: /[^\0-\x7f]/,
}

/**
 * Removes the `<think>` block with which some reasoning models start their answer. `removed` is its length in UTF-16 units.
 * Only a leading block counts, because an answer may discuss the tag. An unclosed block leaves no answer.
 */
export function withoutThinking(raw: string): { markdown: string; removed: number } {
  const thinking = /^\s*<think>(?:[\s\S]*?<\/think>\s*|[\s\S]*$)/.exec(raw)?.[0] ?? ''
  return { markdown: raw.slice(thinking.length), removed: thinking.length }
}

/** Finds reference markers such as `[3]` and `[web:3]`. Links such as `[3](url)` and code are not markers. */
export function findReferenceMarkers(markdown: string): (Span & { number: number })[] {
  const markers = []
  for (const match of markdown.matchAll(/```[\s\S]*?```|`[^`\n]*`|\[(?:web:)?(\d{1,3})\](?!\()/g)) {
    if (match[1] === undefined) continue
    markers.push({ number: Number(match[1]), start: match.index, end: match.index + match[0].length })
  }
  return markers
}

/** Returns the offsets of exactly this URL, not of longer URLs that start with it. */
export function getOccurrences(url: string, markdown: string): number[] {
  const offsets = []
  for (let start = markdown.indexOf(url); start !== -1; start = markdown.indexOf(url, start + 1)) {
    const isLonger = /^(\/?[\w%#?&=~-]|[.,;:]\w)/.test(
      markdown.slice(start + url.length, start + url.length + 2),
    )
    if (!isLonger) offsets.push(start)
  }
  return offsets
}
