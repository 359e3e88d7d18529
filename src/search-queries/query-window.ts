/** Which search queries are considered: of the last days, at most so many of one source. */
import { utcDay } from '../core/days.ts'

export const maxQueries = 5_000

const windowDays = 28

export const windowStart = (now: Date): string => utcDay(new Date(now.getTime() - windowDays * 86_400_000))
