import type { Returns } from '../api.ts'
import type { AnswerClaim } from '../claims/AnswerClaims.tsx'
import type { Highlight } from './highlights.ts'

export type Answer = Returns<'GET /api/tracking/results'>['results'][number]

/** The first highlight wins where they overlap: the brand's own mentions, then competitors, then quotes of claims. */
export function getHighlights(
  { mentions, competitors }: Answer,
  claims: readonly AnswerClaim[] = [],
): Highlight[] {
  const own = mentions.spans.map(({ start, end }) => ({ start, end, competitor: null }))
  const others = competitors.flatMap(({ name, spans }) =>
    spans.map(({ start, end }) => ({ start, end, competitor: name })),
  )
  const stated = claims.flatMap(({ start, end, verdict }) =>
    start === null || end === null ? [] : [{ start, end, competitor: null, verdict }],
  )
  return [...own, ...others, ...stated]
}

/** The number of tracked brands mentioned in the answer, including the own brand. */
export const namesIn = ({ mentions, competitors }: Answer): number =>
  (mentions.mentioned ? 1 : 0) + competitors.filter(({ count }) => count > 0).length
