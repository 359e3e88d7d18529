/** The score and the impact of an opportunity, in points of the visibility score or percent of answers. Pure. */
import { maxPartPoints, type ScorePart } from '../../vocabulary/opportunities.ts'
import { twoDecimals } from '../metrics/values.ts'
import type { Volume } from './gap-query.ts'
import type { Opportunity, SourceData } from './source-data.ts'

/** With fewer answers an opportunity is only directional. */
export const minAnswers = 10
/** The minimum lower bounds for a high and a medium impact. */
const minHighPoints = 15
const minMediumPoints = 5
/** At least this lower bound gets the full gap score. The maximum of a gap is 75: the leader named first and the brand not at all. */
const fullPoints = 60
/** Volume counts logarithmically, up to this many searches per month. */
const fullVolume = 100_000

/** What the score depends on besides the size of the gap. */
type PromptValue = { volume: Volume | null; intent: string | null; category: string }
/** `points`: the gap, or the percentage of wrong answers, with its lower bound. `sources`: a share from 0 to 1. */
type Size = { points: number; low: number; sources: number }

/** The parts sum to the score. Without a known volume, its weight is distributed to the other parts. */
export function scoreParts(prompt: PromptValue, { points, low, sources }: Size): SourceData['score_parts'] {
  const volume = prompt.volume?.total ?? null
  const part = (name: ScorePart, share: number) =>
    twoDecimals(maxPartPoints(name, volume !== null) * Math.min(1, Math.max(0, share)))
  return {
    gap: part('gap', low / fullPoints),
    certainty: part('certainty', points > 0 ? low / points : 0),
    volume: volume === null ? null : part('volume', Math.log10(1 + volume) / Math.log10(1 + fullVolume)),
    intent: part('intent', intentShare(prompt)),
    sources: part('sources', sources),
  }
}

export const addUp = (parts: SourceData['score_parts']): number =>
  twoDecimals(Object.values(parts).reduce((sum: number, part) => sum + (part ?? 0), 0))

/** Purchase intent weighs more than information intent. */
function intentShare({ intent, category }: PromptValue): number {
  return (intent === null ? undefined : intentShares[intent.toLowerCase()]) ?? categoryShares[category] ?? 0.5
}

const intentShares: Record<string, number> = {
  transactional: 1,
  commercial: 1,
  navigational: 0.3,
  informational: 0.4,
}
const categoryShares: Record<string, number> = {
  comparison: 1,
  best: 1,
  alternative: 1,
  recommendation: 1,
  branded: 0.8,
  'how-to': 0.5,
  informational: 0.4,
  other: 0.5,
}

/** The impact depends on the lower bound, so that few answers or noise never look urgent. */
export function getImpact(established: boolean, certainPoints: number): Opportunity['impact'] {
  if (!established || certainPoints < minMediumPoints) return 'low'
  return certainPoints < minHighPoints ? 'medium' : 'high'
}

export const volumeData = (volume: Volume | null): Pick<SourceData, 'volume' | 'volume_detail'> => ({
  volume: volume?.total ?? null,
  volume_detail: volume && {
    est_ai_volume_low: volume.ai_low,
    est_ai_volume_high: volume.ai_high,
    source: volume.source,
  },
})
