import { KINDS } from './characters.ts'
import { textOf } from './fold.ts'
import type { FoldedText } from './folded.ts'
import { HASH_START, hashOf, hashStep } from './hash.ts'
import { readWords } from './word-lists.ts'

const { DIGIT } = KINDS

/** Languages that the reader knows more of than their letters. */
export type Language = 'en' | 'de' | 'fr' | 'es'

/** Given names, folded. A product may be called Max; so are many people. */
export const GIVEN_NAMES = readWords('given-names.txt')

/** The common words of each language, folded; English ones with given names. */
export const COMMON_WORDS: Record<Language, Set<string>> = {
  en: new Set([...readWords('words-en.txt'), ...readWords('words-en-more.txt'), ...GIVEN_NAMES]),
  de: readWords('words-de.txt'),
  fr: readWords('words-fr.txt'),
  es: readWords('words-es.txt'),
}

/** The language a tag such as `de-AT` names; null for one that the reader does not know. */
export function languageFromTag(tag: string): Language | null {
  const language = tag.slice(0, 2).toLowerCase()
  return /^[a-z]{2}(?:$|[-_])/i.test(tag) && isKnown(language) ? language : null
}

/**
 * The language of a text: by its function words, or, when too few are said, the one that `tag` names, or that most words
 * are common in. The text knows better than the settings of a prompt what it is written in. Null for a language that the
 * reader does not know.
 */
export function detectLanguage(folded: FoldedText, tag: string | null = null): Language | null {
  const spoken = languageSpoken(folded)
  return spoken === 'other' ? null : (spoken ?? (tag ? languageFromTag(tag) : languageOfFewWords(folded)))
}

/** "Avoid Acme, choose Globex instead": no function word, yet English. Null where two languages know as many words. */
function languageOfFewWords(folded: FoldedText): Language | null {
  const { kinds, starts, startCount, length } = folded
  if (startCount > FEW_WORDS) return null
  const hits = { en: 0, de: 0, fr: 0, es: 0 }
  let words = 0
  for (let i = 0; i < startCount; i++) {
    const start = starts[i] ?? 0
    if (start > 0 && (kinds[start - 1] ?? 0) >= DIGIT) continue
    words++
    let end = start
    while (end < length && (kinds[end] ?? 0) >= DIGIT) end++
    const word = textOf(folded, start, end)
    for (const language of KNOWN) if (COMMON_WORDS[language].has(word)) hits[language]++
  }
  const [best = 'en', second = 'en'] = KNOWN.toSorted((a, b) => hits[b] - hits[a])
  return hits[best] >= 2 && hits[best] * 2 >= words && hits[best] > hits[second] ? best : null
}

const KNOWN = ['en', 'de', 'fr', 'es'] as const
const FEW_WORDS = 40

/** Asks the first words only: an answer keeps its language. Null when too little is said. */
function languageSpoken({ units, kinds, starts, startCount }: FoldedText): Language | 'other' | null {
  const hits = LANGUAGES.map(() => 0)
  let words = 0
  for (let i = 0; i < startCount && words < WORDS_ASKED; i++) {
    const start = starts[i] ?? 0
    if (start > 0 && (kinds[start - 1] ?? 0) >= DIGIT) continue
    words++
    let hash = HASH_START
    for (let at = start; (kinds[at] ?? 0) >= DIGIT; at++) hash = hashStep(hash, units[at] ?? 0)
    const mask = HASHES[hash & 0xffff] === 0 ? 0 : (FUNCTION_WORDS.get(hash) ?? 0)
    if (mask === 0) continue
    for (let k = 0; k < hits.length; k++) if (mask & (1 << k)) hits[k] = (hits[k] ?? 0) + 1
  }
  const most = Math.max(...hits)
  const clear = most >= Math.max(1, words * SHARE_OF_WORDS) && hits.indexOf(most) === hits.lastIndexOf(most)
  return clear ? (LANGUAGES[hits.indexOf(most)] ?? null) : null
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'other', 'other', 'other', 'other', 'other'] as const
const WORDS_ASKED = 200
const SHARE_OF_WORDS = 0.06
/** By the hash of a word a bit for each language that it is a function word of. */
const FUNCTION_WORDS = new Map<number, number>()
/** 1 for the low 16 bits of each of these hashes: most words end here. */
const HASHES = new Uint8Array(0x10000)
/** By language, in the order above; behind them Italian, Portuguese, Dutch, Scandinavian and Polish, to be told apart. */
for (const [index, words] of [
  'the of and to is are with for that this it you your its be as by from or an was has have can on at which not but they their there than more if we what when would been some into',
  'der die das und ist sind mit fur von den dem ein eine einen auf im zu auch nicht sich als bei oder wie es sie werden hat aber',
  'le la les des et est sont avec pour une un du dans que qui sur au aux par plus ce cette vous il elle ou pas ne mais son',
  'el la los las de y es son con para una un del en que por se su al como mas lo o pero este esta sus tiene si no muy',
  'il la di e che un una per con del della dei nel non sono anche come piu al gli questo questa delle ma o da si',
  'o a os as de e que um uma para com do da em no na nao por mais dos das como ao se seu sua mas ou tem sao',
  'de het een en van is zijn met voor op dat die te niet ook als aan bij of naar uit door maar om wordt deze',
  'och att det som en ett av for med den till ar inte pa om har kan eller men de og er af til ikke at var et i',
  'i w z na do nie sie to jest oraz ze jak dla od po ale lub przez czy tak sa ma ich jego moze',
].entries()) {
  for (const word of words.split(' ')) {
    const hash = hashOf(word)
    FUNCTION_WORDS.set(hash, (FUNCTION_WORDS.get(hash) ?? 0) | (1 << index))
    HASHES[hash & 0xffff] = 1
  }
}

function isKnown(language: string): language is Language {
  return language in COMMON_WORDS
}
