import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { DialogButton } from '../ui/DialogButton.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import { ChannelDialog } from './ChannelDialog.tsx'
import { ChannelLogDialog } from './DeliveryLog.tsx'
import { type Channel, type ChannelKind, channelsQuery } from './queries.ts'

type ChannelRowProps = { channel: Channel; kinds: readonly ChannelKind[] }

/** A channel with its actions: test, log, and for owners and admins edit and delete. */
export function ChannelRow({ channel, kinds }: ChannelRowProps) {
  const { mayManage } = useCurrentUser()
  const { id, name, kind, is_active, recipients, url } = channel
  const unconfirmed = channel.unconfirmed_recipients ?? []
  const queryClient = useQueryClient()
  const params = { channel: id }
  const test = useMutation({
    mutationFn: () => api('POST /api/channels/:channel/test', { params }),
    onSettled: () => invalidate(queryClient, 'GET /api/channels/:channel/deliveries'),
  })
  const remove = useChange(() => api('DELETE /api/channels/:channel', { params }), [channelsQuery.queryKey])
  return (
    <div className="space-y-3 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {name}
            <Badge>{kinds.find((each) => each.name === kind)?.label}</Badge>
            {!is_active && <Badge tone="caution">{t('notifications.channels.disabled')}</Badge>}
          </p>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">{recipients?.join(', ') ?? url}</p>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            <Subscription channel={channel} />
          </p>
          {unconfirmed.length > 0 && (
            <p className="text-sm text-caution [overflow-wrap:anywhere]">
              {t('notifications.channels.unconfirmed', { addresses: unconfirmed.join(', ') })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            busy={test.isPending}
            aria-label={t('notifications.channels.testOf', { name })}
            onClick={() => test.mutate()}
          >
            <Send aria-hidden className="size-4" />
            {t('notifications.channels.test')}
          </Button>
          <DialogButton
            size="small"
            aria-label={t('notifications.channels.logOf', { name })}
            label={t('notifications.channels.log')}
          >
            {(onClose) => <ChannelLogDialog channel={channel} onClose={onClose} />}
          </DialogButton>
          {mayManage && (
            <>
              <DialogButton
                size="small"
                aria-label={t('notifications.channels.editOf', { name })}
                label={t('notifications.channels.edit')}
              >
                {(onClose) => <ChannelDialog channel={channel} onClose={onClose} />}
              </DialogButton>
              <ConfirmButton
                size="small"
                aria-label={t('notifications.channels.removeOf', { name })}
                label={t('notifications.channels.remove')}
                title={t('notifications.channels.removeTitle')}
                mutation={remove}
              >
                {t('notifications.channels.removeWarning', { name })}
              </ConfirmButton>
            </>
          )}
        </div>
      </div>
      <ErrorNotice error={test.error} />
      {test.data && (
        <Notice tone={test.data.success ? 'good' : 'bad'} live>
          {test.data.success
            ? t('notifications.channels.delivered')
            : t('notifications.channels.notDelivered')}
          {test.data.results.map(
            ({ id, recipient, explanation }) =>
              explanation !== null && (
                <p key={id}>{recipient === null ? explanation : `${recipient}: ${explanation}`}</p>
              ),
          )}
        </Notice>
      )}
    </div>
  )
}

/** What the channel gets. */
function Subscription({ channel: { brand, brand_ids, notification_kinds } }: { channel: Channel }) {
  if (brand)
    return (
      <Link
        to="/dashboard/brands/$slug/settings/webhook"
        params={{ slug: brand.slug }}
        className="hover:underline"
      >
        {t('notifications.channels.opportunitiesOf', { brand: brand.name })}
      </Link>
    )
  const brands =
    brand_ids === null
      ? t('notifications.channels.allBrands')
      : t('notifications.channels.someBrands', { count: brand_ids.length })
  const kinds = joinFacts(notification_kinds.map((each) => t(`notifications.channels.kinds.${each}`)))
  return `${kinds} · ${brands}`
}
