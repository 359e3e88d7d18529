import { formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { Notice } from '../ui/Notice.tsx'
import type { Audit } from './queries.ts'

/** The score with its categories and weights, and the check that caps it. */
export function AuditScore({ audit }: { audit: Audit }) {
  const getLabel = (key: string) => audit.checks.find((check) => check.key === key)?.label ?? key
  return (
    <div className="card p-4 sm:p-6">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[12rem_minmax(0,1fr)]">
        <div>
          <p className="text-sm text-muted">{t('audits.score.label')}</p>
          <p>
            <span className="text-3xl font-semibold tracking-tight tabular-nums">
              {formatScore(audit.score)}
            </span>
            <span className="ml-1.5 text-sm text-muted">{t('audits.score.outOf')}</span>
          </p>
          <p className="mt-2 text-sm text-muted">{t('audits.score.definition')}</p>
        </div>
        <dl className="space-y-3 text-sm">
          {audit.categories.map(({ key, label, score, weight, gated_by }) => (
            <div key={key}>
              <dt className="flex items-baseline gap-2">
                {label}
                <span className="text-muted">
                  {weight === 0 ? t('audits.score.notCounted') : t('audits.score.weight', { weight })}
                </span>
                <span className="ml-auto font-medium tabular-nums">{formatScore(score)}</span>
              </dt>
              <dd>
                <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-line">
                  <div className="h-full rounded-full bg-accent" style={{ width: `${score ?? 0}%` }} />
                </div>
                {gated_by && (
                  <p className="mt-0.5 text-xs text-caution">
                    {t('audits.score.limitedBy', { check: getLabel(gated_by) })}
                  </p>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {audit.capped_by && (
        <div className="mt-5">
          <Notice tone="caution">
            {t('audits.score.capped', {
              uncapped: formatScore(audit.uncapped_score),
              check: getLabel(audit.capped_by),
            })}
          </Notice>
        </div>
      )}
      {audit.page_scores.length > 1 && <PageScores pages={audit.page_scores} />}
    </div>
  )
}

function PageScores({ pages }: { pages: Audit['page_scores'] }) {
  return (
    <details className="mt-5 text-sm">
      <summary className="w-fit rounded-md font-medium text-muted hover:text-ink">
        {t('audits.score.byPage', { pages: pages.length })}
      </summary>
      <ul className="mt-2 divide-y divide-line">
        {pages.map(({ url, status, score }) => (
          <li key={url} className="flex justify-between gap-4 py-1.5">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {url}
              {status !== null && status !== 200 && (
                <span className="text-muted"> {t('audits.score.httpStatus', { status })}</span>
              )}
            </span>
            <span className="tabular-nums">{formatScore(score)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
