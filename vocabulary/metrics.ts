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
