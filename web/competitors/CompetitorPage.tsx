import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { formatList, formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { useBrandColors } from '../brands/brand-colors.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { classes } from '../ui/classes.ts'
import { Dot } from '../ui/Dot.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { NotFoundPage } from '../ui/page/NotFoundPage.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { CompetitorPrompts } from './detail/CompetitorPrompts.tsx'
import { CompetitorSources } from './detail/CompetitorSources.tsx'
import { CompetitorTrend } from './detail/CompetitorTrend.tsx'
import { type Comparison, type CompetitorDetail, competitorDetailQuery } from './detail/competitor-detail.ts'
import { GapBars } from './detail/GapBars.tsx'
import { HeadToHeadTable } from './detail/HeadToHeadTable.tsx'
import { PraiseComparison } from './detail/PraiseComparison.tsx'
import { WhoIsMentioned } from './detail/WhoIsMentioned.tsx'

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
            <Verdict detail={data} />
            <div className="grid gap-4">
              <div className="grid items-start gap-4 xl:grid-cols-2">
                <HeadToHeadTable comparison={comparison} competitor={competitor} />
                <CompetitorTrend competitor={competitor} />
              </div>
              <div className="grid items-start gap-4 xl:grid-cols-2">
                <GapBars detail={data} />
                <div className="grid gap-4">
                  <WhoIsMentioned detail={data} />
                  <PraiseComparison competitorId={id} name={competitor.name} />
                </div>
              </div>
              <CompetitorPrompts detail={data} />
              <CompetitorSources detail={data} />
            </div>
          </>
        )
      }
    </QueryBoundary>
  )
}

/** All competitors with their scores, each a link to its page. */
function CompetitorTabs({ comparison, chosen }: { comparison: Comparison; chosen: string }) {
  const { slug, filter } = useBrand()
  const getColor = useBrandColors()
  const tab = 'flex items-center gap-2 whitespace-nowrap rounded-lg border px-3 py-1.5 text-sm'
  return (
    <nav aria-label={t('competitorDetail.tabs')} className="mb-4 flex gap-1 overflow-x-auto">
      <Link
        to="/dashboard/brands/$slug/competitors"
        params={{ slug }}
        search={brandFilter(filter)}
        className={classes(tab, 'border-transparent text-muted hover:text-ink')}
      >
        {t('competitorDetail.all')}
      </Link>
      {comparison.competitors.map(({ competitor_id: id, name, avg_visibility_score: score }) => (
        <Link
          key={id}
          to="/dashboard/brands/$slug/competitors/$id"
          params={{ slug, id }}
          search={brandFilter(filter)}
          aria-current={id === chosen ? 'page' : undefined}
          className={classes(
            tab,
            id === chosen ? 'border-line bg-surface font-medium' : 'border-transparent hover:bg-sunken',
          )}
        >
          <Dot color={getColor(id)} />
          {name}
          <span className="tabular-nums text-muted">{formatScore(score)}</span>
        </Link>
      ))}
    </nav>
  )
}

const mostTopics = 2

/** Who leads, and on which topics. */
function Verdict({ detail }: { detail: CompetitorDetail }) {
  const { brand } = useBrand()
  const { overall, by_topic, name } = detail
  if (!overall) return null
  const getTopics = (leader: 'brand' | 'competitor') =>
    by_topic.flatMap((row) => (row.leader === leader && row.topic_name !== null ? row.topic_name : []))
  const ahead = getTopics('brand').toReversed().slice(0, mostTopics)
  const behind = getTopics('competitor').slice(0, mostTopics)
  const topics = [
    ...(ahead.length > 0 ? [t('competitorDetail.verdict.youLead', { topics: formatList(ahead) })] : []),
    ...(behind.length > 0
      ? [t('competitorDetail.verdict.competitorLeads', { competitor: name, topics: formatList(behind) })]
      : []),
  ]
  return (
    <div className="mb-4">
      <Headline context={topics.join(' ')}>
        {overall.leader === 'none'
          ? t('competitorDetail.verdict.level', { name })
          : t('competitorDetail.verdict.leads', {
              name: overall.leader === 'brand' ? brand.name : name,
              points: Math.abs(overall.gap),
            })}
      </Headline>
    </div>
  )
}
