import type { Mention, MentionReason } from '../parsed-answer.ts'
import type { AnswerLayout } from './answer-layout.ts'
import type { CompiledNames } from './names/compile-names.ts'
import { findCandidates, type NameMatch } from './names/match.ts'
import { acceptMentions } from './rules/accept-mention.ts'
import { markdownRange } from './text/source-map.ts'

export type LocatedMention = Mention & {
  /** Index of the entity. */
  entity: number
  /** Folded range of the name. */
  foldedStart: number
  foldedEnd: number
}

/**
 * Returns all mentions, ordered by offset. Where names overlap, the one that starts first and then the longest wins:
 * "Google Password Manager" does not mention Google. A name that two entities share mentions both.
 */
export function findMentions(
  layout: AnswerLayout,
  names: CompiledNames,
  cited: ReadonlySet<number>,
): { mentions: LocatedMention[]; stoppedAt: number | null } {
  const { candidates, stoppedAt } = findCandidates(layout.folded, names)
  const accepted = acceptMentions(candidates, layout, cited).sort(byStartThenLength)
  const mentions: LocatedMention[] = []
  let last: NameMatch | null = null
  for (const candidate of accepted) {
    const { term, start, end } = candidate
    const isShared = last?.start === start && last.end === end && last.term.entity !== term.entity
    if (last && start < last.end && !isShared) continue
    const source = markdownRange(layout.folded, start, end)
    const text = layout.markdown.slice(source.start, source.end)
    last = candidate
    mentions.push({
      entity: term.entity,
      foldedStart: start,
      foldedEnd: end,
      ...source,
      text,
      alias: term.alias,
      reason: getReason(candidate, text),
    })
  }
  return {
    mentions,
    stoppedAt: stoppedAt === null ? null : markdownRange(layout.folded, stoppedAt, stoppedAt + 1).start,
  }
}

function byStartThenLength(a: NameMatch, b: NameMatch): number {
  return a.start - b.start || b.end - a.end || a.term.entity - b.term.entity
}

function getReason({ term, left, right, form }: NameMatch, text: string): MentionReason {
  if (left.kind === 'missing-space' || right.kind === 'missing-space') return 'missing-space'
  if (left.kind === 'particle' || right.kind === 'particle') return 'script-particle'
  if (right.kind === 'possessive' || right.kind === 'plural') return right.kind
  if (form !== 'same') return form
  if (term.spelling !== 'exact') return term.spelling
  return text === term.alias ? 'exact' : 'folded'
}
