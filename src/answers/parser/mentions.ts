import type { AnswerLayout } from './answer-layout.ts'
import type { Names } from './names/compile-names.ts'
import { type Candidate, findCandidates } from './names/match.ts'
import { acceptMentions, type Decision } from './rules/accept-mention.ts'
import { markdownRange } from './text/source-map.ts'

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

/** In the order of the numbers that they are kept as. */
export const mentionReasons = [
  'exact',
  'folded',
  'suffix-stripped',
  'respelled',
  'separated',
  'joined',
  'split',
  'possessive',
  'plural',
  'script-particle',
  'glued',
] as const

export type MentionReason = (typeof mentionReasons)[number]

export type Rejection = {
  entityId: string
  start: number
  end: number
  text: string
  reason: Exclude<Decision, 'named'>
}

export type LocatedMention = Mention & {
  /** Index among the entities given. */
  entity: number
  /** Range of folded units of the name. */
  foldedStart: number
  foldedEnd: number
}

const REJECTIONS_KEPT = 20

/**
 * All mentions in order of their place. Where names overlap, the one that begins first and then the longest
 * wins: a Google Password Manager is no Google. A name that two entities share names both.
 */
export function findMentions(
  text: AnswerLayout,
  names: Names,
  entityIds: readonly string[],
  cited: ReadonlySet<number>,
): { mentions: LocatedMention[]; rejected: Rejection[] } {
  const judged = acceptMentions(findCandidates(text.folded, names), text, cited)
  // They come in order of their place: only where some begin together is there anything to sort.
  if (judged.some(({ candidate }, i) => candidate.start === judged[i + 1]?.candidate.start))
    judged.sort((a, b) => byPlaceThenLength(a.candidate, b.candidate))
  const mentions: LocatedMention[] = []
  const rejected: Rejection[] = []
  let last: Candidate | null = null
  for (const { candidate, verdict } of judged) {
    const { term, start, end } = candidate
    if (term.role !== 'name') continue
    const shared = last?.start === start && last.end === end && last.term.entity !== term.entity
    if (last && start < last.end && !shared) continue
    const place = cut(text, start, end)
    if (verdict === 'named') {
      last = candidate
      const reason = reasonOf(candidate, place.text)
      mentions.push({
        entity: term.entity,
        foldedStart: start,
        foldedEnd: end,
        start: place.start,
        end: place.end,
        text: place.text,
        alias: term.alias,
        reason,
      })
    } else if (rejected.length < REJECTIONS_KEPT) {
      rejected.push({ entityId: entityIds[term.entity] ?? '', ...place, reason: verdict })
    }
  }
  return { mentions, rejected }
}

function byPlaceThenLength(a: Candidate, b: Candidate): number {
  return a.start - b.start || b.end - a.end || a.term.entity - b.term.entity
}

function cut(
  { markdown, folded }: AnswerLayout,
  from: number,
  to: number,
): { start: number; end: number; text: string } {
  const { start, end } = markdownRange(folded, from, to)
  return { start, end, text: markdown.slice(start, end) }
}

function reasonOf({ term, left, right, form }: Candidate, text: string): MentionReason {
  if (left.kind === 'glued' || right.kind === 'glued') return 'glued'
  if (left.kind === 'particle' || right.kind === 'particle') return 'script-particle'
  if (right.kind === 'possessive' || right.kind === 'plural') return right.kind
  if (form !== 'same') return form
  if (term.spelling !== 'exact') return term.spelling
  return text === term.alias ? 'exact' : 'folded'
}
