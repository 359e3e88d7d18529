import { useQuery } from '@tanstack/react-query'
import { formatPct, formatRange, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import { type Returns, read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Bar } from '../../ui/page/Skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'

type Themes = Returns<'GET /api/metrics/sentiment-themes'>
type Theme = Themes['praised'][number]
type Row = { theme: string; own: Theme | undefined; theirs: Theme | undefined }

const shownThemes = 6

/** What answers praise about the competitor, next to how often they praise the brand for the same. */
export function PraiseComparison({ competitorId, name }: { competitorId: string; name: string }) {
  const { brand, query } = useBrand()
  const own = useQuery(read('GET /api/metrics/sentiment-themes', { query }))
  const theirs = useQuery(
    read('GET /api/metrics/sentiment-themes', { query: { ...query, competitor_id: competitorId } }),
  )
  if (!own.data || !theirs.data) return <Bar className="h-64 rounded-xl" />
  const themes = [...new Set([...theirs.data.praised, ...own.data.praised].map(({ theme }) => theme))]
  const rows = themes.slice(0, shownThemes).map((theme) => ({
    theme,
    own: own.data.praised.find((each) => each.theme === theme),
    theirs: theirs.data.praised.find((each) => each.theme === theme),
  }))
  return (
    <Card title={t('competitorDetail.themes.title')} lead={t('competitorDetail.themes.lead')}>
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">{t('competitorDetail.themes.none')}</p>
      ) : (
        <DataTable
          isInCard
          caption={t('competitorDetail.themes.caption')}
          columns={[
            { label: t('competitorDetail.themes.columns.theme'), cell: ({ theme }) => theme },
            shareColumn(brand.name, own.data, (row) => row.own),
            shareColumn(name, theirs.data, (row) => row.theirs),
          ]}
          rows={rows}
          getKey={({ theme }) => theme}
        />
      )}
    </Card>
  )
}

const shareColumn = (
  label: string,
  { result_count, competitor_id }: Themes,
  getTheme: (row: Row) => Theme | undefined,
): Column<Row> => ({
  label,
  isNumber: true,
  cell: (row) => {
    const theme = getTheme(row)
    if (!theme) return noData
    return (
      <Figure
        label={`${label}, ${row.theme}`}
        value={formatPct(theme.pct)}
        range={theme.interval && formatRange(theme.interval, '%')}
        count={result_count}
        evidence={
          <AnswersLink
            of={competitor_id === null ? { sentiment: 'positive' } : { competitor: competitor_id }}
          >
            {t('ui.figure.viewAnswers')}
          </AnswersLink>
        }
      />
    )
  },
})
