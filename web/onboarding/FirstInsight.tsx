import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatPct, formatRange } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { CompetitorSuggestions } from '../competitors/CompetitorSuggestions.tsx'
import { pollMs } from '../polling.ts'
import type { RunReport } from '../runs/queries.ts'
import { PlatformStatus } from '../runs/RunStatus.tsx'
import { buttonClasses } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { RichText } from '../ui/RichText.tsx'

type Summary = Returns<'GET /api/metrics/visibility-summary'>

/** The results of the first run in sentences, each linked to its answers, and the next steps. */
export function FirstInsight({ run }: { run: RunReport }) {
  const { brand, slug } = useBrand()
  const summary = useQuery(read('GET /api/metrics/visibility-summary', { query: { brand_id: brand.id } }))
  // Branded prompts almost always mention the brand, so they are excluded where possible.
  const unbranded = useQuery(
    read('GET /api/metrics/visibility-summary', { query: { brand_id: brand.id, branded: 'false' } }),
  )
  useCandidates(slug)
  const hasTrouble = run.by_platform.some(({ error }) => error !== null)
  return (
    <>
      <QueryBoundary query={unbranded.data?.result_count === 0 ? summary : unbranded}>
        {(data) => (
          <section aria-label={t('onboarding.firstInsight.label')} className="card p-5 sm:p-6">
            {data.result_count === 0 ? (
              <p>{t('onboarding.firstInsight.noAnswers')}</p>
            ) : (
              <Sentences data={data} name={brand.name} isBrandedOnly={data === summary.data} />
            )}
            <div className="mt-6 flex flex-wrap gap-2">
              <Link to="/dashboard/brands/$slug" params={{ slug }} className={buttonClasses('primary')}>
                {t('onboarding.firstInsight.viewOverview')}
              </Link>
              <Link
                to="/dashboard/brands/$slug/answers"
                params={{ slug }}
                className={buttonClasses('secondary')}
              >
                {t('onboarding.firstInsight.viewAnswers')}
              </Link>
            </div>
          </section>
        )}
      </QueryBoundary>
      {hasTrouble && (
        <div className="mt-6">
          <Notice tone="caution">{t('onboarding.firstInsight.platformErrors')}</Notice>
          <PlatformStatus run={run} />
        </div>
      )}
      <CompetitorSuggestions />
    </>
  )
}

type SentencesProps = {
  data: Summary
  name: string
  /** Every prompt was branded. */
  isBrandedOnly: boolean
}

function Sentences({ data, name, isBrandedOnly }: SentencesProps) {
  const { mention_rate_pct: rate, result_count: count, intervals, prompt_count } = data
  const interval = intervals.mention_rate_pct
  const filter = getFilter(isBrandedOnly)
  return (
    <>
      <p className="text-2xl font-semibold tracking-tight text-balance">
        <RichText
          id={
            isBrandedOnly
              ? 'onboarding.firstInsight.mentionRate'
              : 'onboarding.firstInsight.mentionRateUnbranded'
          }
          values={{
            rate: (
              <AnswersLink of={{ named: 'yes' }} filter={filter}>
                {formatPct(rate)}
              </AnswersLink>
            ),
            answers: t('onboarding.firstInsight.answers', { count }),
            brand: name,
          }}
        />
      </p>
      <p className="mt-1 text-sm text-muted">
        {interval === null
          ? t('onboarding.firstInsight.sampleWithoutInterval', { answers: count, prompts: prompt_count })
          : t('onboarding.firstInsight.sample', {
              answers: count,
              prompts: prompt_count,
              interval: formatRange(interval, '%'),
            })}
      </p>
      <ul className="mt-4 list-disc space-y-1.5 pl-5">
        {getInsights(data, name, filter).map(([key, sentence]) => (
          <li key={key}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

const getFilter = (isBrandedOnly: boolean): Record<string, string> =>
  isBrandedOnly ? { days: 'all' } : { days: 'all', branded: 'no' }

function getInsights(
  data: Summary,
  name: string,
  filter: Record<string, string>,
): [key: string, sentence: ReactNode][] {
  const platforms = data.by_platform.toSorted((a, b) => (b.mention_rate_pct ?? 0) - (a.mention_rate_pct ?? 0))
  const [best, worst] = [platforms[0], platforms.at(-1)]
  const competitor = data.top_competitors[0]
  const isAhead = (competitor?.mention_rate_pct ?? 0) > (data.mention_rate_pct ?? 0)
  const rateOn = ({ platform, model_used: model, mention_rate_pct }: Summary['by_platform'][number]) => (
    <AnswersLink of={model === null ? {} : { model }} filter={{ ...filter, platform }}>
      {formatPct(mention_rate_pct)}
    </AnswersLink>
  )
  const found: [string, ReactNode][] = []
  if (best && worst && best.mention_rate_pct !== worst.mention_rate_pct)
    found.push([
      'platforms',
      <RichText
        key="platforms"
        id="onboarding.firstInsight.platforms"
        values={{
          best: platformLabels[best.platform],
          bestRate: rateOn(best),
          worst: platformLabels[worst.platform],
          worstRate: rateOn(worst),
        }}
      />,
    ])
  if (competitor)
    found.push([
      'competitor',
      <RichText
        key="competitor"
        id={isAhead ? 'onboarding.firstInsight.competitorAhead' : 'onboarding.firstInsight.competitor'}
        values={{
          competitor: competitor.name,
          rate: (
            <AnswersLink of={{ competitor: competitor.competitor_id }} filter={filter}>
              {formatPct(competitor.mention_rate_pct)}
            </AnswersLink>
          ),
        }}
      />,
    ])
  found.push([
    'citations',
    data.citation_rate_pct ? (
      <RichText
        key="citations"
        id="onboarding.firstInsight.cited"
        values={{
          rate: (
            <AnswersLink of={{ cited: 'yes' }} filter={filter}>
              {formatPct(data.citation_rate_pct)}
            </AnswersLink>
          ),
          brand: name,
        }}
      />
    ) : (
      t('onboarding.firstInsight.notCited', { brand: name })
    ),
  ])
  return found
}

/** Suggestions are computed in the background after the run. */
function useCandidates(slug: string): void {
  useQuery({
    ...read('GET /api/brands/:brand/candidates', { params: { brand: slug }, query: { limit: 20 } }),
    refetchInterval: ({ state }) => (state.data?.looked_at || state.dataUpdateCount > 10 ? false : pollMs),
  })
}
