import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { DialogButton } from '../ui/DialogButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { ChannelDialog } from './ChannelDialog.tsx'
import { ChannelRow } from './ChannelRow.tsx'
import { channelsQuery } from './queries.ts'

/** The destinations outside the dashboard, of notifications and of opportunities. */
export function ChannelsPage() {
  const { mayManage } = useCurrentUser()
  return (
    <Tab
      title={t('notifications.channels.title')}
      within={t('accounts.settings.title')}
      lead={t('notifications.channels.lead')}
      actions={
        mayManage && (
          <DialogButton look="primary" label={t('notifications.channels.add')}>
            {(onClose) => <ChannelDialog channel={null} onClose={onClose} />}
          </DialogButton>
        )
      }
    >
      {mayManage ? <Channels /> : <Notice tone="caution">{t('notifications.channels.notAllowed')}</Notice>}
    </Tab>
  )
}

function Channels() {
  const channels = useQuery(channelsQuery)
  return (
    <QueryBoundary query={channels}>
      {({ items, kinds, can_send_email }) => (
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
                  <li key={channel.id}>
                    <ChannelRow channel={channel} kinds={kinds} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </QueryBoundary>
  )
}
