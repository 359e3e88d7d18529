/** Names and definitions of the metrics. */
import { translated } from './language.ts'

export const metricLabels = translated('metricLabels', {
  visibility_score: {
    label: 'Visibility score',
    definition:
      'Average visibility of the brand across all answers, from 0 to 100. Each answer earns 60 points for a mention, 25 for a citation of one of the brand’s domains, and up to 15 for position (15 divided by its rank among the tracked brands).',
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
    definition: 'Of answers that mention the brand with a known sentiment, the share that is positive.',
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
})

/** Shares of sentiment are shown if it is known for at least this share of the answers that mention the brand. */
export const minSentimentCoveragePct = 50

/** Shown with every definition. */
export const denominatorRule = translated(
  'denominatorRule',
  'Failed, refused and empty answers are excluded.',
)
