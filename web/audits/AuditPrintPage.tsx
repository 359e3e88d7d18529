import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type CSSProperties, useEffect } from 'react'
import { formatDay, formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { runningFooter } from '../reports/document/page-margins.ts'
import '../reports/document/print.css'
import { brandingQuery } from '../reports/queries.ts'
import { PageTitle } from '../ui/page/Page.tsx'
import { CategoryBars } from './CategoryBars.tsx'
import { CrawlerAccess } from './CrawlerAccess.tsx'
import { auditQuery } from './queries.ts'
import { gainText } from './Recommendations.tsx'

/** The results of an audit as the service prints them: who made them, the score, who can read the site, and every fix. */
export function AuditPrintPage() {
  const { id } = useParams({ from: '/print/audits/$id' })
  const { data: audit } = useSuspenseQuery(auditQuery(id))
  const { data: branding } = useSuspenseQuery(brandingQuery(null))
  const { url, score, categories, recommendations, checks, crawlers, page_scores: pages } = audit
  const title = t('audits.pdf.title', { site: new URL(url).hostname.replace(/^www\./, '') })
  const at = formatDay(audit.completed_at ?? audit.created_at)
  useEffect(() => runningFooter(`${title}, ${at}`), [title, at])
  return (
    <main className="print:p-0">
      <PageTitle>{title}</PageTitle>
      <article style={accentOf(branding.color)} className="report-document mx-auto w-full max-w-[54rem] p-8">
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-4 text-sm">
          <p className="flex items-center gap-2.5 font-semibold">
            {branding.logo !== null && (
              <img src={branding.logo} alt="" className="h-7 max-w-40 object-contain" />
            )}
            {branding.name}
          </p>
          {branding.client_logo !== null && (
            <img src={branding.client_logo} alt="" className="h-7 max-w-40 object-contain" />
          )}
        </header>
        <h1 className="mt-5 text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="text-muted">{t('audits.pdf.basis', { pages: pages.length, at })}</p>
        <section className="mt-5 flex items-center gap-10">
          <p className="text-4xl font-semibold tabular-nums">
            {formatScore(score)}
            <span className="ml-1.5 text-sm font-normal text-muted">{t('audits.score.outOf')}</span>
          </p>
          <CategoryBars categories={categories} />
        </section>
        <div className="mt-6">
          <CrawlerAccess crawlers={crawlers} />
        </div>
        {recommendations.length > 0 && (
          <section className="mt-6">
            <h2 className="font-semibold">{t('audits.recommendations.title')}</h2>
            <ol className="mt-2 divide-y divide-line text-sm">
              {recommendations.map(({ check: key, text, gain }, index) => {
                const check = checks.find((each) => each.key === key)
                return (
                  <li key={key} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 py-2">
                    <span className="text-muted tabular-nums">{index + 1}</span>
                    <span className="[overflow-wrap:anywhere]">
                      <span className="font-medium">{text}</span>
                      <span className="block text-muted">{check?.evidence}</span>
                    </span>
                    <span className="font-semibold tabular-nums">{gainText(gain, check?.cap ?? null)}</span>
                  </li>
                )
              })}
            </ol>
          </section>
        )}
        <footer className="mt-8 flex justify-between border-t border-line pt-3 text-xs text-muted">
          <span>{branding.contact_email}</span>
          <span>{t('reports.document.madeWith')}</span>
        </footer>
      </article>
    </main>
  )
}

type Colors = CSSProperties & { '--accent'?: string; '--accent-strong'?: string }

const accentOf = (color: string | null): Colors =>
  color === null ? {} : { '--accent': color, '--accent-strong': color }
