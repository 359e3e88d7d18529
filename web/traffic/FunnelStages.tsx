import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatDay, formatDayRange, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { moneyText } from './money-text.ts'
import type { Funnel } from './queries.ts'

type Days = { first_day: string | null; last_day: string | null }

const daysText = ({ first_day, last_day }: Days): string =>
  first_day && last_day ? formatDayRange(first_day, last_day) : noData

/** The totals of each step, with the source and what it covers. */
export function FunnelStages({ data: { stages, unlisted } }: { data: Funnel }) {
  const { citations, requests, visits, sessions, conversions } = stages
  return (
    <ol className="card mb-6 grid overflow-hidden sm:grid-cols-2 lg:grid-cols-5">
      <Stage name={t('traffic.funnel.stages.citations')} count={citations.citations}>
        <p>{t('traffic.funnel.citationsOf', { pages: citations.pages, answers: citations.result_count })}</p>
      </Stage>
      <Stage name={t('traffic.funnel.stages.requests')} count={requests?.requests ?? null}>
        {requests ? (
          <>
            <p>{t('traffic.funnel.byPurpose', requests)}</p>
            <p>{t('traffic.funnel.fromLogs', { days: daysText(requests) })}</p>
          </>
        ) : (
          <TabLink to="/dashboard/brands/$slug/traffic/agents">{t('traffic.funnel.noLogs')}</TabLink>
        )}
      </Stage>
      <Stage name={t('traffic.funnel.stages.visits')} count={visits?.visits ?? null}>
        {visits ? (
          <>
            <p>{t('traffic.funnel.fromScript', { days: daysText(visits) })}</p>
            {visits.burst_visits > 0 && <p>{t('traffic.visits.burst', { visits: visits.burst_visits })}</p>}
            <Unlisted count={unlisted.visits} />
          </>
        ) : (
          <TabLink to="/dashboard/brands/$slug/traffic">{t('traffic.funnel.noScript')}</TabLink>
        )}
      </Stage>
      <Stage name={t('traffic.funnel.stages.sessions')} count={sessions?.sessions ?? null}>
        {sessions ? (
          <>
            <p>{t('traffic.funnel.keyEvents', { count: sessions.key_events })}</p>
            <p>
              {t('traffic.funnel.fromProperty', {
                property: sessions.property,
                days: sessions.days,
                timeZone: sessions.time_zone,
              })}
            </p>
            {sessions.thresholded_days + sessions.sampled_days + sessions.open_days > 0 && (
              <p>
                {t('traffic.funnel.sessionQuality', {
                  thresholded: sessions.thresholded_days,
                  sampled: sessions.sampled_days,
                  open: sessions.open_days,
                })}
              </p>
            )}
            {sessions.other_properties > 0 && (
              <p>{t('traffic.funnel.otherProperties', { count: sessions.other_properties })}</p>
            )}
            <Unlisted count={unlisted.sessions} />
          </>
        ) : (
          <p>{t('traffic.funnel.noSessions')}</p>
        )}
      </Stage>
      <Stage name={t('traffic.funnel.stages.conversions')} count={conversions?.conversions ?? null}>
        {conversions ? (
          <>
            {conversions.value !== null && conversions.currency !== null && (
              <p>
                {t('traffic.funnel.worth', { value: moneyText(conversions.value, conversions.currency) })}
              </p>
            )}
            {conversions.measured_since && (
              <p>{t('traffic.funnel.fromGoals', { since: formatDay(conversions.measured_since) })}</p>
            )}
            <Unlisted count={unlisted.conversions} />
          </>
        ) : (
          <a href="#goals" className="link">
            {t('traffic.funnel.noGoals')}
          </a>
        )}
      </Stage>
    </ol>
  )
}

type StageProps = { name: string; count: number | null; children: ReactNode }

function Stage({ name, count, children }: StageProps) {
  return (
    <li className="-mb-px -mr-px border-b border-r border-line px-4 py-4 sm:px-5">
      <p className="text-sm text-muted">{name}</p>
      <p className="text-2xl font-semibold tabular-nums">{count === null ? noData : formatCount(count)}</p>
      <div className="mt-1 space-y-1 text-xs text-muted">{children}</div>
    </li>
  )
}

/** Numbers that belong to no page of the table. */
function Unlisted({ count }: { count: number | null }) {
  return count ? <p>{t('traffic.funnel.unlisted', { count })}</p> : null
}

type TabLinkProps = {
  to: '/dashboard/brands/$slug/traffic' | '/dashboard/brands/$slug/traffic/agents'
  children: string
}

function TabLink({ to, children }: TabLinkProps) {
  const { slug, filter } = useBrand()
  return (
    <Link to={to} params={{ slug }} search={brandFilter(filter)} className="link">
      {children}
    </Link>
  )
}
