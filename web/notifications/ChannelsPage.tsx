import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Megaphone, Send } from 'lucide-react'
import { useState } from 'react'
import { joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { ChannelDialog } from './ChannelDialog.tsx'
import { ChannelLogDialog } from './ChannelLogDialog.tsx'
import { type Channel, channelsQuery } from './queries.ts'

/** The destinations of notifications outside the dashboard. */
export function ChannelsPage() {
  const { mayManage } = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
  return (
    <Tab
      title={t('notifications.channels.title')}
      within={t('accounts.settings.title')}
      lead={t('notifications.channels.lead')}
      actions={
        mayManage && (
          <Button look="primary" onClick={() => setAdding(true)}>
            {t('notifications.channels.add')}
          </Button>
        )
      }
    >
      {mayManage ? <Channels /> : <Notice tone="caution">{t('notifications.channels.notAllowed')}</Notice>}
      {isAdding && <ChannelDialog channel={null} onClose={() => setAdding(false)} />}
    </Tab>
  )
}

function Channels() {
  const channels = useQuery(channelsQuery)
  return (
    <QueryBoundary query={channels}>
      {({ items, can_send_email }) => (
        <div className="space-y-4">
          {!can_send_email && <Notice tone="caution">{t('notifications.channels.noMail')}</Notice>}
          <div className="card">
            {items.length === 0 ? (
              <EmptyState Icon={Megaphone} title={t('notifications.channels.emptyTitle')}>
                {t('notifications.channels.empty')}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {items.map((channel) => (
                  <ChannelRow key={channel.id} channel={channel} />
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </QueryBoundary>
  )
}

function ChannelRow({ channel }: { channel: Channel }) {
  const [opened, setOpened] = useState<'edit' | 'log' | null>(null)
  const { id, name, kind, is_active, recipients, url, brand_ids, notification_kinds } = channel
  const unconfirmed = channel.unconfirmed_recipients ?? []
  const queryClient = useQueryClient()
  const params = { channel: id }
  const test = useMutation({
    mutationFn: () => api('POST /api/channels/:channel/test', { params }),
    onSettled: () => invalidate(queryClient, 'GET /api/channels/:channel/deliveries'),
  })
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/channels/:channel', { params }),
    onSuccess: () => invalidate(queryClient, channelsQuery.queryKey),
  })
  const brands =
    brand_ids === null
      ? t('notifications.channels.allBrands')
      : t('notifications.channels.someBrands', { count: brand_ids.length })
  const kinds = joinFacts(notification_kinds.map((each) => t(`notifications.channels.kinds.${each}`)))
  return (
    <li className="space-y-3 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {name}
            <Badge>{t(`notifications.channels.names.${kind}`)}</Badge>
            {!is_active && <Badge tone="caution">{t('notifications.channels.disabled')}</Badge>}
          </p>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">{recipients?.join(', ') ?? url}</p>
          <p className="text-sm text-muted">{`${kinds} · ${brands}`}</p>
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
          <Button
            size="small"
            aria-label={t('notifications.channels.logOf', { name })}
            onClick={() => setOpened('log')}
          >
            {t('notifications.channels.log')}
          </Button>
          <Button
            size="small"
            aria-label={t('notifications.channels.editOf', { name })}
            onClick={() => setOpened('edit')}
          >
            {t('notifications.channels.edit')}
          </Button>
          <ConfirmButton
            size="small"
            aria-label={t('notifications.channels.removeOf', { name })}
            label={t('notifications.channels.remove')}
            title={t('notifications.channels.removeTitle')}
            action={t('notifications.channels.remove')}
            mutation={remove}
          >
            {t('notifications.channels.removeWarning', { name })}
          </ConfirmButton>
        </div>
      </div>
      <ErrorNotice error={test.error} />
      {test.data && (
        <Notice tone={test.data.success ? 'good' : 'bad'} live>
          {test.data.success
            ? t('notifications.channels.delivered')
            : t('notifications.channels.notDelivered')}
          {test.data.results.map(
            ({ recipient, error }) =>
              error !== null && (
                <p key={recipient}>{recipient === null ? error : `${recipient}: ${error}`}</p>
              ),
          )}
        </Notice>
      )}
      {opened === 'edit' && <ChannelDialog channel={channel} onClose={() => setOpened(null)} />}
      {opened === 'log' && <ChannelLogDialog channel={channel} onClose={() => setOpened(null)} />}
    </li>
  )
}
