import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Megaphone, Send } from 'lucide-react'
import { useState } from 'react'
import { joinFacts } from '../../vocabulary/formats.ts'
import { copy as accountCopy } from '../accounts/copy.ts'
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
import { copy } from './copy.ts'
import { type Channel, channelsQuery } from './queries.ts'

const { channels: texts } = copy

/** The destinations of notifications outside the dashboard. */
export function ChannelsPage() {
  const { mayManage } = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
  return (
    <Tab
      title={texts.title}
      within={accountCopy.settings.title}
      lead={texts.lead}
      actions={
        mayManage && (
          <Button look="primary" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      {mayManage ? <Channels /> : <Notice tone="caution">{texts.notAllowed}</Notice>}
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
          {!can_send_email && <Notice tone="caution">{texts.noMail}</Notice>}
          <div className="card">
            {items.length === 0 ? (
              <EmptyState Icon={Megaphone} title={texts.emptyTitle}>
                {texts.empty}
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
  const brands = brand_ids === null ? texts.allBrands : texts.someBrands(brand_ids.length)
  const kinds = joinFacts(notification_kinds.map((each) => texts.kinds[each]))
  return (
    <li className="space-y-3 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {name}
            <Badge>{texts.names[kind]}</Badge>
            {!is_active && <Badge tone="caution">{texts.disabled}</Badge>}
          </p>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">{recipients?.join(', ') ?? url}</p>
          <p className="text-sm text-muted">{`${kinds} · ${brands}`}</p>
          {unconfirmed.length > 0 && (
            <p className="text-sm text-caution [overflow-wrap:anywhere]">
              {texts.unconfirmed(unconfirmed.join(', '))}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            busy={test.isPending}
            aria-label={texts.testOf(name)}
            onClick={() => test.mutate()}
          >
            <Send aria-hidden className="size-4" />
            {texts.test}
          </Button>
          <Button size="small" aria-label={texts.logOf(name)} onClick={() => setOpened('log')}>
            {texts.log}
          </Button>
          <Button size="small" aria-label={texts.editOf(name)} onClick={() => setOpened('edit')}>
            {texts.edit}
          </Button>
          <ConfirmButton
            size="small"
            aria-label={texts.removeOf(name)}
            label={texts.remove}
            title={texts.removeTitle}
            action={texts.remove}
            mutation={remove}
          >
            {texts.removeWarning(name)}
          </ConfirmButton>
        </div>
      </div>
      <ErrorNotice error={test.error} />
      {test.data && (
        <Notice tone={test.data.success ? 'good' : 'bad'} live>
          {test.data.success ? texts.delivered : texts.notDelivered}
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
