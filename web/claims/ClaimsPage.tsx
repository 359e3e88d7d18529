import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { CircleCheck, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatPct } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { RateFigure } from '../answers/AnswersFigure.tsx'
import { api, read } from '../api.ts'
import { FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { addDays } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink } from '../ui/table/DataTable.tsx'
import { useChange } from '../useChange.ts'
import { ClaimDetail } from './ClaimDetail.tsx'
import { FactDialog } from './FactDialog.tsx'
import { FactTable } from './FactTable.tsx'
import { ImportFacts } from './ImportFacts.tsx'
import { Proposals } from './Proposals.tsx'
import { type Claims, claimsAddress, type Fact, factAddresses } from './queries.ts'
import { SegmentTable } from './SegmentTable.tsx'

/** What is true about the brand, and how often answers state it right, wrong or outdated. */
export function ClaimsPage() {
  const { brand, query } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { fact } = useSearch({ from: '/dashboard/brands/$slug/claims' })
  const choose = useFilterChoice()
  const claims = useQuery(read(claimsAddress, { query }))
  const [edited, setEdited] = useState<Fact | 'new' | null>(null)
  return (
    <Page
      title={t('claims.page.title')}
      within={brand.name}
      filters={<FilterBar />}
      actions={
        <>
          <CsvLink href={csvHref(claimsAddress, query)} />
          {mayWrite && (
            <Button look="primary" onClick={() => setEdited('new')}>
              <Plus aria-hidden className="size-4" />
              {t('claims.page.add')}
            </Button>
          )}
        </>
      }
    >
      <QueryBoundary query={claims} className="h-96">
        {(data) => (
          <>
            {data.approved === 0 ? (
              <EmptyState isCard Icon={CircleCheck} title={t('claims.page.emptyTitle')}>
                {t('claims.page.empty')}
              </EmptyState>
            ) : (
              <Results data={data} onOpen={(id) => choose({ fact: id })} onEdit={setEdited} />
            )}
            {data.proposed > 0 && (
              <div className="mt-4">
                <Proposals />
              </div>
            )}
            {mayWrite && <MoreFacts />}
          </>
        )}
      </QueryBoundary>
      {fact !== undefined && <ClaimDetail id={fact} onClose={() => choose({ fact: '' })} />}
      {edited && <FactDialog fact={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

type ResultsProps = { data: Claims; onOpen(id: string): void; onEdit(fact: Fact): void }

function Results({ data, onOpen, onEdit }: ResultsProps) {
  const { brand, slug, query } = useBrand()
  const { mayManage } = useCurrentUser()
  const { approved, compared, pending, stated, weeks, method } = data
  return (
    <>
      <div className="mb-4">
        <Headline>
          {stated === 0
            ? t('claims.page.noStatements')
            : t('claims.page.headline', { pct: data.wrong_of_stated_pct ?? 0 })}
        </Headline>
        <p className="mt-0.5 text-sm text-muted">
          {t('claims.page.basis', { approved, compared, brand: brand.name })}{' '}
          {method.from !== null &&
            t('claims.page.byModelSince', {
              model: method.model ?? '',
              day: formatDay(method.from),
              count: data.stated_by_model,
            })}{' '}
          {mayManage && (
            <Link to="/dashboard/settings/engines" className="link">
              {t('claims.page.chooseMethod')}
            </Link>
          )}
        </p>
      </div>
      {pending > 0 && (
        <div className="mb-4">
          <Notice tone="caution">{t('claims.page.pending', { count: pending })}</Notice>
        </div>
      )}
      <Tiles data={data} />
      <div className="mt-4">
        <FactTable rows={data.facts} onOpen={onOpen} onEdit={onEdit} />
      </div>
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-2">
        <LineChart
          heading={<h2 className="font-semibold">{t('claims.trend.title')}</h2>}
          lead={t('claims.trend.lead')}
          label={t('claims.trend.title')}
          fileName={`${slug}-claims`}
          csv={csvHref(claimsAddress, query, 'weeks')}
          dates={weeks.map(({ date }) => date)}
          series={[
            {
              name: t('labels.verdict.wrong'),
              color: 1,
              isMain: true,
              values: weeks.map(({ wrong_of_stated_pct }) => wrong_of_stated_pct),
              band: weeks.map(({ wrong_of_stated_interval }) => wrong_of_stated_interval),
            },
          ]}
          notes={methodNotes(data)}
          format={formatPct}
          step="week"
          max={100}
        />
        <SegmentTable rows={data.by_model} />
      </div>
    </>
  )
}

/** Marks the week in which a language model started to compare. */
function methodNotes({ method: { from }, weeks }: Claims) {
  const week = from === null ? undefined : weeks.findLast(({ date }) => date <= from)
  if (from === null || !week || addDays(week.date, 6) < from) return []
  const text = t('claims.trend.newMethod', { day: formatDay(from) })
  return [{ date: week.date, text, label: text }]
}

function Tiles({ data }: { data: Claims }) {
  const tiles = [
    {
      label: t('claims.tiles.wrongOfStated'),
      pct: data.wrong_of_stated_pct,
      interval: data.wrong_of_stated_interval,
      count: data.stated,
      of: { verdict: 'wrong' },
    },
    {
      label: t('claims.tiles.wrong'),
      pct: data.wrong_pct,
      interval: data.wrong_interval,
      count: data.compared,
      of: { verdict: 'wrong' },
    },
    {
      label: t('claims.tiles.outdated'),
      pct: data.outdated_pct,
      interval: data.outdated_interval,
      count: data.compared,
      of: { verdict: 'outdated' },
    },
  ] as const
  return (
    <dl className="card grid overflow-hidden sm:grid-cols-3">
      {tiles.map((tile) => (
        <div key={tile.label} className="-mb-px -mr-px border-b border-r border-line px-4 py-3">
          <dt className="text-sm text-muted">{tile.label}</dt>
          <dd className="text-2xl font-semibold tracking-tight">
            <RateFigure {...tile} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Proposals and CSV files, below the facts because they are needed less often. */
function MoreFacts() {
  const { slug } = useBrand()
  const [isImporting, setImporting] = useState(false)
  const propose = useChange(
    () => api('POST /api/brands/:brand/facts/propose', { params: { brand: slug } }),
    factAddresses,
  )
  return (
    <div className="mt-4 space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={propose.isPending} onClick={() => propose.mutate()}>
          {t('claims.page.propose')}
        </Button>
        <Button onClick={() => setImporting(true)}>{t('claims.page.import')}</Button>
        <p role="status" className="text-sm text-muted">
          {propose.data && t('claims.page.proposed', propose.data)}
        </p>
      </div>
      <ErrorNotice error={propose.error} />
      {isImporting && <ImportFacts onClose={() => setImporting(false)} />}
    </div>
  )
}
