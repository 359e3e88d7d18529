/** The metrics. The keys are values of the API. */
export const metricNames = [
  'visibility_score',
  'mention_rate',
  'citation_rate',
  'share_of_voice',
  'sentiment',
  'citations',
  'average_position',
] as const

/**
 * Shares of sentiment are shown if it is known for at least this share of the answers that mention the brand. Rules recognize
 * praise more often than neutral answers, so with less, a share says more about the rules than about the answers.
 */
export const minSentimentCoveragePct = 75
