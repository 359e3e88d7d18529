import { useQuery } from '@tanstack/react-query'
import { Plus, Swords } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { getStanding, overviewMetrics } from '../overview/metrics.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { PeriodFacts } from '../ui/PeriodMark.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { gapSentence } from '../ui/period-text.ts'
import { CompetitorDialog } from './CompetitorDialog.tsx'
import { CompetitorSuggestions } from './CompetitorSuggestions.tsx'
import { CompetitorTabs } from './CompetitorTabs.tsx'
import type { Comparison } from './detail/competitor-detail.ts'
import { Leaderboard } from './Leaderboard.tsx'
import { leadSentence } from './lead-sentence.ts'
import { ShareByPlatform } from './ShareByPlatform.tsx'
import { TrackedCompetitors } from './TrackedCompetitors.tsx'

/** The competitors in the brand's answers, and suggested ones. */
export function CompetitorsPage() {
  const { brand, query } = useBrand()
  const { mayWrite } = useCurrentUser()
  const comparison = useQuery(read('GET /api/metrics/competitor-comparison', { query }))
  const [isAdding, setAdding] = useState(false)
  const { data, error } = comparison
  return (
    <Page
      title={t('competitors.page.title')}
      within={brand.name}
      filters={<FilterBar />}
      actions={
        mayWrite && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            {t('competitors.page.track')}
          </Button>
        )
      }
    >
      <QueryError query={comparison} />
      {!data && !error && <Bar className="h-screen rounded-xl" />}
      {data && data.competitors.length === 0 && (
        <EmptyState isCard Icon={Swords} title={t('competitors.page.emptyTitle')}>
          {t('competitors.page.empty')}
        </EmptyState>
      )}
      {data && data.competitors.length > 0 && (
        <>
          <CompetitorTabs comparison={data} chosen={null} />
          <Verdict data={data} />
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <Leaderboard data={data} />
            <ShareByPlatform data={data} />
          </div>
        </>
      )}
      <CompetitorSuggestions />
      <TrackedCompetitors />
      {isAdding && <CompetitorDialog competitor={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}

/** Who leads and by how much, then the rank of the brand or the best competitor. */
function Verdict({ data }: { data: Comparison }) {
  const standing = getStanding(overviewMetrics().visibility, data)
  if (standing === null) return null
  const { brand } = data
  const { rank, of, competitor, lead } = standing
  const gap = gapSentence(competitor.gap_change, { brand: brand.name, competitor: competitor.name })
  return (
    <div className="mb-3">
      <Headline
        context={[
          ...(gap === null ? [] : [gap]),
          lead > 0
            ? t('competitors.verdict.second', { name: competitor.name })
            : t('competitors.verdict.rank', { brand: brand.name, rank, of }),
        ].join(' ')}
      >
        {leadSentence(brand.name, competitor.name, lead)}
      </Headline>
      <PeriodFacts change={brand.change} />
    </div>
  )
}
