/** Display labels of opportunities, briefs and deliveries, and the components of the opportunity score. */

export const opportunityStatusLabels = {
  new: 'New',
  sent: 'Sent',
  in_progress: 'In progress',
  done: 'Done',
  dismissed: 'Dismissed',
} as const

export type OpportunityStatus = keyof typeof opportunityStatusLabels

export const impactLabels = { high: 'High', medium: 'Medium', low: 'Low' } as const

export const opportunityTypeLabels = { owned: 'Own page', earned: 'Third-party' } as const

export const opportunityTypeMeanings = {
  owned: 'The answers cite company pages, or nothing: a page of your own could be cited.',
  earned: 'The answers cite lists, reviews and forums: aim to get mentioned on those pages.',
} as const

export const certaintyLabels = { established: 'Established', directional: 'Needs more data' } as const

export const certaintyMeanings = {
  established: 'At least 10 answers, and the confidence interval of the gap is above zero.',
  directional: 'Few answers, or a gap that is not significant.',
} as const

/** The weights add up to 100. Without a search volume, its weight is distributed over the others. */
export const scoreParts = {
  gap: {
    label: 'Gap',
    weight: 45,
    meaning:
      'How many points of visibility the leading competitor is ahead, at the lower bound of the confidence interval. 60 points or more score in full.',
  },
  certainty: {
    label: 'Certainty',
    weight: 20,
    meaning: 'The lower bound of the gap’s confidence interval, as a share of the gap.',
  },
  volume: {
    label: 'Search volume',
    weight: 15,
    meaning:
      'Monthly searches according to the volume source, on a logarithmic scale. 100,000 or more score in full.',
  },
  intent: {
    label: 'Intent',
    weight: 10,
    meaning:
      'Prompts from buyers who are choosing score in full; purely informational prompts score less than half.',
  },
  sources: {
    label: 'Sources',
    weight: 10,
    meaning: 'The share of citations that are of this opportunity’s type.',
  },
} as const

export type ScorePart = keyof typeof scoreParts

/** Returns the maximum number of points of a component. */
export const maxPartPoints = (part: ScorePart, hasVolume: boolean): number =>
  hasVolume ? scoreParts[part].weight : (100 * scoreParts[part].weight) / (100 - scoreParts.volume.weight)

export const briefMethodLabels = {
  evidence: 'Generated from the data',
  model: 'Written by the language model from the data',
  person: 'Edited manually',
} as const

const deliveryErrorLabels: Record<string, string> = {
  timeout: 'No complete response within 15 seconds',
  dns: 'Host not found',
  refused: 'Connection refused',
  unreachable: 'Host unreachable',
  tls: 'Invalid certificate, or TLS is not supported',
  cut: 'The connection closed before the response was complete',
  bad_response: 'The response is not valid HTTP',
  too_large: 'The response headers are too large',
  unsafe_url: 'The URL points to a private network, which is not allowed',
}

/** Returns the outcome of a delivery as text. */
export const deliveryOutcome = (status: number | null, error: string | null): string =>
  status === null ? (deliveryErrorLabels[error ?? ''] ?? error ?? 'No response') : `Status ${status}`
