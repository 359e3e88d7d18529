import { useQuery } from '@tanstack/react-query'
import { formatList, formatScore, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { type AlertRule, alertChannels } from './queries.ts'
import { getSubject } from './rule-subject.ts'
import { useCompetitorNames } from './useCompetitorNames.ts'
import { useGroupNames } from './useGroupNames.ts'

/** What a rule is about, and where its alerts are sent. */
export function RuleSummary({ rule }: { rule: AlertRule }) {
  const names = { groups: useGroupNames(), competitors: useCompetitorNames() }
  const { kind, direction, min_change, is_enabled, muted_until } = rule
  const details = [
    getSubject(rule, names),
    direction === 'any' ? null : t(`labels.alertDirection.${direction}`),
    min_change === null ? null : t('alerts.rules.atLeast', { change: formatScore(min_change) }),
  ].filter((text) => text !== null)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {t(`labels.alertKind.${kind}`)}
        <Badge tone={is_enabled ? 'good' : 'plain'}>
          {is_enabled ? t('alerts.rules.on') : t('alerts.rules.off')}
        </Badge>
      </p>
      {details.length > 0 && <p className="text-sm text-muted">{details.join(' · ')}</p>}
      <NotifiedChannels rule={rule} />
      {isMuted(rule) && (
        <p className="text-sm text-muted">
          {t('alerts.rules.mutedUntil', { until: formatTime(muted_until ?? '') })}
        </p>
      )}
    </>
  )
}

export const isMuted = ({ muted_until }: AlertRule): boolean =>
  muted_until !== null && Date.parse(muted_until) > Date.now()

function NotifiedChannels({ rule: { channel_ids } }: { rule: AlertRule }) {
  const { slug } = useBrand()
  const { seesOrganization } = useCurrentUser()
  const { data } = useQuery({ ...alertChannels(slug), enabled: seesOrganization })
  if (!data) return null
  const names = data.items
    .filter(({ id, is_subscribed }) => (channel_ids === null ? is_subscribed : channel_ids.includes(id)))
    .map(({ name }) => name)
  return (
    <p className="text-sm text-muted [overflow-wrap:anywhere]">
      {names.length === 0
        ? t('alerts.notify.inboxOnly')
        : t('alerts.notify.list', { channels: formatList(names) })}
    </p>
  )
}
