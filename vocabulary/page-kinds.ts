/** The kinds of cited pages. */
export const pageKinds = [
  'list',
  'comparison',
  'review',
  'forum',
  'documentation',
  'shop',
  'news',
  'reference',
] as const

export type PageKind = (typeof pageKinds)[number]
