/** Types of sites that cited pages belong to. `owned` and `competitor` follow from the tracked domains alone. */
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
