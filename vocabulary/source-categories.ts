/** What kind of site a cited page stands on. `owned` and `competitor` come from the domains of the tracked names alone. */
export const sourceCategories = [
  'owned',
  'competitor',
  'editorial',
  'review',
  'forum',
  'social',
  'video',
  'ecommerce',
  'reference',
  'institutional',
  'other',
] as const

export type SourceCategory = (typeof sourceCategories)[number]
