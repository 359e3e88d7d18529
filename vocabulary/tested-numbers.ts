/** The numbers whose changes are detected, with their names and formats. The keys are values of the API. */

import { formatPct, formatPosition, formatScore } from './formats.ts'
import { t } from './texts.ts'

/** The numbers of the brand. */
export const numbersOfBrand = () => ({
  score: { label: t('labels.metric.visibility_score.label'), format: formatScore },
  mention_rate: { label: t('labels.metric.mention_rate.label'), format: formatPct },
  citation_rate: { label: t('labels.metric.citation_rate.label'), format: formatPct },
  avg_position: { label: t('labels.metric.average_position.label'), format: formatPosition },
  positive_sentiment: { label: t('labels.metric.sentiment.label'), format: formatPct },
  share_of_voice: { label: t('labels.metric.share_of_voice.label'), format: formatPct },
})

export const testedNumbers = () => ({ ...numbersOfBrand(), competitor_score: numbersOfBrand().score })

export type TestedNumber = keyof ReturnType<typeof testedNumbers>
