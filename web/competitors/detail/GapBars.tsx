import type { ReactNode } from 'react'
import { formatPoints, formatRange } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersFigure } from '../../answers/AnswersFigure.tsx'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { classes } from '../../ui/classes.ts'
import { Card } from '../../ui/page/Card.tsx'
import type { CompetitorDetail } from './competitor-detail.ts'

/** The gap by topic and by platform, as bars to both sides of zero. */
export function GapBars({ detail }: { detail: CompetitorDetail }) {
  const { brand } = useBrand()
  const color = useBrandColors()(detail.competitor_id)
  const all = [...detail.by_topic, ...detail.by_platform].map(({ gap }) => Math.abs(gap))
  const max = Math.max(1, ...all)
  return (
    <Card
      title={t('competitorDetail.gaps.title')}
      lead={t('competitorDetail.gaps.lead', { brand: brand.name, competitor: detail.name })}
    >
      <div className="grid gap-3 border-t border-line px-4 py-3">
        <Bars title={t('competitorDetail.gaps.topics')}>
          {detail.by_topic.map((row) => (
            <GapRow
              key={row.topic_name ?? ''}
              name={row.topic_name ?? t('competitorDetail.gaps.noTopic')}
              row={row}
              max={max}
              color={color}
              filter={{}}
            />
          ))}
        </Bars>
        <Bars title={t('competitorDetail.gaps.platforms')}>
          {detail.by_platform.map((row) => (
            <GapRow
              key={row.platform}
              name={platformLabels[row.platform]}
              row={row}
              max={max}
              color={color}
              filter={{ platform: row.platform }}
            />
          ))}
        </Bars>
      </div>
    </Card>
  )
}

const Bars = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1 text-xs text-muted">{title}</h3>
    <ul>{children}</ul>
  </div>
)

type GapRowProps = {
  name: string
  row: Omit<CompetitorDetail['by_topic'][number], 'topic_name'>
  max: number
  /** Number of the competitor's color. */
  color: number
  filter: Record<string, string>
}

function GapRow({ name, row: { gap, interval, is_clear, result_count }, max, color, filter }: GapRowProps) {
  const share = (100 * Math.abs(gap)) / max
  return (
    <li className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_3.5rem] items-center gap-3 py-1 text-sm">
      <span className="truncate" title={name}>
        {name}
      </span>
      <svg aria-hidden viewBox="0 0 200 10" preserveAspectRatio="none" className="h-2.5 w-full">
        <line
          x1={gap < 0 ? 100 - share : 100}
          x2={gap < 0 ? 100 : 100 + share}
          y1="5"
          y2="5"
          strokeWidth="10"
          className={classes(`series-${gap < 0 ? color : 0}`, !is_clear && 'opacity-30')}
        />
        <line x1="100" x2="100" y1="0" y2="10" className="stroke-edge" strokeWidth="1" />
      </svg>
      <span className={classes('text-right', !is_clear && 'text-muted')}>
        <AnswersFigure
          label={t('competitorDetail.gaps.label', { name })}
          value={formatPoints(gap)}
          range={formatRange(interval)}
          count={result_count}
          filter={filter}
        />
      </span>
    </li>
  )
}
