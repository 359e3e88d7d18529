import { useState } from 'react'
import {
  type AlertKind,
  alertKinds,
  alertRuleOptions,
  getGroupOfRule,
  type groupSubjects,
} from '../../vocabulary/alerts.ts'
import { promptGroupings } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { brandNumbers, metricOfNumber } from '../../vocabulary/tested-numbers.ts'
import { t } from '../../vocabulary/texts.ts'
import { getKeys } from '../../vocabulary/typed-keys.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { ChannelDialog } from '../notifications/ChannelDialog.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { useChange } from '../useChange.ts'
import { NotifyField } from './NotifyField.tsx'
import type { AlertRule } from './queries.ts'
import { getFilter, Replay, type RuleDraft } from './Replay.tsx'
import { useCompetitorNames } from './useCompetitorNames.ts'
import { useGroupNames } from './useGroupNames.ts'

/** Adds a rule, or changes one, after a replay if the user wants one. The kind of a rule does not change. */
export function RuleDialog({ rule, onClose }: { rule: AlertRule | null; onClose(): void }) {
  const { slug } = useBrand()
  const [draft, setDraft] = useState<RuleDraft>(rule ?? { kind: 'number_changed' })
  const [replayed, setReplayed] = useState<RuleDraft | null>(null)
  const [channels, setChannels] = useState<string[] | null>(rule?.channel_ids ?? null)
  const [isAdding, setAdding] = useState(false)
  const { seesOrganization } = useCurrentUser()
  const save = useChange(
    (values: FormData) => {
      const { kind } = draft
      const body = {
        ...getFilter(draft),
        domain: getText(values, 'domain').trim() || null,
        ...(channels && { channel_ids: channels }),
      }
      return rule === null
        ? api('POST /api/brands/:brand/alert-rules', { params: { brand: slug }, body: { kind, ...body } })
        : api('PATCH /api/brands/:brand/alert-rules/:id', { params: { brand: slug, id: rule.id }, body })
    },
    ['GET /api/brands/:brand/alert-rules'],
    onClose,
  )
  const change = (next: RuleDraft) => {
    setDraft(next)
    setReplayed(null)
  }
  if (isAdding) return <ChannelDialog channel={null} firstKind="slack" onClose={() => setAdding(false)} />
  return (
    <FormDialog
      title={rule === null ? t('alerts.rules.addTitle') : t('alerts.rules.editTitle')}
      action={t('alerts.rules.save')}
      mutation={save}
      onClose={onClose}
    >
      <SelectField
        label={t('alerts.rules.kind')}
        name="kind"
        value={draft.kind}
        disabled={rule !== null}
        onChange={({ target }) => change({ kind: getKind(target.value) })}
      >
        <Options of={alertKinds.map((each) => [each, t(`labels.alertKind.${each}`)] as const)} />
      </SelectField>
      <Subject draft={draft} onChange={change} />
      {seesOrganization && (
        <NotifyField chosen={channels} onChange={setChannels} onAdd={() => setAdding(true)} />
      )}
      <Button size="small" onClick={() => setReplayed(draft)}>
        {t('alerts.rules.preview')}
      </Button>
      {replayed && <Replay rule={replayed} />}
    </FormDialog>
  )
}

const getKind = (value: string): AlertKind => alertKinds.find((kind) => kind === value) ?? 'number_changed'

type SubjectProps = { draft: RuleDraft; onChange(draft: RuleDraft): void }

