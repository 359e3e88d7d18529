import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '../../vocabulary/formats.ts'
import {
  auditSubscription,
  channelNotificationKinds,
  channelSubscriptions,
} from '../../vocabulary/notifications.ts'
import { t } from '../../vocabulary/texts.ts'
import { BrandAccessField, brandIdsIn } from '../accounts/BrandAccessField.tsx'
import { ShowOnceDialog } from '../accounts/ShowOnceDialog.tsx'
import { api } from '../api.ts'
import { brandsQuery } from '../brands/queries.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Checkbox } from '../ui/form/Checkbox.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, readLines } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { useChange } from '../useChange.ts'
import { type Channel, type ChannelKind, channelsQuery } from './queries.ts'

type ChannelDialogProps = {
  channel: Channel | null
  /** Adds the webhook of this brand. */
  brand?: { id: string; name: string }
  /** The kind that is chosen at first. */
  firstKind?: string
  onClose(): void
}

/** Adds a channel, or changes one. The kind determines the fields. A generated signing secret is shown once. */
export function ChannelDialog({ channel, brand, firstKind, onClose }: ChannelDialogProps) {
  const { data } = useQuery(channelsQuery)
  const offered = data?.kinds.filter(({ receives }) => !brand || receives === 'opportunities') ?? []
  const [chosen, setChosen] = useState<string | undefined>(channel?.kind ?? firstKind)
  const kind = offered.find(({ name }) => name === chosen) ?? offered[0]
  const save = useChange(
    (values: FormData) => saveChannel(channel, kind, brand?.id, values),
    [channelsQuery.queryKey, 'GET /api/brands/:brand/alert-channels'],
    (secret) => {
      if (secret === null) onClose()
    },
  )
  if (!kind) return null
  if (save.data != null)
    return (
      <ShowOnceDialog
        title={t('notifications.channelForm.secretTitle')}
        label={t('notifications.channelForm.secret')}
        value={save.data}
        onClose={onClose}
      >
        {t('notifications.channelForm.secretNote')}
      </ShowOnceDialog>
    )
  return (
    <FormDialog
      title={channel === null ? t('notifications.channelForm.add') : t('notifications.channelForm.edit')}
      action={channel === null ? t('notifications.channelForm.add') : t('notifications.channelForm.save')}
      mutation={save}
      onClose={onClose}
      fieldByErrorCode={{ unsafe_url: 'url', conflict: 'name' }}
      getName={(path) => path.replace(/\.\d+$/, '')}
    >
      {channel === null && offered.length > 1 && (
        <SelectField
          label={t('notifications.channelForm.kind')}
          name="kind"
          value={kind.name}
          onChange={({ target }) => setChosen(target.value)}
        >
          <Options of={offered.map(({ name, label }) => [name, label])} />
        </SelectField>
      )}
      {channel === null && !brand && kind.receives === 'opportunities' && <BrandField />}
      <TextField
        label={t('notifications.channelForm.name')}
        name="name"
        required
        defaultValue={channel?.name ?? brand?.name}
        autoComplete="off"
      />
      {kind.fields.map((field) => (
        <DestinationField key={`${kind.name} ${field.name}`} field={field} channel={channel} />
      ))}
      {kind.receives === 'notifications' && (
        <>
          <KindsField
            chosen={channel?.notification_kinds ?? channelNotificationKinds}
            offersAuditLog={kind.name === 'webhook'}
          />
          <BrandAccessField
            legend={t('notifications.channelForm.brands')}
            chosen={channel?.brand_ids ?? null}
          />
        </>
      )}
      <Checkbox name="is_active" defaultChecked={channel?.is_active ?? true}>
        {t('notifications.channelForm.active')}
      </Checkbox>
    </FormDialog>
  )
}

function BrandField() {
  const { data } = useQuery(brandsQuery)
  return (
    <SelectField label={t('notifications.channelForm.brand')} name="brand_id" required>
      <Options of={data?.items.map(({ id, name }) => [id, name]) ?? []} />
    </SelectField>
  )
}

type DestinationFieldProps = { field: ChannelKind['fields'][number]; channel: Channel | null }

function DestinationField({ field, channel }: DestinationFieldProps) {
  const { name, hint, is_required } = field
  const label = t(`notifications.channelForm.${name}`)
  if (name === 'recipients')
    return (
      <TextArea {...{ label, name, hint }} rows={3} required defaultValue={channel?.recipients?.join('\n')} />
    )
  if (name === 'secret') return <SecretField field={field} channel={channel} />
  return (
    <TextField
      {...{ label, name }}
      type="url"
      inputMode="url"
      autoComplete="off"
      required={is_required && channel === null}
      placeholder={channel?.url ?? ''}
      hint={channel === null ? hint : t('notifications.channelForm.keepUrl')}
    />
  )
}

