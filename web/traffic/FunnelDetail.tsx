import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatDay, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { visitPlatformLabel } from '../../vocabulary/traffic.ts'
import { read } from '../api.ts'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'

/** The details of one page: cited URLs, requests by agent, visits, sessions and conversions. */
export function FunnelDetail({ path, onClose }: { path: string; onClose(): void }) {
  const { slug, brand, filter, query } = useBrand()
  const page = useQuery(read('GET /api/metrics/funnel-page', { query: { ...query, path } }))
  return (
    <Dialog title={path} place="wide" onClose={onClose}>
      <QueryBoundary query={page} className="h-64">
        {({ urls, agents, visits, sessions, goals, audit, opportunities }) => (
          <div className="grid gap-5 sm:grid-cols-2">
            <List
              title={t('traffic.funnel.detail.urls')}
              rows={urls.map(({ url, citations }) => ({
                key: url,
                count: citations,
                label: (
                  <Link
                    to="/dashboard/brands/$slug/citations/page"
                    params={{ slug }}
                    search={{ ...brandFilter(filter), url }}
                    className="link [overflow-wrap:anywhere]"
                  >
                    {url}
                  </Link>
                ),
              }))}
            />
            <List
              title={t('traffic.funnel.detail.agents')}
              rows={agents.map(({ agent, role, requests, refused, missing, last_day }) => ({
                key: agent,
                count: requests,
                label: agent,
                note: joinFacts([
                  ...(role ? [t(`labels.crawlerRole.${role}`)] : []),
                  ...(refused > 0 ? [t('traffic.funnel.detail.refused', { count: refused })] : []),
                  ...(missing > 0 ? [t('traffic.funnel.detail.missing', { count: missing })] : []),
                  t('traffic.funnel.detail.lastDay', { day: formatDay(last_day) }),
                ]),
              }))}
            />
            <List
              title={t('traffic.funnel.detail.visits')}
              rows={visits.map(({ platform, visits: count }) => ({
                key: platform,
                count,
                label: visitPlatformLabel(platform),
              }))}
            />
            <List
              title={t('traffic.funnel.detail.sessions')}
              rows={sessions.map(({ source, property, sessions: count, key_events }) => ({
                key: source,
                count,
                label: source,
                note: joinFacts([property, t('traffic.funnel.keyEvents', { count: key_events })]),
              }))}
            />
            <List
              title={t('traffic.funnel.detail.goals')}
              rows={goals.map(({ goal_id, name, platform, conversions }) => ({
                key: `${goal_id} ${platform}`,
                count: conversions,
                label: name,
                note: visitPlatformLabel(platform),
              }))}
            />
            <section>
              <h3 className="mb-1 text-sm font-medium">{t('traffic.funnel.detail.next')}</h3>
              <ul className="space-y-1 text-sm">
                <li>
                  {audit ? (
                    <Link
                      to="/dashboard/brands/$slug/audits/$id"
                      params={{ slug, id: audit.id }}
                      className="link"
                    >
                      {t('traffic.funnel.detail.audit', { day: formatDay(audit.day) })}
                    </Link>
                  ) : (
                    <Link
                      to="/dashboard/brands/$slug/audits"
                      params={{ slug }}
                      search={{ page: urls[0]?.url ?? `https://${brand.domain.split('/')[0]}${path}` }}
                      className="link"
                    >
                      {t('traffic.funnel.detail.noAudit')}
                    </Link>
                  )}
                  {audit && audit.disallowed_agents.length > 0 && (
                    <span className="block text-xs text-muted">
                      {t('traffic.funnel.detail.disallowed', { agents: audit.disallowed_agents.join(', ') })}
                    </span>
                  )}
                </li>
                {opportunities.map(({ id, title }) => (
                  <li key={id}>
                    <Link
                      to="/dashboard/brands/$slug/opportunities/$id"
                      params={{ slug, id }}
                      className="link"
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

type Row = { key: string; label: ReactNode; count: number; note?: string }

function List({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-sm font-medium">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t('traffic.funnel.detail.none')}</p>
      ) : (
        <ul className="space-y-1 text-sm">
          {rows.map(({ key, label, count, note }) => (
            <li key={key} className="flex justify-between gap-3">
              <span className="min-w-0">
                {label}
                {note && <span className="block text-xs text-muted">{note}</span>}
              </span>
              <span className="tabular-nums">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
