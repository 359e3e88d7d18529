/** The numbers whose changes are detected. The API has the same values. */
import type { metricNames } from './metrics.ts'

/** The numbers of the brand. */
export const brandNumbers = [
  'score',
  'mention_rate',
  'citation_rate',
  'avg_position',
  'positive_sentiment',
  'share_of_voice',
] as const

export const testedNumbers = [...brandNumbers, 'competitor_score'] as const

export type TestedNumber = (typeof testedNumbers)[number]

/** The metric with the name of a number. */
export const metricOfNumber = {
  score: 'visibility_score',
  mention_rate: 'mention_rate',
  citation_rate: 'citation_rate',
  avg_position: 'average_position',
  positive_sentiment: 'sentiment',
  share_of_voice: 'share_of_voice',
  competitor_score: 'visibility_score',
} as const satisfies Record<TestedNumber, (typeof metricNames)[number]>
