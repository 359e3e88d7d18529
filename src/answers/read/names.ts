import { DIGIT, isWordUnit, kindOf, LATIN, LOWER, SPACE, scriptOf, UPPER } from './characters.ts'
import { fold, foldText } from './fold.ts'
import { buildTrie, type Trie } from './trie.ts'
import { dataLines } from './word-lists.ts'

export type Entity = {
  id: string
  name: string
  aliases?: readonly string[]
  /** Hosts, or paths of hosts (`medium.com/@acme`), that belong to the entity. */
  domains?: readonly string[]
  /**
   * `true`: only the capitalization given counts, and it alone decides. `false`: any capitalization counts,
   * and context is not asked. Absent or null: names that are also common words, or very short, are found out
   * and believed only with their capitals and in a fitting context.
   */
  case_sensitive?: boolean | null
  /** Longer phrases in which the name does not mean the entity ("on target"). */
  exclude_phrases?: readonly string[]
}

/** How a spelling relates to the name or alias that it was made from. */
export type Spelling = 'exact' | 'suffix-stripped' | 'respelled'

/** One spelling to look for. */
export type Term = {
  /** Index among the entities given. */
  entity: number
  /** The name or alias as its owner wrote it. */
  alias: string
  spelling: Spelling
  /** Folded units without the separators between them. */
  path: Uint16Array
  /** For each unit of the path the separator before it, 0 for none. */
  joints: Uint16Array
  /** For each unit of the path: 1 a capital as written, 2 where a word begins inside a word (PlayStation). */
  capitals: Uint8Array
  humps: Uint8Array
  /** Which capitals a mention must carry. `written`: exactly these; `initials`: every word begins with one. */
  letterCase: 'any' | 'written' | 'initials'
  /** The spelling is also a common word: context decides. */
  ambiguous: boolean
  /** Written as an address (`monday.com`): found in addresses, where no other name counts. */
  address: boolean
  /** A phrase of `exclude_phrases`: where it stands, the entity is not meant. */
  excluded: boolean
}

export type Names = { terms: Term[]; trie: Trie }

export function compileNames(entities: readonly Entity[]): Names {
  const terms: Term[] = []
  for (const [index, entity] of entities.entries()) {
    const seen = new Set<string>()
    for (const alias of [entity.name, ...(entity.aliases ?? [])]) {
      for (const { text, spelling } of spellingsOf(alias)) {
        const term = termOf(text, {
          entity: index,
          alias,
          spelling,
          caseSensitive: entity.case_sensitive ?? null,
        })
        const key = `${String.fromCharCode(...term.path)}|${String.fromCharCode(...term.joints)}`
        if (term.path.length === 0 || seen.has(key)) continue
        seen.add(key)
        terms.push(term)
      }
    }
    for (const phrase of entity.exclude_phrases ?? []) {
      const term = termOf(phrase, { entity: index, alias: phrase, spelling: 'exact', caseSensitive: false })
      if (term.path.length > 0) terms.push({ ...term, excluded: true })
    }
  }
  return { terms, trie: buildTrie(terms.map((term) => term.path)) }
}

/** A separator may stand between two parts of a name and be written otherwise or left out. */
export function isSeparator(unit: number): boolean {
  return (
    unit === 32 ||
    unit === HYPHEN ||
    unit === APOSTROPHE ||
    unit === FULL_STOP ||
    unit === STAR ||
    unit === COMMA
  )
}

/** Units that may start or continue a name besides letters and digits. */
export function isCommonWord(folded: string): boolean {
  return commonWords.has(folded)
}

export const HYPHEN = 45
export const APOSTROPHE = 39
export const FULL_STOP = 46
export const COMMA = 44
const STAR = 42

const commonWords = new Set(dataLines('words-en.txt'))

