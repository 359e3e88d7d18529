/** Formats the rows of the table that `npm run bench` prints and docs/performance.md contains. */

export type Figure = {
  /** What was measured, with its conditions. */
  what: string
  measured: string
  /** The limit and whether the figure meets it. */
  budget?: { text: string; isMet: boolean }
}

export const tableHeader = '| What | Measured | Budget | |\n| --- | --- | --- | --- |'

/** Prints a figure as a row of a Markdown table. */
export function report({ what, measured, budget }: Figure): void {
  console.log(
    `| ${what} | ${measured} | ${budget?.text ?? ''} | ${budget ? (budget.isMet ? 'met' : 'MISSED') : ''} |`,
  )
}

/** Returns the value at a quantile from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0
}

/** Returns the elapsed milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Returns the elapsed milliseconds, and the CPU milliseconds that the process used. */
export async function timedCpu(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const before = process.cpuUsage()
  const ms = await timed(work)
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1000 }
}
