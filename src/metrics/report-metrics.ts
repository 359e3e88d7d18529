/** The metrics of a report. A report reads all of them from one window, so that the numbers of a brand agree. */
import { citations } from './citations/citations.ts'
import { competitorComparison } from './competitor-comparison.ts'
import { promptPerformance } from './prompt-performance.ts'
import { visibilitySummary } from './visibility-summary.ts'
import { visibilityTrend } from './visibility-trend.ts'

export const reportMetrics = {
  summary: visibilitySummary,
  trend: visibilityTrend,
  comparison: competitorComparison,
  sources: citations,
  prompts: promptPerformance,
}
