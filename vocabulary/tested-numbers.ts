/** The numbers whose changes are detected, with their names and formats. The keys are values of the API. */
import { formatPct, formatPosition, formatScore } from './formats.ts'
import { metricLabels } from './metrics.ts'

/** The numbers of the brand. */
export const numbersOfBrand = {
  score: { label: metricLabels.visibility_score.label, format: formatScore },
  mention_rate: { label: metricLabels.mention_rate.label, format: formatPct },
  citation_rate: { label: metricLabels.citation_rate.label, format: formatPct },
  avg_position: { label: metricLabels.average_position.label, format: formatPosition },
  positive_sentiment: { label: metricLabels.sentiment.label, format: formatPct },
  share_of_voice: { label: metricLabels.share_of_voice.label, format: formatPct },
}

export const testedNumbers = { ...numbersOfBrand, competitor_score: numbersOfBrand.score }

export type TestedNumber = keyof typeof testedNumbers
