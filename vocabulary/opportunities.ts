/** What opportunities, their briefs and deliveries are called in front of people, and what their score is made of. */

export const opportunityStatusLabels = {
  new: 'New',
  sent: 'Sent',
  in_progress: 'In progress',
  done: 'Done',
  dismissed: 'Dismissed',
} as const

export type OpportunityStatus = keyof typeof opportunityStatusLabels

export const impactLabels = { high: 'High', medium: 'Medium', low: 'Low' } as const

export const opportunityTypeLabels = { owned: 'Own page', earned: 'Pages of others' } as const

export const opportunityTypeMeanings = {
  owned: 'The answers cite pages of companies, or nothing at all: a page of your own could be cited.',
  earned: 'The answers rest on lists, reviews and forums: the way in is to be on those pages.',
} as const

export const certaintyLabels = { established: 'Established', directional: 'Directional' } as const

export const certaintyMeanings = {
  established: 'At least ten answers, and the whole interval of the gap lies above zero.',
  directional: 'A handful of answers, or a gap that may be chance.',
} as const

/** The weights add up to 100; without a volume from a source its weight is spread over the others. */
export const scoreParts = {
  gap: {
    label: 'Gap',
    weight: 45,
    meaning: 'How many points of visibility the leading competitor is ahead; 60 points count in full.',
  },
  certainty: {
    label: 'Certainty',
    weight: 20,
    meaning: 'The lower end of the interval of the gap, as a part of the gap.',
  },
  volume: {
    label: 'Search volume',
    weight: 15,
    meaning: 'Searches a month as a source says, as a logarithm; 100,000 count in full.',
  },
  intent: {
    label: 'Intent',
    weight: 10,
    meaning: 'Whoever is choosing counts in full, whoever only wants to know for less than half.',
  },
  sources: {
    label: 'Sources',
    weight: 10,
    meaning: 'The part of the citations that are of the kind this opportunity is about.',
  },
} as const

export type ScorePart = keyof typeof scoreParts

/** The most that a part can be. */
export const mostOfPart = (part: ScorePart, hasVolume: boolean): number =>
  hasVolume ? scoreParts[part].weight : (100 * scoreParts[part].weight) / (100 - scoreParts.volume.weight)

export const briefMethodLabels = {
  evidence: 'Composed from the evidence',
  model: 'Written by the language model from the evidence',
  person: 'Changed by hand',
} as const

const deliveryErrorLabels: Record<string, string> = {
  timeout: 'No whole answer within 15 seconds',
  dns: 'The name is not known',
  refused: 'Nobody takes connections there',
  unreachable: 'There is no way to it',
  tls: 'Its certificate is not valid, or it does not speak TLS',
  cut: 'The connection ended before the answer did',
  bad_response: 'What came is no HTTP',
  too_large: 'The headers of the answer are too large',
  unsafe_url: 'The address leads into a private network, which is not called',
}

/** What came of a delivery, in words. */
export const deliveryOutcome = (status: number | null, error: string | null): string =>
  status === null ? (deliveryErrorLabels[error ?? ''] ?? error ?? 'No answer') : `Status ${status}`
