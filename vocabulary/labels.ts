/** Display labels of statuses and types. The keys are values of the API. */

import { labelOf } from './label-of.ts'
import { t } from './texts.ts'

export const brandStatuses = ['active', 'paused'] as const

export const checkFrequencies = ['hourly', 'daily', 'weekly', 'monthly', 'manual'] as const

export const runStatuses = ['waiting', 'active', 'completed', 'failed', 'cancelled'] as const

export const runPhases = ['preparing', 'querying-platforms', 'awaiting-results', 'finalizing'] as const

/** Returns the label of a run's phase. Other kinds of jobs have other phases. */
export const runPhaseLabel = (phase: string): string =>
  labelOf(runPhaseLabels, phase) ?? t('labels.job.inProgress')

export const answerStatuses = ['answered', 'empty', 'refused', 'failed'] as const

export const surfaces = ['consumer_ui', 'api', 'simulated'] as const

/** What was paid for. */
export const spendKinds = ['answers', 'sentiment', 'briefs', 'suggestions', 'volumes', 'tests'] as const

/** Who set the monthly limit. */
export const limitSources = ['plan', 'organization', 'setting'] as const

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

export const promptCategoryLabel = (category: string): string =>
  labelOf(promptCategoryLabels, category) ?? category

/** Whose product a shopping card shows. */
export const cardRoles = ['own', 'competitor', 'other'] as const

/** Types of cited sites. */
export const sourceCategories = [
  'owned',
  'competitor',
  'editorial',
  'review',
  'forum',
  'social',
  'video',
  'ecommerce',
  'reference',
  'institutional',
  'other',
] as const

export const sourceCategoryLabel = (category: string): string =>
  labelOf(sourceCategoryLabels, category) ?? category

/** Types of cited pages. */
export const articleTypes = [
  'comparison',
  'list',
  'how-to',
  'review',
  'documentation',
  'news',
  'forum-thread',
  'product',
  'homepage',
  'other',
] as const

export const articleTypeLabel = (type: string): string => labelOf(articleTypeLabels, type) ?? type
