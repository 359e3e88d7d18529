import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { newestRunQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { BriefButton } from '../opportunities/BriefButton.tsx'
import type { Opportunity } from '../opportunities/queries.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'

const shownAtMost = 3
/** Enough to find the other prompts whose answers cite the source of an action. */
const mostOpportunities = 50

const linkClasses = buttonClasses('secondary', 'small')

type Action = { key: string; title: string; why: string; button: ReactNode }

/** The three most urgent actions: errors of the last run, then opportunities and an untracked competitor. */
export function NextActions() {
  const { slug } = useBrand()
  const actions = useActions()
  return (
    <Card
      title={t('overview.nextActions.title')}
      actions={
        <Link to="/dashboard/brands/$slug/opportunities" params={{ slug }} className="link">
          {t('overview.nextActions.all')}
        </Link>
      }
    >
      {actions === null && <ActionSkeleton />}
      {actions?.length === 0 && (
        <p className="px-4 pb-4 text-sm text-muted">{t('overview.nextActions.none')}</p>
      )}
      {actions !== null && actions.length > 0 && (
        <ol className="divide-y divide-line border-t border-line">
          {actions.map(({ key, title, why, button }, index) => (
            <li key={key} className="flex gap-3 px-4 py-2.5 text-sm">
              <span
                aria-hidden
                className="grid size-5 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-medium text-accent-strong"
              >
                {index + 1}
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
                <p className="mb-1.5 text-xs text-muted [overflow-wrap:anywhere]">{why}</p>
                {button}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** Has the height of the actions, so that the layout does not shift. */
function ActionSkeleton() {
  return (
    <div aria-busy="true" className="space-y-3 px-4 pb-2.5">
      {['a', 'b', 'c'].slice(0, shownAtMost).map((key) => (
        <Bar key={key} className="h-26" />
      ))}
    </div>
  )
}

/** Null until everything that can be an action is loaded. */
function useActions(): Action[] | null {
  const { brand, slug } = useBrand()
  const runs = useQuery(newestRunQuery(brand.id))
  const jobId = runs.data?.items[0]?.id
  const run = useQuery({
    ...read('GET /api/tracking/status', { query: { jobId: jobId ?? '' } }),
    enabled: jobId !== undefined,
  })
  const candidates = useQuery(
    read('GET /api/brands/:brand/candidates', { params: { brand: slug }, query: { limit: 1 } }),
  )
  const opportunities = useQuery(
    read('GET /api/content', { query: { brand_id: brand.id, status: 'new', limit: mostOpportunities } }),
  )
  if ([runs, run, candidates, opportunities].some(({ isLoading }) => isLoading)) return null
  const failed = run.data?.result?.platforms.filter((each) => each.error !== null).length ?? 0
  const candidate = candidates.data?.items[0]
  const errors: Action[] =
    failed > 0 && jobId !== undefined
      ? [
          {
            key: jobId,
            title: t('overview.nextActions.platformErrors.title', { platforms: failed }),
            why: t('overview.nextActions.platformErrors.why'),
            button: (
              <Link
                to="/dashboard/brands/$slug/runs/$id"
                params={{ slug, id: jobId }}
                className={linkClasses}
              >
                {t('overview.nextActions.viewRun')}
              </Link>
            ),
          },
        ]
      : []
  const competitor: Action[] = candidate
    ? [
        {
          key: candidate.name,
          title: t('overview.nextActions.suggestedCompetitor.title', { name: candidate.name }),
          why: t('overview.nextActions.suggestedCompetitor.why', { answers: candidate.answers }),
          button: (
            <Link to="/dashboard/brands/$slug/competitors" params={{ slug }} className={linkClasses}>
              {t('overview.nextActions.reviewCompetitor')}
            </Link>
          ),
        },
      ]
    : []
  const groups = Map.groupBy(opportunities.data?.items ?? [], (each) => getSource(each)?.domain ?? each.id)
  const gaps = [...groups.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            key: first.id,
            title: getTitle(first),
            why: describeGap([first, ...others]),
            button: <BriefButton opportunity={first} />,
          },
        ]
      : [],
  )
  const room = shownAtMost - errors.length - competitor.length
  return [...errors, ...gaps.slice(0, room), ...competitor]
}

/** The third-party site to get mentioned on. Opportunities with the same one are one action. */
const getSource = ({ type, top_source }: Opportunity) => (type === 'earned' ? top_source : null)

function getTitle(opportunity: Opportunity): string {
  if (opportunity.correction) return opportunity.title
  const source = getSource(opportunity)
  return source
    ? t('overview.nextActions.getListed', { domain: source.domain })
    : t('overview.nextActions.publish', { prompt: opportunity.prompt_text })
}

function describeGap(group: readonly [Opportunity, ...Opportunity[]]): string {
  const [{ gap, answers, description }] = group
  if (!gap) return description
  const citing = group.reduce((sum, each) => sum + (getSource(each)?.answers ?? 0), 0)
  return citing > 0
    ? t('overview.nextActions.cited', { citing, prompts: group.length })
    : t('overview.nextActions.gap', { leader: gap.leader.name, points: gap.points, answers })
}
