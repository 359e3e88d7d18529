import type { ReactNode } from 'react'
import { formatCost, formatDay, formatList, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { Headline } from '../../ui/page/Headline.tsx'
import { exceedsBudget, type PortfolioData, type PortfolioRow } from './columns.tsx'

/** The brands that fell, whose last run failed or whose budget will not last, in a sentence, and four figures. */
export function PortfolioSummary({ data: { brands, spend } }: { data: PortfolioData }) {
  const inState = (state: PortfolioRow['change']['state']) =>
    brands.filter(({ change }) => change.state === state)
  const [risen, fallen] = [inState('up'), inState('down')]
  const failed = brands.filter(({ last_run }) => last_run?.status === 'failed')
  const overspent = brands.filter(exceedsBudget)
  const alerted = brands.filter(({ open_alerts }) => open_alerts > 0)
  const forecast = formatCost(brands.reduce((sum, { forecast_micros: micros }) => sum + (micros ?? 0), 0))
  const [next] = brands.flatMap(({ next_report_on: day }) => (day === null ? [] : [day])).toSorted()
  const due = brands.filter(({ next_report_on }) => next_report_on !== null && next_report_on === next)
  return (
    <>
      <Headline context={describeTrouble(fallen, failed, overspent)}>
        {t('brands.portfolio.attention', {
          count: new Set([...fallen, ...failed, ...overspent]).size,
          brands: brands.length,
        })}
      </Headline>
      <dl className="card mb-4 mt-3 grid grid-cols-2 lg:grid-cols-4">
        <Figure
          label={t('brands.portfolio.changes')}
          value={t('brands.portfolio.of', { count: risen.length + fallen.length, brands: brands.length })}
        >
          {t('brands.portfolio.directions', { risen: risen.length, fallen: fallen.length })}
        </Figure>
        <Figure
          label={t('brands.portfolio.alerts')}
          value={String(brands.reduce((sum, { open_alerts }) => sum + open_alerts, 0))}
        >
          {t('brands.portfolio.onBrands', { brands: alerted.length })}
        </Figure>
        {spend && (
          <Figure label={t('brands.portfolio.spend')} value={formatCost(spend.spent_micros)}>
            {spend.limit_micros === null
              ? t('brands.portfolio.estimate', { forecast })
              : t('brands.portfolio.ofLimit', { limit: formatCost(spend.limit_micros), forecast })}
          </Figure>
        )}
        <Figure
          label={t('brands.portfolio.nextReport')}
          value={next === undefined ? noData : formatDay(next)}
        >
          {next === undefined
            ? t('brands.portfolio.noReport')
            : formatList(due.map(({ name }) => name).slice(0, 3))}
        </Figure>
      </dl>
    </>
  )
}

function describeTrouble(
  fallen: readonly PortfolioRow[],
  failed: readonly PortfolioRow[],
  overspent: readonly PortfolioRow[],
): string {
  const parts = [
    ...(fallen.length > 0
      ? [t('brands.portfolio.fell', { brands: listNames(fallen), count: fallen.length })]
      : []),
    ...(failed.length > 0
      ? [t('brands.portfolio.failed', { brands: listNames(failed), count: failed.length })]
      : []),
    ...(overspent.length > 0
      ? [t('brands.portfolio.overspent', { brands: listNames(overspent), count: overspent.length })]
      : []),
  ]
  return parts.join(' ')
}

/** A sentence names three brands at most. */
const namedAtMost = 3

function listNames(rows: readonly PortfolioRow[]): string {
  const names = rows.slice(0, namedAtMost).map(({ name }) => name)
  const others = rows.length - names.length
  return formatList(others > 0 ? [...names, t('brands.portfolio.others', { others })] : names)
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="border-line px-4 py-3 not-first:border-l max-lg:nth-[2n+1]:border-l-0 max-lg:nth-[n+3]:border-t">
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
        <span className="text-xs text-muted [overflow-wrap:anywhere]">{children}</span>
      </dd>
    </div>
  )
}
