import { formatLikelyRange, formatPct } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { Card } from '../ui/page/Card.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ShareCell } from '../ui/table/MetricCells.tsx'
import type { Comparison } from './detail/competitor-detail.ts'

type Share = { platform: keyof typeof platformLabels; own: number; all: number }

/** The share of voice of the brand by platform. */
export function ShareByPlatform({ data: { share_of_voice: share } }: { data: Comparison }) {
  const { query } = useBrand()
  return (
    <Card
      title={t('labels.metric.share_of_voice.label')}
      lead={
        share.other_prompts_interval === null
          ? formatPct(share.overall_sov_pct)
          : t('competitors.shareOfVoice.overall', {
              share: formatPct(share.overall_sov_pct),
              interval: formatLikelyRange(share.other_prompts_interval, '%'),
            })
      }
      actions={
        <CsvLink
          isCompact
          href={csvHref('GET /api/metrics/competitor-comparison', query, 'share_of_voice')}
        />
      }
    >
      <DataTable
        isOneLine
        isInCard
        caption={t('competitors.shareOfVoice.caption')}
        columns={shareColumns()}
        rows={sumByPlatform(share.by_platform)}
        getKey={({ platform }) => platform}
      />
    </Card>
  )
}

/** The rows of a platform's models together: a share is of all its answers. */
function sumByPlatform(rows: Comparison['share_of_voice']['by_platform']): Share[] {
  const sums = new Map<Share['platform'], Share>()
  for (const { platform, brand_mentions: own, competitor_mentions: theirs } of rows) {
    const sum = sums.get(platform) ?? { platform, own: 0, all: 0 }
    sums.set(platform, { platform, own: sum.own + own, all: sum.all + own + theirs })
  }
  return [...sums.values()].toSorted((a, b) => getShare(b) - getShare(a))
}

const getShare = ({ own, all }: Share) => (all === 0 ? 0 : (100 * own) / all)

const shareColumns = (): Column<Share>[] => [
  {
    label: t('competitors.shareOfVoice.columns.platform'),
    cell: ({ platform }) => (
      <AnswersLink of={{ named: 'yes' }} filter={{ platform }}>
        {platformLabels[platform]}
      </AnswersLink>
    ),
  },
  {
    label: t('competitors.shareOfVoice.columns.share'),
    className: 'sm:min-w-48',
    cell: (share) => <ShareCell pct={share.all === 0 ? null : getShare(share)} />,
  },
]
