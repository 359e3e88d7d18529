import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { formatDay, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { basePath } from '../base-path.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { ExampleAnswers } from './ExampleAnswers.tsx'
import { Notified } from './Notified.tsx'
import { type Alert, getMainItem, useAlertChange } from './queries.ts'
import { RulesOfKind } from './RulesOfKind.tsx'

const NumberEvidence = lazy(async () => ({ default: (await import('./NumberEvidence.tsx')).NumberEvidence }))

const severityTones = { high: 'bad', medium: 'caution', low: 'plain' } as const
const shownAtMost = 5

/** One cause: what happened, why, the answers behind it, who was notified, and the rules that created it. */
export function AlertDetail({ alert }: { alert: Alert }) {
  const { mayWrite, seesOrganization } = useCurrentUser()
  const { severity, title, day, last_day, status, resolution, snoozed_until } = alert
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > Date.now()
  const main = getMainItem(alert)
  return (
    <article aria-label={title} className="card grid min-w-0 xl:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="min-w-0 space-y-5 px-4 py-4 sm:px-5">
        <header>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={severityTones[severity]}>
              {t('alerts.alert.severity', { label: t(`labels.alertSeverity.${severity}`) })}
            </Badge>
            {status !== 'open' && <Badge>{t(`labels.alertStatus.${status}`)}</Badge>}
            <span className="text-xs text-muted">
              {day === last_day
                ? t('alerts.alert.sinceOneDay', { day: formatDay(day) })
                : t('alerts.alert.since', { day: formatDay(day), lastDay: formatDay(last_day) })}
            </span>
          </p>
          <h2 className="mt-1 text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h2>
          {main?.change && (
            <p className="text-muted">
              {t('alerts.detail.lead', { label: main.label, detail: main.detail })}
            </p>
          )}
          {resolution !== null && (
            <p className="text-sm text-muted">{t(`labels.alertResolution.${resolution}`)}</p>
          )}
          {isSnoozed && (
            <p className="text-sm text-muted">
              {t('alerts.alert.snoozed', { until: formatTime(snoozed_until) })}
            </p>
          )}
          {mayWrite ? (
            <AlertActions alert={alert} isSnoozed={isSnoozed} />
          ) : (
            alert.owner && (
              <p className="mt-1 text-sm text-muted">
                {t('alerts.detail.ownedBy', { name: alert.owner.name })}
              </p>
            )
          )}
        </header>
        {main?.change && (
          <Suspense fallback={<Bar className="h-88 rounded-xl" />}>
            <NumberEvidence alert={alert} item={main} change={main.change} />
          </Suspense>
        )}
        {(alert.items.length > 1 || !main?.change) && <Items key={alert.id} items={alert.items} />}
        <ExampleAnswers alert={alert} />
      </div>
      <aside className="min-w-0 space-y-5 border-line px-4 py-4 text-sm max-xl:border-t xl:border-l">
        {seesOrganization && <Notified alert={alert} />}
        <RulesOfKind kind={alert.kind} />
      </aside>
    </article>
  )
}

/** Everything with this cause, with links to the answers. */
function Items({ items }: Pick<Alert, 'items'>) {
  const [isLong, setLong] = useState(false)
  const hidden = items.length - shownAtMost
  return (
    <section>
      <h3 className="font-semibold">{t('alerts.detail.items')}</h3>
      <ul className="divide-y divide-line text-sm">
        {items.slice(0, isLong ? items.length : shownAtMost).map((item) => (
          <li
            key={`${item.label} ${item.path}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2"
          >
            <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
              <p className="font-medium">{item.label}</p>
              <p className="text-muted">{item.detail}</p>
              {item.quote !== null && (
                <blockquote className="mt-1 border-l-2 border-line pl-3">{item.quote}</blockquote>
              )}
            </div>
            <DashboardLink path={item.path} label={t('alerts.alert.viewOf', { label: item.label })}>
              {t('alerts.alert.viewDetails')}
            </DashboardLink>
          </li>
        ))}
      </ul>
      {!isLong && hidden > 0 && (
        <Button look="quiet" size="small" onClick={() => setLong(true)}>
          {t('alerts.alert.more', { count: hidden })}
        </Button>
      )}
    </section>
  )
}

/** The server sends complete paths of the dashboard, which the router has no types for. */
function DashboardLink({ path, label, children }: { path: string; label: string; children: ReactNode }) {
  const navigate = useNavigate()
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate({ href: `${basePath}${path}` })
  }
  return (
    <a href={`${basePath}${path}`} onClick={open} aria-label={label} className="link">
      {children}
    </a>
  )
}

const snoozeDays = [1, 7, 30] as const
const dayMs = 86_400_000

function AlertActions({ alert, isSnoozed }: { alert: Alert; isSnoozed: boolean }) {
  const change = useAlertChange(alert.id)
  const isOpen = alert.status === 'open'
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {isOpen ? (
          <>
            <Button
              look="primary"
              size="small"
              busy={change.isPending}
              onClick={() => change.mutate({ status: 'acknowledged' })}
            >
              {t('alerts.alert.acknowledge')}
            </Button>
            {isSnoozed ? (
              <Button size="small" onClick={() => change.mutate({ snoozed_until: null })}>
                {t('alerts.alert.endSnooze')}
              </Button>
            ) : (
              <Select
                aria-label={t('alerts.alert.snoozeUntil')}
                isCompact
                value=""
                onChange={(event) =>
                  change.mutate({
                    snoozed_until: new Date(Date.now() + Number(event.target.value) * dayMs).toISOString(),
                  })
                }
              >
                <option value="" disabled>
                  {t('alerts.alert.snooze')}
                </option>
                <Options
                  of={snoozeDays.map((days) => [String(days), t('alerts.alert.snoozeDays', { days })])}
                />
              </Select>
            )}
          </>
        ) : (
          <Button size="small" busy={change.isPending} onClick={() => change.mutate({ status: 'open' })}>
            {t('alerts.alert.reopen')}
          </Button>
        )}
        {alert.status !== 'resolved' && (
          <Button size="small" busy={change.isPending} onClick={() => change.mutate({ status: 'resolved' })}>
            {t('alerts.alert.resolve')}
          </Button>
        )}
        <span className="ml-auto">
          <Owner alert={alert} onChange={(owner_id) => change.mutate({ owner_id })} />
        </span>
      </div>
      <ErrorNotice error={change.error} className="mt-2" />
    </>
  )
}

function Owner({ alert: { owner }, onChange }: { alert: Alert; onChange(owner: string | null): void }) {
  const { brand } = useBrand()
  const { data } = useQuery(read('GET /api/brands/:brand/members', { params: { brand: brand.id } }))
  return (
    <Select
      aria-label={t('alerts.detail.owner')}
      isCompact
      value={owner?.user_id ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{t('alerts.detail.noOwner')}</option>
      <Options
        of={(data?.items ?? []).map(({ user_id, name }) => [user_id, t('alerts.detail.ownedBy', { name })])}
        stored={owner ? [owner.user_id, t('alerts.detail.ownedBy', { name: owner.name })] : undefined}
      />
    </Select>
  )
}
