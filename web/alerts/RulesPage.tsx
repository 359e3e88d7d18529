import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type AlertDirection, alertDirectionLabels, alertKindLabels } from '../../vocabulary/alerts.ts'
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
import { copy } from './copy.ts'
import { type AlertRule, alertRules, useInvalidateRules } from './queries.ts'
import { Replay } from './Replay.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { subjectOf } from './rule-subject.ts'
import { useCompetitorNames } from './useCompetitorNames.ts'
import { useTopicNames } from './useTopicNames.ts'

const { rules: texts } = copy

/** What creates alerts of a brand. */
export function RulesPage() {
  const { brand, slug, filter } = useBrand()
  const { mayWrite } = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(alertRules(slug))
  return (
    <>
      <BackLink to="/dashboard/brands/$slug/alerts" params={{ slug }} search={filter}>
        {texts.back}
      </BackLink>
      <Page
        title={texts.title}
        within={brand.name}
        lead={texts.lead}
        actions={
          mayWrite && (
            <Button look="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden className="size-4" />
              {texts.add}
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
    </>
  )
}

function RuleRow({ rule }: { rule: AlertRule }) {
  const { mayWrite } = useCurrentUser()
  const names = { topics: useTopicNames(), competitors: useCompetitorNames() }
  const [isReplayed, setReplayed] = useState(false)
  const { kind, direction, is_enabled, muted_until } = rule
  const isMuted = muted_until !== null && Date.parse(muted_until) > Date.now()
  const details = [subjectOf(rule, names), directionOf(direction)].filter((text) => text !== null)
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {alertKindLabels[kind]}
            <Badge tone={is_enabled ? 'good' : 'plain'}>{is_enabled ? texts.on : texts.off}</Badge>
          </p>
          {details.length > 0 && <p className="text-sm text-muted">{details.join(' · ')}</p>}
          {isMuted && <p className="text-sm text-muted">{texts.mutedUntil(muted_until)}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            look="quiet"
            aria-label={texts.actionOf(texts.replay, alertKindLabels[kind])}
            aria-expanded={isReplayed}
            onClick={() => setReplayed(!isReplayed)}
          >
            {texts.replay}
          </Button>
          {mayWrite && <RuleActions rule={rule} isMuted={isMuted} />}
        </div>
      </div>
      {isReplayed && <Replay rule={rule} />}
    </li>
  )
}

const directionOf = (direction: AlertDirection): string | null =>
  direction === 'any' ? null : alertDirectionLabels[direction]

const muteMs = 7 * 86_400_000

function RuleActions({ rule: { id, kind, is_enabled }, isMuted }: { rule: AlertRule; isMuted: boolean }) {
  const { slug } = useBrand()
  const onSuccess = useInvalidateRules()
  const params = { brand: slug, id }
  const change = useMutation({
    mutationFn: (body: { is_enabled?: boolean; muted_until?: string | null }) =>
      api('PATCH /api/brands/:brand/alert-rules/:id', { params, body }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/brands/:brand/alert-rules/:id', { params }),
    onSuccess,
  })
  const of = (action: string) => texts.actionOf(action, alertKindLabels[kind])
  const mute = isMuted ? null : new Date(Date.now() + muteMs).toISOString()
  return (
    <>
      <Button
        size="small"
        busy={change.isPending}
        aria-label={of(is_enabled ? texts.turnOff : texts.turnOn)}
        onClick={() => change.mutate({ is_enabled: !is_enabled })}
      >
        {is_enabled ? texts.turnOff : texts.turnOn}
      </Button>
      {is_enabled && (
        <Button
          size="small"
          look="quiet"
          busy={change.isPending}
          aria-label={of(isMuted ? texts.unmute : texts.mute)}
          onClick={() => change.mutate({ muted_until: mute })}
        >
          {isMuted ? texts.unmute : texts.mute}
        </Button>
      )}
      <ConfirmButton
        label={texts.delete}
        aria-label={of(texts.delete)}
        size="small"
        look="quiet"
        title={texts.deleteTitle}
        action={texts.delete}
        mutation={remove}
      >
        {texts.deleteHint}
      </ConfirmButton>
      <ErrorNotice error={change.error} className="w-full" />
    </>
  )
}
