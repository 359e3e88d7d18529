import { readFileSync } from 'node:fs'
import { foldPlainText } from '../../answers/named-text.ts'
import concepts from './concepts.json' with { type: 'json' }

/**
 * A word of a text. Words with the same meaning have the same key in all languages, if the list of concepts has them.
 */
export type Word = { start: number; end: number; key: string; isConcept: boolean; isCapital: boolean }

/** Lists the words of a folded text. In a script without spaces, these are the known concepts, and runs of katakana. */
export function listWords(text: string, isCapital: (offset: number) => boolean): Word[] {
  const words: Word[] = []
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (FIRST_UNSPACED.test(run)) addUnspaced(words, run, index)
    else words.push({ start: index, end: index + run.length, ...keyOf(run), isCapital: isCapital(index) })
  }
  return words
}

/** Returns the keys of a short text, such as the subject of a fact, without words that say nothing. */
export function listKeys(text: string): { key: string; isCapital: boolean; word: string }[] {
  const { folded, capitals, abbreviations } = foldWithCapitals(text)
  return listWords(folded, (offset) => capitals.has(offset))
    .filter(
      ({ start, end, isCapital }, index) =>
        (isCapital && index > 0) || abbreviations.has(start) || !STOP_WORDS.has(folded.slice(start, end)),
    )
    .map(({ start, end, key, isCapital }) => ({ key, isCapital, word: folded.slice(start, end) }))
}

/** Returns the parts of a short text with at least two Chinese characters that `listWords` does not know. */
export function listUnread(text: string): string[] {
  const folded = foldPlainText(text)
  const words = listWords(folded, () => false)
  const unread = [...folded]
    .map((letter, index) => (words.some(({ start, end }) => start <= index && index < end) ? ' ' : letter))
    .join('')
  return unread.match(/\p{Script=Han}{2,}/gu) ?? []
}

function foldWithCapitals(text: string) {
  const parts = text.split(/(?<=\s)/u)
  const capitals = new Set<number>()
  const abbreviations = new Set<number>()
  let folded = ''
  for (const part of parts) {
    for (const { 0: run, index } of part.matchAll(/[\p{L}\p{N}]+/gu)) {
      const offset = folded.length + foldPlainText(part.slice(0, index)).length
      if (/^\p{Lu}/u.test(run)) capitals.add(offset)
      if (/^\p{Lu}{2,}$/u.test(run)) abbreviations.add(offset)
    }
    folded += foldPlainText(part)
  }
  return { folded, capitals, abbreviations }
}

/** Returns the key of one word. */
export const keyOfWord = (word: string): string => keyOf(foldPlainText(word)).key

function keyOf(word: string): { key: string; isConcept: boolean } {
  const exact = EXACT.get(word)
  if (exact !== undefined) return { key: exact, isConcept: true }
  if (STARTS.has(word.slice(0, SHORTEST_STEM)))
    for (let length = Math.min(word.length, LONGEST); length >= SHORTEST_STEM; length--) {
      const concept = STEMS.get(word.slice(0, length))
      if (concept !== undefined) return { key: concept, isConcept: true }
    }
  return { key: stem(word), isConcept: false }
}

/** Removes the endings of English plurals and verbs. */
const stem = (word: string) =>
  word.length > 4 ? word.replace(/(?:ies|y|ing|ed|es|s|e)$/u, '') : word.replace(/(?<=..)s$/u, '')

function addUnspaced(words: Word[], run: string, index: number): void {
  let at = 0
  while (at < run.length) {
    const length = lengthOfConcept(run, at) || lengthOfPart(run, at)
    const part = run.slice(at, at + length)
    const concept = EXACT.get(part)
    const start = index + at
    if (concept !== undefined || length > 1 || /\d/.test(part))
      words.push({
        start,
        end: start + length,
        ...(concept === undefined ? keyOf(part) : { key: concept, isConcept: true }),
        isCapital: false,
      })
    at += length
  }
}

function lengthOfConcept(run: string, at: number): number {
  for (let length = Math.min(LONGEST_UNSPACED, run.length - at); length > 0; length--)
    if (EXACT.has(run.slice(at, at + length))) return length
  return 0
}

/** Returns the length of the letters and digits of Latin script, or of the katakana, that start there; at least 1. */
function lengthOfPart(run: string, at: number): number {
  PART.lastIndex = at
  return PART.exec(run)?.[0].length ?? 1
}

const PART = /[a-z0-9]+|[\p{Script=Katakana}ー]+|[\p{Script=Hangul}]+/uy
const FIRST_UNSPACED = /[\u0e00-\uffff]/u
const SHORTEST_STEM = 3
const LONGEST_UNSPACED = 8

const EXACT = new Map<string, string>()
const STEMS = new Map<string, string>()
for (const [concept, words] of Object.entries(concepts)) {
  for (const word of words.split(' ')) {
    const folded = foldPlainText(word.replace('*', ''))
    const target = word.endsWith('*') ? STEMS : EXACT
    if (!target.has(folded)) target.set(folded, concept)
  }
}
const STARTS = new Set([...STEMS.keys()].map((each) => each.slice(0, SHORTEST_STEM)))
const LONGEST = Math.max(...[...STEMS.keys()].map(({ length }) => length))

export const STOP_WORDS = new Set(
  readFileSync(new URL('stop-words.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/u),
)
