import { type Edge, leftEdge, rightEdge } from './boundaries.ts'
import { ARABIC, HEBREW, isUnspacedScript, isWordUnit, kindOf, LOWER, scriptOf, UPPER } from './characters.ts'
import type { Folded } from './fold.ts'
import { APOSTROPHE, COMMA, FULL_STOP, HYPHEN, isHump, isSeparator, type Names, type Term } from './names.ts'
import { ROOT } from './trie.ts'

/** A place where a spelling of a name stands, before context has been asked. */
export type Candidate = {
  term: Term
  /** Range of folded units of the name itself. */
  start: number
  end: number
  left: Edge
  right: Edge
  /** How the text writes it: as the term, with other separators, joined, or split at its inner capitals. */
  form: 'same' | 'separated' | 'joined' | 'split'
}

/** All places where a spelling stands on its own, in order of their start; they may overlap. */
export function findCandidates(folded: Folded, source: Uint16Array, { terms, trie }: Names): Candidate[] {
  const { units, length, from } = folded
  const found: Candidate[] = []
  for (let i = 0; i < length; i++) {
    const unit = units[i] ?? 0
    const node = trie.step(ROOT, unit)
    if (node === 0) continue
    const before = i > 0 ? (units[i - 1] ?? 0) : 0
    if (isWordUnit(before) && isWordUnit(unit) && !mayStartInside(before, unit, folded, source, i)) continue
    walk(i, node)
  }
  return found

  function walk(start: number, first: number): void {
    let node = first
    let at = start
    for (;;) {
      const ending = trie.values.get(node)
      if (ending) for (const index of ending) accept(terms[index], start, at + 1)
      if (++at >= length) return
      let next = trie.step(node, units[at] ?? 0)
      if (next === 0 && isSeparator(units[at] ?? 0)) {
        let skip = at + 1
        if (units[skip] === 32 && units[at] !== 32) skip++
        if (skip >= length) return
        next = trie.step(node, units[skip] ?? 0)
        at = skip
      }
      if (next === 0) return
      node = next
    }
  }

  function accept(term: Term | undefined, start: number, end: number): void {
    if (!term) return
    const form = compare(term, folded, source, start)
    if (!form) return
    const left = leftEdge(folded, source, start)
    if (!left) return
    const right = rightEdge(folded, source, end, term.path.length)
    if (!right) return
    found.push({ term, start, end, left, right, form })
  }
}

/** Names begin inside a word only at a capital, between scripts, and behind Semitic prefixes. */
function mayStartInside(
  before: number,
  unit: number,
  folded: Folded,
  source: Uint16Array,
  i: number,
): boolean {
  const script = scriptOf(unit)
  if (script !== scriptOf(before) || isUnspacedScript(script) || script === ARABIC || script === HEBREW)
    return true
  return (
    kindOf(source[folded.from[i] ?? 0] ?? 0) === UPPER &&
    kindOf(source[folded.from[i - 1] ?? 0] ?? 0) !== UPPER
  )
}

/**
 * Holds the text's separators and capitals against the term's. Other separators are believed only for names
 * of six units or more, and a name without separators may be split only where a word begins inside it.
 */
function compare(term: Term, folded: Folded, source: Uint16Array, start: number): Candidate['form'] | null {
  const { path, joints, humps } = term
  const long = path.length >= 6
  let form: Candidate['form'] = 'same'
  let at = start
  for (let k = 0; k < path.length; k++) {
    let joint = 0
    if (k > 0 && folded.units[at] !== path[k]) {
      joint = folded.units[at] ?? 0
      at++
      if (folded.units[at] === 32 && joint !== 32) {
        if (joint !== FULL_STOP || joints[k] !== 32 || k > 3) joint = joints[k] === 32 ? 0xffff : 32
        else joint = 32
        at++
      }
      if (joint === COMMA || joint === 0xffff) return null
    }
    const expected = joints[k] ?? 0
    if (joint !== expected && !besideSymbol(path, k)) {
      if (joint === 0) {
        const initials = expected === FULL_STOP && (k === 1 || (joints[k - 1] ?? 0) === FULL_STOP)
        if (expected === FULL_STOP ? !initials : expected === APOSTROPHE ? path.length < 5 : !long)
          return null
        form = 'joined'
      } else if (expected === 0) {
        const origin = source[folded.from[at] ?? 0] ?? 0
        if (!long || !humps[k] || kindOf(origin) === LOWER) return null
        if (joint !== 32 && joint !== HYPHEN && joint !== APOSTROPHE) return null
        form = 'split'
      } else {
        if (expected === FULL_STOP || joint === FULL_STOP || joint === APOSTROPHE || path.length < 4)
          return null
        if (form === 'same') form = 'separated'
      }
    }
    at++
  }
  return rightCase(term, folded, source, start) ? form : null
}

/** Space around `&` and `+` means nothing: AT & T. */
function besideSymbol(path: Uint16Array, k: number): boolean {
  return !isWordUnit(path[k] ?? 0) || !isWordUnit(path[k - 1] ?? 0)
}

function rightCase(term: Term, folded: Folded, source: Uint16Array, start: number): boolean {
  if (term.letterCase === 'any') return true
  const { path, capitals, joints } = term
  let at = start
  let written = true
  let shouted = true
  let initials = true
  for (let k = 0; k < path.length; k++) {
    while (folded.units[at] !== path[k]) at++
    const kind = kindOf(source[folded.from[at] ?? 0] ?? 0)
    const upper = kind === UPPER
    if (kind === UPPER || kind === LOWER) {
      if (upper !== (capitals[k] === 1)) written = false
      if (!upper) shouted = false
      if (!upper && (k === 0 || (joints[k] !== 0 && wordLength(term, k) > 3))) initials = false
    }
    at++
  }
  if (term.letterCase === 'written') return written || (shouted && path.length > 1)
  return initials || written
}

function wordLength({ joints, path }: Term, k: number): number {
  let end = k + 1
  while (end < path.length && joints[end] === 0) end++
  return end - k
}
