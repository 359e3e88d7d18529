import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { formatDay, formatPct, formatRange, noData } from '../../vocabulary/formats.ts'
import { articleTypeLabel, sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink, SampleLink } from '../answers/AnswersLink.tsx'
import { ApiError, type Returns, readPages } from '../api.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { formatDays } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { NotFoundPage } from '../ui/page/NotFoundPage.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { Stat, StatGrid } from '../ui/Stat.tsx'
import { CitingAnswers } from './CitingAnswers.tsx'
import { CitingPrompts, MentionedBrands, UsageByPlatform } from './CitingTables.tsx'
import { PageCheck } from './PageCheck.tsx'
import { UsageTrend } from './UsageTrend.tsx'

type Cited = Returns<'GET /api/metrics/cited-page'>

const pageSize = 50

/** One cited page: how often, where and when it is cited, and which brands the citing answers mention. */
export function CitedPage() {
  const { brand, slug, filter, query } = useBrand()
  const { url = '', by } = useSearch({ from: '/dashboard/brands/$slug/citations/page' })
  const requestQuery = { ...query, url, ...(by && { granularity: by }) }
  const cited = useInfiniteQuery({
    ...readPages('GET /api/metrics/cited-page', { query: { ...requestQuery, limit: pageSize } }),
    placeholderData: keepPreviousData,
    enabled: url !== '',
  })
  const first = cited.data?.pages[0]
  if (url === '' || (cited.error instanceof ApiError && cited.error.code === 'not_found'))
    return <NotFoundPage />
  return (
    <Page
      title={first?.title ?? url}
      within={brand.name}
      lead={first ? <PageFacts cited={first} /> : url}
      back={
        <BackLink
          to="/dashboard/brands/$slug/citations"
          params={{ slug }}
          search={{ ...filter, view: 'pages' }}
        >
          {t('citations.citedPage.back')}
        </BackLink>
      }
      filters={<FilterBar />}
    >
      <QueryError query={cited} />
      {cited.isPending && <Bar className="h-96 rounded-xl" />}
      {first && first.results_citing === 0 && (
        <EmptyState isCard Icon={Link2} title={t('citations.citedPage.emptyTitle')}>
          {t('citations.citedPage.empty', { answers: first.result_count, period: formatDays(filter) })}
        </EmptyState>
      )}
      {first && first.results_citing > 0 && (
        <>
          <KeyFigures cited={first} />
          <PageCheck check={first.check} />
          <UsageTrend cited={first} requestQuery={requestQuery} />
          <UsageByPlatform cited={first} requestQuery={requestQuery} />
          <MentionedBrands cited={first} requestQuery={requestQuery} />
          <CitingPrompts
            cited={first}
            prompts={cited.data?.pages.flatMap(({ prompts }) => prompts) ?? []}
            list={cited}
            requestQuery={requestQuery}
          />
          <CitingAnswers url={first.url} count={first.results_citing} />
        </>
      )}
    </Page>
  )
}

function PageFacts({
  cited: { url, title, domain, category, article_type, owner, check },
}: {
  cited: Cited
}) {
  const facts = [
    [t('citations.citedPage.site'), domain ?? noData],
    [t('citations.citedPage.owner'), ownerName(owner)],
    [t('citations.citedPage.sourceType'), sourceCategoryLabel(category)],
    [t('citations.citedPage.pageType'), articleTypeLabel(check?.kind ?? article_type)],
  ] as const
  return (
    <>
      {/^https?:/.test(url) && (
        <span className="block text-sm">
          <ExternalLink href={url}>{title === null ? t('citations.citedPage.openPage') : url}</ExternalLink>
        </span>
      )}
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt>{name}</dt>
            <dd className="font-medium text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function ownerName(owner: Cited['owner']): string {
  if (owner === null) return t('citations.citedPage.thirdParty')
  return owner.competitor_id === null ? t('citations.citedPage.yours') : owner.name
}

function KeyFigures({ cited }: { cited: Cited }) {
  const { url, result_count, results_citing, usage_pct, interval, total_citations } = cited
  const [own] = cited.named
  return (
    <StatGrid>
      <Stat
        label={t('citations.keyFigures.share')}
        definition={t('citations.keyFigures.shareDefinition')}
        value={formatPct(usage_pct)}
        count={result_count}
        range={interval && formatRange(interval, '%')}
        note={
          <>
            <AnswersLink of={{ url }}>
              {t('citations.keyFigures.citingAnswers', { answers: results_citing })}
            </AnswersLink>{' '}
            {t('citations.keyFigures.ofAnswers', { answers: result_count, citations: total_citations })}
          </>
        }
        evidence={<SampleLink count={result_count} />}
      />
      <Stat
        label={t('citations.keyFigures.mentionRate')}
        definition={t('citations.keyFigures.mentionRateDefinition')}
        value={formatPct(own?.pct ?? null)}
        count={results_citing}
        range={own?.interval ? formatRange(own.interval, '%') : null}
        evidence={<SampleLink count={results_citing} of={{ url }} />}
      />
      <Stat
        label={t('citations.keyFigures.firstCited')}
        definition={t('citations.keyFigures.firstCitedDefinition')}
        value={cited.first_cited === null ? noData : formatDay(cited.first_cited)}
        count={results_citing}
        note={
          cited.last_cited !== null &&
          t('citations.keyFigures.lastCited', { day: formatDay(cited.last_cited) })
        }
        evidence={<SampleLink count={results_citing} of={{ url }} />}
      />
    </StatGrid>
  )
}
