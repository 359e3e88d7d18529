import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { brandStatusLabels, surfaceLabels } from '../../vocabulary/labels.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useIsSimulated } from '../brands/SimulatedBanner.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { buttonClasses } from '../ui/Button.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { copy } from './copy.ts'
import { KeyMetrics } from './KeyMetrics.tsx'
import { NextActions } from './NextActions.tsx'
import { PlatformTable } from './PlatformTable.tsx'
import { ScoreChange } from './ScoreChange.tsx'
import { TopChanges } from './TopChanges.tsx'
import { Trend } from './Trend.tsx'

/** One brand at a glance: its visibility, what changed, where, and what to do next. */
export function OverviewPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const isSimulated = useIsSimulated()
  return (
    <Page
      title={brand.name}
      screen={copy.page.screen}
      within={brand.name}
      lead={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <ExternalLink href={`https://${brand.domain}`}>{brand.domain}</ExternalLink>
          {isSimulated && <Badge tone="caution">{surfaceLabels.simulated}</Badge>}
          {brand.status === 'paused' && <Badge tone="caution">{brandStatusLabels.paused}</Badge>}
        </span>
      }
      actions={
        mayWrite && (
          <Link to="/dashboard/brands/$slug/runs" params={{ slug }} className={buttonClasses('primary')}>
            <Play aria-hidden className="size-4" />
            {copy.page.run}
          </Link>
        )
      }
    >
      <FilterBar />
      <KeyMetrics />
      <Trend />
      <PlatformTable />
      <ScoreChange />
      <TopChanges />
      <NextActions />
    </Page>
  )
}
