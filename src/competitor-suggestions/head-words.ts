/** Reduces the text of an item, heading or cell to the words with which it starts and that can be a name. Pure. */
import { introducesName, isHeadWord, isPlace } from './name-form.ts'

const maxWords = 5

export type HeadWords = { words: string[]; hasArticle: boolean }

/** Returns the words of a head, without "The" before them; none if it cannot start with a name. */
export function getHeadWords(text: string): HeadWords {
  const head = getHead(isLabel(text) ? text.replace(LABEL, '') : text)
  return { words: getNameWords(head.replace(ARTICLE, '')), hasArticle: ARTICLE.test(head) }
}

const LABEL = /^[^\p{L}\p{N}]*(\p{L}[\p{L}'’-]*)[^:：–—\n]{0,60}(?:[:：]|\s[–—-]\s)\s*/u

/** Returns whether a text starts with a label that introduces a name: "Best overall: Acme". */
export const isLabel = (text: string): boolean => introducesName(LABEL.exec(text)?.[1] ?? '')

const SEPARATOR = /\s[–—−-]\s|[–—]|[:：|(（［【「『[→\n,;$]|\s\/\s/u
const NUMBER = /^[^\p{L}\p{N}]*(?:(?:\d{1,2}[.)]|#\d{1,2}|(?:19|20)\d\d)\s+)*/u

/** Returns the text up to a dash, a colon or a bracket, without numbers, years and symbols before it. */
const getHead = (text: string): string => (text.split(SEPARATOR, 1)[0] ?? '').replace(NUMBER, '')

const ARTICLE = /^The (?=\p{Lu})/u
/** A model after the name of its maker: "Acme-S27QC". */
const MODEL_SUFFIX = /-(?<=^\p{Lu}\p{L}*\p{Ll}-)\p{Lu}{1,3}\d{2,}\p{Lu}*$/u
/** Ends a word: a quote that is not a possessive ("Lands' End"), and symbols that do not belong to names ("Plus+", "Yum!"). */
const TRAILING = /(?<!s)['’]$|(?<![^\p{L}\p{N}+!'’])[^\p{L}\p{N}+!'’]+$/gu
const FIRST_WORD = /^(?:\p{Ll}{1,2})?[\p{Lu}\d]/u
const NEXT_WORD =
  /^(?:\p{Ll}-?)?[\p{Lu}\d&+]|^\p{Ll}-\p{L}|^(?:of|and|the|de|da|do|di|du|del|la|le|for|by|but|all)$/u

function getNameWords(head: string): string[] {
  const words = head
    .replace(/[®™©*“”"]/gu, '')
    .trim()
    .split(/\s+/u, maxWords)
    .map((word) => (word === '&' ? word : word.replace(MODEL_SUFFIX, '').replace(TRAILING, '')))
  const [first = ''] = words
  if (!FIRST_WORD.test(first) || !/\p{L}/u.test(first)) return []
  if (!isHeadWord(first) && !isPlace(first)) return []
  const end = words.findIndex((word, index) => index > 0 && !NEXT_WORD.test(word))
  const named = end < 0 ? words : words.slice(0, end)
  // A head that continues in lower case is a sentence, unless only its last words do ("Acme Pan and lid").
  if ((end === 1 && words.length > 2) || (named.length === 1 && isPlace(first))) return []
  const last = named.findLastIndex((word) => word !== '' && !/^\p{Ll}+$/u.test(word))
  return named.slice(0, last + 1).filter((word) => word !== '')
}
