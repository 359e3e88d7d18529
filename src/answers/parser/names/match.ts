import { KINDS } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { type Boundary, leftBoundary, rightBoundary } from './boundaries.ts'
import { isNextToSymbol, isSeparator, type Names, SEPARATORS, type Term } from './compile-names.ts'
import { likelyStarts, ROOT, step } from './trie.ts'

const { LOWER, UPPER } = KINDS

/** A place where a spelling of a name stands on its own, before its context has been asked. */
export type Candidate = {
  term: Term
  /** Range of folded units of the name itself, without what is written onto it. */
  start: number
  end: number
  left: Boundary
  right: Boundary
  /** How the text divides it: as the spelling does, by another separator, by none, or at its inner capitals. */
  form: 'same' | 'separated' | 'joined' | 'split'
}

/**
 * All places where a spelling stands, ordered by start; they may overlap. One walk along the words: from every place
 * where a name could begin, the trie is followed as far as the text agrees, across separators.
 */
export function findCandidates(folded: FoldedText, { terms, trie, symbols }: Names): Candidate[] {
  const { units, starts, startCount, length } = folded
  const { roots } = trie
  const found: Candidate[] = []
  const { likely, count } = likelyStarts(trie, units, starts, startCount)
  for (let i = 0; i < count; i++) {
    const start = likely[i] ?? 0
    const unit = units[start] ?? 0
    const root = unit < roots.length ? (roots[unit] ?? 0) : step(trie, ROOT, unit)
    if (root !== 0) walk(start, root)
  }
  if (symbols.length > 0) {
    for (const unit of symbols) {
      for (let at = units.indexOf(unit); at >= 0 && at < length; at = units.indexOf(unit, at + 1)) {
        walk(at, step(trie, ROOT, unit))
      }
    }
    found.sort((a, b) => a.start - b.start)
  }
  return found

  function walk(start: number, root: number): void {
    let node = root
    let at = start
    while (node !== 0) {
      const ending = trie.values[node]
      if (ending) {
        for (const index of ending) {
          const candidate = candidateAt(folded, terms[index], start, at + 1)
          if (candidate) found.push(candidate)
        }
      }
      if (++at >= length) return
      const next = units[at] ?? 0
      let following = step(trie, node, next)
      if (following === 0 && isSeparator(next)) {
        at++
        if (next !== SEPARATORS.space && units[at] === SEPARATORS.space) at++
        following = at < length ? step(trie, node, units[at] ?? 0) : 0
      }
      node = following
    }
  }
}

function candidateAt(
  folded: FoldedText,
  term: Term | undefined,
  start: number,
  end: number,
): Candidate | null {
  if (!term) return null
  const left = leftBoundary(folded, start)
  const right = left && rightBoundary(folded, end, term.path.length)
  const form = right && formOf(term, folded, start)
  if (!left || !right || !form || !hasItsCapitals(term, folded, start)) return null
  return { term, start, end, left, right, form }
}

/** Names of fewer units are believed only with the separators they are written with. */
const JOINED_FROM = 6
const SEPARATED_FROM = 4
const WITHOUT_APOSTROPHE_FROM = 5

/** Holds the text's separators against the spelling's; null when they make another name of it. */
function formOf(term: Term, folded: FoldedText, start: number): Candidate['form'] | null {
  const { path, joints } = term
  let form: Candidate['form'] = 'same'
  let at = start
  for (let k = 0; k < path.length; k++) {
    let joint = 0
    if (folded.units[at] !== path[k]) {
      joint = folded.units[at++] ?? 0
      if (folded.units[at] === SEPARATORS.space && joint !== SEPARATORS.space) {
        // "Dr. Martens" and "Dr Martens" are one, "Apple. Music" and "Apple Music" are not.
        if (joint === SEPARATORS.fullStop && k <= 3) joint = SEPARATORS.space
        else if (joints[k] === SEPARATORS.space) return null
        at++
      }
    }
    const expected = joints[k] ?? 0
    if (joint !== expected && !isNextToSymbol(path, k)) {
      const difference = differenceOf(term, k, expected, joint, folded.kinds[at] ?? 0)
      if (!difference) return null
      if (form === 'same' || difference !== 'separated') form = difference
    }
    at++
  }
  return form
}

function differenceOf(
  { path, joints, humps }: Term,
  k: number,
  expected: number,
  joint: number,
  kind: number,
): 'separated' | 'joined' | 'split' | null {
  const { space, hyphen, apostrophe, fullStop, comma } = SEPARATORS
  if (joint === 0) {
    // U.S. Bank may lose its stops, monday.com may not.
    if (expected === fullStop) return k === 1 || joints[k - 1] === fullStop ? 'joined' : null
    return path.length >= (expected === apostrophe ? WITHOUT_APOSTROPHE_FROM : JOINED_FROM) ? 'joined' : null
  }
  if (expected === 0) {
    if (path.length < JOINED_FROM || !humps[k] || kind === LOWER) return null
    return joint === space || joint === hyphen || joint === apostrophe ? 'split' : null
  }
  if (expected === fullStop || joint === fullStop || joint === comma || joint === apostrophe) return null
  return path.length >= SEPARATED_FROM ? 'separated' : null
}

/** Shorter words of a name may stay small in a title: Bank of America. */
const SMALL_WORD_UP_TO = 3

function hasItsCapitals(term: Term, { units, kinds }: FoldedText, start: number): boolean {
  const { letterCase, path, capitals, joints } = term
  if (letterCase === 'any') return true
  let at = start
  let written = true
  let shouted = path.length > 1
  let initials = true
  for (let k = 0; k < path.length; k++, at++) {
    while (units[at] !== path[k]) at++
    const kind = kinds[at]
    if (kind !== UPPER && kind !== LOWER) continue
    if ((kind === UPPER) !== (capitals[k] === 1)) written = false
    if (kind === UPPER) continue
    shouted = false
    if (k === 0 || (joints[k] !== 0 && wordLength(term, k) > SMALL_WORD_UP_TO)) initials = false
  }
  if (letterCase === 'written') return written
  // A name typed in small letters still needs a capital when it is a common word.
  return shouted || (letterCase === 'initials' ? initials || (written && capitals[0] === 1) : written)
}

function wordLength({ joints, path }: Term, k: number): number {
  let end = k + 1
  while (end < path.length && joints[end] === 0) end++
  return end - k
}
