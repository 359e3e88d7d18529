/**
 * Adds "point" to a formatted number, in the plural from 2: `1,9 point`, `2,0 points`. A sign may precede the number.
 */
export const withPoints = (formatted: string): string =>
  `${formatted} ${/^\D?[01](?!\d)/.test(formatted) ? 'point' : 'points'}`
