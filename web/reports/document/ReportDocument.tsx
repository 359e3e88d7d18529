import { type CSSProperties, type ReactNode, useEffect } from 'react'
import { formatDay, formatUtcTime } from '../../../vocabulary/formats.ts'
import { measuredSections, type ReportSection } from '../../../vocabulary/reports.ts'
import { t } from '../../../vocabulary/texts.ts'
import { ActionsSection } from './ActionsSection.tsx'
import { BrandsSection } from './BrandsSection.tsx'
import { CompetitorSection } from './CompetitorSection.tsx'
import { Figures } from './Figures.tsx'
import { MethodSection } from './MethodSection.tsx'
import { PromptSection, promptLead } from './PromptSection.tsx'
import { runningFooter } from './page-margins.ts'
import './print.css'
import { type BrandData, type BrandingData, platformsIn, type ReportData } from './report-data.ts'
import { SourceSection } from './SourceSection.tsx'
import { StepsSection } from './StepsSection.tsx'
import { TrafficSection } from './TrafficSection.tsx'
import { TrendSection, trendLead } from './TrendSection.tsx'

type ReportDocumentProps = {
  report: ReportData
  branding: BrandingData
  answerHref?: (answerId: string) => string
}

/** A report as members, visitors of a link and the printer see it. */
export function ReportDocument({ report, branding, answerHref }: ReportDocumentProps) {
  useEffect(() => runningFooter(getFooter(report)), [report])
  return (
    <article
      style={getStyle(branding)}
      className="report-document mx-auto w-full max-w-[54rem] rounded-xl border border-line bg-surface px-5 py-6 sm:px-14 sm:py-12"
    >
      <Header report={report} branding={branding} />
      {measuredSections(report.sections, report.snapshot).map(({ section, note }) => (
        <Section key={section} section={section} note={note} report={report} answerHref={answerHref} />
      ))}
      <footer className="mt-10 flex flex-wrap justify-between gap-x-6 border-t border-line pt-4 text-xs text-muted">
        <p>
          {report.snapshot.simulated && (
            <strong className="font-semibold text-caution">{t('reports.document.simulated')} </strong>
          )}
          {getBasis(report)}{' '}
          {t('reports.document.snapshot', {
            name: report.snapshot_name,
            at: formatUtcTime(report.snapshot.computed_at),
          })}
        </p>
        <p>
          {branding.contact_email !== null && (
            <a href={`mailto:${branding.contact_email}`} className="link mr-4">
              {branding.contact_email}
            </a>
          )}
          {t('reports.document.madeWith')}
        </p>
      </footer>
    </article>
  )
}

function Header({ report, branding }: Pick<ReportDocumentProps, 'report' | 'branding'>) {
  const { prepared_by, brands, computed_at } = report.snapshot
  const [only] = brands
  const name = branding.name ?? prepared_by
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-5 text-sm print:pb-3.5">
        <p className="flex items-center gap-2.5 font-semibold">
          {branding.logo === null ? (
            <span
              aria-hidden
              className="grid size-7 place-items-center rounded-md bg-bulk text-sm text-white"
            >
              {name.slice(0, 1).toUpperCase()}
            </span>
          ) : (
            <img src={branding.logo} alt="" className="h-7 max-w-40 object-contain" />
          )}
          {name}
        </p>
        <p className="flex items-center gap-2.5 text-muted">
          {branding.client_logo !== null && (
            <img
              src={branding.client_logo}
              alt={t('reports.document.clientLogo', { name: only?.name ?? '' })}
              className="h-7 max-w-40 object-contain"
            />
          )}
          {only && brands.length === 1
            ? t('reports.document.preparedFor', { name: only.name, day: formatDay(computed_at) })
            : t('reports.document.prepared', { day: formatDay(computed_at) })}
        </p>
      </header>
      <p className="mt-6 text-sm font-semibold text-accent-strong print:mt-4">
        {t('reports.document.kicker', {
          title: report.title,
          from: formatDay(report.date_from),
          to: formatDay(report.date_to),
        })}
      </p>
      <h1 className="mt-1.5 text-3xl font-semibold tracking-tight">{report.headline}</h1>
      <div className="mb-6 mt-2.5 grid gap-2 text-base text-muted print:mb-5">
        <Paragraphs text={report.summary} />
      </div>
    </>
  )
}

