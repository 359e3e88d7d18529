import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Bell, Plus, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatShortDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { BackLink } from '../ui/page/BackLink.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { signedDifference } from '../ui/period-text.ts'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { useHasWidth } from '../ui/useHasWidth.ts'
import { AlertDetail } from './AlertDetail.tsx'
import { type Alert, alertsQuery, getMainItem } from './queries.ts'
import { alertFilters, alertSearch } from './search.ts'

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

/** The alerts of a brand, newest first, next to the chosen one. */
export function AlertsPage() {
  const { brand, slug, filter } = useBrand()
  const { alerts: show = 'open', alert: chosen } = alertSearch(useSearch({ strict: false }))
  const list = useInfiniteQuery(alertsQuery(slug, show))
  const { mayWrite } = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
  const isWide = useHasWidth('64rem')
  return (
    <Page
      title={t('alerts.page.title')}
      within={brand.name}
      lead={t('alerts.page.lead')}
      actions={
        <>
          {mayWrite && (
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden className="size-4" />
              {t('alerts.rules.add')}
            </Button>
          )}
          <Link
            to="/dashboard/brands/$slug/alerts/rules"
            params={{ slug }}
            search={filter}
            className={buttonClasses()}
          >
            <SlidersHorizontal aria-hidden className="size-4" />
            {t('alerts.page.rules')}
          </Link>
        </>
      }
    >
      <div className="mb-4 flex">
        <LinkTabs
          label={t('alerts.page.filter')}
          tabs={alertFilters.map((each) => ({
            to: '/dashboard/brands/$slug/alerts',
            params: { slug },
            search: { ...filter, alerts: each },
            label: t(`alerts.page.filters.${each}`),
            isHere: each === show,
          }))}
        />
      </div>
      <QueryBoundary query={list}>
        {({ pages }) => {
          const alerts = pages.flatMap(({ items }) => items)
          const [first] = alerts
          if (!first && chosen === undefined)
            return (
              <EmptyState isCard Icon={Bell} title={t('alerts.page.emptyTitle')}>
                {t(`alerts.page.empty.${show}`)}
              </EmptyState>
            )
          const shown = chosen ?? first?.id ?? ''
          return (
            <div className="grid items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
              {(isWide || chosen === undefined) && (
                <nav aria-label={t('alerts.page.list')} className="min-w-0">
                  <ul className="space-y-1">
                    {alerts.map((alert) => (
                      <AlertRow key={alert.id} alert={alert} isHere={alert.id === shown} />
                    ))}
                  </ul>
                  <ShowMore list={list} />
                </nav>
              )}
              {(isWide || chosen !== undefined) && (
                <div className="min-w-0">
                  <p className="mb-2 lg:hidden">
                    <BackLink
                      to="/dashboard/brands/$slug/alerts"
                      params={{ slug }}
                      search={{ ...filter, alerts: show }}
                    >
                      {t('alerts.rules.back')}
                    </BackLink>
                  </p>
                  <ChosenAlert key={shown} id={shown} listed={alerts.find(({ id }) => id === shown)} />
                </div>
              )}
            </div>
          )
        }}
      </QueryBoundary>
      <Suspense fallback={null}>
        {isAdding && <RuleDialog rule={null} onClose={() => setAdding(false)} />}
      </Suspense>
    </Page>
  )
}

const severityDots = { high: 'bg-bad', medium: 'bg-caution', low: 'bg-edge' } as const

function AlertRow({ alert, isHere }: { alert: Alert; isHere: boolean }) {
  const { slug, filter } = useBrand()
  const { id, severity, title, last_day, status, owner } = alert
  const { alerts } = alertSearch(useSearch({ strict: false }))
  return (
    <li>
      <Link
        to="/dashboard/brands/$slug/alerts"
        params={{ slug }}
        search={{ ...filter, ...(alerts && { alerts }), alert: id }}
        resetScroll={false}
        aria-current={isHere ? 'true' : undefined}
        className={classes(
          'flex gap-2.5 rounded-lg border px-3 py-2 text-sm',
          isHere ? 'lg:border-line lg:bg-surface' : '',
          'border-transparent hover:bg-sunken max-lg:border-line max-lg:bg-surface',
        )}
      >
        <span
          aria-hidden
          className={classes(
            'mt-1.5 size-2 shrink-0 rounded-full',
            status === 'open' ? severityDots[severity] : 'bg-edge',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium [overflow-wrap:anywhere]">{title}</span>
          <span className="block text-xs text-muted">
            {[
              t(`labels.alertSeverity.${severity}`),
              formatShortDay(last_day),
              ...(owner ? [owner.name] : []),
            ].join(' · ')}
          </span>
        </span>
        <Difference alert={alert} />
      </Link>
    </li>
  )
}

function Difference({ alert }: { alert: Alert }) {
  const item = getMainItem(alert)
  if (!item?.change) return null
  const { number, before, after } = item.change
  // Changes of competitors are gray on every screen.
  const tone = number === 'competitor_score' ? 'neutral' : item.tone
  const color = { better: 'text-good', worse: 'text-bad', neutral: 'text-muted' }[tone]
  return (
    <span className={classes('shrink-0 text-xs font-medium tabular-nums', color)}>
      {signedDifference(after - before, number === 'avg_position' ? 'position' : 'points')}
    </span>
  )
}

/** The alert in the URL, regardless of its status, or the first one in the list. */
function ChosenAlert({ id, listed }: { id: string; listed: Alert | undefined }) {
  const { slug } = useBrand()
  const query = useQuery({
    ...read('GET /api/brands/:brand/alerts/:id', { params: { brand: slug, id } }),
    enabled: listed === undefined,
  })
  if (listed) return <AlertDetail alert={listed} />
  return (
    <QueryBoundary query={query} className="h-96">
      {(alert) => <AlertDetail alert={alert} />}
    </QueryBoundary>
  )
}
