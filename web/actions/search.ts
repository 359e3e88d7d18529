/** The proposal that a new action accepts. */
export type NewActionSearch = { proposal?: string }

export const newActionSearch = ({ proposal }: Record<string, unknown>): NewActionSearch =>
  typeof proposal === 'string' && proposal !== '' ? { proposal } : {}
