import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { formatCount, formatPct, formatRange, formatSample, noData } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink, SampleLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { RateCell } from '../ui/table/MetricCells.tsx'
import { numberColumn } from '../ui/table/number-column.ts'

type Product = Returns<'GET /api/metrics/product-visibility'>['products'][number]
type OnPlatform = Product['by_platform'][number] & { name: string }

/** How often answers mention each product, and how often it appears in shopping cards. */
export function ProductsPage() {
  const { brand, query } = useBrand()
  const visibility = useQuery(read('GET /api/metrics/product-visibility', { query }))
  const { data, error } = visibility
  return (
    <Page
      title={t('products.page.title')}
      within={brand.name}
      lead={t('products.page.lead')}
      filters={<FilterBar />}
    >
      <QueryError query={visibility} />
      {!data && !error && <Bar className="h-72 rounded-xl" />}
      {data &&
        (data.products.length === 0 ? (
          <EmptyState isCard Icon={Package} title={t('products.empty.title')}>
            {t('products.empty.hint')}
          </EmptyState>
        ) : (
          <Products products={data.products} csv={csvHref('GET /api/metrics/product-visibility', query)} />
        ))}
    </Page>
  )
}

function Products({ products, csv }: { products: Product[]; csv: string }) {
  const platforms = products[0]?.by_platform.map(({ platform }) => platform) ?? []
  const byPlatform = platforms.map(
    (platform): Column<Product> => ({
      label: platformLabels[platform],
      isNumber: true,
      cell: ({ product_id, by_platform }) => {
        const here = by_platform.find((each) => each.platform === platform)
        return here ? <ProductRate product={product_id} seen={here} filter={{ platform }} /> : noData
      },
    }),
  )
  return (
    <>
      <Section title={t('products.allPlatforms.title')} actions={<CsvLink href={csv} />}>
        <DataTable
          caption={t('products.allPlatforms.caption')}
          columns={columns()}
          rows={products}
          getKey={({ product_id }) => product_id}
        />
      </Section>
      {platforms.length > 0 && (
        <Section
          title={t('products.byPlatform.title', { metric: t('labels.metric.mention_rate.label') })}
          actions={
            <DownloadCsv
              fileName="products-by-platform"
              columns={csvColumns}
              rows={products.flatMap(({ name, by_platform }) => by_platform.map((row) => ({ ...row, name })))}
            />
          }
        >
          <DataTable
            caption={t('products.byPlatform.caption')}
            columns={[nameColumn(), ...byPlatform]}
            rows={products}
            getKey={({ product_id }) => product_id}
          />
        </Section>
      )}
    </>
  )
}

type CsvColumn = readonly [label: string, value: (row: OnPlatform) => string | number | null]

const csvColumns: CsvColumn[] = [
  ['product', ({ name }) => name],
  ['platform', ({ platform }) => platform],
  ['result_count', ({ result_count }) => result_count],
  ['mention_rate_pct', ({ mention_rate_pct }) => mention_rate_pct],
  ['interval_low', ({ interval }) => interval?.low ?? null],
  ['interval_high', ({ interval }) => interval?.high ?? null],
  ['total_mentions', ({ total_mentions }) => total_mentions],
  ['card_appearances', ({ card_appearances }) => card_appearances],
]

type Seen = Pick<Product, 'mention_rate_pct' | 'interval' | 'result_count'>
type ProductRateProps = { product: string; seen: Seen; filter?: Record<string, string> }

/** Links to the answers that mention the product. */
function ProductRate({ product, seen, filter = {} }: ProductRateProps) {
  const { mention_rate_pct, interval, result_count } = seen
  if (!mention_rate_pct) return <RateCell pct={mention_rate_pct} interval={interval} />
  return (
    <>
      <AnswersLink of={{ product }} filter={filter}>
        <span title={formatSample(result_count)}>{formatPct(mention_rate_pct)}</span>
      </AnswersLink>
      {interval && <span className="block text-xs text-muted">{formatRange(interval, '%')}</span>}
    </>
  )
}

const nameColumn = (): Column<Product> => ({
  label: t('products.columns.product'),
  cell: ({ name }) => <span className="font-medium">{name}</span>,
})

const columns = (): Column<Product>[] => [
  nameColumn(),
  numberColumn(t('labels.metric.mention_rate.label'), (row) => (
    <ProductRate product={row.product_id} seen={row} />
  )),
  numberColumn(t('products.columns.answers'), ({ result_count }) => <SampleLink count={result_count} />),
  numberColumn(t('products.columns.mentions'), ({ total_mentions }) => formatCount(total_mentions)),
  numberColumn(t('products.columns.shoppingCards'), ({ card_appearances }) => formatCount(card_appearances)),
]
