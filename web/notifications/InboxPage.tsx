import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Bell, Mail, MailOpen } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { useChange } from '../useChange.ts'
import { MessageView } from './MessageView.tsx'
import { inboxAddresses, inboxQuery, type Notification, unreadQuery } from './queries.ts'

/** The notifications of the current user, newest first. */
export function InboxPage() {
  const search = useSearch({ from: '/dashboard/notifications' })
  const inbox = useInfiniteQuery(inboxQuery(search))
  const readAll = useChange(() => api('POST /api/notifications/read-all'), inboxAddresses)
  return (
    <Page
      title={t('notifications.inbox.title')}
      lead={t('notifications.inbox.lead')}
      actions={
        <Button busy={readAll.isPending} onClick={() => readAll.mutate()}>
          <MailOpen aria-hidden className="size-4" />
          {t('notifications.inbox.readAll')}
        </Button>
      }
    >
      <ErrorNotice error={readAll.error} className="mb-4" />
      <Filter isUnread={search.unread === true} />
      <QueryBoundary query={inbox}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <Empty isUnread={search.unread === true} />
          return (
            <ul className="card divide-y divide-line">
              {items.map((item) => (
                <InboxRow key={`${item.id} ${item.read_at === null}`} item={item} />
              ))}
            </ul>
          )
        }}
      </QueryBoundary>
      <ShowMore list={inbox} />
    </Page>
  )
}

function Filter({ isUnread }: { isUnread: boolean }) {
  return (
    <nav aria-label={t('notifications.inbox.filter')} className="mb-4 flex gap-1">
      {[false, true].map((unread) => (
        <Link
          key={String(unread)}
          to="/dashboard/notifications"
          search={unread ? { unread: true } : {}}
          aria-current={unread === isUnread ? 'page' : undefined}
          className={classes(
            'rounded-lg px-3 py-1.5 text-sm font-medium',
            unread === isUnread
              ? 'bg-accent-soft text-accent-strong'
              : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          {unread ? t('notifications.inbox.unread') : t('notifications.inbox.all')}
        </Link>
      ))}
    </nav>
  )
}

function Empty({ isUnread }: { isUnread: boolean }) {
  if (isUnread)
    return (
      <EmptyState Icon={MailOpen} title={t('notifications.inbox.noUnread')} isCard>
        {t('notifications.inbox.noUnreadLead')}
      </EmptyState>
    )
  return (
    <EmptyState
      Icon={Bell}
      title={t('notifications.inbox.emptyTitle')}
      isCard
      action={
        <Link to="/dashboard/settings/digest" className={buttonClasses()}>
          {t('notifications.inbox.setUpDigest')}
        </Link>
      }
    >
      {t('notifications.inbox.empty')}
    </EmptyState>
  )
}

function InboxRow({ item }: { item: Notification }) {
  const { id, kind, brand, message, read_at, created_at } = item
  const [isOpen, setOpen] = useState(false)
  const [isUnread, setUnread] = useState(read_at === null)
  const mark = useChange(
    (isRead: boolean) =>
      api('PATCH /api/notifications/:notification', {
        params: { notification: id },
        body: { is_read: isRead },
      }),
    [unreadQuery.queryKey],
    (changed) => {
      // The list stays as it is, so that an opened notification does not disappear from the unread ones.
      setUnread(changed.read_at === null)
    },
  )
  const toggle = () => {
    setOpen(!isOpen)
    if (!isOpen && isUnread) mark.mutate(true)
  }
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={toggle}
            className="w-full rounded-md text-left"
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {isUnread && (
                <span
                  role="img"
                  aria-label={t('notifications.inbox.isUnread')}
                  className="size-2 rounded-full bg-accent"
                />
              )}
              <span
                className={classes('[overflow-wrap:anywhere]', isUnread ? 'font-semibold' : 'font-medium')}
              >
                {message.title}
              </span>
              <Badge>{t(`notifications.kinds.${kind}`)}</Badge>
            </span>
            <span className="mt-0.5 block text-sm text-muted">
              {[brand?.name, formatTime(created_at)].filter((part) => part !== undefined).join(' · ')}
            </span>
          </button>
        </h2>
        <IconButton
          label={isUnread ? t('notifications.inbox.markRead') : t('notifications.inbox.markUnread')}
          onClick={() => mark.mutate(isUnread)}
        >
          {isUnread ? <MailOpen aria-hidden className="size-4" /> : <Mail aria-hidden className="size-4" />}
        </IconButton>
      </div>
      <ErrorNotice error={mark.error} className="mt-2" />
      {isOpen && (
        <div className="mt-4">
          <MessageView message={message} />
        </div>
      )}
    </li>
  )
}
