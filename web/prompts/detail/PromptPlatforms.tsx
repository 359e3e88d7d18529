import { formatDay, formatPct, formatPosition, joinFacts, noData } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { RateFigure } from '../../answers/AnswersFigure.tsx'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { Dot } from '../../ui/Dot.tsx'
import { PeriodMark } from '../../ui/PeriodMark.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import type { PromptDetail } from './prompt-detail.ts'

type Row = PromptDetail['by_platform'][number]
type State = Row['days'][number]['state']

/** How each platform answers the prompt, day by day. */
export function PromptPlatforms({ detail }: { detail: PromptDetail }) {
  const getColor = useBrandColors()
  return (
    <Card title={t('promptDetail.platforms.title')} actions={<Key />}>
      <DataTable
        isInCard
        caption={t('promptDetail.platforms.caption')}
        columns={getColumns(detail, getColor)}
        rows={detail.by_platform}
        getKey={({ platform }) => platform}
      />
    </Card>
  )
}

const Key = () => (
  <ul className="flex flex-wrap gap-x-3 text-xs text-muted">
    {(['first', 'mentioned', 'not_mentioned', 'no_answer'] as const).map((state) => (
      <li key={state} className="flex items-center gap-1.5">
        <span aria-hidden className={`day-cell day-${state}`} />
        {t(`promptDetail.platforms.states.${state}`)}
      </li>
    ))}
  </ul>
)

const getColumns = ({ prompt_id }: PromptDetail, getColor: (id: string | null) => number): Column<Row>[] => [
  {
    label: t('promptDetail.platforms.columns.platform'),
    cell: ({ platform }) => <span className="whitespace-nowrap font-medium">{platformLabels[platform]}</span>,
  },
  {
    label: t('promptDetail.platforms.columns.days'),
    className: 'sm:w-2/5 sm:min-w-44 sm:max-w-0 max-sm:col-span-2 max-sm:order-last',
    cell: ({ days }) => <Strip days={days} />,
  },
  numberColumn(
    t('labels.metric.mention_rate.label'),
    ({ platform, mention_rate_pct, interval, result_count }) => (
      <RateFigure
        label={t('labels.metric.mention_rate.label')}
        pct={mention_rate_pct}
        interval={interval}
        count={result_count}
        of={{ prompt: prompt_id }}
        filter={{ platform }}
      />
    ),
  ),
  numberColumn(t('ui.period.change'), ({ change }) => <PeriodMark change={change} format={formatPct} />),
  numberColumn(t('promptDetail.platforms.columns.position'), ({ avg_position }) =>
    formatPosition(avg_position),
  ),
  {
    label: t('promptDetail.platforms.columns.leader'),
    cell: ({ leader }) =>
      leader === null ? (
        noData
      ) : (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Dot color={getColor(leader.competitor_id)} />
          {leader.name}
        </span>
      ),
  },
]

/** More days do not fit into a row. */
const mostDays = 45

function Strip({ days }: { days: Row['days'] }) {
  const shown = days.slice(-mostDays)
  const count = (state: State) => shown.filter((day) => day.state === state).length
  const states = ['first', 'mentioned', 'not_mentioned', 'no_answer'] as const
  return (
    <span
      role="img"
      aria-label={joinFacts(
        states
          .filter((state) => count(state) > 0)
          .map((state) =>
            t('promptDetail.platforms.daysOf', {
              state: t(`promptDetail.platforms.states.${state}`),
              days: count(state),
            }),
          ),
      )}
      className="flex gap-0.5"
    >
      {shown.map(({ date, state }) => (
        <span
          key={date}
          title={t('promptDetail.platforms.cell', {
            date: formatDay(date),
            state: t(`promptDetail.platforms.states.${state}`),
          })}
          className={`day-cell day-${state}`}
        />
      ))}
    </span>
  )
}
