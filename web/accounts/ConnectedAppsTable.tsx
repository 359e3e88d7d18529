import { formatLocalDay, formatTime, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { useChange } from '../useChange.ts'

type Grant = Returns<'GET /api/grants'>['items'][number]

type ConnectedAppsTableProps = {
  caption: string
  grants: Grant[]
  /** A person sees the organization of their apps, and an administrator the members. */
  by: 'organization' | 'member'
  disconnect(id: string): Promise<unknown>
}

export function ConnectedAppsTable({ caption, grants, by, disconnect }: ConnectedAppsTableProps) {
  if (grants.length === 0) return <p className="text-muted">{t('accounts.grants.none')}</p>
  return (
    <DataTable caption={caption} columns={columns(by, disconnect)} rows={grants} getKey={({ id }) => id} />
  )
}

const columns = (
  by: ConnectedAppsTableProps['by'],
  disconnect: ConnectedAppsTableProps['disconnect'],
): Column<Grant>[] => [
  {
    label: t('accounts.grants.app'),
    cell: ({ app }) => (
      <span className="[overflow-wrap:anywhere]">
        <span className="font-medium">{app.name}</span> <span className="text-muted">{app.host}</span>
      </span>
    ),
  },
  by === 'organization'
    ? { label: t('accounts.grants.organization'), cell: ({ organization }) => organization.name }
    : { label: t('accounts.grants.member'), cell: ({ user }) => user.name },
  { label: t('accounts.grants.access'), cell: accessText },
  { label: t('accounts.grants.connected'), cell: ({ created_at }) => formatLocalDay(created_at) },
  {
    label: t('accounts.grants.lastUsed'),
    cell: ({ last_used_at }) =>
      last_used_at === null ? t('accounts.grants.never') : formatTime(last_used_at),
  },
  {
    label: t('accounts.grants.disconnect'),
    isLabelHidden: true,
    cell: (grant) => <DisconnectButton grant={grant} disconnect={disconnect} />,
  },
]

const accessText = ({ scopes, brand_ids }: Grant): string =>
  joinFacts([
    scopes.map((scope) => t(`accounts.scopes.names.${scope}`)).join(', '),
    brand_ids === null
      ? t('accounts.grants.allBrands')
      : t('accounts.grants.brandCount', { count: brand_ids.length }),
  ])

type DisconnectButtonProps = Pick<ConnectedAppsTableProps, 'disconnect'> & { grant: Grant }

function DisconnectButton({ grant: { id, app }, disconnect }: DisconnectButtonProps) {
  const mutation = useChange(() => disconnect(id), ['GET /api/auth/grants', 'GET /api/grants'])
  return (
    <ConfirmButton
      size="small"
      label={t('accounts.grants.disconnect')}
      title={t('accounts.grants.disconnectQuestion', { name: app.name })}
      mutation={mutation}
    >
      {t('accounts.grants.disconnectAbout')}
    </ConfirmButton>
  )
}
