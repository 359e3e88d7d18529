/** What the numbers are called and mean, in a sentence for whoever reads one. */
export const metricLabels = {
  visibility_score: {
    label: 'Visibility score',
    definition:
      'How present the brand is in an answer, from 0 to 100: 60 points when it is named, 25 when one of its domains is cited, and 15 divided by its place among the tracked names. Of many answers it is the plain mean.',
  },
  mention_rate: {
    label: 'Mention rate',
    definition: 'The share of answers that name the brand.',
  },
  citation_rate: {
    label: 'Citation rate',
    definition: "The share of answers that cite one of the brand's domains.",
  },
  share_of_voice: {
    label: 'Share of voice',
    definition: 'Mentions of the brand / mentions of the brand and its tracked competitors, in percent.',
  },
  sentiment: {
    label: 'Positive sentiment',
    definition:
      'Of the answers that name the brand and portray it in a way that is clear, the share that portrays it well.',
  },
  citations: {
    label: 'Citations of your sites',
    definition: "Citations of the brand's own domains; an address listed twice counts twice.",
  },
  average_position: {
    label: 'Average position',
    definition:
      "The brand's place in the order in which the tracked names first appear, averaged over the answers that name it. 1 is first.",
  },
} as const

/** Said wherever a number is explained. */
export const denominatorRule = 'Failed, refused and empty answers are left out.'
