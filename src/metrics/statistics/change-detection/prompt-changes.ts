import { benjaminiHochberg } from '../false-discovery.ts'
import { compareWindows, type WindowTest, withTest } from './compare-windows.ts'
import type { Series } from './daily-sums.ts'
import type { Windows } from './windows.ts'

/** `before` and `after`: the means of both windows. */
export type PromptTest = { prompt: string; test: Pick<WindowTest, 'before' | 'after' | 'p'> }

/** `q`: the false discovery rate among the tested prompts. */
export type PromptChange = PromptTest & { q: number; isSignificant: boolean }

/** A false discovery rate of 5 % in the list. */
const significance = 0.05

/** Larger than for a whole brand, because the drift of a single prompt does not average out. */
const driftAllowance = 0.04

/** The days of each window in the list of prompts. */
const listedDays = 28

/** Returns the windows of the list of prompts: the 28 days that end with `day`, and the 28 days before. */
export const listedWindows = (day: number): Windows => ({
  reference: { from: day - 2 * listedDays + 1, to: day - listedDays },
  recent: { from: day - listedDays + 1, to: day },
})

/**
 * Tests each prompt of a series between two windows, over its platforms and regions. Prompts that cannot be tested are absent.
 * The windows come from the list of prompts, or from a change for its drivers.
 */
export function testPrompts(series: Series, windows: Windows): (PromptTest & { test: WindowTest })[] {
  const { cells } = series.answers
  const byPrompt = Map.groupBy(series.members, (cell) => cells[cell]?.prompt ?? '')
  return [...byPrompt].flatMap(([prompt, members]) => {
    const test = testPrompt({ ...series, members }, windows)
    return test ? [{ prompt, test }] : []
  })
}

/** Returns which prompts of a list changed. */
export function promptChanges(tests: readonly PromptTest[]): PromptChange[] {
  const qValues = benjaminiHochberg(tests.map(({ test }) => test.p))
  return tests.map((test, index) => {
    const q = qValues[index] ?? 1
    return { ...test, q, isSignificant: q <= significance }
  })
}

function testPrompt(series: Series, windows: Windows): WindowTest | null {
  const comparison = compareWindows(series, windows)
  if (!comparison?.isTestable) return null
  const { parts, repeats } = comparison
  return withTest(comparison, { variance: parts.sampling + driftAllowance * parts.drift, df: repeats })
}
