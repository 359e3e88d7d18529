import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatList, formatPoints, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { getStanding, overviewMetrics } from '../overview/metrics.ts'
import { PeriodFacts } from '../ui/PeriodMark.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { NotFoundPage } from '../ui/page/NotFoundPage.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { gapSentence } from '../ui/period-text.ts'
import { CompetitorTabs } from './CompetitorTabs.tsx'
import { CompetitorPrompts } from './detail/CompetitorPrompts.tsx'
import { CompetitorSources } from './detail/CompetitorSources.tsx'
import { CompetitorTrend } from './detail/CompetitorTrend.tsx'
import {
  type ComparedCompetitor,
  type Comparison,
  type CompetitorDetail,
  competitorDetailQuery,
} from './detail/competitor-detail.ts'
import { GapBars } from './detail/GapBars.tsx'
import { HeadToHeadTable } from './detail/HeadToHeadTable.tsx'
import { ThemeComparison } from './detail/ThemeComparison.tsx'
import { WhoIsMentioned } from './detail/WhoIsMentioned.tsx'
import { leadSentence } from './lead-sentence.ts'

/** The brand against one competitor. */
export function CompetitorPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/competitors/$id' })
  const { brand, query } = useBrand()
  const comparison = useQuery(read('GET /api/metrics/competitor-comparison', { query }))
  const competitor = comparison.data?.competitors.find(({ competitor_id }) => competitor_id === id)
  if (comparison.data && !competitor) return <NotFoundPage />
  return (
    <Page title={competitor?.name ?? brand.name} within={brand.name} filters={<FilterBar />}>
      <QueryBoundary query={comparison} className="h-128">
        {(data) => (
          <>
            <CompetitorTabs comparison={data} chosen={id} />
            <Detail comparison={data} id={id} />
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}

function Detail({ comparison, id }: { comparison: Comparison; id: string }) {
  const { query } = useBrand()
  const detail = useQuery(competitorDetailQuery(query, id))
  const competitor = comparison.competitors.find(({ competitor_id }) => competitor_id === id)
  if (!competitor) return null
  return (
    <QueryBoundary query={detail} className="h-128">
      {(data) =>
        data.overall === null ? (
          <p className="card px-5 py-4 text-muted">{t('competitorDetail.empty')}</p>
        ) : (
          <>
            <Verdict detail={data} comparison={comparison} competitor={competitor} />
            <div className="grid gap-4">
              <div className="grid items-start gap-4 xl:grid-cols-2">
                <HeadToHeadTable comparison={comparison} competitor={competitor} sentiment={data.sentiment} />
                <CompetitorTrend competitor={competitor} />
              </div>
              <div className="grid items-start gap-4 xl:grid-cols-2">
                <GapBars detail={data} />
                <div className="grid gap-4">
                  <WhoIsMentioned detail={data} />
                  <CompetitorPrompts detail={data} />
                </div>
              </div>
              <ThemeComparison competitor={competitor} />
              <CompetitorSources detail={data} />
            </div>
          </>
        )
      }
    </QueryBoundary>
  )
}

const mostTopics = 2

const formatGap = (points: number | null) => (points === null ? noData : formatPoints(points))

type VerdictProps = {
  detail: CompetitorDetail
  comparison: Comparison
  competitor: ComparedCompetitor
}

/** Who leads, how the gap changed, and who leads on which topics. */
function Verdict({ detail, comparison, competitor }: VerdictProps) {
  const { overall, by_topic, name } = detail
  const { brand } = comparison
  const standing = getStanding(overviewMetrics().visibility, { brand, competitors: [competitor] })
  if (!overall || !standing) return null
  const { lead } = standing
  const gap = gapSentence(competitor.gap_change, { brand: brand.name, competitor: name })
  const getTopics = (leader: 'brand' | 'competitor') =>
    by_topic.flatMap((row) =>
      row.leader === leader && row.is_clear && row.topic_name !== null ? row.topic_name : [],
    )
  const ahead = getTopics('brand').toReversed().slice(0, mostTopics)
  const behind = getTopics('competitor').slice(0, mostTopics)
  const context = [
    ...(gap === null ? [] : [gap]),
    ...(overall.is_clear ? [] : [t('competitorDetail.verdict.chance')]),
    ...(ahead.length > 0 ? [t('competitorDetail.verdict.youLead', { topics: formatList(ahead) })] : []),
    ...(behind.length > 0
      ? [t('competitorDetail.verdict.competitorLeads', { competitor: name, topics: formatList(behind) })]
      : []),
  ]
  return (
    <div className="mb-3">
      <Headline context={context.join(' ')}>{leadSentence(brand.name, name, lead)}</Headline>
      <PeriodFacts change={competitor.gap_change} format={formatGap} />
    </div>
  )
}
