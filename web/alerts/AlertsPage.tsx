import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Bell, Plus, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatLongDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { AlertCard } from './AlertCard.tsx'
import { type Alert, alertsQuery } from './queries.ts'
import { type AlertFilter, alertFilters, alertSearch } from './search.ts'

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

/** The alerts of a brand by day, newest first. */
export function AlertsPage() {
  const { brand, slug, filter } = useBrand()
  const { alerts: show = 'open', alert } = alertSearch(useSearch({ strict: false }))
  const list = useInfiniteQuery(alertsQuery(slug, show))
  const { mayWrite } = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
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
      {alert !== undefined && <LinkedAlert id={alert} />}
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
        {({ pages }) => <Days alerts={pages.flatMap(({ items }) => items)} show={show} linked={alert} />}
      </QueryBoundary>
      <ShowMore list={list} />
      <Suspense fallback={null}>{isAdding && <RuleDialog onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  )
}

/** The alert of a notification, whatever its status is now. */
function LinkedAlert({ id }: { id: string }) {
  const { slug } = useBrand()
  const query = useQuery(read('GET /api/brands/:brand/alerts/:id', { params: { brand: slug, id } }))
  return (
    <div className="mb-6">
      <QueryBoundary query={query} className="h-32">
        {(alert) => <AlertCard alert={alert} isOpened />}
      </QueryBoundary>
    </div>
  )
}

type DaysProps = { alerts: readonly Alert[]; show: AlertFilter; linked: string | undefined }

function Days({ alerts, show, linked }: DaysProps) {
  const listed = alerts.filter(({ id }) => id !== linked)
  if (listed.length === 0 && linked === undefined)
    return (
      <EmptyState isCard Icon={Bell} title={t('alerts.page.emptyTitle')}>
        {t(`alerts.page.empty.${show}`)}
      </EmptyState>
    )
  return [...Map.groupBy(listed, ({ last_day }) => last_day)].map(([day, ofDay]) => (
    <section key={day} aria-label={formatLongDay(day)} className="mb-6">
      <h2 className="mb-2 text-sm font-semibold text-muted">{formatLongDay(day)}</h2>
      <ul className="space-y-3">
        {ofDay.map((alert) => (
          <li key={alert.id}>
            <AlertCard alert={alert} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
