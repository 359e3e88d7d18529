import { arrangeDays } from '../../metrics/statistics/change-detection/arrange-days.fixture.ts'
import type { Experiment } from './experiment.ts'

/** A cell with the y of each day; `-` is a day without answers. `n`: answers per day. */
export type DigitCell = { prompt: string; platform?: string; days: string; n?: number }

/** Returns days from 0 on, with x = n. */
export function digitDays(cells: readonly DigitCell[]): Pick<Experiment, 'answers' | 'sums'> {
  const rows = cells.flatMap(({ prompt, platform = '', days, n = 1 }) =>
    [...days].flatMap((digit, day) =>
      digit === '-'
        ? []
        : [{ prompt, platform, region: '', day, n, sums: { value: { y: Number(digit), x: n } } }],
    ),
  )
  const { answers, sums } = arrangeDays(rows, ['value'])
  return { answers, sums: sums.value }
}
