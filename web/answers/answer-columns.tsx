import { Link, useSearch } from '@tanstack/react-router'
import { Check, FlaskConical, Minus, TriangleAlert } from 'lucide-react'
import { formatList, formatScore, formatUtcTime } from '../../vocabulary/formats.ts'
import { answerStatusLabels, sentimentLabels, surfaceLabels } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { copy } from './copy.ts'

type Row = Returns<'GET /api/answers'>['items'][number]

/** The columns of the list of answers. */
export const answerColumns: Column<Row>[] = [
  { label: copy.columns.prompt, cell: (row) => <PromptCell row={row} /> },
  {
    label: copy.columns.platform,
    cell: ({ platform, region, surface }) => (
      <span title={surface === 'simulated' ? surfaceLabels.simulated : undefined}>
        {platformLabels[platform]}
        {region && <span className="text-muted"> {region}</span>}
        {surface === 'simulated' && (
          <>
            <FlaskConical aria-hidden className="ml-1.5 inline size-3.5 text-caution" />
            <span className="sr-only">{surfaceLabels.simulated}</span>
          </>
        )}
      </span>
    ),
  },
  { label: copy.columns.mentioned, cell: (row) => <MentionCell row={row} /> },
  {
    label: copy.columns.score,
    isNumber: true,
    cell: ({ status, visibility_score }) => formatScore(status === 'answered' ? visibility_score : null),
  },
  {
    label: copy.columns.sentiment,
    onlyWide: true,
    cell: ({ sentiment }) => (sentiment === null ? '' : sentimentLabels[sentiment]),
  },
  {
    label: copy.columns.citations,
    isNumber: true,
    className: 'hidden @5xl:table-cell',
    cell: ({ citation_count, own_citations }) => copy.cells.citations(citation_count, own_citations),
  },
  {
    label: copy.columns.date,
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
          ? `${prompt.text}\n${copy.cells.alsoMentioned(formatList(competitors))}`
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
          {answerStatusLabels[status]}
        </Badge>
      </span>
    )
  const Icon = mentioned ? Check : Minus
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={`size-3.5 ${mentioned ? 'text-good' : 'text-muted'}`} strokeWidth={3} />
      {mentioned ? copy.cells.mentioned(rank) : copy.cells.notMentioned}
    </span>
  )
}
