/**
 * Finds the heads of lists, whatever their words: "Made In", "Ring" and "Consumer Cellular" are names too, although all
 * their words are common. Only other answers, and the names listed with them, can confirm these. Pure.
 */
import type { Outline, OutlineBlock } from '../answers/outline.ts'
import { adviceSections } from './advice-sections.ts'
import { introducesName, isDistinctive, isHeadWord, isPlace } from './name-form.ts'
import { isInLowerCase } from './occurrences.ts'

/** A head of a list, and what the answer says about its first words. */
export type ListedHead = {
  /** Words as written, at most `maxHeadWords`, without "The" before them. */
  words: string[]
  hasArticle: boolean
  /** Whether the answer uses the first word alone as a name: "the Ring app", "Ring's". */
  isAlone: boolean
  /** Whether the answer contains the first word in lower case. */
  isLowerCase: boolean
  /** The same for the first two words as a name and for the second word, if the head continues. */
  isPairAlone: boolean
  isSecondLowerCase: boolean
}

/** `run`: labels in running text, of which only neighbors belong together. */
export type HeadList = { kind: 'list' | 'run' | 'enumeration'; heads: ListedHead[] }

const maxHeadWords = 5
const maxHeadUnits = 90
const maxHeads = 400

/** Returns the heads of each list: items, headings of a level, first cells, labels in running text, enumerations. */
export function listHeads(outline: Outline): HeadList[] {
  const lists = new Map<string, ListedHead[]>()
  const isUsed = memoize((phrase) => isUsedAlone(outline.text, phrase))
  const isLowerCase = memoize((word) => isInLowerCase(outline.text, word))
  const advice = adviceSections(outline)
  const isAdvice = (at: number) => advice.some(({ start, end }) => start <= at && at < end)
  let count = 0
  const add = (list: string, text: string) => {
    const headText = headOf(withoutLabel(text))
    const hasArticle = ARTICLE.test(headText)
    const words = isDefinition(text) ? [] : wordsOf(headText.replace(ARTICLE, ''))
    const [first, second = ''] = words
    if (first === undefined || count >= maxHeads) return
    count++
    const head = {
      words,
      hasArticle,
      isAlone: isUsed(first) || (words.length === 1 && !list.startsWith('enumeration')),
      isLowerCase: isLowerCase(first),
      isPairAlone: second !== '' && isUsed(`${first} ${second}`),
      isSecondLowerCase: second !== '' && isLowerCase(second),
    }
    lists.set(list, [...(lists.get(list) ?? []), head])
  }
  for (const [index, block] of outline.blocks.entries()) {
    const text = outline.text.slice(block.start, Math.min(block.end, block.start + maxHeadUnits))
    const list = listOf(block)
    if (list !== null && !isAdvice(block.start)) add(list, text)
    if (block.end - block.start > minRunTogetherUnits)
      for (const { text: label, start } of runTogether(outline, block))
        if (!isAdvice(start)) add(`run ${index}`, label)
  }
  for (const [, card = ''] of outline.text.slice(0, maxText).matchAll(CARD)) add('cards', card)
  let block = 0
  for (const { start, end } of outline.strong.slice(0, maxHeads)) {
    while ((outline.blocks[block]?.end ?? Number.POSITIVE_INFINITY) < end) block++
    const { kind = '', level = 0, group = 0 } = outline.blocks[block] ?? {}
    if ((kind === 'item' && level > 1) || isAdvice(start)) continue
    const label = outline.text.slice(start, Math.min(end, start + maxHeadUnits))
    const rest = outline.text.slice(start, Math.min(outline.blocks[block]?.end ?? end, start + maxHeadUnits))
    add(`strong ${kind} ${kind === 'item' ? group : level}`, isLabel(label) ? rest : label)
  }
  for (const [index, names] of enumerationsIn(outline.text).entries())
    for (const name of names) add(`enumeration ${index}`, name)
  return [...lists].map(([list, all]) => {
    const heads = withoutLabels(all)
    const kind = list.startsWith('run') ? 'run' : list.startsWith('enumeration') ? 'enumeration' : 'list'
    return { kind, heads }
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

/** Common words that a list repeats are labels of its items, such as "Coverage". */
function withoutLabels(heads: readonly ListedHead[]): ListedHead[] {
  const counts = new Map<string, number>()
  const textOf = ({ words }: ListedHead) => words.join(' ')
  for (const head of heads) counts.set(textOf(head), (counts.get(textOf(head)) ?? 0) + 1)
  return heads.filter(
    (head) => (counts.get(textOf(head)) ?? 0) < minLabelCount || isDistinctive(head.words[0] ?? ''),
  )
}

const minLabelCount = 3

function listOf({ kind, level, group, column, position }: OutlineBlock): string | null {
  if (kind === 'item') return level <= 1 ? `item ${group}` : null
  if (kind === 'heading') return `heading ${level}`
  if (kind === 'cell') return column === 0 && position > 0 ? `cell ${group}` : null
  return null
}

const SEPARATOR = /\s[–—−-]\s|[–—]|[:：|(（［【「『[→\n,;$]|\s\/\s/u

const LABEL = /^[^\p{L}\p{N}]*(\p{L}[\p{L}'’-]*)[^:：–—\n]{0,60}(?:[:：]|\s[–—-]\s)\s*/u

const isLabel = (text: string): boolean => introducesName(LABEL.exec(text)?.[1] ?? '')

/** Removes a label before a name: "Best overall: Acme". */
const withoutLabel = (text: string): string => (isLabel(text) ? text.replace(LABEL, '') : text)

/** Returns the text up to a dash, a colon or a bracket, without numbers, years and symbols before it. */
const headOf = (text: string) =>
  (text.split(SEPARATOR, 1)[0] ?? '').replace(
    /^[^\p{L}\p{N}]*(?:(?:\d{1,2}[.)]|#\d{1,2}|(?:19|20)\d\d)\s+)*/u,
    '',
  )

/** "The" is part of "The Acme Company" if most heads have it. */
const ARTICLE = /^The (?=\p{Lu})/u

const DEFINITION = /^[^\p{L}\p{N}]*(\p{Lu}[\p{L}-]*(?:[ -][\p{L}]+){1,6}) \((\p{Lu}{2,7})s?\)/u

/** Returns whether a text defines an acronym, such as "Annual Percentage Rate (APR)", and is no name for that reason. */
function isDefinition(text: string): boolean {
  const [, term = '', acronym] = DEFINITION.exec(text) ?? []
  const initials = term.match(/(?<!\p{L})\p{Lu}/gu)?.join('')
  return acronym !== undefined && initials === acronym
}

/** A model after the name of its maker: "Acme-S27QC". */
const MODEL_SUFFIX = /(?<=^\p{Lu}\p{L}*\p{Ll})-\p{Lu}{1,3}\d{2,}\p{Lu}*$/u

/** Returns the words of a head, or none if it cannot start with a name. */
function wordsOf(head: string): string[] {
  const words = head
    .replace(/[®™©*“”"]/gu, '')
    .trim()
    .split(/\s+/u, maxHeadWords)
    .map((word) => (word === '&' ? word : word.replace(MODEL_SUFFIX, '').replace(/(?<![s])['’]$|[^\p{L}\p{N}+!'’]+$/gu, '')))
  const [first = ''] = words
  if (!/^(?:\p{Ll}{1,2})?[\p{Lu}\d]/u.test(first) || !/\p{L}/u.test(first)) return []
  if (!isHeadWord(first) && !isPlace(first)) return []
  const end = words.findIndex(
    (word, index) =>
      index > 0 &&
      !/^(?:\p{Ll}-?)?[\p{Lu}\d&+]|^\p{Ll}-\p{L}|^(?:of|and|the|de|da|do|di|du|del|la|le|for|by|but|all)$/u.test(word),
  )
  const named = end < 0 ? words : words.slice(0, end)
  // A head that continues in lower case is a sentence, unless only its last words do ("Acme Pan and lid").
  if ((end === 1 && words.length > 2) || (named.length === 1 && isPlace(first))) return []
  const last = named.findLastIndex((word) => word !== '' && !/^\p{Ll}+$/u.test(word))
  return named.slice(0, last + 1).filter((word) => word !== '')
}

const minRunTogetherUnits = 200
/**
 * A label after the end of a sentence, with or without a space, or after a bullet within a line: "…of all.Acme Air: a car",
 * "Others: - Acme Air (small) - Globex — a plane".
 */
const RUN_TOGETHER =
  /(?<=[.!?:)\]…]\s?|\*\s{1,4}|\s[-•–]\s)((?:\p{Ll}{1,2}|(?<!\d\.)\d{1,3})?\p{Lu}[\p{L}\d&'’.+-]{0,30}(?: (?:\p{Ll}-?)?[\p{Lu}\d&][\p{L}\d&'’.+/-]{0,30}| (?:of|and|for|but|all|by)){0,7})(?: \p{Ll}{2,12}(?=:))?(?: \([^)]{1,40}\))?(?::|\s[—–-]\s)/gu

function runTogether({ text }: Outline, block: OutlineBlock): { text: string; start: number }[] {
  const labels = text.slice(block.start, block.end).matchAll(RUN_TOGETHER)
  return [...labels].map(({ 0: label, index }) => ({ text: label, start: block.start + index }))
}

/** The name of a product between the rating or price of the one before and its own price: "…4.7(179)Acme Air$99". */
const CARD = /(?<=\)|\.\d\d|\u00a0)((?:\p{Ll}{1,2}|\d{1,3})?\p{Lu}[^$\n:]{3,120}?)\$\d/gu

/** A full stop belongs to a word as in "acme.com" and "J.Crew", and ends the sentence as in "Acme.Globex". */
const WORD = String.raw`(?:[\p{L}\d&'’+-]|\.(?=[\p{Ll}\d])|(?<=(?<!\p{L})\p{Lu})\.(?=\p{Lu})){0,30}`
const NAME = String.raw`\p{Lu}${WORD}(?: (?:of |and |d[aeiou] |del )?[\p{Lu}\d&]${WORD}){0,4}`
const ENUMERATION = new RegExp(
  String.raw`(?<![\p{L}\d])${NAME}(?:, ${NAME}){1,12}(?:,? (?:and|or|und|oder|et|ou|y|o) ${NAME})?|(?<![\p{L}\d])${NAME}(?: (?:and|or|vs\.?|versus|und|oder|et|ou|y|o) |/)${NAME}`,
  'gu',
)

/** Returns enumerations of capitalized names, except of places to buy, of sources, and of what something works with. */
function enumerationsIn(text: string): string[][] {
  const found: string[][] = []
  for (const { 0: list, index } of text.slice(0, maxText).matchAll(ENUMERATION)) {
    if (INCIDENTAL.test(text.slice(Math.max(0, index - 40), index))) continue
    found.push(
      list.split(/, (?:and |or |und |oder |et |ou |y |o )?| (?:and|or|vs\.?|versus|und|oder|et|ou|y|o) |\//u),
    )
    if (found.length >= maxEnumerations) break
  }
  return found
}

const maxText = 50_000
const maxEnumerations = 60
const INCIDENTAL =
  /\b(?:at|from|by|on|via|through|retailers?|stores?|sources?|shops?|sites?|outlets?|according to|reviews?|tested|works? with|compatible with|integrat\w+ with|supports?|support for|syncs? (?:with|to)|partners?|(?:makers?|creators?|developers?|owners?) of|bei|laut|chez|selon|en)\b[^.,;:]{0,16}$/iu

/** Further occurrences are ignored, so that a hostile text costs no more than others. */
const maxOccurrences = 100

/** Returns whether a text uses a capitalized word within a sentence as a whole name. */
function isUsedAlone(text: string, word: string): boolean {
  let left = maxOccurrences
  for (let at = text.indexOf(word); at >= 0 && left > 0; at = text.indexOf(word, at + word.length)) {
    left--
    const before = text.slice(Math.max(0, at - 12), at)
    const after = text.slice(at + word.length, at + word.length + 8)
    if (!/(?:\p{Ll}[,]? |[/(]|, )$/u.test(before)) continue
    if (
      /^(?:['’]s|[,.;:)!?/](?!\p{L})| (?!(?:and|of|by|for|but|de|y|et|und|in) \p{Lu})\p{Ll}|\n|$)/u.test(
        after,
      )
    )
      return true
  }
  return false
}