/** The fields that the kind has. */
function Subject({ draft, onChange }: SubjectProps) {
  const competitors = useCompetitorNames()
  const { subjects, directions } = alertRuleOptions[draft.kind]
  const has = (name: (typeof subjects)[number]) => subjects.includes(name)
  return (
    <>
      {has('number') && (
        <SelectField
          label={t('alerts.rules.number')}
          name="number"
          value={draft.number ?? ''}
          onChange={({ target }) => {
            const number = brandNumbers.find((each) => each === target.value)
            onChange({ ...draft, number: number ?? null })
          }}
        >
          <Options
            of={[
              ['', t('alerts.rules.anyNumber')],
              ...brandNumbers.map(
                (each) => [each, t(`labels.metric.${metricOfNumber[each]}.label`)] as const,
              ),
            ]}
          />
        </SelectField>
      )}
      {has('topic_id') && <GroupField draft={draft} onChange={onChange} />}
      {has('platform') && getGroupOfRule(draft) === null && (
        <SelectField
          label={t('alerts.rules.platform')}
          name="platform"
          value={draft.platform == null ? 'any' : draft.platform || 'all'}
          onChange={({ target }) => {
            const platform = getKeys(platformLabels).find((each) => each === target.value)
            onChange({ ...draft, platform: target.value === 'all' ? '' : (platform ?? null) })
          }}
        >
          <Options
            of={[
              ['any', t('alerts.rules.anyPlatform')],
              ['all', t('alerts.rules.allPlatforms')],
              ...Object.entries(platformLabels),
            ]}
          />
        </SelectField>
      )}
      {has('competitor_id') && (
        <SelectField
          label={t('alerts.rules.competitor')}
          name="competitor_id"
          value={draft.competitor_id ?? ''}
          onChange={({ target }) => onChange({ ...draft, competitor_id: target.value || null })}
        >
          <Options of={[['', t('alerts.rules.anyCompetitor')], ...competitors]} />
        </SelectField>
      )}
      {has('domain') && (
        <TextField
          label={t('alerts.rules.source')}
          name="domain"
          hint={t('alerts.rules.sourceHint')}
          defaultValue={draft.domain ?? ''}
          onChange={({ target }) => onChange({ ...draft, domain: target.value.trim() || null })}
        />
      )}
      {has('min_change') && (
        <TextField
          label={t('alerts.rules.minChange')}
          name="min_change"
          type="number"
          min="0.1"
          max="100"
          step="0.1"
          hint={t('alerts.rules.minChangeHint')}
          value={draft.min_change ?? ''}
          onChange={({ target }) => onChange({ ...draft, min_change: Number(target.value) || null })}
        />
      )}
      {directions.length > 1 && (
        <SelectField
          label={t('alerts.rules.direction')}
          name="direction"
          value={draft.direction ?? 'any'}
          onChange={({ target }) => {
            const direction = directions.find((each) => each === target.value)
            onChange({ ...draft, direction: direction ?? 'any' })
          }}
        >
          <Options of={directions.map((each) => [each, t(`labels.alertDirection.${each}`)] as const)} />
        </SelectField>
      )}
    </>
  )
}

/** The prompts that the rule is about; nothing for a brand without groups of prompts. A rule about a group has no platform. */
function GroupField({ draft, onChange }: SubjectProps) {
  const names = useGroupNames()
  const group = getGroupOfRule(draft)
  const options = promptGroupings
    .filter((each) => names[each].size > (each === 'market' ? 1 : 0))
    .flatMap((grouping) =>
      [...names[grouping]].map(
        ([value, name]) => [`${grouping}:${value}`, t(`alerts.rules.of.${grouping}`, { name })] as const,
      ),
    )
  if (options.length === 0 && group === null) return null
  const value = group === null ? '' : `${group.grouping}:${group.value}`
  const choose = (chosen: string) => {
    const of = (grouping: keyof typeof groupSubjects) =>
      chosen.startsWith(`${grouping}:`) ? chosen.slice(grouping.length + 1) : null
    onChange({
      ...draft,
      topic_id: of('topic'),
      tag: of('tag'),
      persona_id: of('persona'),
      market: of('market'),
      ...(chosen !== '' && { platform: null }),
    })
  }
  return (
    <SelectField
      label={t('alerts.rules.prompts')}
      name="prompts"
      hint={t('alerts.rules.promptsHint')}
      value={value}
      onChange={({ target }) => choose(target.value)}
    >
      <Options
        of={[['', t('alerts.rules.wholeBrand')], ...options]}
        stored={
          group === null ? undefined : [value, t(`alerts.rules.of.${group.grouping}`, { name: group.value })]
        }
      />
    </SelectField>
  )
}
