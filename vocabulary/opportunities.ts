/** Display labels of opportunities, briefs and deliveries, and the components of the opportunity score. */
import { knownText, t } from './texts.ts'

export const opportunityStatuses = ['new', 'sent', 'in_progress', 'done', 'dismissed'] as const

export type OpportunityStatus = (typeof opportunityStatuses)[number]

export const impacts = ['high', 'medium', 'low'] as const

/** `gap`: a competitor leads for a prompt. `correction`: a cited page states facts wrong. */
export const opportunityKinds = ['gap', 'correction'] as const

export const opportunityTypes = ['owned', 'earned'] as const

/** The components of the opportunity score. */
export const scoreParts = ['gap', 'certainty', 'volume', 'intent', 'sources'] as const

/** The weights add up to 100. Without a search volume, its weight is distributed over the others. */
const scoreWeights: Record<ScorePart, number> = {
  gap: 45,
  certainty: 20,
  volume: 15,
  intent: 10,
  sources: 10,
}

export type ScorePart = (typeof scoreParts)[number]

/** Returns the maximum number of points of a component. */
export const maxPartPoints = (part: ScorePart, hasVolume: boolean): number =>
  hasVolume ? scoreWeights[part] : (100 * scoreWeights[part]) / (100 - scoreWeights.volume)

/** Returns the outcome of a delivery as text. */
export const deliveryOutcome = (status: number | null, error: string | null): string => {
  if (status !== null) return t('labels.delivery.status', { status })
  return error === null ? t('labels.delivery.none') : (knownText(`labels.deliveryError.${error}`) ?? error)
}
