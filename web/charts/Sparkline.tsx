import { classes } from '../ui/classes.ts'

const width = 120
const height = 24
const margin = 2

type SparklineProps = {
  values: readonly (number | null)[]
  /** An established change for the better or worse. */
  tone?: 'good' | 'bad' | null
}

const strokes = { good: 'stroke-good', bad: 'stroke-bad' }

/** The shape of a series without axes, which screen readers skip: the numbers are next to it or in its label. */
export function Sparkline({ values, tone = null }: SparklineProps) {
  const parts = toPolylines(values)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={classes('h-6 w-full fill-none', tone ? strokes[tone] : 'stroke-edge')}
    >
      {parts.map((points) => (
        <polyline
          key={points}
          points={points}
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}

/** Returns the points of each line: a day without answers is a gap. */
export function toPolylines(values: readonly (number | null)[]): string[] {
  const known = values.filter((value) => value !== null)
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  const step = (width - 2 * margin) / Math.max(1, values.length - 1)
  const lines: string[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) {
      lines.push([])
      continue
    }
    const share = range === 0 ? 0.5 : (value - low) / range
    const y = margin + (1 - share) * (height - 2 * margin)
    lines.at(-1)?.push(`${round(margin + index * step)},${round(y)}`)
  }
  return lines.flatMap((points) =>
    // A line needs two points; a single day is drawn as a dot.
    points.length === 0 ? [] : [[...points, ...(points.length === 1 ? points : [])].join(' ')],
  )
}

const round = (value: number) => Math.round(value * 10) / 10
