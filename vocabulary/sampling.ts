/** How often scheduled runs ask a prompt on a platform: in every n-th run. */
export const samplingFrequencies = [1, 2, 4, 7, 14, 28] as const
export type SamplingFrequency = (typeof samplingFrequencies)[number]

/** The numbers that a sampling plan can make precise. */
export const plannedNumbers = ['mention_rate', 'score', 'share_of_voice', 'citation_rate'] as const
export type PlannedNumber = (typeof plannedNumbers)[number]

/** Of all answers, of each platform, or of each topic. */
export const plannedParts = ['all', 'platform', 'topic'] as const
export type PlannedPart = (typeof plannedParts)[number]
