import type { Returns } from '../api.ts'
import type { Highlight } from './highlights.ts'

export type Answer = Returns<'GET /api/tracking/results'>['results'][number]

/** The brand's own mentions come first, so that they win where names overlap. */
export function getHighlights({ mentions, competitors }: Answer): Highlight[] {
  const own = mentions.spans.map(({ start, end }) => ({ start, end, competitor: null }))
  const others = competitors.flatMap(({ name, spans }) =>
    spans.map(({ start, end }) => ({ start, end, competitor: name })),
  )
  return [...own, ...others]
}

/** The number of tracked brands mentioned in the answer, including the own brand. */
export const namesIn = ({ mentions, competitors }: Answer): number =>
  (mentions.mentioned ? 1 : 0) + competitors.filter(({ count }) => count > 0).length
