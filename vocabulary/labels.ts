/** Display labels of statuses and types. The keys are values of the API. */
import { knownText, t } from './texts.ts'

export const checkFrequencies = ['hourly', 'daily', 'weekly', 'monthly', 'manual'] as const

/** Returns the label of a run's phase. Other kinds of jobs have other phases. */
export const runPhaseLabel = (phase: string): string =>
  knownText(`labels.runPhase.${phase}`) ?? t('labels.job.inProgress')

export const sentiments = ['positive', 'neutral', 'negative', 'unknown'] as const

/** Whether a metric changed between two periods. */
export const changeStates = [
  'up',
  'down',
  'no_significant_change',
  'insufficient_data',
  'not_comparable',
] as const

export const promptCategories = [
  'comparison',
  'best',
  'how-to',
  'alternative',
  'recommendation',
  'informational',
  'branded',
  'other',
] as const

/** What prompts can be grouped by. */
export const promptGroupings = ['topic', 'tag', 'persona', 'market'] as const

export const promptCategoryLabel = (category: string): string =>
  knownText(`labels.promptCategory.${category}`) ?? category

/** Whose product a shopping card shows. */
export const cardRoles = ['own', 'competitor', 'other'] as const

export const sourceCategoryLabel = (category: string): string =>
  knownText(`labels.sourceCategory.${category}`) ?? category

export const articleTypeLabel = (type: string): string => knownText(`labels.articleType.${type}`) ?? type
