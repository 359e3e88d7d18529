import { t } from '../../vocabulary/texts.ts'
import { Badge } from '../ui/Badge.tsx'
import type { ReportSummary } from './queries.ts'

export function StateBadge({ report }: { report: Pick<ReportSummary, 'published_at'> }) {
  return report.published_at === null ? (
    <Badge>{t('reports.states.draft')}</Badge>
  ) : (
    <Badge tone="good">{t('reports.states.published')}</Badge>
  )
}
