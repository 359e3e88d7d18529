import { formatShortDay } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Part, type SourceDetail } from './Part.tsx'

const [barWidth, step, height] = [14, 20, 64]

/** The answers of each week that cite the source: with the brand on top, without it below. */
export function SourceWeeks({ weeks }: Pick<SourceDetail, 'weeks'>) {
  const { brand } = useBrand()
  const most = Math.max(1, ...weeks.map(({ results_citing }) => results_citing))
  const scale = (answers: number) => (answers / most) * height
  const [first, last] = [weeks[0], weeks.at(-1)]
  const citing = weeks.reduce((sum, week) => sum + week.results_citing, 0)
  const mentioning = weeks.reduce((sum, week) => sum + week.results_mentioning, 0)
  if (!first || !last) return null
  return (
    <Part title={t('citations.panel.weeks')} lead={t('citations.panel.weeksLead')}>
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <svg
            role="img"
            aria-label={weeks.map((week) => describe(week, brand.name)).join('; ')}
            viewBox={`0 0 ${weeks.length * step} ${height}`}
            preserveAspectRatio="none"
            className="h-16 w-full border-b border-line"
          >
            {weeks.map((week, index) => {
              const own = scale(week.results_mentioning)
              const other = scale(week.results_citing - week.results_mentioning)
              const x = index * step + (step - barWidth) / 2
              return (
                <g key={week.date}>
                  <title>{describe(week, brand.name)}</title>
                  <rect x={x} width={barWidth} y={height - other} height={other} className="fill-edge" />
                  <rect
                    x={x}
                    width={barWidth}
                    y={height - other - own}
                    height={own}
                    className="fill-accent"
                  />
                </g>
              )
            })}
          </svg>
          <p aria-hidden className="mt-1 flex justify-between text-xs text-muted">
            <span>{formatShortDay(first.date)}</span>
            <span>{formatShortDay(last.date)}</span>
          </p>
        </div>
        <p className="pb-5 text-xs">
          <span className="block font-medium text-accent-strong">
            {t('citations.panel.withYou', { answers: mentioning })}
          </span>
          <span className="block text-muted">
            {t('citations.panel.withoutYou', { answers: citing - mentioning })}
          </span>
        </p>
      </div>
    </Part>
  )
}

const describe = (week: SourceDetail['weeks'][number], brand: string) =>
  t('citations.panel.week', {
    day: formatShortDay(week.date),
    answers: week.results_citing,
    mentioning: week.results_mentioning,
    brand,
  })
