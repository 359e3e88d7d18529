/** The metrics of a digest. A digest reads all of them from one window, so that the numbers of a brand agree. */
import { sourceChanges } from './citations/source-changes.ts'
import { competitorComparison } from './competitors/competitor-comparison.ts'
import { visibilitySummary } from './visibility-summary.ts'

export const digestMetrics = {
  summary: visibilitySummary,
  comparison: competitorComparison,
  sources: sourceChanges,
}
