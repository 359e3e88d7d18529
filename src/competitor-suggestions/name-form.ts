/** Decides whether a text can be a name, by its form and by how the answer uses its words. */

import { COMMON_WORDS, type WordListLanguage } from '../answers/common-words.ts'
import type { Outline } from '../answers/outline.ts'
import words from './name-words.json' with { type: 'json' }

type Context = Pick<Outline, 'text' | 'language'>

const maxWords = 7
export const maxNameLength = 60

/** Normalizes a text to a name. Null if it cannot be one. */
export function toName(text: string, context: Context): string | null {
  const name = text
    .replace(/[®™©]/gu, '')
    .replace(/['’]s?$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
  if (name.length < 2 || name.length > maxNameLength || /[\uFFFC$€£¥%?=@“”«»]|(?<!\d)"/u.test(name))
    return null
  if (!CASED.test(name)) return isUncasedName(name) ? name : null
  const parts = name.split(' ')
  if (parts.length > maxWords || NOT_PHRASES.has(nameGroupKey(name))) return null
  const [first = ''] = parts
  const last = nameGroupKey(parts.at(-1) ?? '')
  if (LABELS.has(nameGroupKey(first)) || CONNECTORS.has(last) || (parts.length > 1 && TAILS.has(last)))
    return null
  let distinctive = -1
  for (const [index, part] of parts.entries()) {
    const shape = getShape(part)
    if (shape === 'lower' && (index === 0 || !CONNECTORS.has(nameGroupKey(part)))) return null
    if (distinctive < 0 && isNameWord(part, shape, context, parts.length === 1)) distinctive = index
  }
  // "Apple MacBook", but not "Advanced Security for Bitwarden".
  if (distinctive < 0 || distinctive > 1) return null
  if (distinctive === 1 && !canPrecede(first, parts[1] ?? '', context)) return null
  return name
}

/**
 * Returns whether the word before the distinctive one belongs to the name, and is not a capitalized verb or adjective.
 */
function canPrecede(word: string, name: string, { text }: Context): boolean {
  if (NOT_NAMES.has(nameGroupKey(word)) || getShape(word) === 'number') return false
  return getShape(name) === 'brand' || isCapitalInSentence(text, word)
}

/** Returns a key that is equal for spellings of one name: ignores case, width, accents, trademarks and possessive. */
export function nameGroupKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase()
  const folded = BEYOND_ASCII.test(name) ? withoutAccents(name) : name
  return folded.toLowerCase().replace(/'s?$/, '').replace(/\s+/gu, ' ').trim()
}

/** A fast path for most words: thousands of keys are computed, and normalizing takes most of the time. */
const PLAIN = /^[A-Za-z\d-]*$/
const BEYOND_ASCII = /[^\0-\x7f]/

/** Removes accents only from Latin letters: in other scripts, marks distinguish letters. */
function withoutAccents(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[’`]/g, "'")
    .replace(/[®™©]/g, '')
}

/** Returns whether a word alone can only be a name: not a common word, a technical term or a number. */
export function isDistinctive(word: string): boolean {
  const shape = getShape(word)
  if (NOT_NAMES.has(nameGroupKey(word))) return false
  return shape === 'brand' || ((shape === 'capital' || shape === 'caps') && !isWord(word, 'en'))
}

/** Returns whether a head of a list that starts with this word can be a name: not a label, number or technical term. */
export function isHeadWord(word: string): boolean {
  const key = nameGroupKey(word).replace(/\+$/, '')
  const isTerm = key.split('/').every((part) => NOT_NAMES.has(part)) && !PLATFORMS.has(key)
  return !LABELS.has(key) && !/^\p{L}{4,}est$/u.test(key) && !isTerm && getShape(word) !== 'number'
}

/** Returns whether a label that starts with this word introduces a name: "Best overall: Acme". */
export const introducesName = (word: string): boolean => INTRODUCES.has(nameGroupKey(word))

/** Returns whether a name is a platform that answers mention in most markets and that is a competitor in few. */
export const isPlatform = (name: string): boolean => PLATFORMS.has(nameGroupKey(name))

/** Returns whether the words are a known place, publisher or technology: "United States", "Dolby Vision". */
export const isKnownPhrase = (key: string): boolean => NOT_PHRASES.has(key) || PLACES.has(key)

/** Returns whether a word names a country, a city or where something is from. */
export const isPlace = (word: string): boolean => PLACES.has(nameGroupKey(word))

/** Returns whether the first word of a name is distinctive and the name is neither a compound of common words nor a model code. */
export function isDistinctiveName(name: string): boolean {
  const parts = name.split(/[- ]/)
  const isCompound = name.includes('-') && !parts.some(isDistinctive)
  return isDistinctive(name.split(' ', 1)[0] ?? '') && !isCompound && !/^\p{Lu}{1,3}\d+$/u.test(name)
}

type Shape = 'brand' | 'caps' | 'capital' | 'lower' | 'number' | 'other'

/** Classifies a word by its form. `brand` is a form that only names have: iPhone, HubSpot, 1Password, monday.com. */
function getShape(word: string): Shape {
  const bare = word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')
  if (bare === '') return 'other'
  if (/^\d/u.test(bare)) return /^\d{1,3}\p{Lu}\p{Ll}{2,}/u.test(bare) ? 'brand' : 'number'
  if (/^\p{L}[\p{L}\d-]*\.(?:com|ai|io|app|co|net|org|de|dev|me|so|fr|es)$/iu.test(bare)) return 'brand'
  if (/^\p{Lu}?\p{Ll}+\p{Lu}/u.test(bare)) return 'brand'
  if (/^\p{Lu}[\p{Lu}\d&.+-]*$/u.test(bare)) return 'caps'
  if (/^\p{Lu}/u.test(bare)) return 'capital'
  return /^\p{Ll}/u.test(bare) ? 'lower' : 'other'
}

function isNameWord(word: string, shape: Shape, context: Context, alone: boolean): boolean {
  const bare = word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}+])[^\p{L}\p{N}+]+$/gu, '')
  const key = nameGroupKey(bare)
  if (NOT_NAMES.has(key) || shape === 'lower' || shape === 'number' || shape === 'other') return false
  if (/[-/]/.test(bare) && key.split(/[-/]/).every((part) => isOrdinaryPart(part, context.language)))
    return false
  return looksLikeName(bare, shape, context, alone) && !occursInLowerCase(context.text, bare)
}

function looksLikeName(word: string, shape: Shape, context: Context, alone: boolean): boolean {
  if (shape === 'brand') return true
  // Model codes (RTX4060, XM5) are not company names.
  if (shape === 'caps') return word.length > 1 && !/\d/u.test(word) && !isWord(word, 'en')
  if (!isWord(word, context.language) && !isWord(word, 'en')) return isConfirmed(word, context)
  // Among Japanese or Chinese words, an English word is a name.
  if (isUncased(context)) return alone
  return alone && context.language !== 'de' && isCapitalInSentence(context.text, word)
}

const isOrdinaryPart = (part: string, language: WordListLanguage | null) =>
  PREFIXES.has(part) ||
  NOT_NAMES.has(part) ||
  /^\d*$/.test(part) ||
  isWord(part, language) ||
  isWord(part, 'en')

const isUncased = ({ language, text }: Context) => language === null && UNCASED_SCRIPT.test(text)

/**
 * Returns whether the text confirms that a word is a name. English needs no confirmation, because its word list is
 * complete. German nouns are capitalized anyway, and the lists of other languages are short.
 */
function isConfirmed(word: string, context: Context): boolean {
  if (context.language === 'en') return true
  if (context.language === 'de') return !isGermanCompound(word)
  return isUncased(context) || isCapitalInSentence(context.text, word)
}

function isWord(word: string, language: WordListLanguage | null): boolean {
  const key = word.toLowerCase()
  const known = (list: ReadonlySet<string>) => list.has(key) || list.has(nameGroupKey(key))
  return language === null ? Object.values(COMMON_WORDS).some(known) : known(COMMON_WORDS[language])
}

/** Returns whether the text also contains the word in lower case, so that it is a common word. */
function occursInLowerCase(text: string, word: string): boolean {
  const small = word.toLowerCase()
  if (small === word) return false
  for (let at = text.indexOf(small); at >= 0; at = text.indexOf(small, at + 1)) {
    if (!isWordAt(text, at - 1) && !continuesAt(text, at + small.length)) return true
  }
  return false
}

const isWordAt = (text: string, at: number) => /[\p{L}\p{N}.@/-]/u.test(text.charAt(at))
/**
 * Returns whether a word continues at an offset. Like `isWordAt`, but a full stop without a letter after it ends the
 * sentence.
 */
const continuesAt = (text: string, at: number) => /^(?:[\p{L}\p{N}@/-]|\.\p{L})/u.test(text.slice(at, at + 2))

/** Returns whether the word is capitalized after a lower-case word, where a capital starts a name, except in German. */
function isCapitalInSentence(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = /(?:^|[\s(])(\p{Ll}[\p{L}’'-]*),? $/u.exec(text.slice(Math.max(0, at - 30), at))
    if (before && !continuesAt(text, at + word.length)) return true
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

/**
 * Returns whether a text in a script without capitals can be a name by its form: short, without particles, and not a
 * usual heading.
 */
function isUncasedName(name: string): boolean {
  if (name.length > 16 || !UNCASED_SCRIPT.test(name) || /\p{Script=Hiragana}/u.test(name)) return false
  if (UNCASED_HEADS.has(name) || UNCASED_HEADS.has(name.replaceAll(' ', ''))) return false
  if (UNCASED_PARTS.some((part) => name.includes(part))) return false
  return !UNCASED_TAILS.some((tail) => name.endsWith(tail)) && name.split(' ').length <= 3
}

const CASED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
const UNCASED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const listed = (list: string) => new Set(list.split(' '))
const LABELS = listed(words.labels)
const INTRODUCES = listed(words.introducesName)
const CONNECTORS = listed(words.connectors)
const TAILS = listed(words.tails)
const PREFIXES = listed(words.prefixes)
/** A name can start with one of these, as "American Tourister" does, but is none itself. */
const PLACES = new Set([...words.places.split(' '), ...placeNames()])
/** Names that answers mention in most markets without being competitors there: systems, browsers, assistants, chips, social networks. */
const PLATFORMS = listed(words.platforms)
const NOT_NAMES = new Set([...words.notNames.split(' '), ...PLATFORMS, ...PLACES])
const NOT_PHRASES = new Set(words.notNamePhrases.split('|'))
const UNCASED_HEADS = listed(words.uncasedHeads)
const UNCASED_TAILS = words.uncasedTails.split(' ')
const UNCASED_PARTS = words.uncasedParts.split(' ')

/** Returns the names of countries in the languages of answers. */
function placeNames(): string[] {
  return ['en', 'de', 'fr', 'es', 'pt', 'it', 'ru', 'ja', 'zh', 'ko'].flatMap((language) => {
    const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    return letters
      .flatMap((first) => letters.map((second) => regions.of(first + second)))
      .flatMap((name) => (name === undefined ? [] : [nameGroupKey(name)]))
  })
}
