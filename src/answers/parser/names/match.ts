import { KINDS } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { type Boundary, leftBoundary, rightBoundary } from './boundaries.ts'
import { type CompiledNames, isNextToSymbol, isSeparator, SEPARATORS, type Term } from './compile-names.ts'
import { mayStart, nextNode, type TrieNode } from './trie.ts'

const { LOWER, UPPER } = KINDS

/** An occurrence of a spelling as a word, before its context is examined. */
export type NameMatch = {
  term: Term
  /** Folded range of the name itself, without suffixes that are attached to it. */
  start: number
  end: number
  left: Boundary
  right: Boundary
  /**
   * How the text separates its parts: as the spelling does, by another separator, by none, or at its inner capitals.
   */
  form: 'same' | 'separated' | 'joined' | 'split'
}

/** The result of a search. */
export type Matches = {
  /** Ordered by start. They can overlap. */
  candidates: NameMatch[]
  /** Folded offset at which the search stopped because its work exceeded the limit, or null if it is complete. */
  stoppedAt: number | null
  /** Steps in the trie and along spellings. */
  work: number
}

/**
 * Limits the work for one answer. A usual answer takes a few steps per word. Names that overlap themselves ("A A",
 * "A A A") take as many steps at every word as they have letters together.
 */
export const MAX_WORK = 20_000_000

/**
 * Returns the occurrences of the spellings, of each entity the longest at every offset. From each offset at which a name
 * can start, follows the trie as long as the text agrees, across separators.
 */
export function findCandidates(folded: FoldedText, names: CompiledNames, maxWork = MAX_WORK): Matches {
  const search: Search = { folded, names, candidates: [], ends: [], work: 0 }
  const { candidates } = search
  let stoppedAt: number | null = null
  for (const start of getStarts(folded, names)) {
    if (search.work > maxWork) {
      stoppedAt = start
      break
    }
    addCandidates(search, start)
  }
  return { candidates, stoppedAt, work: search.work }
}

/** Returns the offsets at which a name can start, ascending. */
function getStarts({ units, starts, length }: FoldedText, { trie, symbols }: CompiledNames): number[] {
  const found: number[] = []
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] ?? 0
    if (mayStart(trie, units, start)) found.push(start)
  }
  for (const symbol of symbols) {
    for (let at = units.indexOf(symbol); at >= 0 && at < length; at = units.indexOf(symbol, at + 1))
      found.push(at)
  }
  return symbols.length > 0 ? found.sort((a, b) => a - b) : found
}

/** A search in progress. `ends` are the nodes and offsets at which spellings end, and are reused for every start. */
type Search = {
  folded: FoldedText
  names: CompiledNames
  candidates: NameMatch[]
  ends: { node: TrieNode; end: number }[]
  work: number
}

/** Adds the names that start at `start`. */
function addCandidates(search: Search, start: number): void {
  const { units, length } = search.folded
  const { ends } = search
  ends.length = 0
  let at = start
  let node = nextNode(search.names.trie.root, units[start] ?? 0)
  while (node !== undefined) {
    search.work++
    if (node.words.length > 0) ends.push({ node, end: at + 1 })
    if (++at >= length) break
    const unit = units[at] ?? 0
    let next: TrieNode | undefined = nextNode(node, unit)
    if (next === undefined && isSeparator(unit)) {
      at++
      if (unit !== SEPARATORS.space && units[at] === SEPARATORS.space) at++
      next = at < length ? nextNode(node, units[at] ?? 0) : undefined
    }
    node = next
  }
  if (ends.length > 0) addLongest(search, start)
}

/**
 * Adds the longest spelling of each entity. A spelling that letters touch is in doubt, so a shorter one is added too.
 */
function addLongest(search: Search, start: number): void {
  const { folded, names, candidates, ends } = search
  const first = candidates.length
  for (let i = ends.length - 1; i >= 0; i--) {
    const { node, end } = ends[i] ?? {}
    for (const index of node?.words ?? []) {
      const term = names.terms[index]
      if (!term || hasLonger(candidates, first, term, end ?? 0)) continue
      search.work += term.path.length
      const candidate = candidateAt(folded, term, start, end ?? 0)
      if (candidate) candidates.push(candidate)
    }
  }
}

function hasLonger(candidates: readonly NameMatch[], first: number, term: Term, end: number): boolean {
  for (let i = first; i < candidates.length; i++) {
    const each = candidates[i]
    if (each?.term.entity !== term.entity || each.term.role !== term.role || each.end === end) continue
    if (each.left.kind !== 'missing-space' && each.right.kind !== 'missing-space') return true
  }
  return false
}

