import { arrangeDays, type CellDay } from './arrange-days.fixture.ts'
import { getSeries, type Series } from './daily-sums.ts'

/** A cell whose daily sums are digits, from day 0 on. Spaces separate windows; n = x = 1 unless given, and n = 0 means no row. */
export type DigitCell = { prompt?: string; platform?: string; y: string; n?: string; x?: string }

/** Returns the series of some cells over all platforms. */
export function digitSeries(...cells: DigitCell[]): Series {
  const { answers, sums } = arrangeDays(cells.flatMap(toRows), ['number'])
  return getSeries(answers, sums.number, null)
}

function toRows({ prompt = 'p', platform = 'a', y, n, x }: DigitCell): CellDay<'number'>[] {
  const values = getDigits(y)
  const answers = n ? getDigits(n) : values.map(() => 1)
  const denominators = x ? getDigits(x) : answers
  const rows = values.map((value, day) => {
    const sums = { number: { y: value, x: denominators[day] ?? 0 } }
    return { prompt, platform, region: 'US', day, n: answers[day] ?? 0, sums }
  })
  return rows.filter((row) => row.n > 0)
}

const getDigits = (text: string) => [...text.replaceAll(' ', '')].map(Number)
