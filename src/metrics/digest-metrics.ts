/** The metrics of a digest: digests read them from a window of their own, so that all numbers of a brand agree. */
import { sourceChanges } from './citations/source-changes.ts'
import { competitorComparison } from './competitor-comparison.ts'
import { visibilitySummary } from './visibility-summary.ts'

export const digestMetrics = {
  summary: visibilitySummary,
  comparison: competitorComparison,
  sources: sourceChanges,
}
