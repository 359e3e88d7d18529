/** How well established a check is. */
export const bases = ['A', 'B', 'C'] as const
