import { formatCount, formatPosition, formatScore, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { classes } from './classes.ts'
import {
  isBetter,
  isUnusual,
  type PeriodChange,
  periodLabel,
  periodSentence,
  signedDifference,
  type Unit,
} from './period-text.ts'

type PeriodMarkProps = {
  change: PeriodChange
  unit?: Unit
  isLowerBetter?: boolean
  /** Neither better nor worse for the brand, such as the change of a competitor. */
  isOthers?: boolean
  /** Formats both numbers; by default by their unit. */
  format?: (value: number) => string
}

const formats = { points: formatScore, position: formatPosition, count: formatCount }

/** The difference from the previous period next to its number: colored if it is larger than usual, otherwise gray. */
export function PeriodMark({
  change,
  unit = 'points',
  isLowerBetter = unit === 'position',
  isOthers = false,
  format = formats[unit],
}: PeriodMarkProps) {
  const { delta } = change
  const label = periodSentence(change, format)
  if (delta === null || change.period_state === 'not_comparable')
    return (
      <span title={label} className="text-xs text-muted">
        <span aria-hidden>{noData}</span>
        <span className="sr-only">{label}</span>
      </span>
    )
  if (!isUnusual(change))
    return (
      <span title={label} className="whitespace-nowrap text-xs text-muted tabular-nums">
        {signedDifference(delta, unit)}
      </span>
    )
  return (
    <span
      title={label}
      className={classes(
        'whitespace-nowrap text-xs font-medium tabular-nums',
        isOthers ? 'text-muted' : isBetter(change, isLowerBetter) ? 'text-good' : 'text-bad',
      )}
    >
      {unit === 'position' ? (
        signedDifference(delta, unit)
      ) : (
        <>
          <svg aria-hidden viewBox="0 0 8 8" className="mr-1 inline size-2 fill-current">
            <path d={delta > 0 ? 'M4 1 8 7H0Z' : 'M4 7 0 1h8Z'} />
          </svg>
          <span className="sr-only">{t(`labels.change.${delta > 0 ? 'up' : 'down'}`)} </span>
          {formats[unit](Math.abs(delta))}
        </>
      )}
    </span>
  )
}

/** Whether the difference is established: a filled dot in color, otherwise a hollow gray one. */
export function PeriodStatus({
  change,
  unit = 'points',
  isOthers = false,
}: Omit<PeriodMarkProps, 'format' | 'isLowerBetter'>) {
  const isColored = isUnusual(change) && !isOthers
  const color = isColored ? (isBetter(change, unit === 'position') ? 'text-good' : 'text-bad') : 'text-muted'
  return (
    <span className={classes('inline-flex items-center gap-1.5 whitespace-nowrap', color)}>
      <svg aria-hidden viewBox="0 0 8 8" className="size-2 shrink-0 stroke-current">
        <circle cx="4" cy="4" r="3" strokeWidth="1.5" fill={isUnusual(change) ? 'currentColor' : 'none'} />
      </svg>
      {periodLabel(change)}
    </span>
  )
}

/** Whether the difference is established, and both numbers. */
export function PeriodFacts({
  change,
  isOthers = false,
  format = formatScore,
}: Omit<PeriodMarkProps, 'unit' | 'isLowerBetter'>) {
  const { previous, current } = change
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
      <PeriodStatus change={change} isOthers={isOthers} />
      {previous !== null && current !== null && (
        <span className="tabular-nums">
          {t('ui.period.values', { previous: format(previous), current: format(current) })}
        </span>
      )}
    </p>
  )
}