/** The color of the brand or the organization in place of the accent, lighter on a dark page. Lines of charts keep their colors. */
const getStyle = ({ color }: BrandingData): Colors => {
  if (color === null) return {}
  const shown = `light-dark(${color}, color-mix(in oklab, ${color} 45%, white))`
  return { '--accent': shown, '--accent-strong': shown }
}

type Colors = CSSProperties & { [Name in `--${string}`]?: string }

type SectionProps = {
  section: ReportSection
  note: string
  report: ReportData
  answerHref: ReportDocumentProps['answerHref']
}

function Section({ section, note, report, answerHref }: SectionProps) {
  const [brand] = report.snapshot.brands
  if (!brand) return null
  const { lead, content } = getParts(section, { report, brand, answerHref })
  return (
    <section className="mt-8 first-of-type:mt-0 print:mt-5">
      {section !== 'figures' && (
        <div className="mb-2 break-after-avoid">
          <h2 className="font-semibold">{getTitle(section, brand)}</h2>
          {lead && <p className="text-xs text-muted">{lead}</p>}
        </div>
      )}
      {note && (
        <div className="mb-3 grid gap-2 border-l-2 border-accent pl-3 text-sm">
          <Paragraphs text={note} />
        </div>
      )}
      {content}
    </section>
  )
}

const getTitle = (section: ReportSection, brand: BrandData): string =>
  section === 'competitors'
    ? t('reports.competitors.title', { brand: brand.name })
    : t(`reports.sections.${section}`)

type Shown = { report: ReportData; brand: BrandData; answerHref: ReportDocumentProps['answerHref'] }

function getParts(
  section: ReportSection,
  { report, brand, answerHref }: Shown,
): { lead?: string; content: ReactNode } {
  switch (section) {
    case 'figures':
      return { content: <Figures brand={brand} /> }
    case 'brands':
      return { lead: t('reports.brands.lead'), content: <BrandsSection report={report} /> }
    case 'trend':
      return { lead: trendLead(brand), content: <TrendSection brand={brand} /> }
    case 'competitors':
      return {
        lead: t('reports.competitors.lead', { answers: brand.summary.result_count }),
        content: <CompetitorSection brand={brand} />,
      }
    case 'sources': {
      const { domains, citations } = brand.sources.totals
      return {
        lead: t('reports.sources.lead', { domains, citations }),
        content: <SourceSection brand={brand} />,
      }
    }
    case 'traffic':
      return { lead: t('reports.traffic.lead'), content: <TrafficSection brand={brand} /> }
    case 'prompts':
      return { lead: promptLead(brand), content: <PromptSection brand={brand} answerHref={answerHref} /> }
    case 'actions':
      return { lead: t('reports.actions.lead'), content: <ActionsSection brand={brand} /> }
    case 'opportunities':
      return { content: <StepsSection brand={brand} /> }
    case 'method':
      return { content: <MethodSection report={report} /> }
  }
}

/** Blank lines separate paragraphs; other line breaks are kept. */
function Paragraphs({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph} className="whitespace-pre-line [overflow-wrap:anywhere]">
      {paragraph}
    </p>
  ))
}

function getBasis({ snapshot: { brands } }: ReportData): string {
  const sum = (count: (brand: BrandData) => number) =>
    brands.reduce((total, brand) => total + count(brand), 0)
  return t('reports.document.basis', {
    answers: sum(({ summary }) => summary.result_count),
    prompts: sum(({ summary }) => summary.prompt_count),
    platforms: platformsIn(brands),
  })
}

/** The text at the bottom of each printed page. */
const getFooter = (report: ReportData): string =>
  [
    ...(report.snapshot.simulated ? [t('reports.document.simulated')] : []),
    getBasis(report),
    t('reports.document.snapshot', {
      name: report.snapshot_name,
      at: formatUtcTime(report.snapshot.computed_at),
    }),
  ].join(' ')
