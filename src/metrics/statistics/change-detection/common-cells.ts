import { type IndexRange, indexRange, type Series, sumOver } from './daily-sums.ts'
import type { Windows } from './windows.ts'

/** A value in each window. */
export type InWindows<T> = { reference: T; recent: T }

/** The cells with answers in both windows. Each cell has the weight ω, its share of their recent answers. */
export type CommonCells = {
  cells: readonly number[]
  ranges: InWindows<IndexRange>
  answers: InWindows<number>
  x: InWindows<number>
  /** Weighted means per answer: Σω·y/n and Σω·x/n. */
  meanY: InWindows<number>
  meanX: InWindows<number>
  /** Recent answers of all cells of the series. */
  recentAnswers: number
}

/** Returns the cells of a series with answers in both windows; null without such cells. */
export function commonCells({ answers, sums, members }: Series, windows: Windows): CommonCells | null {
  const [a, b] = [indexRange(answers, windows.reference), indexRange(answers, windows.recent)]
  const cells: number[] = []
  let [recentAnswers, nA, nB, xA, xB, yB, scaledY, scaledX] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const cell of members) {
    const before = sumOver(answers.n, cell, a)
    const after = sumOver(answers.n, cell, b)
    recentAnswers += after
    if (before === 0 || after === 0) continue
    cells.push(cell)
    const x = sumOver(sums.x, cell, a)
    nA += before
    nB += after
    xA += x
    xB += sumOver(sums.x, cell, b)
    yB += sumOver(sums.y, cell, b)
    // ω = n_B/N_B, so Σω·y_A/n_A is Σ y_A·n_B/n_A divided by N_B.
    scaledY += (sumOver(sums.y, cell, a) * after) / before
    scaledX += (x * after) / before
  }
  if (cells.length === 0) return null
  return {
    cells,
    ranges: { reference: a, recent: b },
    answers: { reference: nA, recent: nB },
    x: { reference: xA, recent: xB },
    meanY: { reference: scaledY / nB, recent: yB / nB },
    meanX: { reference: scaledX / nB, recent: xB / nB },
    recentAnswers,
  }
}
