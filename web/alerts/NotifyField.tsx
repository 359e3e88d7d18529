import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { type AlertChannel, alertChannels } from './queries.ts'

type NotifyFieldProps = {
  /** The chosen channels; null: those that are subscribed to alerts. */
  chosen: readonly string[] | null
  onChange(chosen: string[]): void
  onAdd(): void
}

/** Where the alerts of a rule are sent, with a test of each destination. */
export function NotifyField({ chosen, onChange, onAdd }: NotifyFieldProps) {
  const { slug } = useBrand()
  const { mayManage } = useCurrentUser()
  const { data } = useQuery(alertChannels(slug))
  if (!data) return null
  const shown = chosen ?? data.items.filter((each) => each.is_subscribed).map(({ id }) => id)
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('alerts.notify.legend')}</legend>
      <p className="mb-2 text-sm text-muted">{t('alerts.notify.inbox')}</p>
      <ul className="space-y-2">
        {data.items.map((channel) => (
          <ChannelChoice
            key={channel.id}
            channel={channel}
            isChosen={shown.includes(channel.id)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...shown, channel.id] : shown.filter((id) => id !== channel.id))
            }
          />
        ))}
      </ul>
      {mayManage && (
        <p className="mt-2 flex flex-wrap items-center gap-4">
          <Button size="small" onClick={onAdd}>
            {t('alerts.notify.add')}
          </Button>
          <Link to="/dashboard/settings/channels" className="link text-sm">
            {t('alerts.notify.channels')}
          </Link>
        </p>
      )}
    </fieldset>
  )
}

type ChannelChoiceProps = { channel: AlertChannel; isChosen: boolean; onChange(isChosen: boolean): void }

function ChannelChoice({
  channel: { id, name, kind_label, recipients },
  isChosen,
  onChange,
}: ChannelChoiceProps) {
  const test = useMutation({
    mutationFn: () => api('POST /api/channels/:channel/test', { params: { channel: id } }),
  })
  return (
    <li>
      <div className="flex items-center justify-between gap-4">
        <label className="flex min-w-0 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ target }) => onChange(target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {name}
            <span className="block text-xs text-muted">
              {recipients ? recipients.join(', ') : kind_label}
            </span>
          </span>
        </label>
        <Button
          size="small"
          look="quiet"
          busy={test.isPending}
          aria-label={t('notifications.channels.testOf', { name })}
          onClick={() => test.mutate()}
        >
          {t('notifications.channels.test')}
        </Button>
      </div>
      <ErrorNotice error={test.error} />
      {test.data && (
        <Notice tone={test.data.success ? 'good' : 'bad'} live>
          {test.data.success
            ? t('notifications.channels.delivered')
            : (test.data.results.find(({ explanation }) => explanation !== null)?.explanation ??
              t('notifications.channels.notDelivered'))}
        </Notice>
      )}
    </li>
  )
}
