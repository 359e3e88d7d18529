/** In the order of the numbers that represent them in the database. */
export const sentimentLabels = ['unknown', 'positive', 'neutral', 'negative'] as const

export type SentimentLabel = (typeof sentimentLabels)[number]

/** Returns the number that represents a label in the database. */
export const sentimentCode = (label: SentimentLabel): number => sentimentLabels.indexOf(label)
