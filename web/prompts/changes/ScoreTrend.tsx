import { useQuery } from '@tanstack/react-query'
import { formatDayRange, formatScore } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { addDays, periodRange } from '../../brands/filter.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { LineChart } from '../../charts/LineChart.tsx'
import type { ChartPeriod } from '../../charts/time-line.ts'
import { Bar } from '../../ui/page/Skeleton.tsx'
import { getPromptDetail } from '../detail/prompt-detail.ts'
import { type ChangedPrompt, inPrevious, type PreviousWindow } from './prompt-leaders.ts'

/** Shorter lines do not show whether a change is unusual. */
const shortestDays = 42

type ScoreTrendProps = { prompt: ChangedPrompt; previous: PreviousWindow }

/** The scores of the brand and the competitor in both periods and the weeks before. */
export function ScoreTrend({ prompt: { prompt_id, competitor }, previous }: ScoreTrendProps) {
  const { brand, slug, query, filter } = useBrand()
  const getColor = useBrandColors()
  const range = periodRange(filter)
  const first = earlier(previous.date_from, range && addDays(range.to, 1 - shortestDays))
  const days = { date_from: first, date_to: range?.to ?? null }
  const { data } = useQuery(getPromptDetail(inPrevious(query, days), prompt_id))
  if (!data) return <Bar className="mx-4 mb-3 h-64 rounded-lg" />
  const { buckets } = data
  return (
    <LineChart
      isBare
      label={t('promptChanges.detail.chart', { brand: brand.name, rival: competitor.name })}
      lead={t('promptChanges.detail.chartLead')}
      fileName={`${slug}-prompt-scores`}
      csv={null}
      dates={buckets.map(({ date }) => date)}
      series={[
        {
          name: brand.name,
          isMain: true,
          color: 0,
          values: buckets.map(({ avg_visibility_score: score }) => score),
        },
        {
          name: competitor.name,
          color: getColor(competitor.competitor_id),
          values: buckets.map(
            ({ competitors }) =>
              competitors.find(({ competitor_id: id }) => id === competitor.competitor_id)
                ?.avg_visibility_score ?? null,
          ),
        },
      ]}
      periods={[...toPeriod(previous), ...(range ? [{ ...toArea(range), isChosen: true }] : [])]}
      format={formatScore}
      isAutoScaled
      step={null}
    />
  )
}

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b

const toArea = ({ from, to }: { from: string; to: string }): ChartPeriod => ({
  from,
  to,
  label: formatDayRange(from, to),
})

const toPeriod = ({ date_from: from, date_to: to }: PreviousWindow): ChartPeriod[] =>
  from === null || to === null ? [] : [toArea({ from, to })]
