import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks, Plus } from 'lucide-react'
import {
  formatCount,
  formatDay,
  formatPoints,
  formatRange,
  joinFacts,
  noData,
} from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { moneyText } from '../traffic/money-text.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { Figure } from '../ui/Figure.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { useChange } from '../useChange.ts'
import { listCosts } from './cost-text.ts'
import { type Action, type ActionTable, actionsQuery, type Proposal, proposalsQuery } from './queries.ts'
import { StateBadge } from './StateBadge.tsx'

/** What the team did, what it changed, and what it cost. */
export function ActionsPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const list = useInfiniteQuery(actionsQuery(brand.id))
  const rows = list.data?.pages.flatMap(({ actions }) => actions) ?? []
  return (
    <Page title={t('actions.title')} within={brand.name} actions={mayWrite && <AddLink />}>
      <Proposals />
      <QueryBoundary query={list} className="h-96">
        {({ pages: [first] }) =>
          rows.length === 0 || !first ? (
            <EmptyState isCard Icon={ListChecks} title={t('actions.empty.title')}>
              {t('actions.empty.hint')}
            </EmptyState>
          ) : (
            <Section
              title={t('actions.list.title')}
              lead={totalsText(first.totals)}
              actions={<CsvLink href={csvHref('GET /api/actions', { brand_id: brand.id })} />}
            >
              <DataTable
                caption={t('actions.title')}
                columns={columns(slug)}
                rows={rows}
                getKey={({ id }) => id}
              />
              <ShowMore list={list} />
            </Section>
          )
        }
      </QueryBoundary>
    </Page>
  )
}

function AddLink() {
  const { slug } = useBrand()
  return (
    <Link to="/dashboard/brands/$slug/actions/new" params={{ slug }} className={buttonClasses('primary')}>
      <Plus aria-hidden className="size-4" />
      {t('actions.add')}
    </Link>
  )
}

const totalsText = ({ actions, costs, hours }: ActionTable['totals']): string =>
  joinFacts([
    t('actions.list.count', { count: actions }),
    ...costs.map(({ cost, currency }) => moneyText(cost, currency)),
    ...(hours > 0 ? [t('actions.hours', { hours })] : []),
  ])

const columns = (slug: string): Column<Action>[] => [
  {
    label: t('actions.list.action'),
    className: 'sm:min-w-64',
    cell: (row) => (
      <>
        <Link
          to="/dashboard/brands/$slug/actions/$id"
          params={{ slug, id: row.id }}
          className="font-medium hover:underline [overflow-wrap:anywhere]"
        >
          {row.title}
        </Link>
        <span className="block text-xs text-muted">
          {joinFacts([t(`actions.kinds.${row.kind}`), formatDay(row.day)])}
        </span>
      </>
    ),
  },
  { label: t('actions.list.result'), cell: ({ result }) => <StateBadge state={result.state} /> },
  numberColumn(t('actions.list.effect'), (row) => <EffectFigure action={row} />),
  count('actions.list.requests', ({ agent_requests }) => agent_requests),
  count('actions.list.citations', ({ citing_answers }) => citing_answers),
  count('actions.list.visits', ({ visits }) => visits),
  count('actions.list.conversions', ({ conversions }) => conversions),
  numberColumn(t('actions.list.cost'), (row) => joinFacts(listCosts(row)) || noData),
]

type CountLabel = `actions.list.${'requests' | 'citations' | 'visits' | 'conversions'}`

const count = (label: CountLabel, value: (brought: Action['brought']) => number | null) =>
  numberColumn(t(label), ({ brought }: Action) => {
    const found = value(brought)
    return found === null ? noData : formatCount(found)
  })

/** The difference in differences, with its interval and the answers of the affected prompts since. */
function EffectFigure({ action: { title, result } }: { action: Action }) {
  if (result.effect === null) return noData
  return (
    <Figure
      label={`${t('actions.list.effect')}, ${title}`}
      value={formatPoints(result.effect.points)}
      range={formatRange(result.effect)}
      count={result.affected?.after.answers ?? 0}
    />
  )
}

/** What was probably done, to accept or dismiss. */
function Proposals() {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { data } = useQuery({ ...proposalsQuery(slug), enabled: mayWrite })
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('actions.proposals.title')} lead={t('actions.proposals.lead')}>
      <ul className="card divide-y divide-line">
        {data.items.map((proposal) => (
          <ProposalRow key={proposal.origin} proposal={proposal} />
        ))}
      </ul>
    </Section>
  )
}

function ProposalRow({ proposal: { origin, title, reason, day } }: { proposal: Proposal }) {
  const { slug } = useBrand()
  const dismiss = useChange(
    () =>
      api('POST /api/brands/:brand/actions/proposals/dismiss', { params: { brand: slug }, body: { origin } }),
    ['GET /api/brands/:brand/actions/proposals'],
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <span className="font-medium">{title}</span>
        <span className="block text-xs text-muted">{joinFacts([reason, formatDay(day)])}</span>
      </span>
      <span className="flex gap-2">
        <Button
          size="small"
          look="quiet"
          busy={dismiss.isPending}
          aria-label={t('actions.proposals.dismissThis', { title })}
          onClick={() => dismiss.mutate()}
        >
          {t('actions.proposals.dismiss')}
        </Button>
        <Link
          to="/dashboard/brands/$slug/actions/new"
          params={{ slug }}
          search={{ proposal: origin }}
          aria-label={t('actions.proposals.addThis', { title })}
          className={buttonClasses('secondary', 'small')}
        >
          {t('actions.add')}
        </Link>
      </span>
      <ErrorNotice error={dismiss.error} className="w-full" />
    </li>
  )
}
