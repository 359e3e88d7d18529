import { DIGIT, isWordUnit, kindOf, LOWER, SPACE, UPPER } from './characters.ts'
import type { Folded } from './fold.ts'
import type { Candidate } from './match.ts'
import type { Prose } from './prose.ts'

export type Verdict =
  | 'named'
  | 'inside-another-word'
  | 'in-an-address'
  | 'in-code'
  | 'excluded-phrase'
  | 'ordinary-word'
  | 'absence'
  | 'prompt-echo'

type Context = {
  answer: { markdown: string; prompt?: string; language?: string | null }
  prose: Prose
  folded: Folded
}

/** Says for every candidate whether it names its entity, or why it does not. */
export function judge(candidates: Candidate[], context: Context): Verdict[] {
  return candidates.map((candidate) => verdictOf(candidate, candidates, context))
}

function verdictOf(candidate: Candidate, candidates: Candidate[], { folded, prose }: Context): Verdict {
  const { left, right, term } = candidate
  const { units } = folded
  if (left.kind === 'glued' || right.kind === 'glued') {
    const both = left.kind === 'glued' && right.kind === 'glued'
    if (!both) return 'inside-another-word'
  }
  if (
    candidates.some(
      (other) =>
        other.term.excluded &&
        other.term.entity === term.entity &&
        other.start <= candidate.start &&
        other.end >= candidate.end,
    )
  )
    return 'excluded-phrase'
  if (!term.address && inAddress(folded, candidate.start, candidate.end)) return 'in-an-address'
  return 'named'
}

function inAddress({ units, length }: Folded, start: number, end: number): boolean {
  const dotAfter = units[end] === 46 && isWordUnit(units[end + 1] ?? 0) && end + 1 < length
  const dotBefore = start > 1 && units[start - 1] === 46 && isWordUnit(units[start - 2] ?? 0)
  if (!dotAfter && !dotBefore) return false
  let from = start
  let to = end
  while (from > 0 && !/\s/.test(String.fromCharCode(units[from - 1] ?? 32))) from--
  while (to < length && !/\s/.test(String.fromCharCode(units[to] ?? 32))) to++
  return /^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|gov|edu|io|ai|co|de|fr|es|uk|ca|app|dev|tv|me|us|eu|info)(?:$|[/:?#.,;)])/.test(
    String.fromCharCode(...units.subarray(from, to)),
  )
}