const LEGAL_SUFFIXES = dataLines('legal-suffixes.txt').map((suffix) => foldText(suffix))
const LEGAL_SUFFIX_PATTERN = new RegExp(
  `(?:^(?:株式会社|有限会社|合同会社|㈱|\\(株\\)|주식회사|\\(주\\))\\s*)|(?:[\\s,]+|(?<=[\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Hiragana}\\p{Script=Hangul}ー]))(?:${LEGAL_SUFFIXES.map(
    escapePattern,
  )
    .sort((a, b) => b.length - a.length)
    .join('|')})\\.?$`,
  'iu',
)

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** A name and the other ways to write it that are sure to mean the same. */
function spellingsOf(alias: string): { text: string; spelling: Spelling }[] {
  const written = alias.trim().replace(/\s+/g, ' ')
  const spellings: { text: string; spelling: Spelling }[] = [{ text: written, spelling: 'exact' }]
  const add = (text: string, spelling: Spelling) => {
    if (text !== written && /[\p{L}\p{N}]/u.test(text)) spellings.push({ text, spelling })
  }
  const stripped = stripLegalSuffix(written)
  if (stripped !== written) add(stripped, 'suffix-stripped')
  add(stripped.replace(/[!?.]+$/u, ''), 'respelled')
  for (const base of new Set([written, stripped])) {
    if (/\s&\s/u.test(base))
      for (const and of ['and', 'und', 'et', 'y']) add(base.replace(/\s&\s/u, ` ${and} `), 'respelled')
    else if (/\s(?:and|und|et|y)\s/iu.test(base))
      add(base.replace(/\s(?:and|und|et|y)\s/iu, ' & '), 'respelled')
    if (/[\p{L}\p{N}]\+$/u.test(base)) add(base.replace(/\+$/u, ' Plus'), 'respelled')
    if (/^the\s+\S+\s+\S/iu.test(base)) add(base.replace(/^the\s+/iu, ''), 'respelled')
  }
  return spellings
}

/** The name without its company form; the name itself when nothing would be left. */
function stripLegalSuffix(name: string): string {
  let text = name
  for (let i = 0; i < 2; i++) {
    const shorter = text.replace(LEGAL_SUFFIX_PATTERN, '').replace(/[\s,]+$/u, '')
    if (shorter === text || shorter === '') break
    text = shorter
  }
  return text
}

type Origin = { entity: number; alias: string; spelling: Spelling; caseSensitive: boolean | null }

function termOf(text: string, { entity, alias, spelling, caseSensitive }: Origin): Term {
  const source = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) source[i] = text.charCodeAt(i)
  const folded = fold(source, text.length)
  const path: number[] = []
  const joints: number[] = []
  const capitals: number[] = []
  const humps: number[] = []
  let joint = 0
  for (let i = 0; i < folded.length; i++) {
    const unit = folded.units[i] ?? 0
    const next = i + 1 < folded.length ? (folded.units[i + 1] ?? 0) : 0
    if (
      path.length > 0 &&
      isSeparator(unit) &&
      (unit === 32 || isWordUnit(next) || isSeparator(next) || next === 0)
    ) {
      if (joint === 0 || unit === 32) joint = unit
      continue
    }
    const origin = source[folded.from[i] ?? 0] ?? 0
    const before = source[(folded.from[i] ?? 0) - 1] ?? 0
    path.push(unit)
    joints.push(joint)
    capitals.push(kindOf(origin) === UPPER && folded.from[i] !== folded.from[i - 1] ? 1 : 0)
    humps.push(joint === 0 && isHump(before, origin) ? 1 : 0)
    joint = 0
  }
  const words = foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  const short = path.length <= 3 && path.every((unit) => !isWordUnit(unit) || scriptOf(unit) <= LATIN)
  const common = words.length > 0 && words.every((word) => isCommonWord(word) || /^\d+$/.test(word))
  const single = words.length === 1
  const guarded = caseSensitive === null && (short || common)
  return {
    entity,
    alias,
    spelling,
    path: Uint16Array.from(path),
    joints: Uint16Array.from(joints),
    capitals: Uint8Array.from(capitals),
    humps: Uint8Array.from(humps),
    letterCase: caseSensitive === true || (guarded && short) ? 'written' : guarded ? 'initials' : 'any',
    ambiguous: guarded && single && common,
    address: /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u.test(text),
    excluded: false,
  }
}

/** Where a word begins inside a run of letters: playStation, Forever21. */
export function isHump(before: number, unit: number): boolean {
  const left = kindOf(before)
  const right = kindOf(unit)
  return (
    (right === UPPER && (left === LOWER || left === DIGIT)) ||
    (right === DIGIT && left >= LOWER && left !== SPACE)
  )
}
