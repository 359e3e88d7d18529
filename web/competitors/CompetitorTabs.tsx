import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrandColors } from '../brands/brand-colors.ts'
import { useBrand } from '../brands/useBrand.ts'
import { classes } from '../ui/classes.ts'
import { Dot } from '../ui/Dot.tsx'
import { suggestionsQuery } from './CompetitorSuggestions.tsx'
import type { Comparison } from './detail/competitor-detail.ts'

type CompetitorTabsProps = {
  comparison: Comparison
  /** The competitor of the screen; null for the list of all. */
  chosen: string | null
}

const tab = 'flex items-center gap-2 whitespace-nowrap rounded-md border px-3 py-1 text-sm'
const tabHere = 'border-control bg-surface font-medium'
const tabElsewhere = 'border-transparent hover:bg-sunken'

/** All competitors with their scores, each a link to its page, and the number of suggested ones. */
export function CompetitorTabs({ comparison, chosen }: CompetitorTabsProps) {
  const { slug, filter } = useBrand()
  const getColor = useBrandColors()
  const { data: suggested } = useQuery(suggestionsQuery(slug))
  const list = { to: '/dashboard/brands/$slug/competitors', params: { slug }, search: filter } as const
  return (
    <nav aria-label={t('competitorDetail.tabs')} className="-mt-1 mb-3 flex gap-1 overflow-x-auto p-0.5">
      <Link
        {...list}
        aria-current={chosen === null ? 'page' : undefined}
        className={classes(tab, chosen === null ? tabHere : tabElsewhere)}
      >
        {t('competitorDetail.all')}
      </Link>
      {comparison.competitors.map(({ competitor_id: id, name, avg_visibility_score: score }) => (
        <Link
          key={id}
          to="/dashboard/brands/$slug/competitors/$id"
          params={{ slug, id }}
          search={filter}
          aria-current={id === chosen ? 'page' : undefined}
          className={classes(tab, id === chosen ? tabHere : tabElsewhere)}
        >
          <Dot color={getColor(id)} />
          {name}
          <span className="tabular-nums text-muted">{formatScore(score)}</span>
        </Link>
      ))}
      {suggested && suggested.items.length > 0 && (
        <Link {...list} hash="suggestions" className={classes(tab, tabElsewhere, 'text-accent-strong')}>
          {t('competitors.tabs.suggested', { count: suggested.items.length })}
        </Link>
      )}
    </nav>
  )
}
