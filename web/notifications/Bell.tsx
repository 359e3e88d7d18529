import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { unreadPollMs } from '../polling.ts'
import { unreadQuery } from './queries.ts'

const mostShown = 99

/** Leads to the inbox and shows how many notifications are unread. */
export function Bell() {
  const { data } = useQuery({ ...unreadQuery, refetchInterval: unreadPollMs })
  const unread = data?.unread ?? 0
  const label =
    unread === 0 ? t('notifications.bell.label') : t('notifications.bell.unread', { count: unread })
  return (
    <Link
      to="/dashboard/notifications"
      aria-label={label}
      title={label}
      className="relative block rounded-lg p-2 text-muted hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent-strong"
    >
      <BellIcon aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute -right-0.5 -top-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-xs font-semibold leading-none text-on-accent"
        >
          {unread > mostShown ? t('notifications.bell.many') : unread}
        </span>
      )}
    </Link>
  )
}
