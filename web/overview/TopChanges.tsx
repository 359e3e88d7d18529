import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { brandFilter, type MetricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { ChangeMark } from '../ui/ChangeMark.tsx'
import { isUpOrDown } from '../ui/change-text.ts'
import { classes } from '../ui/classes.ts'
import { Card } from '../ui/page/Card.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'

const shownAtMost = 7

const moversQuery = (query: MetricQuery, order: 'asc' | 'desc') =>
  read('GET /api/metrics/prompt-performance', { query: { ...query, sort_by: 'change', order, limit: 20 } })

/** The prompts with the largest significant changes of the last four weeks, adjusted for multiple comparisons. */
export function TopChanges() {
  const { query, filter, slug } = useBrand()
  const up = useQuery(moversQuery(query, 'desc'))
  const down = useQuery(moversQuery(query, 'asc'))
  if (up.isLoading || down.isLoading) return <Bar className="min-h-24 rounded-xl" />
  if (!up.data || !down.data) return null
  const changed = [...up.data.prompts, ...down.data.prompts].filter(({ change }) => isUpOrDown(change))
  const prompts = [...new Map(changed.map((prompt) => [prompt.prompt_id, prompt])).values()]
    .toSorted((a, b) => Math.abs(b.change.delta ?? 0) - Math.abs(a.change.delta ?? 0))
    .slice(0, shownAtMost)
  return (
    <Card
      title={t('overview.topChanges.title')}
      lead={t('overview.topChanges.lead')}
      actions={
        <Link
          to="/dashboard/brands/$slug/prompts"
          params={{ slug }}
          search={brandFilter(filter)}
          className="link"
        >
          {t('overview.topChanges.all')}
        </Link>
      }
    >
      {prompts.length === 0 && (
        <p className="px-4 pb-4 text-sm text-muted">{t('overview.topChanges.none')}</p>
      )}
      <ul className={classes('divide-y divide-line text-sm', prompts.length > 0 && 'border-t border-line')}>
        {prompts.map(({ prompt_id, prompt_text, change, avg_visibility_score }) => (
          <li key={prompt_id} className="flex items-center gap-3 px-4 py-1.5">
            <Link
              to="/dashboard/brands/$slug/prompts/$id"
              params={{ slug, id: prompt_id }}
              search={brandFilter(filter)}
              title={prompt_text}
              className="min-w-0 flex-1 truncate hover:underline"
            >
              {prompt_text}
            </Link>
            <span className="tabular-nums">{formatScore(avg_visibility_score)}</span>
            <span className="w-14 text-right">
              <ChangeMark change={change} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
