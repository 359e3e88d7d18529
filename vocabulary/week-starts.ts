/** The first day of a week in calendars. */
export const weekStarts = ['monday', 'sunday', 'saturday'] as const
