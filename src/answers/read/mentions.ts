import { judge, type Verdict } from './context.ts'
import type { Folded } from './fold.ts'
import { type Candidate, findCandidates } from './match.ts'
import type { Names } from './names.ts'
import type { Prose } from './prose.ts'

/** One place where the visible prose names an entity. */
export type Mention = {
  /** UTF-16 offsets into the markdown. */
  start: number
  end: number
  /** What they cut out. */
  text: string
  /** The name or alias that was found, as its owner wrote it. */
  alias: string
  reason: MentionReason
}

export type MentionReason =
  | 'exact'
  | 'folded'
  | 'suffix-stripped'
  | 'respelled'
  | 'separated'
  | 'joined'
  | 'split'
  | 'possessive'
  | 'plural'
  | 'script-particle'
  | 'glued'

export type Rejection = {
  entityId: string
  start: number
  end: number
  text: string
  reason: Exclude<Verdict, 'named'>
}

export type Found = Mention & {
  /** Index among the entities given. */
  entity: number
  /** Range of folded units of the name. */
  foldedStart: number
  foldedEnd: number
}

const REJECTIONS_KEPT = 20

type Reader = {
  answer: { markdown: string; prompt?: string; language?: string | null }
  prose: Prose
  folded: Folded
  names: Names
  entityIds: readonly string[]
}

/** All mentions in order of their place. Where names overlap the longest one that holds wins. */
export function findMentions({ answer, prose, folded, names, entityIds }: Reader): {
  mentions: Found[]
  rejected: Rejection[]
} {
  const candidates = findCandidates(folded, prose.units, names)
  const verdicts = judge(candidates, { answer, prose, folded })
  const mentions: Found[] = []
  const rejected: Rejection[] = []
  let end = 0
  let winner: Candidate | null = null
  const order = candidates.map((_, index) => index)
  order.sort((a, b) => byPlaceThenLength(candidates[a], candidates[b]))
  for (const index of order) {
    const candidate = candidates[index]
    const verdict = verdicts[index]
    if (!candidate || !verdict || candidate.term.excluded) continue
    const twin =
      winner?.start === candidate.start &&
      winner.end === candidate.end &&
      winner.term.entity !== candidate.term.entity
    if (candidate.start < end && !twin) continue
    if (verdict !== 'named') {
      if (rejected.length < REJECTIONS_KEPT) {
        rejected.push({
          entityId: entityIds[candidate.term.entity] ?? '',
          ...cut(answer.markdown, prose, folded, candidate.start, candidate.end),
          reason: verdict,
        })
      }
      continue
    }
    winner = candidate
    end = candidate.end
    mentions.push({
      entity: candidate.term.entity,
      foldedStart: candidate.start,
      foldedEnd: candidate.end,
      ...cut(answer.markdown, prose, folded, candidate.start, candidate.end),
      alias: candidate.term.alias,
      reason: reasonOf(candidate, answer.markdown, prose, folded),
    })
  }
  return { mentions, rejected }
}

function byPlaceThenLength(a: Candidate | undefined, b: Candidate | undefined): number {
  if (!a || !b) return 0
  return a.start - b.start || b.end - a.end || a.term.entity - b.term.entity
}

function cut(markdown: string, prose: Prose, folded: Folded, from: number, to: number) {
  const start = prose.at[folded.from[from] ?? 0] ?? 0
  const end = prose.until[(folded.until[to - 1] ?? 1) - 1] ?? start
  return { start, end, text: markdown.slice(start, end) }
}

function reasonOf(candidate: Candidate, markdown: string, prose: Prose, folded: Folded): MentionReason {
  const { term, left, right, form } = candidate
  if (left.kind === 'glued' || right.kind === 'glued') return 'glued'
  if (left.kind === 'particle' || right.kind === 'particle') return 'script-particle'
  if (right.kind === 'possessive' || right.kind === 'plural') return right.kind
  if (form !== 'same') return form
  if (term.spelling !== 'exact') return term.spelling
  return cut(markdown, prose, folded, candidate.start, candidate.end).text === term.alias ? 'exact' : 'folded'
}
