import { formatPct, formatRange, formatScore } from '../../../vocabulary/formats.ts'

type Interval = { low: number; high: number } | null

/** A share as a bar next to its number. */
export function ShareCell({ pct }: { pct: number | null }) {
  return (
    <span className="flex items-center gap-3">
      <meter
        aria-hidden
        min={0}
        max={100}
        value={pct ?? 0}
        className="share-bar hidden h-2 flex-1 sm:block"
      />
      <span className="w-14 tabular-nums sm:text-right">{formatPct(pct)}</span>
    </span>
  )
}

/** A visibility score with its interval below. */
export function ScoreCell({ score, interval }: { score: number | null; interval: Interval }) {
  return (
    <>
      {formatScore(score)}
      {interval && <span className="block text-xs text-muted">{formatRange(interval)}</span>}
    </>
  )
}

type RateCellProps = { pct: number | null; interval: Interval }

/** A rate with its interval below. */
export function RateCell({ pct, interval }: RateCellProps) {
  return (
    <>
      {formatPct(pct)}
      {interval && <span className="block text-xs text-muted">{formatRange(interval, '%')}</span>}
    </>
  )
}
