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

/** Shares of sentiment are shown if it is known for at least this share of the answers that mention the brand. */
export const minSentimentCoveragePct = 50
