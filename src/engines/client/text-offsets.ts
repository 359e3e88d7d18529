/** An answer's text and the places in it. Ours are UTF-16 offsets, as JavaScript strings and the dashboard count. */
import type { EngineAnswer } from '../engine.ts'

export type Span = { start: number; end: number }

/** Where an engine that gives no place, or one that cannot be, points. */
export const noSpan = { start: null, end: null } as const

export function outcomeOf(markdown: string, refused: boolean): EngineAnswer['outcome'] {
  if (refused) return 'refused'
  return markdown.trim() === '' ? 'empty' : 'answered'
}

/** A unit that offsets are counted in. `differs` finds a character that has another length in it than in UTF-16. */
export type Counting = { lengthOf: (character: string) => number; differs: RegExp }

/**
 * Turns offsets counted in another unit into UTF-16 offsets. An offset inside a character is its start; one past the end
 * is the end.
 */
export function offsetsIn(text: string, { lengthOf, differs }: Counting): (offset: number) => number {
  if (!differs.test(text))
    return (offset) => (Number.isInteger(offset) && offset >= 0 ? Math.min(offset, text.length) : text.length)
  const starts: number[] = []
  let index = 0
  for (const character of text) {
    for (let unit = lengthOf(character); unit > 0; unit--) starts.push(index)
    index += character.length
  }
  return (offset) => starts[offset] ?? index
}

/** The place between two offsets, or null when they do not enclose anything. */
export function spanBetween(
  offsetOf: (offset: number) => number,
  first: number | null,
  last: number | null,
): Span | null {
  if (first === null || last === null || first < 0 || last <= first) return null
  const span = { start: offsetOf(first), end: offsetOf(last) }
  return span.start < span.end ? span : null
}

export const codePoints: Counting = { lengthOf: () => 1, differs: /[\ud800-\udfff]/ }

export const utf8Bytes: Counting = {
  lengthOf: (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (codePoint < 0x80) return 1
    if (codePoint < 0x800) return 2
    return codePoint < 0x10000 ? 3 : 4
  },
  differs: /[^\0-\x7f]/,
}

/**
 * Reasoning models of some vendors open their answer with what they thought, in `<think>`. That is not part
 * of the answer. `removed` is how many UTF-16 units were cut off the front. Only a leading block counts: an
 * answer may well speak about the tag. A block that never closes leaves no answer.
 */
export function withoutThinking(raw: string): { markdown: string; removed: number } {
  const thinking = /^\s*<think>(?:[\s\S]*?<\/think>\s*|[\s\S]*$)/.exec(raw)?.[0] ?? ''
  return { markdown: raw.slice(thinking.length), removed: thinking.length }
}

/** Reference marks `[3]`, with the number they carry. Links such as `[3](url)` and code are not marks. */
export function findReferenceMarkers(markdown: string): (Span & { number: number })[] {
  const marks = []
  for (const match of markdown.matchAll(/```[\s\S]*?```|`[^`\n]*`|\[(\d{1,3})\](?!\()/g)) {
    if (match[1] === undefined) continue
    marks.push({ number: Number(match[1]), start: match.index, end: match.index + match[0].length })
  }
  return marks
}
