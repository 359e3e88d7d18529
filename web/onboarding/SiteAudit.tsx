import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScanSearch } from 'lucide-react'
import { formatDuration, formatList, formatScore, formatTime } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { AuditPdf } from '../audits/AuditPdf.tsx'
import { AuditProgress } from '../audits/AuditProgress.tsx'
import { CategoryBars } from '../audits/CategoryBars.tsx'
import { CrawlerAccess } from '../audits/CrawlerAccess.tsx'
import { type Audit, auditsQuery, isUnderWay, useAudit } from '../audits/queries.ts'
import { gainText } from '../audits/Recommendations.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { useChange } from '../useChange.ts'
import { firstAudit } from './first-audit.ts'

/** The audit of the brand's site, which needs no engine: its score and the most valuable fixes. */
export function SiteAudit() {
  const { brand } = useBrand()
  const audits = useInfiniteQuery(auditsQuery(brand.id, undefined))
  return (
    <QueryBoundary query={audits} className="h-96">
      {({ pages }) => {
        const newest = pages[0]?.items[0]
        return newest ? <NewestAudit id={newest.id} /> : <NoAudit />
      }}
    </QueryBoundary>
  )
}

function NewestAudit({ id }: { id: string }) {
  const { mayWrite } = useCurrentUser()
  const audit = useAudit(id)
  return (
    <QueryBoundary query={audit} className="h-96">
      {(found) =>
        found.status === 'completed' ? (
          <Result audit={found} />
        ) : isUnderWay(found) ? (
          <AuditProgress audit={found} mayCancel={mayWrite} />
        ) : (
          <div className="space-y-3">
            <Notice tone="caution">
              {t('onboarding.siteAudit.failed', { reason: found.error ?? t('onboarding.siteAudit.unknown') })}
            </Notice>
            <NoAudit />
          </div>
        )
      }
    </QueryBoundary>
  )
}

/** The audit could not be started with the brand, for example because its site has no public address. */
function NoAudit() {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  const start = useChange(() => api('POST /api/audits', { body: firstAudit(brand) }), ['GET /api/audits'])
  if (!mayWrite) return null
  return (
    <div className="card space-y-3 p-4 sm:p-5">
      <h2 className="font-semibold">{t('onboarding.siteAudit.title')}</h2>
      <p className="text-sm text-muted">{t('onboarding.siteAudit.lead', { domain: brand.domain })}</p>
      <Button busy={start.isPending} onClick={() => start.mutate()}>
        <ScanSearch aria-hidden className="size-4" />
        {t('onboarding.siteAudit.start')}
      </Button>
      <ErrorNotice error={start.error} />
    </div>
  )
}

const shownFixes = 3

function Result({ audit }: { audit: Audit }) {
  const { brand, slug } = useBrand()
  const { id, score, categories, recommendations, checks, page_scores: pages, completed_at: at } = audit
  const params = { slug, id }
  const tookMs = at === null ? 0 : Date.parse(at) - Date.parse(audit.created_at)
  return (
    <div className="space-y-4">
      <div>
        <h2 className="text-xl font-semibold tracking-tight text-balance">
          {getHeadline(audit, brand.domain)}
        </h2>
        <p className="mt-1 text-sm text-muted">
          {t('onboarding.siteAudit.basis', {
            pages: pages.length,
            duration: formatDuration(tookMs),
            at: formatTime(at ?? audit.created_at),
          })}
        </p>
      </div>
      <section aria-label={t('onboarding.siteAudit.scoreTitle')} className="card p-4 sm:p-5">
        <div className="flex items-baseline justify-between gap-4">
          <h3 className="font-semibold">{t('onboarding.siteAudit.scoreTitle')}</h3>
          <Link to="/dashboard/brands/$slug/audits/$id" params={params} className="link text-sm">
            {t('onboarding.siteAudit.view')}
          </Link>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-x-8 gap-y-3">
          <p className="text-3xl font-semibold tabular-nums">
            {formatScore(score)}
            <span className="ml-1.5 text-sm font-normal text-muted">{t('audits.score.outOf')}</span>
          </p>
          <CategoryBars categories={categories} />
        </div>
      </section>
      <CrawlerAccess crawlers={audit.crawlers} />
      {recommendations.length > 0 && (
        <section aria-label={t('onboarding.siteAudit.fixFirst')} className="card">
          <div className="flex items-baseline justify-between gap-4 px-4 pt-4 sm:px-5">
            <h3 className="font-semibold">{t('onboarding.siteAudit.fixFirst')}</h3>
            <Link to="/dashboard/brands/$slug/audits/$id" params={params} className="link text-sm">
              {t('onboarding.siteAudit.all', { count: recommendations.length })}
            </Link>
          </div>
          <ol className="mt-2 divide-y divide-line">
            {recommendations.slice(0, shownFixes).map(({ check: key, text, gain }, index) => {
              const check = checks.find((each) => each.key === key)
              return (
                <li key={key} className="flex items-start gap-3 px-4 py-3 sm:px-5">
                  <span className="grid size-5 shrink-0 place-items-center rounded-full bg-sunken text-xs tabular-nums text-muted">
                    {index + 1}
                  </span>
                  <div className="min-w-0 flex-1 text-sm">
                    <p className="font-medium">{text}</p>
                    <p className="text-muted">{check?.evidence}</p>
                  </div>
                  <span className="shrink-0 text-sm font-semibold tabular-nums text-good">
                    {gainText(gain, check?.cap ?? null)}
                  </span>
                </li>
              )
            })}
          </ol>
        </section>
      )}
      <AuditPdf audit={audit} />
    </div>
  )
}

/** The most important finding: engines that cannot read the site before everything else, then the first fix. */
function getHeadline({ crawlers, recommendations }: Audit, domain: string): string {
  const blocked = crawlers.filter(({ access }) => access === 'blocked' || access === 'refused')
  const engines = blocked.flatMap(({ platforms }) => platforms.map((platform) => platformLabels[platform]))
  if (engines.length > 0)
    return t('onboarding.siteAudit.blocked', {
      engines: formatList(engines),
      count: engines.length,
      domain,
      others: crawlers.length - blocked.length,
    })
  return recommendations.length > 0
    ? t('onboarding.siteAudit.readable', { domain, count: recommendations.length })
    : t('onboarding.siteAudit.perfect', { domain })
}
