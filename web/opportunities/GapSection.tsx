import type { ReactNode } from 'react'
import {
  formatCount,
  formatDay,
  formatPct,
  formatPosition,
  formatRange,
  formatScore,
} from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { EvidenceLink } from './EvidenceLink.tsx'
import type { GapData, OpportunityDetail } from './queries.ts'

type Row = GapData['brand'] & { competitor_id: string | null }

/** The brand and the mentioned competitors in the same answers. */
export function GapSection({ opportunity, data }: { opportunity: OpportunityDetail; data: GapData }) {
  const { gap, window, answers } = data
  const rows: Row[] = [...data.competitors, { ...data.brand, competitor_id: null }].toSorted(
    (a, b) => b.avg_visibility_score - a.avg_visibility_score,
  )
  return (
    <Section
      title={t('opportunities.gap.title')}
      lead={t('opportunities.gap.lead', {
        dateFrom: formatDay(window.date_from),
        dateTo: formatDay(window.date_to),
        prompt: opportunity.prompt_text,
      })}
      actions={<DownloadCsv fileName="opportunity-gap" columns={fileColumns} rows={rows} />}
    >
      <dl className="card mb-3 grid grid-cols-2 overflow-hidden sm:grid-cols-4">
        <Fact
          label={t('opportunities.gap.gapTo', { competitor: gap.leader.name })}
          value={formatScore(gap.points)}
          unit={t('opportunities.gap.points')}
          note={t('opportunities.gap.interval', {
            interval: formatRange(gap.interval),
          })}
        />
        <Fact
          label={t('opportunities.gap.answers')}
          value={formatCount(answers)}
          note={<EvidenceLink of={opportunity}>{t('opportunities.gap.view')}</EvidenceLink>}
        />
        <Fact
          label={t('opportunities.gap.withoutYou')}
          value={formatCount(data.missed)}
          note={
            <>
              {t('opportunities.gap.withoutYouNote')}{' '}
              <EvidenceLink of={opportunity} which={{ named: 'no', cited: 'no' }}>
                {t('opportunities.gap.view')}
              </EvidenceLink>
            </>
          }
        />
        <Fact
          label={t('opportunities.gap.rankedBelow')}
          value={formatCount(data.behind)}
          note={
            <>
              {t('opportunities.gap.rankedBelowNote')}{' '}
              <EvidenceLink of={opportunity} which={{ named: 'yes' }}>
                {t('opportunities.gap.view')}
              </EvidenceLink>
            </>
          }
        />
      </dl>
      <DataTable
        caption={t('opportunities.gap.caption')}
        columns={columnsFor(opportunity)}
        rows={rows}
        getKey={({ competitor_id }) => competitor_id ?? 'brand'}
      />
      <p className="mt-2 text-sm text-muted">
        {t(`labels.certaintyMeaning.${data.certainty}`)} {t('opportunities.gap.definition')}
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
    label: t('opportunities.gap.name'),
    cell: ({ name, competitor_id }) => (
      <span className={competitor_id === null ? 'font-semibold' : undefined}>
        {name}
        {competitor_id === null && (
          <span className="font-normal text-muted"> {t('opportunities.gap.you')}</span>
        )}
      </span>
    ),
  },
  numberColumn(t('opportunities.gap.mentionedIn'), ({ named, competitor_id, mention_rate_pct }) => (
    <>
      <EvidenceLink
        of={opportunity}
        which={competitor_id === null ? { named: 'yes' } : { competitor: competitor_id }}
      >
        {formatCount(named)}
      </EvidenceLink>
      <span className="block text-xs text-muted">{formatPct(mention_rate_pct)}</span>
    </>
  )),
  numberColumn(t('opportunities.gap.citedIn'), ({ cited, competitor_id }) =>
    competitor_id === null ? (
      <EvidenceLink of={opportunity} which={{ cited: 'yes' }}>
        {formatCount(cited)}
      </EvidenceLink>
    ) : (
      formatCount(cited)
    ),
  ),
  numberColumn(t('labels.metric.visibility_score.label'), ({ avg_visibility_score }) =>
    formatScore(avg_visibility_score),
  ),
  numberColumn(t('labels.metric.average_position.label'), ({ avg_position }) => formatPosition(avg_position)),
]
