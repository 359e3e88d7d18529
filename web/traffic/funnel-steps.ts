import { formatDay, formatDayRange, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { moneyText } from './money-text.ts'
import type { Funnel } from './queries.ts'

export type FunnelStep = {
  step: keyof Funnel['stages']
  /** Null if it was not measured. */
  count: number | null
  /** The source and what it covers; none if it was not measured. */
  facts: string[]
}

/** Returns the steps from citations to conversions, each with its source and days. */
export function getFunnelSteps({ stages, unlisted }: Pick<Funnel, 'stages' | 'unlisted'>): FunnelStep[] {
  const { citations, requests, visits, sessions, conversions } = stages
  return [
    {
      step: 'citations',
      count: citations.citations,
      facts: [t('traffic.funnel.citationsOf', { pages: citations.pages, answers: citations.result_count })],
    },
    {
      step: 'requests',
      count: requests?.requests ?? null,
      facts: requests
        ? [
            t('traffic.funnel.byPurpose', requests),
            t('traffic.funnel.fromLogs', { days: getDaysText(requests) }),
          ]
        : [],
    },
    {
      step: 'visits',
      count: visits?.visits ?? null,
      facts: visits
        ? [
            t('traffic.funnel.fromScript', { days: getDaysText(visits) }),
            ...(visits.burst_visits > 0 ? [t('traffic.visits.burst', { visits: visits.burst_visits })] : []),
            ...listUnlisted(unlisted.visits),
          ]
        : [],
    },
    {
      step: 'sessions',
      count: sessions?.sessions ?? null,
      facts: sessions ? [...listSessionFacts(sessions), ...listUnlisted(unlisted.sessions)] : [],
    },
    {
      step: 'conversions',
      count: conversions?.conversions ?? null,
      facts: conversions ? [...listGoalFacts(conversions), ...listUnlisted(unlisted.conversions)] : [],
    },
  ]
}

const getDaysText = ({ first_day, last_day }: { first_day: string | null; last_day: string | null }) =>
  first_day && last_day ? formatDayRange(first_day, last_day) : noData

/** Numbers that belong to no page of the table. */
const listUnlisted = (count: number | null): string[] =>
  count ? [t('traffic.funnel.unlisted', { count })] : []

const listSessionFacts = (sessions: NonNullable<Funnel['stages']['sessions']>): string[] => [
  t('traffic.funnel.keyEvents', { count: sessions.key_events }),
  t('traffic.funnel.fromProperty', {
    property: sessions.property,
    days: sessions.days,
    timeZone: sessions.time_zone,
  }),
  ...(sessions.thresholded_days + sessions.sampled_days + sessions.open_days > 0
    ? [
        t('traffic.funnel.sessionQuality', {
          thresholded: sessions.thresholded_days,
          sampled: sessions.sampled_days,
          open: sessions.open_days,
        }),
      ]
    : []),
  ...(sessions.other_properties > 0
    ? [t('traffic.funnel.otherProperties', { count: sessions.other_properties })]
    : []),
]

const listGoalFacts = ({
  value,
  currency,
  measured_since,
}: NonNullable<Funnel['stages']['conversions']>): string[] => [
  ...(value !== null && currency !== null
    ? [t('traffic.funnel.worth', { value: moneyText(value, currency) })]
    : []),
  ...(measured_since ? [t('traffic.funnel.fromGoals', { since: formatDay(measured_since) })] : []),
]
