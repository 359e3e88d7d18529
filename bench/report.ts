/** The rows of the table that `npm run bench` prints and docs/performance.md contains. */

export type Figure = {
  /** What was measured, with its conditions. */
  what: string
  measured: string
  /** The budget as text, and whether the figure keeps it; absent where there is none. */
  budget?: { text: string; isKept: boolean }
}

export const tableHeader = '| What | Measured | Budget | |\n| --- | --- | --- | --- |'

/** Prints a figure as a row of a Markdown table. */
export function report({ what, measured, budget }: Figure): void {
  console.log(
    `| ${what} | ${measured} | ${budget?.text ?? ''} | ${budget ? (budget.isKept ? 'kept' : 'MISSED') : ''} |`,
  )
}

/** The value below which `share` of the values are. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
