import { classes } from '../ui/classes.ts'
import { isBetter, isUnusual, type PeriodChange } from '../ui/period-text.ts'

/** Half of the bar, in usual changes. */
const shownUsualChanges = 2.5

/** The usual range as a band, the previous period as a line in it, and this period as a dot. Screen readers skip it: the numbers are next to it. */
export function RangeBar({ change, isPosition }: { change: PeriodChange; isPosition: boolean }) {
  const { delta, usual_change: usual } = change
  const isKnown = delta !== null && usual !== null && usual > 0
  const better = isKnown ? (isPosition ? -delta : delta) / usual / shownUsualChanges : 0
  const x = `${50 + 48 * Math.max(-1, Math.min(1, better))}%`
  const band = 50 / shownUsualChanges
  return (
    <svg aria-hidden className="h-2.5 w-full overflow-visible">
      <line x1="0" x2="100%" y1="5" y2="5" className="stroke-line" strokeWidth="2" />
      {isKnown && (
        <>
          <rect x={`${50 - band}%`} width={`${2 * band}%`} y="1" height="8" rx="2" className="fill-line" />
          <line x1="50%" x2="50%" y1="0" y2="10" className="stroke-edge" strokeWidth="1.5" />
          <circle
            cx={x}
            cy="5"
            r="4"
            className={classes(
              'stroke-surface',
              !isUnusual(change) ? 'fill-muted' : isBetter(change, isPosition) ? 'fill-good' : 'fill-bad',
            )}
            strokeWidth="1"
          />
        </>
      )}
    </svg>
  )
}
