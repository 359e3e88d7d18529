import type { ReactNode } from 'react'
import { formatCount, formatPct, formatPosition, formatScore } from '../../vocabulary/formats.ts'
import { metricLabels } from '../../vocabulary/metrics.ts'
import { certaintyMeanings } from '../../vocabulary/opportunities.ts'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { copy } from './copy.ts'
import { EvidenceLink } from './EvidenceLink.tsx'
import type { OpportunityDetail } from './queries.ts'

type Data = OpportunityDetail['source_data']
type Row = Data['brand'] & { competitor_id: string | null }

/** The brand and the mentioned competitors in the same answers. */
export function GapSection({ opportunity }: { opportunity: OpportunityDetail }) {
  const { source_data: data } = opportunity
  const { gap, window, answers } = data
  const rows: Row[] = [...data.competitors, { ...data.brand, competitor_id: null }].toSorted(
    (a, b) => b.avg_visibility_score - a.avg_visibility_score,
  )
  return (
    <Section
      title={copy.gap.title}
      lead={copy.gap.lead(window, opportunity.prompt_text)}
      actions={<DownloadCsv fileName="opportunity-gap" columns={fileColumns} rows={rows} />}
    >
      <dl className="card mb-3 grid grid-cols-2 overflow-hidden sm:grid-cols-4">
        <Fact
          label={copy.gap.gapTo(gap.leader.name)}
          value={formatScore(gap.points)}
          unit={copy.gap.points}
          note={copy.gap.interval(gap.interval, 100 * gap.interval.level)}
        />
        <Fact
          label={copy.gap.answers}
          value={formatCount(answers)}
          note={<EvidenceLink of={opportunity}>{copy.gap.view}</EvidenceLink>}
        />
        <Fact
          label={copy.gap.withoutYou}
          value={formatCount(data.missed)}
          note={
            <>
              {copy.gap.withoutYouNote}{' '}
              <EvidenceLink of={opportunity} which={{ named: 'no', cited: 'no' }}>
                {copy.gap.view}
              </EvidenceLink>
            </>
          }
        />
        <Fact
          label={copy.gap.rankedBelow}
          value={formatCount(data.behind)}
          note={
            <>
              {copy.gap.rankedBelowNote}{' '}
              <EvidenceLink of={opportunity} which={{ named: 'yes' }}>
                {copy.gap.view}
              </EvidenceLink>
            </>
          }
        />
      </dl>
      <DataTable
        caption={copy.gap.caption}
        columns={columnsFor(opportunity)}
        rows={rows}
        keyOf={({ competitor_id }) => competitor_id ?? 'brand'}
      />
      <p className="mt-2 text-sm text-muted">
        {certaintyMeanings[data.certainty]} {copy.gap.definition}
      </p>
    </Section>
  )
}

const fileColumns = [
  ['name', (row: Row) => row.name],
  ['named', (row: Row) => row.named],
  ['mention_rate_pct', (row: Row) => row.mention_rate_pct],
  ['cited', (row: Row) => row.cited],
  ['avg_visibility_score', (row: Row) => row.avg_visibility_score],
  ['avg_position', (row: Row) => row.avg_position],
] as const

type FactProps = { label: string; value: string; unit?: string; note: ReactNode }

function Fact({ label, value, unit, note }: FactProps) {
  return (
    <div className="-mb-px -mr-px border-b border-r border-line px-4 py-3.5">
      <dt className="text-sm text-muted [overflow-wrap:anywhere]">{label}</dt>
      <dd>
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
        {unit && <span className="ml-1.5 text-sm text-muted">{unit}</span>}
        <span className="mt-0.5 block text-xs text-muted">{note}</span>
      </dd>
    </div>
  )
}

const columnsFor = (opportunity: OpportunityDetail): Column<Row>[] => [
  {
    label: copy.gap.name,
    cell: ({ name, competitor_id }) => (
      <span className={competitor_id === null ? 'font-semibold' : undefined}>
        {name}
        {competitor_id === null && <span className="font-normal text-muted"> {copy.gap.you}</span>}
      </span>
    ),
  },
  {
    label: copy.gap.mentionedIn,
    isNumber: true,
    cell: ({ named, competitor_id, mention_rate_pct }) => (
      <>
        <EvidenceLink
          of={opportunity}
          which={competitor_id === null ? { named: 'yes' } : { competitor: competitor_id }}
        >
          {formatCount(named)}
        </EvidenceLink>
        <span className="block text-xs text-muted">{formatPct(mention_rate_pct)}</span>
      </>
    ),
  },
  {
    label: copy.gap.citedIn,
    isNumber: true,
    cell: ({ cited, competitor_id }) =>
      competitor_id === null ? (
        <EvidenceLink of={opportunity} which={{ cited: 'yes' }}>
          {formatCount(cited)}
        </EvidenceLink>
      ) : (
        formatCount(cited)
      ),
  },
  {
    label: metricLabels.visibility_score.label,
    isNumber: true,
    cell: ({ avg_visibility_score }) => formatScore(avg_visibility_score),
  },
  {
    label: metricLabels.average_position.label,
    isNumber: true,
    cell: ({ avg_position }) => formatPosition(avg_position),
  },
]