function candidateAt(folded: FoldedText, term: Term, start: number, end: number): NameMatch | null {
  const left = leftBoundary(folded, start)
  const right = left && rightBoundary(folded, end, term.path.length)
  const form = right && getForm(term, folded, start)
  if (form === 'joined' && term.joinsToWord) return null
  if (!left || !right || !form || !hasRequiredCapitals(term, folded, start)) return null
  return { term, start, end, left, right, form }
}

/** Shorter names match only with the separators of their spelling. */
const MIN_JOINED_LENGTH = 6
const MIN_SEPARATED_LENGTH = 4
const MIN_LENGTH_WITHOUT_APOSTROPHE = 5

/** Compares the separators in the text with the separators in the spelling. Null if they make it a different name. */
function getForm(term: Term, folded: FoldedText, start: number): NameMatch['form'] | null {
  const { path, separators } = term
  let form: NameMatch['form'] = 'same'
  let at = start
  for (let k = 0; k < path.length; k++) {
    let separator = 0
    if (folded.units[at] !== path[k]) {
      separator = folded.units[at++] ?? 0
      if (folded.units[at] === SEPARATORS.space && separator !== SEPARATORS.space) {
        // "Dr. Martens" equals "Dr Martens", but "Apple. Music" does not equal "Apple Music".
        // "Lands' End" equals "Lands End".
        const isAbbreviated = separator === SEPARATORS.fullStop && k <= 3
        if (isAbbreviated || separator === SEPARATORS.apostrophe) separator = SEPARATORS.space
        else if (separators[k] === SEPARATORS.space) return null
        at++
      }
    }
    const expected = separators[k] ?? 0
    if (separator !== expected && !isNextToSymbol(path, k)) {
      const difference = computeDifference(term, k, expected, separator, folded.kinds[at] ?? 0)
      if (!difference) return null
      if (form === 'same' || difference !== 'separated') form = difference
    }
    at++
  }
  return form
}

function computeDifference(
  { path, separators, innerStarts }: Term,
  k: number,
  expected: number,
  separator: number,
  kind: number,
): 'separated' | 'joined' | 'split' | null {
  const { space, hyphen, apostrophe, fullStop, comma } = SEPARATORS
  if (separator === 0) {
    // U.S. Bank can be written without its stops, monday.com cannot.
    if (expected === fullStop) return k === 1 || separators[k - 1] === fullStop ? 'joined' : null
    return path.length >= (expected === apostrophe ? MIN_LENGTH_WITHOUT_APOSTROPHE : MIN_JOINED_LENGTH)
      ? 'joined'
      : null
  }
  if (expected === 0) {
    if (path.length < MIN_JOINED_LENGTH || !innerStarts[k] || kind === LOWER) return null
    return separator === space || separator === hyphen || separator === apostrophe ? 'split' : null
  }
  if (expected === fullStop || separator === fullStop || separator === comma || separator === apostrophe)
    return null
  return path.length >= MIN_SEPARATED_LENGTH ? 'separated' : null
}

/** Words of a name up to this length can be lower case in a title: Bank of America. */
const MAX_LOWER_CASE_WORD_LENGTH = 3

function hasRequiredCapitals(term: Term, { units, kinds }: FoldedText, start: number): boolean {
  const { letterCase, path, capitals, separators } = term
  if (letterCase === 'any') return true
  let at = start
  let written = true
  let isAllCaps = path.length > 1
  let initials = true
  for (let k = 0; k < path.length; k++, at++) {
    while (units[at] !== path[k]) at++
    const kind = kinds[at]
    if (kind !== UPPER && kind !== LOWER) continue
    if ((kind === UPPER) !== (capitals[k] === 1)) written = false
    if (kind === UPPER) continue
    isAllCaps = false
    if (k === 0 || (separators[k] !== 0 && !mayBeLowerCase(term, k))) initials = false
  }
  if (letterCase === 'written') return written
  // A name that was entered in lower case still needs a capital if it is a common word.
  return isAllCaps || (letterCase === 'initials' ? initials || (written && capitals[0] === 1) : written)
}

/** Returns whether the word that starts at `k` is short and inside the name: "Bank of America", but not "Made in". */
function mayBeLowerCase({ separators, path, capitals }: Term, k: number): boolean {
  let end = k + 1
  while (end < path.length && separators[end] === 0) end++
  return end - k <= MAX_LOWER_CASE_WORD_LENGTH && (end < path.length || capitals[k] === 0)
}
