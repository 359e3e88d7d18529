import { isWordUnit, KINDS, SCRIPTS, scriptOf } from '../text/characters.ts'
import { foldString, foldText } from '../text/fold.ts'
import { COMMON_WORDS } from '../text/language.ts'
import { readLines } from '../text/word-lists.ts'
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
   * `true`: only the capitalization given counts, and it alone decides. `false`: any capitalization counts,
   * and context is not asked. Absent or null: names that are also common words, or very short, are found out
   * and believed only with their capitals and in a fitting context.
   */
  case_sensitive?: boolean | null
  /** Its pages are a competitor's and not the brand's own. */
  competitor?: boolean
  /** Longer phrases in which the name does not mean the entity ("on target"). */
  exclude_phrases?: readonly string[]
}

/** How a spelling relates to the name or alias that it was made from. */
export type Spelling = 'exact' | 'suffix-stripped' | 'respelled'

/** One spelling to look for. */
export type Term = {
  /** `name`: of an entity. `excluded`: one of its phrases. `cue`: a word that may begin or end an absence clause. */
  role: 'name' | 'excluded' | 'cue'
  /** Index among the entities given; -1 for a cue. */
  entity: number
  /** The name or alias as its owner wrote it. */
  alias: string
  spelling: Spelling
  /** Folded units without the separators between them. */
  path: Uint16Array
  /** For each unit of the path the separator before it, 0 for none. */
  joints: Uint16Array
  /** For each unit of the path 1 where it is a capital, and where a word begins inside a word (PlayStation). */
  capitals: Uint8Array
  humps: Uint8Array
  /** Which capitals a mention carries. `written`: exactly these; `initials`: every word begins with one. */
  letterCase: 'any' | 'written' | 'short' | 'initials'
  /** The folded name when it is one word that is also a common word: context decides. Otherwise null. */
  commonWord: string | null
  /** Written as an address (`monday.com`): found in addresses, where no other name counts. */
  address: boolean
}

export type Names = {
  terms: Term[]
  trie: Trie
  /** Units other than letters and digits that names begin with, such as the stop of .NET. */
  symbols: number[]
}

/** Every spelling of every entity, and the cues of absence clauses, in one trie. */
export const compileNames = (entities: readonly Entity[], cues: readonly string[]): Names =>
  indexTerms(expandTerms(entities, cues))

export function expandTerms(entities: readonly Entity[], cues: readonly string[] = []): Term[] {
  const terms = cues.map((cue) =>
    termOf(cue, { role: 'cue', entity: -1, alias: cue, spelling: 'exact' }, false),
  )
  for (const [
    entity,
    { name, aliases = [], case_sensitive = null, exclude_phrases = [] },
  ] of entities.entries()) {
    const seen = new Set<string>()
    for (const alias of [name, ...aliases]) {
      for (const [text, spelling] of spellingsOf(alias)) {
        const term = termOf(text, { role: 'name', entity, alias, spelling }, case_sensitive)
        const key = `${String.fromCharCode(...term.path)} ${String.fromCharCode(...term.joints)}`
        if (term.path.length === 0 || seen.has(key)) continue
        seen.add(key)
        terms.push(term)
      }
    }
    for (const alias of exclude_phrases) {
      const term = termOf(
        alias.slice(0, LONGEST_NAME),
        { role: 'excluded', entity, alias, spelling: 'exact' },
        false,
      )
      if (term.path.length > 0) terms.push(term)
    }
  }
  return terms
}

export function indexTerms(terms: Term[]): Names {
  const first = new Set(terms.map(({ path }) => path[0] ?? 0))
  return {
    terms,
    trie: buildTrie(
      terms.map(({ path }) => path),
      terms.map(dividedAt),
      Object.values(SEPARATORS),
    ),
    symbols: [...first].filter((unit) => !isWordUnit(unit)),
  }
}

/** For each unit of the path 1 where the text may have a separator before it (match.ts): anywhere else it makes another name. */
function dividedAt({ path, joints, humps }: Term): Uint8Array {
  return Uint8Array.from(path, (_, k) =>
    joints[k] !== 0 || humps[k] === 1 || isNextToSymbol(path, k) ? 1 : 0,
  )
}

/** Space around `&` and `+` means nothing: AT & T. */
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

/** Units that may stand between the parts of a name, be written otherwise, or be left out. */
export function isSeparator(unit: number): boolean {
  return (
    unit === 32 || unit === 39 || unit === 42 || unit === 44 || unit === 45 || unit === 46 || unit === 0x2013
  )
}

/** Longer names and phrases make no sense and would only cost. */
export const LONGEST_NAME = 200

