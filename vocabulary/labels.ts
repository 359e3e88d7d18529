/** What states and kinds are called in front of people. The keys are the words of the API. */

export const brandStatusLabels = { active: 'Active', paused: 'Paused' } as const

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

export const promptCategoryLabels: Record<string, string> = {
  comparison: 'Comparison',
  best: 'Best of',
  'how-to': 'How to',
  alternative: 'Alternative',
  recommendation: 'Recommendation',
  informational: 'Informational',
  branded: 'Branded',
  other: 'Other',
}

export const promptCategoryLabel = (category: string): string => promptCategoryLabels[category] ?? category

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
