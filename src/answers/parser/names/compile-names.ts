import { COMMON_WORDS, wordListLanguages } from '../../common-words.ts'
import { getScript, isWordUnit, KINDS, SCRIPTS } from '../text/characters.ts'
import { foldString, foldText } from '../text/fold.ts'
import { readWordList } from '../text/word-lists.ts'
import { chineseVariants } from './chinese-variants.ts'
import { opensFixedPhrase } from './fixed-phrases.ts'
import { buildTrie, type Trie } from './trie.ts'

const { DIGIT, LOWER, UPPER } = KINDS
const { LATIN } = SCRIPTS

export type Entity = {
  id: string
  name: string
  aliases?: readonly string[]
  /** Hosts, or paths of hosts (`medium.com/@acme`), that belong to the entity. */
  domains?: readonly string[]
  /**
   * `true`: a mention needs exactly this capitalization, and nothing else. `false`: any capitalization counts,
   * regardless of context. Absent or null: a name that is very short or also a common word needs its capitals and, if
   * it is a common word, a suitable context.
   */
  case_sensitive?: boolean | null
  /** Whether its pages are a competitor's and not the brand's own. */
  competitor?: boolean
  /** Longer phrases in which the name does not refer to the entity ("on target"). */
  exclude_phrases?: readonly string[]
}

/** How a spelling was derived from the name or alias. */
export type Spelling = 'exact' | 'suffix-stripped' | 'respelled'

/** One spelling to search for. */
export type Term = {
  /** `name`: of an entity. `excluded`: one of its phrases. `cue`: a word that can introduce a non-answer. */
  role: 'name' | 'excluded' | 'cue'
  /** Index of the entity; -1 for a cue. */
  entity: number
  /** The name or alias as entered. */
  alias: string
  spelling: Spelling
  /** Folded units without the separators between them. */
  path: Uint16Array
  /** For each unit of the path the separator before it, 0 for none. */
  separators: Uint16Array
  /** For each unit of the path 1 if it is a capital, and 1 if a word starts there inside a word (PlayStation). */
  capitals: Uint8Array
  innerStarts: Uint8Array
  /** Which capitals a mention needs. `written`: exactly these; `initials`: one at the start of every word. */
  letterCase: 'any' | 'written' | 'short' | 'initials'
  /** The folded name if it is a single common word, so that the context decides. Otherwise null. */
  commonWord: string | null
  /** The folded name if it is a single word with which fixed phrases start. Otherwise null. */
  phraseWord: string | null
  /** Whether the name without its stops is a common word, and so another name: e.l.f. */
  joinsToWord: boolean
  /** Whether the name is a domain (`monday.com`), which is also found inside URLs. */
  isDomain: boolean
}

export type CompiledNames = {
  terms: Term[]
  trie: Trie
  /** Units other than letters and digits that names start with, such as the stop of .NET. */
  symbols: number[]
}

/** Compiles every spelling of every entity and the cues of non-answers into one trie. */
export const compileNames = (entities: readonly Entity[], cues: readonly Term[]): CompiledNames =>
  indexTerms([...cues, ...expandTerms(entities)])

/** Compiles cues once for all tries. */
export const expandCues = (cues: readonly string[]): Term[] =>
  cues.map((cue) => getTerm(cue, { role: 'cue', entity: -1, alias: cue, spelling: 'exact' }, false))

export function expandTerms(entities: readonly Entity[]): Term[] {
  const terms: Term[] = []
  for (const [
    entity,
    { name, aliases = [], case_sensitive = null, exclude_phrases = [] },
  ] of entities.entries()) {
    const seen = new Set<string>()
    for (const alias of [name, ...aliases]) {
      for (const [text, spelling] of getSpellings(alias)) {
        const term = getTerm(text, { role: 'name', entity, alias, spelling }, case_sensitive)
        const key = `${String.fromCharCode(...term.path)} ${String.fromCharCode(...term.separators)}`
        if (term.path.length === 0 || seen.has(key)) continue
        seen.add(key)
        terms.push(term)
      }
    }
    for (const alias of exclude_phrases) {
      const term = getTerm(
        alias.slice(0, MAX_NAME_LENGTH),
        { role: 'excluded', entity, alias, spelling: 'exact' },
        false,
      )
      if (term.path.length > 0) terms.push(term)
    }
  }
  return terms
}

