import { Badge } from '../ui/Badge.tsx'
import { copy } from './copy.ts'
import type { ReportSummary } from './queries.ts'

export function StateBadge({ report }: { report: Pick<ReportSummary, 'published_at'> }) {
  return report.published_at === null ? (
    <Badge>{copy.states.draft}</Badge>
  ) : (
    <Badge tone="good">{copy.states.published}</Badge>
  )
}
