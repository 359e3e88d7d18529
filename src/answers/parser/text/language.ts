import { COMMON_WORDS, type WordListLanguage, wordListLanguages } from '../../common-words.ts'
import { KINDS } from './characters.ts'
import { unfold } from './fold.ts'
import type { FoldedText } from './folded.ts'
import functionWords from './function-words.json' with { type: 'json' }
import { HASH_START, hashOf, hashStep } from './hash.ts'

const { DIGIT } = KINDS

/** Returns the language of a BCP 47 tag such as `de-AT`, or null for a language that the parser does not support. */
function languageFromTag(tag: string): WordListLanguage | null {
  const language = tag.slice(0, 2).toLowerCase()
  if (!/^[a-z]{2}(?:$|[-_])/i.test(tag)) return null
  return wordListLanguages.find((known) => known === language) ?? null
}

/**
 * Detects the language of a text by its function words. If there are too few, falls back to `tag`, and without a tag to
 * the language in which most words are common. The text takes precedence because a prompt's setting can be wrong. Null
 * for a language that the parser does not support.
 */
export function detectLanguage(folded: FoldedText, tag: string | null = null): WordListLanguage | null {
  const given = tag ? languageFromTag(tag) : null
  const detected = detectByFunctionWords(folded)
  if (detected.language === 'other') return given && detected.hits < MIN_HITS_AGAINST_TAG ? given : null
  return detected.language ?? (tag ? given : detectByCommonWords(folded))
}

/**
 * Detects the language of a short text such as "Avoid Acme, choose Globex instead" by its common words. Returns null if
 * two languages know equally many.
 */
function detectByCommonWords(folded: FoldedText): WordListLanguage | null {
  const { starts } = folded
  if (starts.length > MAX_WORDS_FOR_COMMON_WORDS) return null
  const hits = { en: 0, de: 0, fr: 0, es: 0 }
  const words = [...starts]
    .filter((start) => isWordStart(folded, start))
    .map((start) => wordAt(folded, start))
  for (const word of words)
    for (const language of wordListLanguages) if (COMMON_WORDS[language].has(word)) hits[language]++
  const [best = 'en', second = 'en'] = wordListLanguages.toSorted((a, b) => hits[b] - hits[a])
  return hits[best] >= 2 && hits[best] * 2 >= words.length && hits[best] > hits[second] ? best : null
}

const MAX_WORDS_FOR_COMMON_WORDS = 40

/** Returns whether a word starts there; `starts` also contains capitals within words. */
function isWordStart({ kinds }: FoldedText, start: number): boolean {
  return start === 0 || (kinds[start - 1] ?? 0) < DIGIT
}

function wordAt(folded: FoldedText, start: number): string {
  let end = start
  while ((folded.kinds[end] ?? 0) >= DIGIT) end++
  return unfold(folded, start, end)
}

/** Function words of other languages that outweigh the tag: "no" and "a" alone do not make a text Portuguese. */
const MIN_HITS_AGAINST_TAG = 4

/** Reads only the first words, because an answer rarely changes its language. Null if there are too few. */
function detectByFunctionWords(folded: FoldedText): {
  language: WordListLanguage | 'other' | null
  hits: number
} {
  const { units, kinds, starts } = folded
  const hits = FUNCTION_WORD_LISTS.map(() => 0)
  let words = 0
  for (let i = 0; i < starts.length && words < MAX_WORDS; i++) {
    const start = starts[i] ?? 0
    if (!isWordStart(folded, start)) continue
    words++
    let hash = HASH_START
    for (let at = start; (kinds[at] ?? 0) >= DIGIT; at++) hash = hashStep(hash, units[at] ?? 0)
    for (const list of LISTS_BY_HASH.get(hash) ?? []) hits[list] = (hits[list] ?? 0) + 1
  }
  const most = Math.max(...hits)
  const isClear = most >= Math.max(1, words * MIN_SHARE) && hits.indexOf(most) === hits.lastIndexOf(most)
  return {
    language: isClear ? (FUNCTION_WORD_LISTS[hits.indexOf(most)]?.language ?? null) : null,
    hits: most,
  }
}

const MAX_WORDS = 200
const MIN_SHARE = 0.06

/** The languages without word lists are known so that they are not mistaken for the others. `sv`: also Danish and Norwegian. */
const FUNCTION_WORD_LISTS = Object.entries(functionWords).map(([tag, words]) => ({
  language: languageFromTag(tag) ?? ('other' as const),
  words: words.split(' '),
}))

/** By the hash of a function word the indexes of the lists that contain it. */
const LISTS_BY_HASH = indexFunctionWords()

function indexFunctionWords(): ReadonlyMap<number, number[]> {
  const lists = new Map<number, number[]>()
  for (const [index, { words }] of FUNCTION_WORD_LISTS.entries()) {
    for (const word of new Set(words)) {
      const hash = hashOf(word)
      lists.set(hash, [...(lists.get(hash) ?? []), index])
    }
  }
  return lists
}
