import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPoints } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { classes } from '../ui/classes.ts'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { isUnusual } from '../ui/period-text.ts'

type Reasons = Returns<'GET /api/metrics/score-change'>

/** A part of the difference, and the answers behind it. `isUnusual`: larger than such parts usually are. */
type Driver = {
  name: string
  points: number
  isUnusual: boolean
  of?: AnswerSearch
  filter?: Record<string, string>
}

const groups = ['platform', 'topic', 'prompt', 'source', 'component'] as const
type Group = (typeof groups)[number]

/** More bars do not fit next to the chart, and fewer on a phone. */
const shownAtMost = 9
const shownOnPhones = 3

/** The difference from the period before as bars that add up to it. */
export function Drivers() {
  const { query } = useBrand()
  const [group, setGroup] = useState<Group>('platform')
  const reasons = useQuery(read('GET /api/metrics/score-change', { query }))
  if (reasons.error) return <QueryError query={reasons} />
  if (!reasons.data) return <Bar className="h-88 rounded-xl" />
  const { data } = reasons
  const total = data.change.delta
  if (data.explained === null || total === null)
    return (
      <Card title={t('overview.drivers.title')}>
        <p className="px-4 pb-4 text-sm text-muted">
          {data.previous_window === null
            ? t('overview.drivers.noPeriod')
            : t('overview.drivers.notComparable')}
        </p>
      </Card>
    )
  const shown = groups.filter((each) => driversBy(data, each).length > 0)
  const chosen = shown.includes(group) ? group : 'platform'
  const drivers = driversBy(data, chosen)
  return (
    <Card title={t('overview.drivers.title')}>
      <fieldset className="flex flex-wrap px-4 pb-1">
        <legend className="sr-only">{t('overview.drivers.by')}</legend>
        {shown.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === chosen}
            onClick={() => setGroup(each)}
            className={classes(
              'min-h-7 rounded-md px-2 text-xs font-medium max-sm:min-h-10',
              each === chosen ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-sunken',
            )}
          >
            {t(`overview.drivers.groups.${each}`)}
          </button>
        ))}
      </fieldset>
      <DriverBars
        drivers={withOthers(drivers, {
          count: chosen === 'prompt' ? data.prompt_count : drivers.length,
          total,
        })}
      />
      {chosen === 'source' ? (
        <p className="mt-auto border-t border-line px-4 py-2 text-xs text-muted">
          {t('overview.drivers.sources')} {t('overview.drivers.pale')}
        </p>
      ) : (
        <p className="mt-auto flex items-baseline gap-2 border-t border-line px-4 py-2 text-sm">
          <span className="font-medium">{t('overview.drivers.total')}</span>
          <span className="text-xs text-muted">{t('overview.drivers.pale')}</span>
          <span className="ml-auto">
            <PeriodMark change={data.change} />
          </span>
        </p>
      )}
    </Card>
  )
}

/**
 * Replaces the parts that do not fit with one bar, so that the bars add up to `total`. `count`: the number of parts, of which
 * `drivers` has the largest.
 */
export function withOthers(
  drivers: readonly Driver[],
  { count, total }: { count: number; total: number },
): readonly Driver[] {
  if (count <= shownAtMost) return drivers
  const shown = drivers.slice(0, shownAtMost - 1)
  const points = shown.reduce((rest, driver) => rest - driver.points, total)
  const name = t('overview.drivers.others', { count: count - shown.length })
  return [...shown, { name, points, isUnusual: false }]
}

export function DriverBars({ drivers }: { drivers: readonly Driver[] }) {
  const longest = Math.max(...drivers.map(({ points }) => Math.abs(points)), 0.01)
  return (
    <ul className="px-4 pb-2 text-sm">
      {drivers.map(({ name, points, isUnusual, of, filter }, index) => (
        <li
          key={name}
          className={classes(
            'grid min-h-7 grid-cols-[minmax(0,1fr)_6rem_2.75rem] items-center gap-2',
            index >= shownOnPhones && 'max-sm:hidden',
          )}
        >
          <span title={name} className="truncate">
            {of || filter ? (
              <AnswersLink of={of ?? {}} filter={filter ?? {}} className="hover:underline">
                {name}
              </AnswersLink>
            ) : (
              name
            )}
          </span>
          <DivergingBar share={points / longest} isUnusual={isUnusual} />
          <span className={classes('text-right tabular-nums', isUnusual ? 'font-semibold' : 'text-muted')}>
            {formatPoints(points)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `share`: of the longest bar, negative to the left of zero. */
const DivergingBar = ({ share, isUnusual }: { share: number; isUnusual: boolean }) => (
  <svg aria-hidden className="h-7 w-full">
    <rect
      x={`${share < 0 ? 50 + 50 * share : 50}%`}
      width={`${50 * Math.abs(share)}%`}
      y="9"
      height="10"
      rx="1.5"
      className={classes(share < 0 ? 'fill-bad' : 'fill-good', !isUnusual && 'opacity-30')}
    />
    <line x1="50%" x2="50%" y1="0" y2="100%" className="stroke-edge" strokeWidth="1" />
  </svg>
)

export function driversBy(reasons: Reasons, group: Group): Driver[] {
  if (group === 'component')
    return reasons.by_measure.map(({ measure, contribution }) => ({
      name: t(`overview.scoreChange.components.${measure}`),
      points: contribution,
      isUnusual: false,
      of: answersByMeasure[measure],
    }))
  if (group === 'source')
    return reasons.sources.slice(0, shownAtMost).map(({ domain, change }) => ({
      name: domain,
      points: change.delta ?? 0,
      isUnusual: isUnusual(change),
      of: { domain },
    }))
  if (group === 'prompt')
    return reasons.by_prompt.map(({ prompt_id, prompt_text, contribution, change }) => ({
      name: prompt_text,
      points: contribution,
      isUnusual: isUnusual(change),
      of: { prompt: prompt_id },
    }))
  if (group === 'topic')
    return reasons.by_topic.length < 2
      ? []
      : reasons.by_topic.map(({ topic_id, topic_name, ...part }) => ({
          name: topic_name ?? t('overview.scoreChange.noTopic'),
          ...toBar(part),
          ...(topic_id && { filter: { topic: topic_id } }),
        }))
  return reasons.by_platform.map(({ platform, ...part }) => ({
    name: platformLabels[platform],
    ...toBar(part),
    filter: { platform },
  }))
}

const toBar = ({
  contribution,
  usual_change: usual,
}: {
  contribution: number
  usual_change: number | null
}) => ({
  points: contribution,
  isUnusual: usual !== null && Math.abs(contribution) > usual,
})

/** The answers behind each component of the score. */
const answersByMeasure = {
  named: { named: 'yes' },
  cited: { cited: 'yes' },
  position: { named: 'yes' },
} as const
