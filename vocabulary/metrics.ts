/** Names and definitions of the metrics. */
export const metricLabels = {
  visibility_score: {
    label: 'Visibility score',
    definition:
      'How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers.',
  },
  mention_rate: {
    label: 'Mention rate',
    definition: 'The share of answers that mention the brand.',
  },
  citation_rate: {
    label: 'Citation rate',
    definition: "The share of answers that cite one of the brand's domains.",
  },
  share_of_voice: {
    label: 'Share of voice',
    definition:
      'Mentions of the brand as a percentage of all mentions of the brand and its tracked competitors.',
  },
  sentiment: {
    label: 'Positive sentiment',
    definition: 'Of answers that mention the brand with a clear sentiment, the share that is positive.',
  },
  citations: {
    label: 'Citations of your sites',
    definition: 'Citations of the brand’s own domains. A URL cited twice in an answer counts twice.',
  },
  average_position: {
    label: 'Average position',
    definition:
      'The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first.',
  },
} as const

/** Shown with every definition. */
export const denominatorRule = 'Failed, refused and empty answers are excluded.'
