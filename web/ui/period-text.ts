/** The words of the difference between the chosen period and the one before. */
import { formatPoints, formatPosition, formatScore, formatSignedCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'

export type PeriodChange = {
  period_state: 'up' | 'down' | 'usual_range' | 'insufficient_data' | 'not_comparable'
  /** Differences are usually within ± this. */
  usual_change: number | null
  previous: number | null
  current: number | null
  delta: number | null
}

export const isUnusual = ({ period_state: state }: PeriodChange): boolean =>
  state === 'up' || state === 'down'

/** Whether the change is good news. */
export const isBetter = ({ delta }: PeriodChange, isLowerBetter: boolean): boolean =>
  (delta ?? 0) > 0 !== isLowerBetter

export function periodLabel(change: PeriodChange): string {
  const { period_state: state } = change
  return state === 'up' || state === 'down' ? t('ui.period.established') : t(`ui.period.${state}`)
}

type Format = (value: number) => string

/** Both numbers, and whether their difference is established. */
export function periodSentence(change: PeriodChange, format: Format): string {
  const { previous, current } = change
  const state = periodLabel(change)
  return previous === null || current === null
    ? state
    : t('ui.period.sentence', { previous: format(previous), current: format(current), state })
}

/** How the lead between the brand and a competitor changed; null if it is not known. `names`: of the brand and the competitor. */
export function gapSentence(gap: PeriodChange, names: { brand: string; competitor: string }): string | null {
  const { previous, current, period_state: state } = gap
  if (previous === null || current === null || state === 'not_comparable') return null
  const points = Math.abs(Math.abs(current) - Math.abs(previous))
  const values = { state, name: previous > 0 ? names.brand : names.competitor } as const
  if (previous * current < 0)
    return t('ui.gap.change', { ...values, state: 'other', direction: 'passed', points: Math.abs(previous) })
  const isSame = formatScore(points) === formatScore(0)
  const direction = isSame ? 'same' : Math.abs(current) > Math.abs(previous) ? 'grew' : 'shrank'
  return t('ui.gap.change', { ...values, direction, points })
}

/** The unit of a number, which decides how its difference is formatted. */
export type Unit = 'points' | 'position' | 'count'

export function signedDifference(delta: number, unit: Unit): string {
  if (unit === 'count') return formatSignedCount(delta)
  if (unit === 'points') return formatPoints(delta)
  return formatPosition(Math.abs(delta)) === formatPosition(0)
    ? formatPosition(0)
    : t('ui.period.position', { isGood: delta < 0, positions: Math.abs(delta) })
}

/** The values that are usual in the chosen period; null if they are not known. */
export function usualRange({
  previous,
  usual_change: usual,
}: PeriodChange): { low: number; high: number } | null {
  return previous === null || usual === null ? null : { low: previous - usual, high: previous + usual }
}
