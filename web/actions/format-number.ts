import { formatPct, formatScore } from '../../vocabulary/formats.ts'
import type { ActionDetail } from './queries.ts'

/** Formats a value of the compared number: a score, or a rate in percent. */
export const formatNumber = (number: ActionDetail['number'], value: number | null): string =>
  number === 'score' ? formatScore(value) : formatPct(value)
