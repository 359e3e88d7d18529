/** The origins of prompt candidates, in the order in which they are shown, and what a candidate asks for. */
export const candidateOrigins = [
  'search_console',
  'bing',
  'bing_ai_queries',
  'engine_searches',
  'keyword_file',
  'site',
  'pattern',
] as const
export type CandidateOrigin = (typeof candidateOrigins)[number]

export const candidateIntents = [
  'informational',
  'best',
  'comparison',
  'alternatives',
  'price',
  'problem',
] as const
export type CandidateIntent = (typeof candidateIntents)[number]

export const candidateStatuses = ['open', 'tracked', 'dismissed'] as const
export type CandidateStatus = (typeof candidateStatuses)[number]

/** What of the brand can have no prompt. */
export const coverageKinds = ['page', 'product', 'topic'] as const
