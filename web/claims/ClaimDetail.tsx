import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswerLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { DecidedBy } from './DecidedBy.tsx'
import { showValue } from './fact-value.ts'
import { SegmentTable } from './SegmentTable.tsx'
import { VerdictBadge } from './VerdictBadge.tsx'

type Detail = Returns<'GET /api/metrics/claim-detail'>

/** What is behind the numbers of one fact: quotes of answers, the pages that state the same, platforms and models. */
export function ClaimDetail({ id, onClose }: { id: string; onClose(): void }) {
  const { query } = useBrand()
  const detail = useQuery(read('GET /api/metrics/claim-detail', { query: { ...query, fact_id: id } }))
  return (
    <Dialog title={detail.data?.fact.statement ?? t('claims.table.fact')} place="wide" onClose={onClose}>
      <QueryBoundary query={detail} className="h-64">
        {(data) => (
          <div className="space-y-5">
            <p className="flex flex-wrap gap-x-4 text-sm text-muted">
              {data.fact.source_url && (
                <ExternalLink href={data.fact.source_url}>{t('claims.detail.source')}</ExternalLink>
              )}
              {data.fact.earlier.map(({ value, valid_until }) => (
                <span key={valid_until}>
                  {t('claims.detail.rightUntil', { value: showValue(value), day: formatDay(valid_until) })}
                </span>
              ))}
            </p>
            <Sources sources={data.sources} />
            <Quotes data={data} />
            <SegmentTable rows={data.by_model} fact={id} />
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

function Quotes({ data }: { data: Detail }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{t('claims.detail.quotes')}</h3>
      {data.answers.length === 0 && <p className="text-sm text-muted">{t('claims.detail.noQuotes')}</p>}
      <ul className="space-y-2 text-sm">
        {data.answers.map((answer) => (
          <li key={answer.answer_id} className="flex gap-3">
            <span className="w-20 shrink-0">
              <VerdictBadge verdict={answer.verdict} />
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {answer.quote === null ? (
                <span className="text-muted">{t('claims.detail.noText')}</span>
              ) : (
                <q>{answer.quote}</q>
              )}{' '}
              <AnswerLink
                id={answer.answer_id}
                of={{ fact: data.fact.id }}
                className="link whitespace-nowrap text-xs"
              >
                {t('citations.panel.quoteOf', {
                  platform: platformLabels[answer.platform],
                  day: formatDay(answer.answered_at),
                })}
              </AnswerLink>
              <DecidedBy claim={answer} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sources({ sources: { cited, read: compared, pages } }: { sources: Detail['sources'] }) {
  const { slug } = useBrand()
  if (cited === 0) return null
  return (
    <section>
      <h3 className="text-sm font-semibold">{t('claims.detail.sources')}</h3>
      <p className="mb-2 text-sm text-muted">{t('claims.detail.sourcesRead', { cited, read: compared })}</p>
      {pages.length === 0 && compared > 0 && (
        <p className="text-sm text-muted">{t('claims.detail.noSources')}</p>
      )}
      <ul className="space-y-2 text-sm">
        {pages.map(({ url, title, verdict, quote, results_citing, opportunity_id }) => (
          <li key={url} className="flex gap-3">
            <span className="w-20 shrink-0">
              <VerdictBadge verdict={verdict} />
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <ExternalLink href={url}>{title ?? url}</ExternalLink>{' '}
              <span className="text-xs text-muted">
                {t('claims.detail.citedIn', { count: results_citing })}
              </span>
              {opportunity_id && (
                <Link
                  to="/dashboard/brands/$slug/opportunities/$id"
                  params={{ slug, id: opportunity_id }}
                  className="link ml-2 text-xs"
                >
                  {t('claims.detail.opportunity')}
                </Link>
              )}
              <q className="block">{quote}</q>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