/** For how many hours requests are also signed with the old secret. */
const overlaps = () =>
  [
    [0, t('notifications.channelForm.overlaps.none')],
    [1, t('notifications.channelForm.overlaps.hour')],
    [24, t('notifications.channelForm.overlaps.day')],
    [168, t('notifications.channelForm.overlaps.week')],
  ] as const

function SecretField({ field: { hint, is_removable }, channel }: DestinationFieldProps) {
  const [removes, setRemoves] = useState(false)
  const stored = channel?.secret ?? null
  const until = channel?.previous_secret_until ?? null
  return (
    <>
      <TextField
        label={t('notifications.channelForm.secret')}
        name="secret"
        type="password"
        autoComplete="new-password"
        disabled={removes}
        placeholder={stored ?? ''}
        hint={stored === null ? hint : t('notifications.channelForm.secretSet', { hint: stored })}
      />
      {stored !== null && (
        <SelectField
          label={t('notifications.channelForm.overlap')}
          name="secret_overlap_hours"
          defaultValue="24"
          disabled={removes}
          hint={
            until === null
              ? t('notifications.channelForm.overlapHint')
              : t('notifications.channelForm.overlapUntil', { until: formatTime(until) })
          }
        >
          <Options of={overlaps()} />
        </SelectField>
      )}
      {stored !== null && is_removable && (
        <Checkbox
          name="remove_secret"
          checked={removes}
          onChange={({ target }) => setRemoves(target.checked)}
        >
          {t('notifications.channelForm.removeSecret')}
        </Checkbox>
      )}
    </>
  )
}

function KindsField({ chosen, offersAuditLog }: { chosen: readonly string[]; offersAuditLog: boolean }) {
  const { role } = useCurrentUser()
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-medium">{t('notifications.channelForm.subscribed')}</legend>
      {channelNotificationKinds.map((kind) => (
        <Checkbox key={kind} name="notification_kinds" value={kind} defaultChecked={chosen.includes(kind)}>
          {t(`notifications.channels.kinds.${kind}`)}
        </Checkbox>
      ))}
      {offersAuditLog && role === 'owner' && (
        <>
          <Checkbox
            name="notification_kinds"
            value={auditSubscription}
            defaultChecked={chosen.includes(auditSubscription)}
          >
            {t('notifications.channels.kinds.audit_log')}
          </Checkbox>
          <p className="text-sm text-muted">{t('notifications.channelForm.auditLogHint')}</p>
        </>
      )}
    </fieldset>
  )
}

/** Returns the generated signing secret, if there is one. */
async function saveChannel(
  channel: Channel | null,
  kind: ChannelKind | undefined,
  brandId: string | undefined,
  values: FormData,
): Promise<string | null> {
  if (!kind) return null
  const isOfBrand = kind.receives === 'opportunities'
  const body = {
    name: getText(values, 'name'),
    is_active: values.get('is_active') === 'on',
    ...(!isOfBrand && {
      brand_ids: brandIdsIn(values),
      notification_kinds: channelSubscriptions.filter((each) =>
        values.getAll('notification_kinds').includes(each),
      ),
    }),
    ...destinationIn(kind, values),
  }
  const secret = getText(values, 'secret').trim()
  if (channel === null) {
    const brand_id = isOfBrand ? (brandId ?? getText(values, 'brand_id')) : null
    const created = { ...body, kind: kind.name, brand_id, ...(secret !== '' && { secret }) }
    return (await api('POST /api/channels', { body: created })).secret
  }
  const changed =
    values.get('remove_secret') === 'on'
      ? { secret: null }
      : secret !== '' && { secret, secret_overlap_hours: Number(values.get('secret_overlap_hours')) }
  await api('PATCH /api/channels/:channel', {
    params: { channel: channel.id },
    body: { ...body, ...changed },
  })
  return null
}

/** An empty URL keeps what is stored. */
function destinationIn({ fields }: ChannelKind, values: FormData): { recipients?: string[]; url?: string } {
  if (fields.some(({ name }) => name === 'recipients')) return { recipients: readLines(values, 'recipients') }
  const url = getText(values, 'url').trim()
  return url === '' ? {} : { url }
}
