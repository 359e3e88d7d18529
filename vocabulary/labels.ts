/** What states and kinds are called in front of people. The keys are the words of the API. */

export const brandStatusLabels = { active: 'Active', paused: 'Paused' } as const

export const checkFrequencyLabels = {
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  manual: 'By hand only',
} as const

export const runStatusLabels = {
  waiting: 'Waiting to start',
  active: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const

export const runPhaseLabels = {
  preparing: 'Preparing the questions',
  'querying-platforms': 'Asking the engines',
  'awaiting-results': 'Waiting for their answers',
  finalizing: 'Adding up the numbers',
} as const

/** Jobs of other kinds have phases of their own. */
export const runPhaseLabel = (phase: string): string =>
  Object.entries(runPhaseLabels).find(([name]) => name === phase)?.[1] ?? 'Under way'

export const answerStatusLabels = {
  answered: 'Answered',
  empty: 'Empty answer',
  refused: 'Refused to answer',
  failed: 'No answer',
} as const

export const surfaceLabels = {
  consumer_ui: 'As people see it',
  api: 'By API',
  simulated: 'Simulated',
} as const

export const surfaceMeanings = {
  consumer_ui: 'what a person sees who uses the platform, read by a scraping service',
  api: "the vendor's own API with its web search; its answers may differ from what people see",
  simulated: 'the built-in simulator; nobody said it',
} as const

/** What was paid for. */
export const spendKindLabels = {
  answers: 'Answers',
  sentiment: 'Sentiment',
  briefs: 'Briefs',
  suggestions: 'Suggestions',
  volumes: 'Search volumes',
  tests: 'Tests of engines',
} as const

/** Who set the limit of a month. */
export const limitedByLabels = {
  plan: 'The limit of your plan',
  organization: 'A limit of your own',
  setting: "The limit of this service's settings",
} as const

export const sentimentLabels = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
  unknown: 'Not clear',
} as const

/** Whether a number moved between two windows. */
export const changeLabels = {
  up: 'Up',
  down: 'Down',
  no_significant_change: 'No significant change',
  insufficient_data: 'Too little data',
  not_comparable: 'Nothing to compare with',
} as const

export const promptCategoryLabels = {
  comparison: 'Comparison',
  best: 'Best of',
  'how-to': 'How to',
  alternative: 'Alternative',
  recommendation: 'Recommendation',
  informational: 'Informational',
  branded: 'Names the brand',
  other: 'Other',
} as const

export const promptCategoryLabel = (category: string): string =>
  Object.entries(promptCategoryLabels).find(([name]) => name === category)?.[1] ?? category

/** Whose product a shopping card shows. */
export const cardRoleLabels = {
  own: 'Yours',
  competitor: 'A competitor’s',
  other: 'Somebody else’s',
} as const

/** Kinds of cited sites. */
export const sourceCategoryLabels: Record<string, string> = {
  owned: 'Your site',
  competitor: 'Competitor',
  editorial: 'Editorial',
  review: 'Reviews',
  forum: 'Forum',
  social: 'Social',
  video: 'Video',
  ecommerce: 'Shop',
  reference: 'Reference',
  institutional: 'Institution',
  other: 'Other',
}

export const sourceCategoryLabel = (category: string): string => sourceCategoryLabels[category] ?? category

/** Kinds of cited pages. */
const articleTypeLabels: Record<string, string> = {
  comparison: 'Comparison',
  list: 'List',
  'how-to': 'How to',
  review: 'Review',
  documentation: 'Documentation',
  news: 'News',
  'forum-thread': 'Forum thread',
  product: 'Product page',
  homepage: 'Home page',
  other: 'Other',
}

export const articleTypeLabel = (type: string): string => articleTypeLabels[type] ?? type
