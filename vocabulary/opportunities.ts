/** Display labels of opportunities, briefs and deliveries, and the components of the opportunity score. */
import { labelOf } from './label-of.ts'
import { translated } from './language.ts'

export const opportunityStatusLabels = translated('opportunityStatusLabels', {
  new: 'New',
  sent: 'Sent',
  in_progress: 'In progress',
  done: 'Done',
  dismissed: 'Dismissed',
})

export type OpportunityStatus = keyof typeof opportunityStatusLabels

export const impactLabels = translated('impactLabels', { high: 'High', medium: 'Medium', low: 'Low' })

export const opportunityTypeLabels = translated('opportunityTypeLabels', {
  owned: 'Own page',
  earned: 'Third-party',
})

export const opportunityTypeMeanings = translated('opportunityTypeMeanings', {
  owned: 'The answers cite company pages, or nothing: a page of your own could be cited.',
  earned: 'The answers cite lists, reviews and forums: aim to get mentioned on those pages.',
})

export const certaintyLabels = translated('certaintyLabels', {
  established: 'Established',
  directional: 'Needs more data',
})

export const certaintyMeanings = translated('certaintyMeanings', {
  established: 'At least 10 answers, and the confidence interval of the gap is above zero.',
  directional: 'Few answers, or a gap that is not significant.',
})

/** The components of the opportunity score. */
export const scoreParts = translated('scoreParts', {
  gap: {
    label: 'Gap',
    meaning:
      'How many points of visibility the leading competitor is ahead, at the lower bound of the confidence interval. 60 points or more score in full.',
  },
  certainty: {
    label: 'Certainty',
    meaning: 'The lower bound of the gap’s confidence interval, as a share of the gap.',
  },
  volume: {
    label: 'Search volume',
    meaning:
      'Monthly searches according to the volume source, on a logarithmic scale. 100,000 or more score in full.',
  },
  intent: {
    label: 'Intent',
    meaning:
      'Prompts from buyers who are choosing score in full; purely informational prompts score less than half.',
  },
  sources: {
    label: 'Sources',
    meaning: 'The share of citations that are of this opportunity’s type.',
  },
})

/** The weights add up to 100. Without a search volume, its weight is distributed over the others. */
const scoreWeights: Record<ScorePart, number> = {
  gap: 45,
  certainty: 20,
  volume: 15,
  intent: 10,
  sources: 10,
}

export type ScorePart = keyof typeof scoreParts

/** Returns the maximum number of points of a component. */
export const maxPartPoints = (part: ScorePart, hasVolume: boolean): number =>
  hasVolume ? scoreWeights[part] : (100 * scoreWeights[part]) / (100 - scoreWeights.volume)

export const briefMethodLabels = translated('briefMethodLabels', {
  evidence: 'Generated from the data',
  model: 'Written by the language model from the data',
  person: 'Edited manually',
})

export const deliveryErrorLabels = translated('deliveryErrorLabels', {
  timeout: 'No complete response within 15 seconds',
  dns: 'Host not found',
  refused: 'Connection refused',
  unreachable: 'Host unreachable',
  tls: 'Invalid certificate, or TLS is not supported',
  cut: 'The connection closed before the response was complete',
  bad_response: 'The response is not valid HTTP',
  too_large: 'The response headers are too large',
  unsafe_url: 'The URL points to a private network, which is not allowed',
})

export const deliveryTexts = translated('deliveryTexts', {
  none: 'No response',
  status: (status: number) => `Status ${status}`,
})

/** Returns the outcome of a delivery as text. */
export const deliveryOutcome = (status: number | null, error: string | null): string => {
  if (status !== null) return deliveryTexts.status(status)
  return error === null ? deliveryTexts.none : (labelOf(deliveryErrorLabels, error) ?? error)
}
