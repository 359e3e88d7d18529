/**
 * Names that an answer treats as things of its list: heads of list items, headings, bold text, first cells, links to a
 * site of that name, and enumerations. Pure. A name that is missed costs little, for it comes again in other answers; a
 * word that is none costs trust. So everything that could be a label, a feature or a word is left out.
 */
import { COMMON_WORDS, type Language } from '../answers/common-words.ts'
import { type Outline, type OutlineBlock, outlineOf, type Range } from '../answers/outline.ts'
import { hostNamedLike } from './hosts.ts'
import words from './words.json' with { type: 'json' }

export type FoundName = {
  /** As written, without numbers, marks and what follows a dash or colon. */
  name: string
  /** Equal for spellings of one name. */
  key: string
  /** The site that the answer links the name to, where it bears the name. */
  host: string | null
}

/** Each name once. `languageTag` (BCP 47) is believed where the text says too little. */
export function namesIn(markdown: string, languageTag: string | null): FoundName[] {
  const outline = outlineOf(markdown, languageTag)
  const page: Page = { ...outline, found: new Map() }
  for (const head of headsOf(page)) findIn(page, head)
  readLinks(page)
  readEnumerations(page)
  return [...page.found.values()]
}

/** Equal for spellings of one name: case, width, accents, trade marks and the possessive do not count. */
export function keyOf(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase()
  const folded = BEYOND_ASCII.test(name) ? withoutAccents(name) : name
  return folded.toLowerCase().replace(/'s?$/, '').replace(/\s+/gu, ' ').trim()
}

/** Most words are: keys are asked for by the thousand, and normalizing takes longer than all the rest. */
const PLAIN = /^[A-Za-z\d-]*$/
const BEYOND_ASCII = /[^\0-\x7f]/

/** Marks belong to Japanese and Cyrillic letters; to Latin ones they are added. */
function withoutAccents(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[’`]/g, "'")
    .replace(/[®™©]/g, '')
}

/** Whether a word by itself can only be a name: no word of everyday use, no technical term, no number. */
export function isDistinctive(word: string): boolean {
  const shape = shapeOf(word)
  if (NOT_NAMES.has(keyOf(word))) return false
  return shape === 'brand' || ((shape === 'capital' || shape === 'caps') && !isWord(word, 'en'))
}

type Page = Outline & { found: Map<string, FoundName> }

/** More than any answer treats; a bound for a text that is none. */
const mostNames = 300
const longestHead = 90

/** The beginning of a block or of bold text, cut where a dash, a colon or a bracket ends it. */
type Head = { first: string; key: string; second: string | null }

/** Those that come so often in one answer (bold and block counted apart) are labels such as "Price". */
const labelFrom = 6

function headsOf(page: Page): Head[] {
  const starts = blockStarts(page)
  const heads = [...starts, ...linksAt(page, starts), ...strongStarts(page)].map(({ start, end }): Head => {
    const [first = '', second = null] = page.text
      .slice(start, Math.min(end, start + longestHead))
      .split(SEPARATOR, 2)
    const text = trimmed(first)
    return { first: text, key: keyOf(text), second }
  })
  const counts = new Map<string, number>()
  for (const { key } of heads) counts.set(key, (counts.get(key) ?? 0) + 1)
  return heads.filter(({ key }) => (counts.get(key) ?? 0) < labelFrom)
}

const SEPARATOR = /\s[–—−-]\s|[–—]|[:：|(（［【「『[→\n]|,\s|;\s|\s\/\s/u

/** Blocks that can be things of a list. Attributes of a thing are not things: what is nested is passed over. */
function blockStarts({ blocks }: Page): Range[] {
  let seen = ''
  return blocks.filter((block) => {
    const own = `${block.group} ${block.place}`
    const continues = block.kind === 'item' && own === seen
    seen = block.kind === 'item' ? own : ''
    if (block.kind === 'cell') return (block.column === 0) !== (block.place === 0)
    return !continues && block.kind !== 'paragraph' && !isAttribute(block)
  })
}

/** A link that begins a block names what the block is about, wherever it leads. */
function linksAt(page: Page, blocks: readonly Range[]): Range[] {
  const starts = new Set(blocks.map(({ start }) => start))
  return page.links.filter((link) => starts.has(link.start) && !isAddress(page, link))
}

/** A label such as `www.acme.com` cites and names nobody. */
const isAddress = ({ text }: Page, { start, end }: Range) =>
  /^[^\s]+\.\p{Ll}{2,}\/?$/u.test(text.slice(start, end))

/** Bold text, but where it says something of a thing. */
function strongStarts({ strong, blocks }: Page): Range[] {
  let index = 0
  return strong.filter(({ end }) => {
    while ((blocks[index]?.end ?? Number.POSITIVE_INFINITY) < end) index++
    const block = blocks[index]
    return block && !isAttribute(block)
  })
}

function isAttribute({ kind, level, place, column }: OutlineBlock): boolean {
  return (kind === 'item' && level > 1) || (kind === 'cell' && place > 0 && column > 0)
}

/** "Best overall: Acme": behind such a label stands the name. */
function findIn(page: Page, { first, key, second }: Head): void {
  if (add(page, first) || second === null) return
  if (INTRODUCES.has(key.split(' ', 1)[0] ?? '')) add(page, trimmed(second))
}

/** Without numbers, emoji, quotes and marks around it. */
function trimmed(text: string): string {
  return text
    .replace(/^[^\p{L}\p{N}]*(?:\d{1,2}[.)]\s+|#\d{1,2}\s+)?[^\p{L}\p{N}.]*/u, '')
    .replace(/^\.(?!\p{Lu})/u, '')
    .replace(/[^\p{L}\p{N}+!]+$/u, '')
}

function add(page: Page, text: string, host: string | null = null): boolean {
  const name = nameIn(text, page)
  if (name === null) return false
  const key = keyOf(name)
  const known = page.found.get(key)
  if (known) known.host ??= host
  else if (page.found.size < mostNames) page.found.set(key, { name, key, host })
  return true
}

const mostWords = 7
const longestName = 60

/** The name that a text is; null when it is none. */
function nameIn(text: string, page: Page): string | null {
  const name = text
    .replace(/[®™©]/gu, '')
    .replace(/['’]s?$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
  if (name.length < 2 || name.length > longestName || /[\uFFFC$€£¥%?=@“”«»]|(?<!\d)"/u.test(name)) return null
  if (!CASED.test(name)) return isUncasedName(name) ? name : null
  const parts = name.split(' ')
  if (parts.length > mostWords || NOT_PHRASES.has(keyOf(name))) return null
  const [first = ''] = parts
  const last = keyOf(parts.at(-1) ?? '')
  if (LABELS.has(keyOf(first)) || CONNECTORS.has(last) || (parts.length > 1 && TAILS.has(last))) return null
  let distinctive = -1
  for (const [index, part] of parts.entries()) {
    const shape = shapeOf(part)
    if (shape === 'lower' && (index === 0 || !CONNECTORS.has(keyOf(part)))) return null
    if (distinctive < 0 && isNameWord(part, shape, page, parts.length === 1)) distinctive = index
  }
  // "Apple MacBook", but not "Advanced Security for Bitwarden".
  if (distinctive < 0 || distinctive > 1) return null
  if (distinctive === 1 && !mayPrecede(first, parts[1] ?? '', page)) return null
  return name
}

/** The word before the one that makes it a name belongs to it, and is no verb or adjective with a capital. */
function mayPrecede(word: string, name: string, { text }: Page): boolean {
  if (NOT_NAMES.has(keyOf(word)) || shapeOf(word) === 'number') return false
  return shapeOf(name) === 'brand' || isCapitalInSentence(text, word)
}

type Shape = 'brand' | 'caps' | 'capital' | 'lower' | 'number' | 'other'

/** `brand`: written as only names are: iPhone, HubSpot, 1Password, monday.com. */
function shapeOf(word: string): Shape {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (bare === '') return 'other'
  if (/^\d/u.test(bare)) return /^\d{1,3}\p{Lu}\p{Ll}{2,}/u.test(bare) ? 'brand' : 'number'
  if (/^\p{L}[\p{L}\d-]*\.(?:com|ai|io|app|co|net|org|de|dev|me|so|fr|es)$/iu.test(bare)) return 'brand'
  if (/^\p{Lu}?\p{Ll}+\p{Lu}/u.test(bare)) return 'brand'
  if (/^\p{Lu}[\p{Lu}\d&.+-]*$/u.test(bare)) return 'caps'
  if (/^\p{Lu}/u.test(bare)) return 'capital'
  return /^\p{Ll}/u.test(bare) ? 'lower' : 'other'
}

function isNameWord(word: string, shape: Shape, page: Page, alone: boolean): boolean {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+$/gu, '')
  const key = keyOf(bare)
  if (NOT_NAMES.has(key) || shape === 'lower' || shape === 'number' || shape === 'other') return false
  if (/[-/]/.test(bare) && key.split(/[-/]/).every((part) => isOrdinaryPart(part, page.language)))
    return false
  return looksLikeName(bare, shape, page, alone) && !occursInSmall(page.text, bare)
}

function looksLikeName(word: string, shape: Shape, page: Page, alone: boolean): boolean {
  if (shape === 'brand') return true
  // Codes of models (RTX4060, XM5) name no company.
  if (shape === 'caps') return word.length > 1 && !/\d/u.test(word) && !isWord(word, 'en')
  if (!isWord(word, page.language) && !isWord(word, 'en')) return isSure(word, page)
  // Among Japanese or Chinese words an English one is a name.
  if (isUncased(page)) return alone
  return alone && page.language !== 'de' && isCapitalInSentence(page.text, word)
}

const isOrdinaryPart = (part: string, language: Language | null) =>
  PREFIXES.has(part) ||
  NOT_NAMES.has(part) ||
  /^\d*$/.test(part) ||
  isWord(part, language) ||
  isWord(part, 'en')

const isUncased = ({ language, text }: Page) => language === null && UNCASED_SCRIPT.test(text)

/** English words are all known. German nouns have capitals anyway, other languages' lists are short: there the text must show it. */
function isSure(word: string, page: Page): boolean {
  if (page.language === 'en') return true
  if (page.language === 'de') return !isGermanCompound(word)
  return isUncased(page) || isCapitalInSentence(page.text, word)
}

function isWord(word: string, language: Language | null): boolean {
  const key = word.toLowerCase()
  const known = (list: Set<string>) => list.has(key) || list.has(keyOf(key))
  return language === null ? Object.values(COMMON_WORDS).some(known) : known(COMMON_WORDS[language])
}

/** Whether the text also has the word in small letters: then it is one. */
function occursInSmall(text: string, word: string): boolean {
  const small = word.toLowerCase()
  if (small === word) return false
  for (let at = text.indexOf(small); at >= 0; at = text.indexOf(small, at + 1)) {
    if (!isWordAt(text, at - 1) && !goesOnAt(text, at + small.length)) return true
  }
  return false
}

const isWordAt = (text: string, at: number) => /[\p{L}\p{N}.@/-]/u.test(text.charAt(at))
/** As above, but a stop that no letter follows ends the sentence. */
const goesOnAt = (text: string, at: number) => /^(?:[\p{L}\p{N}@/-]|\.\p{L})/u.test(text.slice(at, at + 2))

/** Behind a word in small letters a capital begins a name, but for German. */
function isCapitalInSentence(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = /(?:^|[\s(])(\p{Ll}[\p{L}’'-]*),? $/u.exec(text.slice(Math.max(0, at - 30), at))
    if (before && !goesOnAt(text, at + word.length)) return true
  }
  return false
}

const GERMAN_ENDINGS =
  /(?:ung|ungen|heit|heiten|keit|keiten|schaft|tion|tionen|tät|nis|tum|ment|ismus|freundlich|preis|preise|zeit|kosten)$/u

function isGermanCompound(word: string): boolean {
  const key = word.toLowerCase()
  if (GERMAN_ENDINGS.test(key)) return true
  for (let at = 3; at <= key.length - 4; at++) if (isWord(key.slice(at), 'de')) return true
  return false
}

/** Without capitals only the place speaks for a name: short, no particle inside, not one of the usual heads. */
function isUncasedName(name: string): boolean {
  if (name.length > 16 || !UNCASED_SCRIPT.test(name) || /\p{Script=Hiragana}/u.test(name)) return false
  if (UNCASED_HEADS.has(name) || UNCASED_HEADS.has(name.replaceAll(' ', ''))) return false
  if (UNCASED_PARTS.some((part) => name.includes(part))) return false
  return !UNCASED_TAILS.some((tail) => name.endsWith(tail)) && name.split(' ').length <= 3
}

/** `[Acme](https://acme.com)`: the label of a link to a site of that name. Other links are sources. */
function readLinks(page: Page): void {
  for (const link of page.links) {
    const { start, end, url } = link
    if (url === null || end - start > longestName || isAddress(page, link)) continue
    const label = trimmed(page.text.slice(start, end))
    const host = hostNamedLike(label, url)
    if (host !== null) add(page, label, host)
  }
}

const REST = String.raw`\p{Lu}[\p{L}\d&+’'-]*(?:\.[\p{L}\d]+)*`
const WORD = String.raw`(?:\d{1,3}|\p{Ll})?${REST}`
const MORE_WORDS = String.raw`(?: (?:${WORD}|\d{1,3}(?![\p{L}\d]))){0,4}`
const AMONG = String.raw`(?:, (?:and|or|und|oder|et|ou|y|e|o|и|или|sowie|as well as) |, | (?:and|or|und|oder|et|ou|y|o|и|или|vs\.?|versus|against|gegen|contre|contra) | / )`
/** It begins at a capital, where few places can; what stands before that in the word is looked at afterwards. */
const ENUMERATION = new RegExp(`${REST}${MORE_WORDS}(?:${AMONG}${WORD}${MORE_WORDS})+`, 'gu')
const SPLIT = new RegExp(AMONG, 'u')

/** "X vs Y", "such as A, B and C": at least two names side by side. */
function readEnumerations(page: Page): void {
  for (const { 0: list, index } of page.text.matchAll(ENUMERATION)) {
    const opening = /(?:^|[^\p{L}\p{N}.@/&-])(\d{1,3}|\p{Ll})?$/u.exec(
      page.text.slice(Math.max(0, index - 4), index),
    )
    if (!opening) continue
    const parts = `${opening[1] ?? ''}${list}`.split(SPLIT).map(trimmed)
    const names = parts.filter((part) => nameIn(part, page) !== null)
    if (names.length >= 2 && names.length >= parts.length - 1) for (const name of names) add(page, name)
  }
}

const CASED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
const UNCASED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const listed = (list: string) => new Set(list.split(' '))
const LABELS = listed(words.labels)
const INTRODUCES = listed(words.introducesName)
const CONNECTORS = listed(words.connectors)
const TAILS = listed(words.tails)
const PREFIXES = listed(words.prefixes)
const NOT_NAMES = new Set([...words.notNames.split(' '), ...placeNames()])
const NOT_PHRASES = new Set(words.notNamePhrases.split('|'))
const UNCASED_HEADS = listed(words.uncasedHeads)
const UNCASED_TAILS = words.uncasedTails.split(' ')
const UNCASED_PARTS = words.uncasedParts.split(' ')

/** Countries and languages, as the languages of answers call them. */
function placeNames(): string[] {
  return ['en', 'de', 'fr', 'es', 'pt', 'it', 'ru', 'ja', 'zh', 'ko'].flatMap((language) => {
    const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    return letters
      .flatMap((first) => letters.map((second) => regions.of(first + second)))
      .flatMap((name) => (name === undefined ? [] : [keyOf(name)]))
  })
}
