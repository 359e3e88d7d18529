import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { useChange } from '../useChange.ts'
import { type AlertRule, alertRules } from './queries.ts'
import { Replay } from './Replay.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { isMuted, RuleSummary } from './RuleSummary.tsx'

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
      {isAdding && <RuleDialog rule={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function RuleRow({ rule }: { rule: AlertRule }) {
  const { mayWrite } = useCurrentUser()
  const [isReplayed, setReplayed] = useState(false)
  const { kind } = rule
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <RuleSummary rule={rule} />
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
          {mayWrite && <RuleActions rule={rule} />}
        </div>
      </div>
      {isReplayed && <Replay rule={rule} />}
    </li>
  )
}

const muteMs = 7 * 86_400_000

function RuleActions({ rule }: { rule: AlertRule }) {
  const { id, kind, is_enabled } = rule
  const isMutedNow = isMuted(rule)
  const [isEdited, setEdited] = useState(false)
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
  const mute = isMutedNow ? null : new Date(Date.now() + muteMs).toISOString()
  return (
    <>
      <Button size="small" aria-label={of(t('alerts.rules.edit'))} onClick={() => setEdited(true)}>
        {t('alerts.rules.edit')}
      </Button>
      {isEdited && <RuleDialog rule={rule} onClose={() => setEdited(false)} />}
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
          aria-label={of(isMutedNow ? t('alerts.rules.unmute') : t('alerts.rules.mute'))}
          onClick={() => change.mutate({ muted_until: mute })}
        >
          {isMutedNow ? t('alerts.rules.unmute') : t('alerts.rules.mute')}
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
