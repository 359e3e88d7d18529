/** The kinds of background jobs, as stored and returned by the API. */
export const jobKinds = [
  'run',
  'reanalyze',
  'sentiment',
  'candidates',
  'volumes',
  'opportunities',
  'audit',
  'pages',
  'claims',
  'demo',
] as const

export type JobKind = (typeof jobKinds)[number]
