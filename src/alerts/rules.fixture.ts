/** A rule without conditions, for tests to complete. */
export const openRule = {
  number: null,
  platform: null,
  topic_id: null,
  tag: null,
  persona_id: null,
  market: null,
  competitor_id: null,
  domain: null,
  min_change: null,
  direction: 'any',
  applies_from: null,
} as const
