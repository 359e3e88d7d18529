import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AlertDirection } from '../../vocabulary/alerts.ts'
import { formatList, formatScore, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { useChange } from '../useChange.ts'
import { type AlertRule, alertChannels, alertRules } from './queries.ts'
import { Replay } from './Replay.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { getSubject } from './rule-subject.ts'
import { useCompetitorNames } from './useCompetitorNames.ts'
import { useTopicNames } from './useTopicNames.ts'

/** What creates alerts of a brand. */
export function RulesPage() {
  const { brand, slug, filter } = useBrand()
  const { mayWrite } = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(alertRules(slug))
  return (
    <Page
      back={
        <BackLink to="/dashboard/brands/$slug/alerts" params={{ slug }} search={filter}>
          {t('alerts.rules.back')}
        </BackLink>
      }
      title={t('alerts.rules.title')}
      within={brand.name}
      lead={t('alerts.rules.lead')}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            {t('alerts.rules.add')}
          </Button>
        )
      }
    >
      <QueryBoundary query={query}>
        {({ items }) => (
          <ul className="card divide-y divide-line">
            {items.map((rule) => (
              <RuleRow key={rule.id} rule={rule} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {isAdding && <RuleDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function RuleRow({ rule }: { rule: AlertRule }) {
  const { mayWrite } = useCurrentUser()
  const names = { topics: useTopicNames(), competitors: useCompetitorNames() }
  const [isReplayed, setReplayed] = useState(false)
  const { kind, direction, is_enabled, muted_until } = rule
  const isMuted = muted_until !== null && Date.parse(muted_until) > Date.now()
  const details = [getSubject(rule, names), getDirection(direction), getMinChange(rule)].filter(
    (text) => text !== null,
  )
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {t(`labels.alertKind.${kind}`)}
            <Badge tone={is_enabled ? 'good' : 'plain'}>
              {is_enabled ? t('alerts.rules.on') : t('alerts.rules.off')}
            </Badge>
          </p>
          {details.length > 0 && <p className="text-sm text-muted">{details.join(' · ')}</p>}
          <NotifiedChannels rule={rule} />
          {isMuted && (
            <p className="text-sm text-muted">
              {t('alerts.rules.mutedUntil', { until: formatTime(muted_until) })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            look="quiet"
            aria-label={t('alerts.rules.actionOf', {
              action: t('alerts.rules.replay'),
              rule: t(`labels.alertKind.${kind}`),
            })}
            aria-expanded={isReplayed}
            onClick={() => setReplayed(!isReplayed)}
          >
            {t('alerts.rules.replay')}
          </Button>
          {mayWrite && <RuleActions rule={rule} isMuted={isMuted} />}
        </div>
      </div>
      {isReplayed && <Replay rule={rule} />}
    </li>
  )
}

const getDirection = (direction: AlertDirection): string | null =>
  direction === 'any' ? null : t(`labels.alertDirection.${direction}`)

const getMinChange = ({ min_change }: AlertRule): string | null =>
  min_change === null ? null : t('alerts.rules.atLeast', { change: formatScore(min_change) })

/** Where the alerts of the rule are sent. */
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

const muteMs = 7 * 86_400_000

function RuleActions({ rule: { id, kind, is_enabled }, isMuted }: { rule: AlertRule; isMuted: boolean }) {
  const { slug } = useBrand()
  const params = { brand: slug, id }
  const change = useChange(
    (body: { is_enabled?: boolean; muted_until?: string | null }) =>
      api('PATCH /api/brands/:brand/alert-rules/:id', { params, body }),
    ['GET /api/brands/:brand/alert-rules'],
  )
  const remove = useChange(
    () => api('DELETE /api/brands/:brand/alert-rules/:id', { params }),
    ['GET /api/brands/:brand/alert-rules'],
  )
  const of = (action: string) => t('alerts.rules.actionOf', { action, rule: t(`labels.alertKind.${kind}`) })
  const mute = isMuted ? null : new Date(Date.now() + muteMs).toISOString()
  return (
    <>
      <Button
        size="small"
        busy={change.isPending}
        aria-label={of(is_enabled ? t('alerts.rules.turnOff') : t('alerts.rules.turnOn'))}
        onClick={() => change.mutate({ is_enabled: !is_enabled })}
      >
        {is_enabled ? t('alerts.rules.turnOff') : t('alerts.rules.turnOn')}
      </Button>
      {is_enabled && (
        <Button
          size="small"
          look="quiet"
          busy={change.isPending}
          aria-label={of(isMuted ? t('alerts.rules.unmute') : t('alerts.rules.mute'))}
          onClick={() => change.mutate({ muted_until: mute })}
        >
          {isMuted ? t('alerts.rules.unmute') : t('alerts.rules.mute')}
        </Button>
      )}
      <ConfirmButton
        label={t('alerts.rules.delete')}
        aria-label={of(t('alerts.rules.delete'))}
        size="small"
        look="quiet"
        title={t('alerts.rules.deleteTitle')}
        action={t('alerts.rules.delete')}
        mutation={remove}
      >
        {t('alerts.rules.deleteHint')}
      </ConfirmButton>
      <ErrorNotice error={change.error} className="w-full" />
    </>
  )
}
