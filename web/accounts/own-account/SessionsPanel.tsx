import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatLocalDay, formatTime } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, invalidate, type Returns } from '../../api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { ownSessionsQuery } from '../queries.ts'
import { readBrowser } from './read-browser.ts'

type Session = Returns<'GET /api/auth/sessions'>['items'][number]

/** The browsers in which the person is signed in, which they can sign out. */
export function SessionsPanel() {
  const { data } = useSuspenseQuery(ownSessionsQuery)
  const queryClient = useQueryClient()
  const onSuccess = () => invalidate(queryClient, ownSessionsQuery.queryKey)
  const end = useMutation({
    mutationFn: (id: string) => api('DELETE /api/auth/sessions/:session', { params: { session: id } }),
    onSuccess,
  })
  const endOthers = useMutation({ mutationFn: () => api('POST /api/auth/sessions/end-others'), onSuccess })
  return (
    <Panel
      heading="h2"
      title={t('accounts.page.sessions.title')}
      lead={t('accounts.page.sessions.lead')}
      actions={
        data.items.length > 1 && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('accounts.page.sessions.endOthers')}
          </Button>
        )
      }
    >
      <ErrorNotice error={end.error ?? endOthers.error} className="mb-3" />
      <DataTable
        caption={t('accounts.page.sessions.lead')}
        columns={columns((id) => end.mutate(id))}
        isOneLine
        rows={data.items.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))}
        getKey={({ id }) => id}
      />
    </Panel>
  )
}

const columns = (end: (id: string) => void): Column<Session>[] => [
  {
    label: t('accounts.page.sessions.browser'),
    cell: (session) => (
      <span className="flex items-center gap-2">
        <span className="truncate">{getName(session)}</span>
        {session.is_current && <Badge tone="accent">{t('accounts.page.sessions.current')}</Badge>}
      </span>
    ),
  },
  {
    label: t('accounts.page.sessions.address'),
    cell: ({ ip_address }) => <span className="max-sm:[overflow-wrap:anywhere]">{ip_address}</span>,
  },
  { label: t('accounts.page.sessions.signedIn'), cell: ({ created_at }) => formatTime(created_at) },
  // Use renews a session at most once a day.
  { label: t('accounts.page.sessions.lastUsed'), cell: ({ updated_at }) => formatLocalDay(updated_at) },
  {
    label: t('accounts.page.sessions.end'),
    isLabelHidden: true,
    cell: (session) =>
      !session.is_current && (
        <Button
          size="small"
          aria-label={t('accounts.page.sessions.endOne', { browser: getName(session) })}
          onClick={() => end(session.id)}
        >
          {t('accounts.page.sessions.end')}
        </Button>
      ),
  },
]

function getName({ user_agent }: Session): string {
  const { browser, system } = readBrowser(user_agent ?? '')
  if (browser === null) return t('accounts.page.sessions.unknownBrowser')
  return system === null ? browser : t('accounts.page.sessions.browserOn', { browser, system })
}
