/** What a text says about a fact. `outdated`: it states a value that was right until another one replaced it. */
export const verdicts = ['right', 'wrong', 'outdated', 'not_stated'] as const

export type Verdict = (typeof verdicts)[number]

/** What compares an answer with a fact. */
export const comparisonMethods = ['rules', 'model'] as const
