import { compareWindows, type WindowComparison, type WindowTest, withTest } from './compare-windows.ts'
import type { Series } from './daily-sums.ts'
import type { Windows } from './windows.ts'

/** Larger than for a whole brand, because the drift of a single prompt does not average out. */
const driftAllowance = 0.04

/** Tests a series of one prompt between two windows, over its platforms and regions; null if it cannot be tested. */
export function testPrompt(series: Series, windows: Windows): WindowTest | null {
  const comparison = compareWindows(series, windows)
  if (!comparison?.isTestable) return null
  return withTest(comparison, varianceOfPrompt(comparison))
}

/** The spread between prompts is not known. */
export const varianceOfPrompt = ({
  parts,
  repeats,
}: {
  parts: Pick<WindowComparison['parts'], 'sampling' | 'drift'>
  repeats: number
}) => ({
  variance: parts.sampling + driftAllowance * parts.drift,
  df: repeats,
})