export function indexTerms(terms: Term[]): CompiledNames {
  const first = new Set(terms.map(({ path }) => path[0] ?? 0))
  return {
    terms,
    trie: buildTrie(terms.map(({ path }) => path)),
    symbols: [...first].filter((unit) => !isWordUnit(unit)),
  }
}

/** Spaces around `&` and `+` do not matter: AT & T. */
export function isNextToSymbol(path: Uint16Array, k: number): boolean {
  return k > 0 && (!isWordUnit(path[k] ?? 0) || !isWordUnit(path[k - 1] ?? 0))
}

export const SEPARATORS = {
  space: 32,
  apostrophe: 39,
  asterisk: 42,
  comma: 44,
  hyphen: 45,
  fullStop: 46,
  enDash: 0x2013,
} as const

/** Returns whether a unit can separate the parts of a name, and so be replaced or omitted. */
export function isSeparator(unit: number): boolean {
  return (
    unit === 32 || unit === 39 || unit === 42 || unit === 44 || unit === 45 || unit === 46 || unit === 0x2013
  )
}

/** Names and phrases are truncated to this many units. */
export const MAX_NAME_LENGTH = 200

/** Returns a name and its unambiguous alternative spellings. */
function getSpellings(alias: string): [string, Spelling][] {
  const written = alias.trim().replace(/\s+/gu, ' ').slice(0, MAX_NAME_LENGTH)
  const spellings: [string, Spelling][] = [[written, 'exact']]
  const add = (text: string, spelling: Spelling) => {
    if (text !== written && /[\p{L}\p{N}]/u.test(text)) spellings.push([text, spelling])
  }
  const stripped = withoutLegalForm(written)
  add(stripped, 'suffix-stripped')
  add(stripped.replace(/(?<![!?.])[!?.]+$/u, ''), 'respelled')
  for (const base of new Set([written, stripped])) {
    for (const and of ['and', 'und', 'et', 'y']) {
      add(base.replace(/\s?&\s?/u, ` ${and} `), 'respelled')
      add(base.replace(new RegExp(`\\s${and}\\s`, 'iu'), ' & '), 'respelled')
    }
    add(base.replace(/(?<=[\p{L}\p{N}])\+$/u, ' Plus'), 'respelled')
    add(base.replace(/["“”„«»]/gu, ''), 'respelled')
    // Lands' End is also written Land's End.
    add(base.replace(/s['’] /u, "'s "), 'respelled')
    // Dr. Martens is also written Dr.Martens.
    add(base.replace(/^(Dr|Mr|Mrs|Ms|St)\. /u, '$1.'), 'respelled')
    for (const initials of spellingsOfInitials(base)) add(initials, 'respelled')
    for (const variant of chineseVariants(base)) add(variant, 'respelled')
    // "The North Face" is also "North Face"; "The Ordinary" must keep its article.
    if (/^the\s+\S+\s+\S/iu.test(base)) add(base.slice(4), 'respelled')
  }
  return spellings
}

/**
 * Returns the ways to write initials before a word: L.L.Bean, L.L. Bean, L. L. Bean, LL Bean; J.Crew, J. Crew, J Crew,
 * JCrew.
 */
function spellingsOfInitials(name: string): string[] {
  // "A Crew" is not a name.
  const [, initial = '', word = ''] = /^([^\P{Lu}AI])\. ?(\p{Lu}\p{Ll}.*)$/u.exec(name) ?? []
  if (initial !== '')
    return [`${initial}.${word}`, `${initial}. ${word}`, `${initial} ${word}`, `${initial}${word}`]
  const [, initials = '', rest = ''] =
    /^((?:\p{Lu}\. ?){2,4}|\p{Lu}{2,3} )(\p{Lu}\p{Ll}.*)$/u.exec(name) ?? []
  const letters = initials.replace(/[. ]/g, '').split('')
  if (letters.length < 2) return []
  const stops = letters.map((letter) => `${letter}.`)
  return [
    `${stops.join('')}${rest}`,
    `${stops.join('')} ${rest}`,
    `${stops.join(' ')} ${rest}`,
    `${letters.join('')} ${rest}`,
  ]
}

/** Returns the name without its legal form, or the name itself if too little would be left. */
function withoutLegalForm(name: string): string {
  let text = name
  for (let i = 0; i < 2; i++) {
    const shorter = text.replace(LEGAL_SUFFIX, '').replace(LEGAL_PREFIX, '').trim()
    if (shorter === text || !/[\p{L}\p{N}]{2}/u.test(shorter)) return text
    text = shorter
  }
  return text
}

const LEGAL_FORMS = readWordList('legal-suffixes.txt')
  .map((form) => form.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'))
  .sort((a, b) => b.length - a.length)
const UNSPACED = '[\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Hiragana}\\p{Script=Hangul}ー]'
const LEGAL_SUFFIX = new RegExp(
  `(?:(?<![\\s,])[\\s,]+|(?<=${UNSPACED}))(?:${LEGAL_FORMS.join('|')})\\.?$`,
  'iu',
)
const LEGAL_PREFIX =
  /^(?:株式会社|有限会社|合同会社|㈱|\(株\)|주식회사|㈜|\(주\)|ооо |оао |пао |зао |ао )\s*/iu

type Origin = Pick<Term, 'role' | 'entity' | 'alias' | 'spelling'>

function getTerm(text: string, origin: Origin, caseSensitive: boolean | null): Term {
  // Not folded: with its accent, Nestlé is not an English word.
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  const { units, kinds, length } = foldString(text)
  const path: number[] = []
  const separators: number[] = []
  const capitals: number[] = []
  const innerStarts: number[] = []
  let separator = 0
  for (let i = 0; i < length; i++) {
    const unit = units[i] ?? 0
    const next = i + 1 < length ? (units[i + 1] ?? 0) : 0
    const separates =
      isSeparator(unit) && (unit === SEPARATORS.space || next === 0 || isSeparator(next) || isWordUnit(next))
    if (path.length > 0 && separates) {
      if (separator === 0 || unit === SEPARATORS.space) separator = unit
      continue
    }
    path.push(unit)
    separators.push(separator)
    capitals.push(kinds[i] === UPPER ? 1 : 0)
    innerStarts.push(separator === 0 && i > 0 && isInnerStart(kinds[i - 1] ?? 0, kinds[i] ?? 0) ? 1 : 0)
    separator = 0
  }
  const short = path.length <= MAX_SHORT_NAME_LENGTH && path.every((unit) => getScript(unit) <= LATIN)
  const common = words.length > 0 && words.every((word) => /^\d+$/u.test(word) || isCommon(word))
  const onlyWord = caseSensitive === null && words.length === 1 ? foldText(words[0] ?? '') : null
  return {
    ...origin,
    path: Uint16Array.from(path),
    separators: Uint16Array.from(separators),
    capitals: Uint8Array.from(capitals),
    innerStarts: Uint8Array.from(innerStarts),
    letterCase: caseSensitive
      ? 'written'
      : caseSensitive === false
        ? 'any'
        : short
          ? 'short'
          : common
            ? 'initials'
            : 'any',
    commonWord: common ? onlyWord : null,
    phraseWord: onlyWord !== null && opensFixedPhrase(onlyWord) ? onlyWord : null,
    joinsToWord:
      separators.includes(SEPARATORS.fullStop) && isCommon(foldText(text.replace(/[^\p{L}\p{N}]/gu, ''))),
    isDomain: /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u.test(text),
  }
}

/** Latin names up to this length are often also units or abbreviations, so their capitals must match. */
const MAX_SHORT_NAME_LENGTH = 3

const isCommon = (word: string): boolean =>
  wordListLanguages.some((language) => COMMON_WORDS[language].has(word))

/** Returns whether a word starts here inside a run of letters: PlayStation, Forever21. */
function isInnerStart(before: number, kind: number): boolean {
  return (kind === UPPER && (before === LOWER || before === DIGIT)) || (kind === DIGIT && before > DIGIT)
}
