/** What actions are, and the numbers that their effect is measured by. */

export const actionKinds = [
  'published_page',
  'edited_page',
  'edited_listing',
  'outreach',
  'technical_fix',
  'other',
] as const

export type ActionKind = (typeof actionKinds)[number]

export const actionNumbers = ['score', 'mention_rate', 'citation_rate'] as const

export type ActionNumber = (typeof actionNumbers)[number]

/**
 * `planned`: its day is not over. `no_comparison`: it has too few control prompts or answers, so only the numbers before and after are known.
 * The others: see docs/experiments.md.
 */
export const actionStates = ['planned', 'no_comparison', 'running', 'up', 'down', 'no_effect_found'] as const

export type ActionState = (typeof actionStates)[number]
