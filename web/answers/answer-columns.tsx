import { Link, useSearch } from '@tanstack/react-router'
import { Check, FlaskConical, Minus, TriangleAlert } from 'lucide-react'
import { formatList, formatScore, formatUtcTime } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'

type Row = Returns<'GET /api/answers'>['items'][number]

/** The columns of the list of answers. */
export const answerColumns = (): Column<Row>[] => [
  { label: t('answers.columns.prompt'), cell: (row) => <PromptCell row={row} /> },
  {
    label: t('answers.columns.platform'),
    cell: ({ platform, region, surface }) => (
      <span title={surface === 'simulated' ? t('labels.surface.simulated') : undefined}>
        {platformLabels[platform]}
        {region && <span className="text-muted"> {region}</span>}
        {surface === 'simulated' && (
          <>
            <FlaskConical aria-hidden className="ml-1.5 inline size-3.5 text-caution" />
            <span className="sr-only">{t('labels.surface.simulated')}</span>
          </>
        )}
      </span>
    ),
  },
  { label: t('answers.columns.mentioned'), cell: (row) => <MentionCell row={row} /> },
  numberColumn(t('answers.columns.score'), ({ status, visibility_score }) =>
    formatScore(status === 'answered' ? visibility_score : null),
  ),
  {
    label: t('answers.columns.sentiment'),
    onlyWide: true,
    cell: ({ sentiment }) => (sentiment === null ? '' : t(`labels.sentiment.${sentiment}`)),
  },
  {
    label: t('answers.columns.citations'),
    isNumber: true,
    className: 'hidden @5xl:table-cell',
    cell: ({ citation_count, own_citations }) =>
      t('answers.cells.citations', { own: own_citations, total: citation_count }),
  },
  {
    label: t('answers.columns.date'),
    onlyWide: true,
    cell: ({ answered_at }) => (
      <time dateTime={answered_at} className="text-muted">
        {formatUtcTime(answered_at)}
      </time>
    ),
  },
]

function PromptCell({ row: { id, prompt, competitors } }: { row: Row }) {
  const { slug } = useBrand()
  const search = useSearch({ from: '/dashboard/brands/$slug/answers' })
  return (
    <Link
      to="/dashboard/brands/$slug/answers/$id"
      params={{ slug, id }}
      search={search}
      title={
        competitors.length > 0
          ? `${prompt.text}\n${t('answers.cells.alsoMentioned', { competitors: formatList(competitors) })}`
          : prompt.text
      }
      className="block font-medium hover:underline sm:truncate max-sm:[overflow-wrap:anywhere]"
    >
      {prompt.text}
    </Link>
  )
}

function MentionCell({ row: { status, mentioned, rank, failure } }: { row: Row }) {
  if (status !== 'answered')
    return (
      <span title={failure ?? undefined}>
        <Badge tone="caution">
          <TriangleAlert aria-hidden className="size-3" />
          {t(`labels.answerStatus.${status}`)}
        </Badge>
      </span>
    )
  const Icon = mentioned ? Check : Minus
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={`size-3.5 ${mentioned ? 'text-good' : 'text-muted'}`} strokeWidth={3} />
      {mentioned
        ? rank === null
          ? t('answers.cells.mentionedUnranked')
          : t('answers.cells.mentioned', { rank })
        : t('answers.cells.notMentioned')}
    </span>
  )
}
