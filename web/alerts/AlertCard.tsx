import { useNavigate } from '@tanstack/react-router'
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { formatDay, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { basePath } from '../base-path.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { type Alert, useAlertChange } from './queries.ts'

const AlertEvidence = lazy(() => import('./AlertEvidence.tsx'))

const severityTones = { high: 'bad', medium: 'caution', low: 'plain' } as const
const shownAtMost = 5

/** One cause with everything that belongs to it. */
export function AlertCard({ alert, isOpened = false }: { alert: Alert; isOpened?: boolean }) {
  const [isShown, setShown] = useState(isOpened)
  const [isLong, setLong] = useState(false)
  const { mayWrite } = useCurrentUser()
  const { severity, title, day, last_day, status, resolution, snoozed_until, items } = alert
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > Date.now()
  const hidden = items.length - shownAtMost
  return (
    <article aria-label={title} className="card">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
        <div className="min-w-0">
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
          <h3 className="mt-1 font-semibold [overflow-wrap:anywhere]">{title}</h3>
          {resolution !== null && (
            <p className="text-sm text-muted">{t(`labels.alertResolution.${resolution}`)}</p>
          )}
          {isSnoozed && (
            <p className="text-sm text-muted">
              {t('alerts.alert.snoozed', { until: formatTime(snoozed_until) })}
            </p>
          )}
        </div>
        {mayWrite && <AlertActions alert={alert} isSnoozed={isSnoozed} />}
      </div>
      <ul className="divide-y divide-line border-t border-line text-sm">
        {items.slice(0, isLong ? items.length : shownAtMost).map((item) => (
          <li
            key={`${item.label} ${item.path}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-2"
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
        <div className="border-t border-line px-2 py-1">
          <Button look="quiet" size="small" onClick={() => setLong(true)}>
            {t('alerts.alert.more', { count: hidden })}
          </Button>
        </div>
      )}
      <div className="border-t border-line px-2 py-1">
        <Button look="quiet" size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t('alerts.detail.toggle')}
        </Button>
      </div>
      <Suspense fallback={null}>{isShown && <AlertEvidence alert={alert} />}</Suspense>
    </article>
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
  if (alert.status !== 'open')
    return (
      <div>
        <Button size="small" busy={change.isPending} onClick={() => change.mutate({ status: 'open' })}>
          {t('alerts.alert.reopen')}
        </Button>
        <ErrorNotice error={change.error} className="mt-2" />
      </div>
    )
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={change.isPending}
          onClick={() => change.mutate({ status: 'acknowledged' })}
        >
          {t('alerts.alert.acknowledge')}
        </Button>
        {isSnoozed ? (
          <Button size="small" look="quiet" onClick={() => change.mutate({ snoozed_until: null })}>
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
            {snoozeDays.map((days) => (
              <option key={days} value={days}>
                {t('alerts.alert.snoozeDays', { days })}
              </option>
            ))}
          </Select>
        )}
        <Button
          size="small"
          look="quiet"
          busy={change.isPending}
          onClick={() => change.mutate({ status: 'resolved' })}
        >
          {t('alerts.alert.resolve')}
        </Button>
      </div>
      <ErrorNotice error={change.error} className="mt-2" />
    </div>
  )
}
