import { formatCount, formatShortDay, joinFacts, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import {
  type CalibratedSeries,
  findFitted,
  getFitText,
  getSeriesName,
  getWeekLines,
  listMissingTexts,
} from '../../traffic/calibration-text.ts'
import { getFunnelSteps } from '../../traffic/funnel-steps.ts'
import { numberColumn } from '../../ui/table/number-column.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData } from './report-data.ts'
import { TrendChart } from './TrendChart.tsx'

type Traffic = NonNullable<BrandData['traffic']>
type Funnel = Traffic['funnel']
type Row = Funnel['pages'][number]

/** From citations to conversions: the steps, the most cited pages, and whether citations explain what was counted. */
export function TrafficSection({ brand: { traffic } }: { brand: BrandData }) {
  if (!traffic) return null
  const { funnel, calibration } = traffic
  return (
    <>
      <ol className="grid grid-cols-2 overflow-hidden rounded-[0.625rem] border border-line sm:grid-cols-5 print:grid-cols-5">
        {getFunnelSteps(funnel).map(({ step, count, facts }) => (
          <li
            key={step}
            className="-mb-px -mr-px break-inside-avoid border-b border-r border-line px-2.5 py-2.5 first:max-sm:col-span-2 print:first:col-span-1"
          >
            <p className="text-xs text-muted">{t(`traffic.funnel.stages.${step}`)}</p>
            <p className="my-0.5 text-xl font-semibold tracking-tight tabular-nums">
              {count === null ? noData : formatCount(count)}
            </p>
            <div className="space-y-1 text-xs text-muted [overflow-wrap:anywhere]">
              {count === null ? (
                <p>{t('reports.traffic.notMeasured')}</p>
              ) : (
                facts.map((fact) => <p key={fact}>{fact}</p>)
              )}
            </div>
          </li>
        ))}
      </ol>
      {funnel.pages.length > 0 && (
        <div className="mt-5">
          <h3 className="text-sm font-semibold">{t('reports.traffic.pages')}</h3>
          <ReportTable
            caption={t('traffic.funnel.caption')}
            columns={columns(funnel)}
            rows={funnel.pages}
            getKey={({ path }) => path}
          />
        </div>
      )}
      {calibration.series.length > 0 && (
        <div className="mt-5 grid gap-1 break-inside-avoid text-sm">
          <h3 className="font-semibold">{t('traffic.calibration.title')}</h3>
          {listCalibrationTexts(calibration).map((text) => (
            <p key={text}>{text}</p>
          ))}
          <CalibrationChart calibration={calibration} />
        </div>
      )}
    </>
  )
}

/** The observed and the expected numbers of the first series with a fit. */
function CalibrationChart({ calibration: { series } }: { calibration: Traffic['calibration'] }) {
  const shown = findFitted(series)
  if (!shown?.fit) return null
  const { dates, observed, expected } = getWeekLines(shown)
  return (
    <TrendChart
      label={t('traffic.calibration.chart', { name: getSeriesName(shown) })}
      dates={dates}
      lines={[
        { ...observed, color: 0 },
        { ...expected, color: 1 },
      ]}
      events={[]}
      format={{ day: formatShortDay, score: (count) => formatCount(Math.round(count)) }}
    />
  )
}

/** One sentence per fitted series. Without one, what the series with the highest numbers lacks. */
function listCalibrationTexts({ series }: Traffic['calibration']): string[] {
  const fitted = series.flatMap((each) => (each.fit ? [getFitText(each, each.fit)] : []))
  const [most] = series.toSorted((a, b) => countObserved(b) - countObserved(a))
  if (fitted.length > 0 || !most) return fitted
  return [
    t('reports.traffic.notEnough', {
      name: getSeriesName(most),
      missing: joinFacts(listMissingTexts(most)),
    }),
  ]
}

const countObserved = ({ weeks }: CalibratedSeries) => weeks.reduce((sum, { observed }) => sum + observed, 0)

/** The page and its citations, and a column for each other step that was measured. */
function columns({ stages }: Funnel): ReportColumn<Row>[] {
  const counted = (['requests', 'visits', 'sessions', 'conversions'] as const)
    .filter((step) => stages[step] !== null)
    .map((step) =>
      numberColumn(t(`traffic.funnel.columns.${step}`), (row: Row) => formatMeasured(row[step]), {
        onlyWide: step === 'requests' || step === 'sessions',
      }),
    )
  return [
    {
      label: t('traffic.funnel.columns.page'),
      cell: ({ path }) => <span className="[overflow-wrap:anywhere]">{path}</span>,
    },
    numberColumn(t('traffic.funnel.columns.citations'), ({ citations }) => formatCount(citations)),
    ...counted,
  ]
}

const formatMeasured = (count: number | null): string => (count === null ? noData : formatCount(count))
