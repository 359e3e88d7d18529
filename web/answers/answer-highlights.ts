import type { Returns } from '../api.ts'
import type { Highlight } from './highlights.ts'

export type Answer = Returns<'GET /api/tracking/results'>['results'][number]

/** The brand's own mentions come first: where two names overlap, its own is what the reader looks for. */
export function highlightsOf({ mentions, competitors }: Answer): Highlight[] {
  const own = mentions.spans.map(({ start, end }) => ({ start, end, competitor: null }))
  const others = competitors.flatMap(({ name, spans }) =>
    spans.map(({ start, end }) => ({ start, end, competitor: name })),
  )
  return [...own, ...others]
}

/** How many tracked names the answer holds, the brand's included. */
export const namesIn = ({ mentions, competitors }: Answer): number =>
  (mentions.mentioned ? 1 : 0) + competitors.filter(({ count }) => count > 0).length
