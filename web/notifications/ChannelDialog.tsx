import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelKinds, channelNotificationKinds } from '../../vocabulary/notifications.ts'
import { t } from '../../vocabulary/texts.ts'
import { BrandAccessField, brandIdsIn } from '../accounts/BrandAccessField.tsx'
import { ShowOnceDialog } from '../accounts/ShowOnceDialog.tsx'
import { api, invalidate } from '../api.ts'
import { SelectField, TextArea, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, toTextLines } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { type Channel, channelsQuery } from './queries.ts'

type Kind = Channel['kind']
type ChannelDialogProps = { channel: Channel | null; onClose(): void }

/** Adds a channel, or changes one. A generated signing secret is shown once. */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const [kind, setKind] = useState<Kind>(channel?.kind ?? 'email')
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: FormData) => saveChannel(channel, kind, values),
    onSuccess: async (secret) => {
      await invalidate(queryClient, channelsQuery.queryKey)
      if (secret === null) onClose()
    },
  })
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
      getField={{ unsafe_url: 'url', conflict: 'name' }}
      getName={(path) => path.replace(/\.\d+$/, '')}
    >
      {channel === null && (
        <SelectField
          label={t('notifications.channelForm.kind')}
          name="kind"
          value={kind}
          onChange={({ target }) => setKind(channelKinds.find((each) => each === target.value) ?? kind)}
        >
          <Options of={channelKinds.map((each) => [each, t(`notifications.channels.names.${each}`)])} />
        </SelectField>
      )}
      <TextField
        label={t('notifications.channelForm.name')}
        name="name"
        required
        defaultValue={channel?.name}
        autoComplete="off"
      />
      <DestinationFields kind={kind} channel={channel} />
      <KindsField chosen={channel?.notification_kinds ?? channelNotificationKinds} />
      <BrandAccessField legend={t('notifications.channelForm.brands')} chosen={channel?.brand_ids ?? null} />
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          name="is_active"
          defaultChecked={channel?.is_active ?? true}
          className="size-4 shrink-0 accent-accent"
        />
        {t('notifications.channelForm.active')}
      </label>
    </FormDialog>
  )
}

function DestinationFields({ kind, channel }: { kind: Kind; channel: Channel | null }) {
  if (kind === 'email')
    return (
      <TextArea
        label={t('notifications.channelForm.recipients')}
        name="recipients"
        rows={3}
        required
        defaultValue={channel?.recipients?.join('\n')}
        hint={t('notifications.channelForm.recipientsHint')}
      />
    )
  const hint =
    channel === null
      ? t(`notifications.channelForm.urlHints.${kind}`)
      : t('notifications.channelForm.keepUrl')
  return (
    <>
      <TextField
        label={t('notifications.channelForm.url')}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        required={channel === null}
        placeholder={channel?.url ?? ''}
        hint={hint}
      />
      {kind === 'webhook' && (
        <TextField
          label={t('notifications.channelForm.secret')}
          name="secret"
          type="password"
          autoComplete="new-password"
          hint={
            channel === null
              ? t('notifications.channelForm.newSecretHint')
              : t('notifications.channelForm.secretHint')
          }
        />
      )}
    </>
  )
}

function KindsField({ chosen }: { chosen: readonly string[] }) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-medium">{t('notifications.channelForm.subscribed')}</legend>
      {channelNotificationKinds.map((kind) => (
        <label key={kind} className="flex items-center gap-2.5">
          <input
            type="checkbox"
            name="notification_kinds"
            value={kind}
            defaultChecked={chosen.includes(kind)}
            className="size-4 shrink-0 accent-accent"
          />
          {t(`notifications.channels.kinds.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the generated signing secret, if there is one. */
async function saveChannel(channel: Channel | null, kind: Kind, values: FormData): Promise<string | null> {
  const body = {
    name: getText(values, 'name'),
    is_active: values.get('is_active') === 'on',
    brand_ids: brandIdsIn(values),
    notification_kinds: channelNotificationKinds.filter((each) =>
      values.getAll('notification_kinds').includes(each),
    ),
    ...destinationIn(kind, values),
  }
  if (channel === null) return (await api('POST /api/channels', { body: { ...body, kind } })).secret
  await api('PATCH /api/channels/:channel', { params: { channel: channel.id }, body })
  return null
}

/** Empty fields keep what is stored. */
function destinationIn(
  kind: Kind,
  values: FormData,
): { recipients?: string[]; url?: string; secret?: string } {
  if (kind === 'email') return { recipients: toTextLines(values, 'recipients') }
  const [url, secret] = [getText(values, 'url').trim(), getText(values, 'secret').trim()]
  return { ...(url !== '' && { url }), ...(secret !== '' && { secret }) }
}
