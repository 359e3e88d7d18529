import { formatCount, formatList, formatPct, formatRange, noData } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { addDays, type BrandFilter, countDays, periodRange } from '../brands/filter.ts'
import { Sparkline } from '../charts/Sparkline.tsx'
import { BriefButton } from '../opportunities/BriefButton.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Figure } from '../ui/Figure.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import type { SearchRow } from './queries.ts'

type Options = {
  filter: BrandFilter
  /** The rows count the answers of the previous period. */
  isVanished: boolean
  open: (row: SearchRow) => void
  /** Null for members who may not change the brand. */
  track: ((row: SearchRow) => void) | null
}

/** A brief helps where fewer answers cite the site. */
const briefBelowPct = 30
const mostPlatforms = 2

export const searchColumns = ({ filter, isVanished, open, track }: Options): Column<SearchRow>[] => [
  {
    label: t('searches.table.search'),
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <button type="button" className="truncate text-left hover:underline" onClick={() => open(row)}>
          {row.search}
        </button>
        {row.is_new && <Badge tone="accent">{t('searches.table.new')}</Badge>}
      </span>
    ),
  },
  numberColumn(t('searches.table.prompts'), ({ prompt_count, topics }) => (
    <span title={topics.join(', ')}>{formatCount(prompt_count)}</span>
  )),
  {
    label: t('searches.table.engines'),
    onlyWide: true,
    cell: ({ platforms }) => (
      <span title={formatList(platforms.map(({ platform }) => platformLabels[platform]))}>
        {platforms.length > mostPlatforms
          ? t('searches.table.platforms', { count: platforms.length })
          : formatList(platforms.map(({ platform }) => platformLabels[platform]))}
      </span>
    ),
  },
  {
    label: t('searches.table.perDay'),
    onlyWide: true,
    cell: (row) => (
      <span className="block w-16">
        <Sparkline values={toValues(row.days, filter)} />
      </span>
    ),
  },
  {
    label: t('searches.table.times'),
    isNumber: true,
    sortBy: 'results',
    cell: ({ search, results }) =>
      isVanished ? (
        formatCount(results)
      ) : (
        <AnswersLink of={{ search }} className="hover:underline">
          {formatCount(results)}
        </AnswersLink>
      ),
  },
  {
    label: t('searches.table.days'),
    isNumber: true,
    onlyWide: true,
    cell: ({ stability_pct, stability_interval, days, results, search }) => (
      <Figure
        label={t('searches.table.days')}
        value={formatPct(stability_pct)}
        range={
          stability_interval &&
          `${t('searches.table.dayCount', { count: days.length })}, ${formatRange(stability_interval, '%')}`
        }
        count={results}
        evidence={!isVanished && <AnswersLink of={{ search }}>{t('ui.figure.viewAnswers')}</AnswersLink>}
      />
    ),
  },
  {
    label: t('searches.table.citesYou'),
    isNumber: true,
    sortBy: 'own_cited_pct',
    cell: ({ search, own_cited, own_cited_pct, own_cited_interval, results }) => (
      <span className="flex items-center justify-end gap-2">
        <Share pct={own_cited_pct ?? 0} />
        <span className="w-14">
          {own_cited === 0 ? (
            <span className="text-muted" title={t('searches.table.neverOf', { count: results })}>
              {noData}
            </span>
          ) : (
            <Figure
              label={t('searches.table.citesYou')}
              value={formatPct(own_cited_pct)}
              range={own_cited_interval && formatRange(own_cited_interval, '%')}
              count={results}
              evidence={
                !isVanished && (
                  <AnswersLink of={{ search, cited: 'yes' }}>{t('ui.figure.viewAnswers')}</AnswersLink>
                )
              }
            />
          )}
        </span>
      </span>
    ),
  },
  {
    label: t('searches.table.mostCited'),
    cell: ({ most_cited }) =>
      most_cited ? (
        <span
          title={most_cited.url}
          className={classes(
            'block max-w-48 truncate',
            most_cited.category === 'owned' ? 'font-semibold text-accent-strong' : 'text-muted',
          )}
        >
          {most_cited.domain}
        </span>
      ) : (
        noData
      ),
  },
  ...(track
    ? [
        {
          label: t('searches.table.action'),
          isLabelHidden: true,
          cell: (row: SearchRow) => (
            <span className="flex justify-end gap-2">
              <Button
                look="quiet"
                size="small"
                aria-label={t('searches.table.trackOne', row)}
                onClick={() => track(row)}
              >
                {t('searches.table.track')}
              </Button>
              {!isVanished && (row.own_cited_pct ?? 0) < briefBelowPct && (
                <BriefButton opportunity={undefined} of={{ search: row.search }} look="quiet" />
              )}
            </span>
          ),
        },
      ]
    : []),
]

const Share = ({ pct }: { pct: number }) => (
  <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="h-1.5 w-14 max-sm:hidden">
    <line x1="4" x2="96" y1="4" y2="4" strokeWidth="8" strokeLinecap="round" className="stroke-sunken" />
    {pct > 0 && (
      <line
        x1="4"
        x2={Math.max(4, Math.min(96, pct))}
        y1="4"
        y2="4"
        strokeWidth="8"
        strokeLinecap="round"
        className="stroke-accent"
      />
    )}
  </svg>
)

/** The answers per day of the period, zero on days without. Long periods have only the days with answers. */
function toValues(days: SearchRow['days'], filter: BrandFilter): number[] {
  const range = periodRange(filter)
  const first = days[0]
  if (range === null || first === undefined || first.date < range.from || countDays(range) > 100)
    return days.map(({ results }) => results)
  const byDay = new Map(days.map(({ date, results }) => [date, results]))
  return Array.from({ length: countDays(range) }, (_, index) => byDay.get(addDays(range.from, index)) ?? 0)
}