/** A name and the other ways to write it that are sure to mean the same. */
function spellingsOf(alias: string): [string, Spelling][] {
  const written = alias.trim().replace(/\s+/gu, ' ').slice(0, LONGEST_NAME)
  const spellings: [string, Spelling][] = [[written, 'exact']]
  const add = (text: string, spelling: Spelling) => {
    if (text !== written && /[\p{L}\p{N}]/u.test(text)) spellings.push([text, spelling])
  }
  const stripped = withoutLegalForm(written)
  add(stripped, 'suffix-stripped')
  add(stripped.replace(/[!?.]+$/u, ''), 'respelled')
  for (const base of new Set([written, stripped])) {
    for (const and of ['and', 'und', 'et', 'y']) {
      add(base.replace(/\s?&\s?/u, ` ${and} `), 'respelled')
      add(base.replace(new RegExp(`\\s${and}\\s`, 'iu'), ' & '), 'respelled')
    }
    add(base.replace(/(?<=[\p{L}\p{N}])\+$/u, ' Plus'), 'respelled')
    add(base.replace(/["“”„«»]/gu, ''), 'respelled')
    // "The North Face" is also "North Face"; "The Ordinary" must keep its article.
    if (/^the\s+\S+\s+\S/iu.test(base)) add(base.slice(4), 'respelled')
  }
  return spellings
}

/** The name without its company form; the name itself when nothing would be left. */
function withoutLegalForm(name: string): string {
  let text = name
  for (let i = 0; i < 2; i++) {
    const shorter = text.replace(LEGAL_FORM_BEHIND, '').replace(LEGAL_FORM_BEFORE, '').trim()
    if (shorter === text || !/[\p{L}\p{N}]{2}/u.test(shorter)) return text
    text = shorter
  }
  return text
}

const LEGAL_FORMS = readLines('legal-suffixes.txt')
  .map((form) => form.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'))
  .sort((a, b) => b.length - a.length)
const UNSPACED = '[\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Hiragana}\\p{Script=Hangul}ー]'
const LEGAL_FORM_BEHIND = new RegExp(`(?:[\\s,]+|(?<=${UNSPACED}))(?:${LEGAL_FORMS.join('|')})\\.?$`, 'iu')
const LEGAL_FORM_BEFORE =
  /^(?:株式会社|有限会社|合同会社|㈱|\(株\)|주식회사|㈜|\(주\)|ооо |оао |пао |зао |ао )\s*/iu

type Origin = Pick<Term, 'role' | 'entity' | 'alias' | 'spelling'>

function termOf(text: string, origin: Origin, caseSensitive: boolean | null): Term {
  // With its accents Nestlé is no English word: only the word lists' own spelling makes a name common.
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  const { units, kinds, length } = foldString(text)
  const path: number[] = []
  const joints: number[] = []
  const capitals: number[] = []
  const humps: number[] = []
  let joint = 0
  for (let i = 0; i < length; i++) {
    const unit = units[i] ?? 0
    const next = i + 1 < length ? (units[i + 1] ?? 0) : 0
    const divides =
      isSeparator(unit) && (unit === SEPARATORS.space || next === 0 || isSeparator(next) || isWordUnit(next))
    if (path.length > 0 && divides) {
      if (joint === 0 || unit === SEPARATORS.space) joint = unit
      continue
    }
    path.push(unit)
    joints.push(joint)
    capitals.push(kinds[i] === UPPER ? 1 : 0)
    humps.push(joint === 0 && i > 0 && isHump(kinds[i - 1] ?? 0, kinds[i] ?? 0) ? 1 : 0)
    joint = 0
  }
  const short = path.length <= SHORT_UP_TO && path.every((unit) => scriptOf(unit) <= LATIN)
  const common = words.length > 0 && words.every((word) => /^\d+$/u.test(word) || isCommon(word))
  return {
    ...origin,
    path: Uint16Array.from(path),
    joints: Uint16Array.from(joints),
    capitals: Uint8Array.from(capitals),
    humps: Uint8Array.from(humps),
    letterCase: caseSensitive
      ? 'written'
      : caseSensitive === false
        ? 'any'
        : short
          ? 'short'
          : common
            ? 'initials'
            : 'any',
    commonWord: caseSensitive === null && common && words.length === 1 ? foldText(words[0] ?? '') : null,
    address: /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u.test(text),
  }
}

/** Latin names of so few letters are also syllables, units and abbreviations: their capitals must be right. */
const SHORT_UP_TO = 3

function isCommon(word: string): boolean {
  return (
    COMMON_WORDS.en.has(word) ||
    COMMON_WORDS.de.has(word) ||
    COMMON_WORDS.fr.has(word) ||
    COMMON_WORDS.es.has(word)
  )
}

/** Whether a word may begin here inside a run of letters: PlayStation, Forever21. */
function isHump(before: number, kind: number): boolean {
  return (kind === UPPER && (before === LOWER || before === DIGIT)) || (kind === DIGIT && before > DIGIT)
}
