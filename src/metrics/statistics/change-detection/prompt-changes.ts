import { benjaminiHochberg } from '../false-discovery.ts'
import { compareWindows, type WindowTest, withTest } from './compare-windows.ts'
import type { Series } from './daily-sums.ts'
import type { Windows } from './windows.ts'

/** The test of one prompt. `q`: its false discovery rate among the tested prompts. */
export type PromptChange = { prompt: string; test: WindowTest; q: number; isSignificant: boolean }

/** A false discovery rate of 5 % in the list. */
const significance = 0.05

/** Larger than for a whole brand, because the drift of a single prompt does not average out. */
const driftAllowance = 0.04

/**
 * Tests each prompt of a series between two windows, over its platforms and regions. Prompts that cannot be tested are absent.
 * The windows are 28 days each for the list of prompts, and those of a change for its drivers.
 */
export function promptChanges(series: Series, windows: Windows): PromptChange[] {
  const { cells } = series.answers
  const byPrompt = Map.groupBy(series.members, (cell) => cells[cell]?.prompt ?? '')
  const tests = [...byPrompt].flatMap(([prompt, members]) => {
    const test = testPrompt({ ...series, members }, windows)
    return test ? [{ prompt, test }] : []
  })
  const qValues = benjaminiHochberg(tests.map(({ test }) => test.p))
  return tests.map(({ prompt, test }, index) => {
    const q = qValues[index] ?? 1
    return { prompt, test, q, isSignificant: q <= significance }
  })
}

function testPrompt(series: Series, windows: Windows): WindowTest | null {
  const comparison = compareWindows(series, windows)
  if (!comparison?.isTestable) return null
  const { parts, repeats } = comparison
  return withTest(comparison, { variance: parts.sampling + driftAllowance * parts.drift, df: repeats })
}
