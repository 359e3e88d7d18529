import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatPct, formatRange, formatScore, noData } from '../../vocabulary/formats.ts'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink, SampleLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { classes } from '../ui/classes.ts'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink } from '../ui/table/DataTable.tsx'
import { heatLevels } from './heat-levels.ts'
import type { Summary } from './metrics.ts'

type Topics = Returns<'GET /api/metrics/topics'>
type Score = Pick<Topics['platforms'][number], 'result_count' | 'avg_visibility_score' | 'score_interval'>
type Models = Summary['by_platform']

/** More columns do not fit next to each other. */
const mostTopics = 6

/** The visibility score by platform and topic; a row opens the models of its platform. */
export function HeatMap({ summary }: { summary: Summary }) {
  const { query } = useBrand()
  const { data, isLoading } = useQuery(read('GET /api/metrics/topics', { query }))
  if (isLoading) return <Bar className="h-80 rounded-xl" />
  if (!data || data.platforms.length === 0) return null
  const topics = data.topics
    .filter(({ result_count }) => result_count > 0)
    .toSorted((a, b) => b.result_count - a.result_count)
    .slice(0, mostTopics)
  const cells = [...data.platforms, ...data.topic_platforms]
  const getLevel = heatLevels(cells.flatMap(({ avg_visibility_score }) => avg_visibility_score ?? []))
  const rows = data.platforms.toSorted(
    (a, b) => (b.avg_visibility_score ?? 0) - (a.avg_visibility_score ?? 0),
  )
  return (
    <Card
      title={topics.length > 0 ? t('overview.heatMap.title') : t('overview.heatMap.titleWithoutTopics')}
      actions={<CsvLink href={csvHref('GET /api/metrics/topics', query, 'topic_platforms')} isCompact />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section aria-label={t('overview.heatMap.caption')} tabIndex={0} className="overflow-x-auto px-3 pb-3">
        <table className="w-full border-separate border-spacing-1 text-xs">
          <caption className="sr-only">{t('overview.heatMap.caption')}</caption>
          <thead>
            <tr className="text-muted">
              <th scope="col" className="text-left font-medium">
                <span className="sr-only">{t('overview.heatMap.platform')}</span>
              </th>
              <th scope="col" className="min-w-16 px-1 align-bottom font-medium">
                {t('overview.heatMap.allTopics')}
              </th>
              <th scope="col" className="min-w-12 px-1 align-bottom font-medium">
                {t('ui.period.change')}
              </th>
              {topics.map(({ id, name }) => (
                <th
                  key={id}
                  scope="col"
                  title={name}
                  className="min-w-16 max-w-28 px-1 align-bottom font-medium"
                >
                  <span className="line-clamp-3">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PlatformRows
                key={row.platform}
                row={row}
                topics={topics}
                data={data}
                getLevel={getLevel}
                models={summary.by_platform.filter(({ platform }) => platform === row.platform)}
              />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

type PlatformRowsProps = {
  row: Topics['platforms'][number]
  topics: Topics['topics']
  data: Topics
  getLevel: (score: number) => number
  models: Models
}

function PlatformRows({ row, topics, data, getLevel, models }: PlatformRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const { platform } = row
  const name = platformLabels[platform]
  return (
    <>
      <tr>
        <th scope="row" className="w-40 whitespace-nowrap text-left text-sm font-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('overview.heatMap.models', { platform: name })}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-6 items-center gap-1 rounded-md text-left hover:underline"
          >
            <ChevronRight
              aria-hidden
              className={classes('size-3.5 shrink-0 text-muted', isOpen && 'rotate-90')}
            />
            {name}
          </button>
        </th>
        <ScoreCell platform={platform} score={row} getLevel={getLevel} isTotal />
        <td className="px-1 text-center">
          <PeriodMark change={row.change} />
        </td>
        {topics.map(({ id }) => (
          <ScoreCell
            key={id}
            platform={platform}
            topic={id}
            score={data.topic_platforms.find((each) => each.platform === platform && each.topic_id === id)}
            getLevel={getLevel}
          />
        ))}
      </tr>
      {isOpen &&
        models.map((model) => (
          <tr key={model.model_used}>
            <th scope="row" className="pl-5 text-left font-normal text-muted">
              {model.model_used ?? t('overview.heatMap.unknownModel')}
            </th>
            <td className="text-center tabular-nums">{formatScore(model.avg_visibility_score)}</td>
            {topics.length > 0 && (
              <td colSpan={topics.length + 1} className="px-1 text-muted">
                {t('overview.heatMap.mentionRate', { rate: formatPct(model.mention_rate_pct) })}{' '}
                <SampleLink
                  count={model.result_count}
                  filter={{ platform }}
                  {...(model.model_used && { of: { model: model.model_used } })}
                />
              </td>
            )}
          </tr>
        ))}
    </>
  )
}

type ScoreCellProps = {
  platform: Platform
  topic?: string
  score: Score | undefined
  getLevel: (score: number) => number
  isTotal?: boolean
}

function ScoreCell({ platform, topic, score, getLevel, isTotal = false }: ScoreCellProps) {
  const value = score?.avg_visibility_score ?? null
  if (score === undefined || value === null)
    return <td className="rounded text-center text-muted">{noData}</td>
  const interval = score.score_interval
  const answers = t('overview.heatMap.answers', { count: score.result_count })
  return (
    <td className={classes('rounded p-0', `heat-${getLevel(value)}`)}>
      <AnswersLink
        filter={{ platform, ...(topic !== undefined && { topic }) }}
        className={classes(
          'block rounded px-1 py-0.5 text-center leading-5 tabular-nums hover:underline',
          isTotal && 'font-semibold',
        )}
      >
        <span
          title={interval ? t('overview.heatMap.sample', { range: formatRange(interval), answers }) : answers}
        >
          {formatScore(value)}
        </span>
      </AnswersLink>
    </td>
  )
}
