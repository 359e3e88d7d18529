/**
 * Reduces the heads of the lists of many answers to names: "Ninja Foodi Pan" and "Ninja Classic Set" to "Ninja". Pure.
 */

import { GIVEN_NAMES } from '../answers/common-words.ts'
import { categoryOfName } from '../answers/site-category.ts'
import type { HeadList, ListedHead } from './listed-heads.ts'
import { isDistinctive, isDistinctiveName, isPlace, nameGroupKey } from './name-form.ts'
import words from './name-words.json' with { type: 'json' }

export type ListedName = {
  key: string
  name: string
  /** Number of answers that list it. */
  answers: number
  /** Whether its form alone shows that it is a name. */
  isDistinctive: boolean
  /** Key of the company in many markets whose product it is. */
  company: string | null
}

/** All heads that start with the same words. */
type Family = {
  next: Map<string, Family>
  spellings: Map<string, number>
  answers: Set<number>
  /** Heads that end here, or whose answer uses the word alone as a name. */
  alone: number
  /** Heads whose answer contains the first word in lower case. */
  lowerCase: number
  heads: number
  withArticle: number
  continued: number
}

const newFamily = (): Family => ({
  next: new Map(),
  spellings: new Map(),
  answers: new Set(),
  alone: 0,
  lowerCase: 0,
  heads: 0,
  withArticle: 0,
  continued: 0,
})

const maxNameWords = 4
const minNameLength = 2

/** Returns the names with which the heads of the answers start. `fixed` are keys that are names in any case. */
export function namesOfHeads(
  answers: readonly (readonly HeadList[])[],
  fixed: ReadonlySet<string>,
): Map<string, ListedName> {
  const root = newFamily()
  for (const [answer, lists] of answers.entries())
    for (const { heads } of lists) for (const head of heads) addHead(root, head, answer)
  const names = new Map<string, ListedName>()
  for (const [key, family] of root.next) collect(names, family, [key], { fixed, root })
  return names
}

function addHead(root: Family, head: ListedHead, answer: number): void {
  const { words: parts } = head
  let family = root
  for (const [index, word] of parts.slice(0, maxNameWords).entries()) {
    const key = nameGroupKey(word)
    const next = family.next.get(key) ?? newFamily()
    family.next.set(key, next)
    const isLast = index === parts.length - 1
    const spelling = parts.slice(0, index + 1).join(' ')
    next.answers.add(answer)
    next.spellings.set(spelling, (next.spellings.get(spelling) ?? 0) + 1)
    next.heads++
    if (head.hasArticle) next.withArticle++
    if (head.isLowerCase) next.lowerCase++
    if (!isLast) next.continued++
    if (index > 0 ? isLast : head.isAlone) next.alone++
    family = next
  }
}

/** Adds the name of a family: the shortest start that occurs alone or that is continued in different ways. */
function collect(
  names: Map<string, ListedName>,
  family: Family,
  parts: readonly string[],
  all: { fixed: ReadonlySet<string>; root: Family },
): void {
  const key = parts.join(' ')
  const isFixed = all.fixed.has(key)
  const canGoOn = parts.length < maxNameWords
  const joined = canGoOn ? [...family.next].filter(([part, next]) => isJoined(part, next, family, parts)) : []
  for (const [part, next] of joined) collect(names, next, [...parts, part], all)
  // "Briggs" is short for "Briggs & Riley" if most heads that start with it go on so.
  if (!isFixed && joined.some(([, next]) => next.answers.size * 2 >= family.answers.size)) return
  const name = getSpelling(family)
  if (name.length < minNameLength) return
  if (!isFixed && canGoOn && goesOn(family, parts, name, all.root)) {
    for (const [part, next] of family.next)
      if (!joined.some(([each]) => each === part)) collect(names, next, [...parts, part], all)
    return
  }
  names.set(key, {
    key,
    name: family.withArticle * 2 > family.heads ? `The ${name}` : name,
    answers: family.answers.size,
    isDistinctive: isDistinctiveName(name),
    company: parts.length > 1 && names.has(parts[0] ?? '') ? (parts[0] ?? '') : null,
  })
  for (const [path, next] of getOwnBrands(family, parts)) collect(names, next, path, all)
}

/** Returns whether a word belongs to the name before it: "& Sons", "Audio" in "Acme Audio", the surname of a person. */
function isJoined(part: string, next: Family, { alone, answers }: Family, parts: readonly string[]): boolean {
  // "Acme and Globex" are two names if "Acme" also occurs alone.
  if (part === 'and' && alone > 0 && [...next.next.values()].some(isDistinctiveFamily)) return false
  if (JOINING.has(part)) return true
  if (parts.length > 1 || answers.size < 2 || next.answers.size * 2 <= answers.size) return false
  const isSurname = GIVEN_NAMES.has(parts[0] ?? '') && /^\p{Ll}{3,}$/u.test(part) && alone === 0
  return isSurname || COMPANY_WORDS.has(part)
}

