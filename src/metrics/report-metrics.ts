/** The metrics of a report. A report reads all of them from one window, so that the numbers of a brand agree. */

import { calibration } from './calibration.ts'
import { citations } from './citations/citations.ts'
import { competitorComparison } from './competitors/competitor-comparison.ts'
import { funnel } from './funnel.ts'
import { promptPerformance } from './prompts/prompt-performance.ts'
import { visibilityTrend } from './trend/visibility-trend.ts'
import { visibilitySummary } from './visibility-summary.ts'

export const reportMetrics = {
  summary: visibilitySummary,
  trend: visibilityTrend,
  comparison: competitorComparison,
  sources: citations,
  prompts: promptPerformance,
  funnel,
  calibration,
}
