/** URL parameters of the sentiment screen, in addition to period and filters. */
export type SentimentSearch = { by?: 'week' }

export const sentimentSearch = ({ by }: Record<string, unknown>): SentimentSearch =>
  by === 'week' ? { by } : {}