/**
 * Returns the services and own brands of a company in many markets that several answers list: "Google Password Manager",
 * "Amazon Basics". Only some of what the company makes competes with the brand.
 */
function getOwnBrands({ next }: Family, parts: readonly string[]): [string[], Family][] {
  const [company = ''] = parts
  const isShop = categoryOfName(company) === 'ecommerce'
  if (parts.length > 1 || !CONGLOMERATES.has(company)) return []
  return [...next]
    .filter(([part, { answers }]) => answers.size > 1 && !/\d/u.test(part))
    .map(([part, family]) => wholeName([...parts, part], family))
    .filter(([, family]) => isShop || family.continued * 2 < family.heads)
}

/** Follows a family as long as all of its heads continue in the same way, other than with a number. */
function wholeName(parts: string[], family: Family): [string[], Family] {
  const [[part, only] = []] = family.next
  const isWhole =
    !part || !only || only.heads < family.heads || /\d/u.test(part) || parts.length === maxNameWords
  return isWhole ? [parts, family] : wholeName([...parts, part], only)
}

const CONGLOMERATES = new Set(words.conglomerates.split(' '))

const isDistinctiveFamily = (family: Family): boolean => isDistinctive(getLastWord(family))

const getLastWord = (family: Family): string => getSpelling(family).split(' ').at(-1) ?? ''

const COMPANY_WORDS = new Set(words.companyWords.split(' '))

/** "Acme & Sons", "Acme for All": the words after these belong to the name even if its first word is a name too. */
const JOINING = new Set('& and for but of und et y de da do di du del'.split(' '))
const CONNECTORS = new Set([...words.connectors.split(' '), 'but'])

const getSpelling = ({ spellings }: Family): string =>
  [...spellings].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0])[0]

/** Returns whether the words so far are only the start of a name. */
function goesOn(
  { next, alone, lowerCase, answers, heads }: Family,
  parts: readonly string[],
  name: string,
  root: Family,
): boolean {
  if (next.size === 0) return false
  const last = parts.at(-1) ?? ''
  if (CONNECTORS.has(last) || (parts.length === 1 && isPlace(last))) return true
  const [[key, only] = []] = next
  // "Acme by Globex Brothers": the words after a connecting one belong together.
  const isConnected = parts.at(-2) === 'by' || JOINING.has(parts.at(-2) ?? '')
  if (parts.length > 1) return isConnected && only?.heads === heads && isDistinctive(getLastWord(only))
  if (alone > 0) return false
  if (!isDistinctive(name)) {
    if (lowerCase === 0 && areProducts(next, answers.size)) return false
    const models = [...next.keys()].filter((part) => /\d/u.test(part))
    return models.length * 2 < next.size
  }
  if (!key || !only || next.size > 1 || only.answers.size < answers.size) return false
  // A product line that other heads start with: "Acme Soundbox" and "Soundbox Two".
  if (root.next.has(key)) return false
  const second = getLastWord(only)
  return isDistinctive(second) && !isProductLine(second, only)
}

/**
 * Returns whether the words after a common word that no answer writes in lower case are its products: several that answers
 * rarely name alone, or one that is continued with numbers.
 */
function areProducts(next: ReadonlyMap<string, Family>, answers: number): boolean {
  const families = [...next.values()]
  const named = families.filter(({ alone }) => alone > 0)
  if (new Set(named.flatMap((family) => [...family.answers])).size * 2 > answers) return false
  const isLine = (family: Family) => {
    const word = getLastWord(family)
    return isDistinctive(word) && isProductLine(word, family)
  }
  return families.length > 1 || families.some(isLine)
}

/** Returns whether a word names a product and not a company: "CordZero", "G80", and "Velop" before "Pro 7". */
const isProductLine = (word: string, { next }: Family): boolean =>
  /\d|\p{Ll}\p{Lu}/u.test(word) || [...next.keys()].some((key) => /\d/u.test(key) || MODEL_WORDS.has(key))

const MODEL_WORDS = new Set(words.modelWords.split(' '))

/** Returns the key of the name with which the words of a head start, or an empty text. */
export function getNameKey(parts: readonly string[], names: ReadonlyMap<string, ListedName>): string {
  for (let length = Math.min(parts.length, maxNameWords); length >= 1; length--) {
    const key = parts.slice(0, length).map(nameGroupKey).join(' ')
    if (names.has(key)) return key
  }
  return ''
}
