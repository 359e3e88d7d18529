import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { formatCount, formatPct, formatUtcTime, noData } from '../../vocabulary/formats.ts'
import { cardRoles } from '../../vocabulary/labels.ts'
import { currentLocale } from '../../vocabulary/language.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, readPages } from '../api.ts'
import { Choice, FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { formatDays } from '../brands/filter.ts'
import { competitorsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { PeriodFacts } from '../ui/PeriodMark.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { ShowMore } from '../ui/table/ShowMore.tsx'

type Card = Returns<'GET /api/metrics/shopping-cards'>['cards'][number]

/** Products in shopping cards. Images are left out: they would be fetched from shops. */
export function ShoppingPage() {
  const { brand, filter, query } = useBrand()
  const { role } = useSearch({ from: '/dashboard/brands/$slug/shopping' })
  const choose = useFilterChoice()
  const requestQuery = { ...query, ...(role && { role }) }
  const list = useInfiniteQuery({
    ...readPages('GET /api/metrics/shopping-cards', { query: requestQuery }),
    placeholderData: keepPreviousData,
  })
  const first = list.data?.pages[0]
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? []
  return (
    <Page
      title={t('shopping.page.title')}
      within={brand.name}
      lead={t('shopping.page.lead')}
      filters={
        <FilterBar>
          <Choice
            label={t('shopping.filter.brand')}
            value={role}
            every={t('shopping.filter.allProducts')}
            options={cardRoles.map((each) => [each, t(`labels.cardRole.${each}`)] as const)}
            onChoose={(value) => choose({ role: value })}
          />
        </FilterBar>
      }
      actions={<CsvLink href={csvHref('GET /api/metrics/shopping-cards', requestQuery)} />}
    >
      <QueryError query={list} />
      {list.isPending && <Bar className="h-72 rounded-xl" />}
      {first && first.totals.cards === 0 && (
        <EmptyState isCard Icon={ShoppingBag} title={t('shopping.empty.title')}>
          {t('shopping.empty.hint')}
        </EmptyState>
      )}
      {first && first.totals.cards > 0 && (
        <>
          <p role="status" className="mb-3 text-sm text-muted">
            {t('shopping.summary', {
              cards: first.totals.cards,
              ownCards: first.totals.own_cards,
              cardRatePct: formatPct(first.totals.card_rate_pct),
              answers: first.result_count,
              period: formatDays(filter),
            })}
          </p>
          <CardRates totals={first.totals} role={role} />
          <DataTable
            caption={t('shopping.table.caption')}
            columns={columns()}
            rows={cards}
            getKey={({ id }) => id}
          />
          <ShowMore list={list} />
        </>
      )}
    </Page>
  )
}

type CardRatesProps = {
  totals: Returns<'GET /api/metrics/shopping-cards'>['totals']
  role: Card['role'] | undefined
}

/** The shares of answers with cards, and how they changed. */
function CardRates({ totals, role }: CardRatesProps) {
  const rates = [
    { name: 'all', pct: totals.card_rate_pct, change: totals.change },
    { name: 'own', pct: totals.own_card_rate_pct, change: totals.own_change },
  ] as const
  return (
    <dl className="card mb-3 grid overflow-hidden sm:grid-cols-2">
      {rates
        .filter(({ name }) => (role === undefined ? true : (name === 'own') === (role === 'own')))
        .map(({ name, pct, change }) => (
          <div key={name} className="-mb-px -mr-px border-b border-r border-line px-4 py-3">
            <dt className="text-sm text-muted">{t(`shopping.rates.${name}`)}</dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums">{formatPct(pct)}</dd>
            <dd>
              <PeriodFacts change={change} format={formatPct} isOthers={name === 'all'} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

const columns = (): Column<Card>[] => [
  {
    label: t('shopping.table.product'),
    className: 'sm:min-w-56',
    cell: ({ product_title, product_brand, url }) => (
      <>
        {url === null ? (
          <span className="font-medium">{product_title}</span>
        ) : (
          <ExternalLink href={url} className="font-medium hover:underline">
            {product_title}
          </ExternalLink>
        )}
        {product_brand && <span className="block text-xs text-muted">{product_brand}</span>}
      </>
    ),
  },
  { label: t('shopping.table.brand'), cell: (card) => <Whose card={card} /> },
  numberColumn(t('shopping.table.price'), ({ price_amount, price_currency }) =>
    priceText(price_amount, price_currency),
  ),
  {
    label: t('shopping.table.retailer'),
    onlyWide: true,
    cell: ({ merchant, merchant_domain }) => merchant ?? merchant_domain ?? '',
  },
  {
    label: t('shopping.table.rating'),
    isNumber: true,
    onlyWide: true,
    cell: ({ rating, review_count }) =>
      rating === null ? noData : `${rating}${review_count === null ? '' : ` (${formatCount(review_count)})`}`,
  },
  numberColumn(t('shopping.table.position'), ({ position }) => `#${position}`),
  {
    label: t('shopping.table.seen'),
    cell: ({ platform, seen_at, prompt_id }) => (
      <SeenLink platform={platformLabels[platform]} at={seen_at} promptId={prompt_id} />
    ),
  },
]

function Whose({ card: { role, competitor_id } }: { card: Card }) {
  const { slug } = useBrand()
  const { data } = useQuery(competitorsQuery(slug))
  const name = data?.items.find(({ id }) => id === competitor_id)?.name
  return <Badge tone={role === 'own' ? 'accent' : 'plain'}>{name ?? t(`labels.cardRole.${role}`)}</Badge>
}

function SeenLink({ platform, at, promptId }: { platform: string; at: string; promptId: string }) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/prompts/$id"
      params={{ slug, id: promptId }}
      search={filter}
      className="whitespace-nowrap hover:underline"
    >
      {platform}
      <span className="block text-xs text-muted">{formatUtcTime(at)}</span>
    </Link>
  )
}

/** Unknown currencies are shown as received. */
function priceText(amount: number | null, currency: string | null): string {
  if (amount === null) return noData
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return `${amount}${currency ? ` ${currency}` : ''}`
  return new Intl.NumberFormat(currentLocale(), { style: 'currency', currency }).format(amount)
}
