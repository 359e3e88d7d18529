import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { connectionKinds, connectionLabels } from '../../vocabulary/data-sources.ts'
import { formatDay, formatTime, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButton } from '../ui/DialogButton.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { ListTable } from '../ui/table/ListTable.tsx'
import { useChange } from '../useChange.ts'
import { type Connection, connectionsQuery, type Connections as Loaded } from './queries.ts'

type Google = Loaded['google']
type Kind = Connection['kind']

const stale = ['GET /api/brands/:brand/connections'] as const

/** The services that data is imported from, and how fresh their data is. */
export function Connections() {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const connections = useQuery(connectionsQuery(slug))
  return (
    <Section
      title={t('traffic.search.connections')}
      lead={t('traffic.search.connectionsLead')}
      actions={mayWrite && connections.data && <ConnectButton google={connections.data.google} />}
    >
      <QueryBoundary query={connections}>
        {({ items, google }) => (
          <ListTable
            empty={t('traffic.search.empty')}
            caption={t('traffic.search.connectionsCaption')}
            columns={columns(mayWrite, google)}
            rows={items}
          />
        )}
      </QueryBoundary>
    </Section>
  )
}

const tones = { pending: 'caution', active: 'good', revoked: 'bad', lost: 'bad' } as const

const columns = (mayWrite: boolean, google: Google): Column<Connection>[] => [
  {
    label: t('traffic.search.source'),
    cell: ({ kind, property_name, account }) => (
      <>
        <span className="font-medium">{connectionLabels[kind]}</span>
        <span className="block text-xs text-muted [overflow-wrap:anywhere]">{property_name || account}</span>
      </>
    ),
  },
  {
    label: t('traffic.search.state'),
    cell: ({ state, problem }) => (
      <>
        <Badge tone={tones[state]}>{t(`traffic.search.states.${state}`)}</Badge>
        {problem && <span className="mt-1 block max-w-md text-xs text-muted">{problem}</span>}
      </>
    ),
  },
  {
    label: t('traffic.search.imported'),
    cell: ({ first_day, last_day, days, missing_days }) =>
      first_day === null || last_day === null ? (
        noData
      ) : (
        <>
          {t('traffic.search.period', { days, from: formatDay(first_day), to: formatDay(last_day) })}
          {missing_days > 0 && (
            <span className="block text-xs text-muted">
              {t('traffic.search.missing', { days: missing_days })}
            </span>
          )}
        </>
      ),
  },
  {
    label: t('traffic.search.lastImport'),
    cell: ({ last_import_at }) => (last_import_at ? formatTime(last_import_at) : noData),
  },
  ...(mayWrite
    ? [
        {
          label: t('traffic.search.actions'),
          isLabelHidden: true,
          cell: (connection: Connection) => <Actions connection={connection} google={google} />,
        },
      ]
    : []),
]

function Actions({ connection, google }: { connection: Connection; google: Google }) {
  const { slug } = useBrand()
  const { id, kind, state, property_name, account } = connection
  const named = `${connectionLabels[kind]}: ${property_name || account}`
  const remove = useChange(
    () =>
      api('DELETE /api/brands/:brand/connections/:connection', { params: { brand: slug, connection: id } }),
    stale,
  )
  return (
    <span className="flex flex-wrap gap-2">
      {state === 'pending' && (
        <DialogButton size="small" label={t('traffic.search.choose')}>
          {(onClose) => <ChooseDialog id={id} onClose={onClose} />}
        </DialogButton>
      )}
      {(state === 'revoked' || state === 'lost') && (
        <DialogButton size="small" label={t('traffic.search.reconnect')}>
          {(onClose) => <ConnectDialog google={google} connection={connection} onClose={onClose} />}
        </DialogButton>
      )}
      <DeleteButton
        label={t('traffic.search.delete')}
        title={t('traffic.search.deleteNamed', { name: named })}
        mutation={remove}
      >
        {t('traffic.search.deleteHint')}
      </DeleteButton>
    </span>
  )
}

function ChooseDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { slug } = useBrand()
  const params = { brand: slug, connection: id }
  const properties = useQuery({
    queryKey: ['properties', id],
    queryFn: () => api('POST /api/brands/:brand/connections/:connection/properties', { params }),
    retry: false,
  })
  const choose = useChange(
    (values: FormData) =>
      api('PATCH /api/brands/:brand/connections/:connection', {
        params,
        body: { property: getText(values, 'property') },
      }),
    stale,
    onClose,
  )
  const items = properties.data?.items ?? []
  if (items.length === 0)
    return (
      <Dialog title={t('traffic.search.choose')} onClose={onClose}>
        <ErrorNotice error={properties.error} />
        {properties.isSuccess && <p>{t('traffic.search.noProperties')}</p>}
        {properties.isPending && <p>{t('ui.loading')}</p>}
      </Dialog>
    )
  return (
    <FormDialog
      title={t('traffic.search.choose')}
      action={t('traffic.search.import')}
      mutation={choose}
      onClose={onClose}
    >
      <SelectField
        label={t('traffic.search.property')}
        name="property"
        hint={t('traffic.search.propertyHint')}
      >
        <Options of={items.map(({ property, name }) => [property, name])} />
      </SelectField>
    </FormDialog>
  )
}

const ConnectButton = ({ google }: { google: Google }) => (
  <DialogButton Icon={Plus} label={t('traffic.search.connect')}>
    {(onClose) => <ConnectDialog google={google} connection={null} onClose={onClose} />}
  </DialogButton>
)

type ConnectDialogProps = {
  google: Google
  /** The connection that gets new credentials; null for a new one. */
  connection: Connection | null
  onClose(): void
}

const ways = ['oauth', 'key'] as const
type Way = (typeof ways)[number]

/** A service of Google by consent or with the key of a service account, and Bing with an API key. */
function ConnectDialog({ google, connection, onClose }: ConnectDialogProps) {
  const { slug } = useBrand()
  const [kind, setKind] = useState<Kind>(connection?.kind ?? 'search_console')
  const [way, setWay] = useState<Way>(connection?.credential_kind === 'service_account' ? 'key' : 'oauth')
  const isByKey = kind === 'bing' || way === 'key'
  const connect = useChange(
    async (values: FormData) => {
      const brand = slug
      if (isByKey) {
        const key = getText(values, 'key')
        if (connection === null)
          await api('POST /api/brands/:brand/connections', { params: { brand }, body: { kind, key } })
        else
          await api('PUT /api/brands/:brand/connections/:connection/key', {
            params: { brand, connection: connection.id },
            body: { key },
          })
        return null
      }
      if (connection === null) {
        const body = { kind: kind as Exclude<Kind, 'bing'> }
        return api('POST /api/brands/:brand/connections/start', { params: { brand }, body })
      }
      return api('POST /api/brands/:brand/connections/:connection/reconnect', {
        params: { brand, connection: connection.id },
      })
    },
    stale,
    (started) => {
      if (started === null) onClose()
      else location.assign(started.url)
    },
  )
  return (
    <FormDialog
      title={t(connection === null ? 'traffic.search.connect' : 'traffic.search.reconnect')}
      action={t(isByKey ? 'traffic.search.connect' : 'traffic.search.continue')}
      mutation={connect}
      onClose={onClose}
    >
      {connection === null && (
        <SelectField
          label={t('traffic.search.service')}
          name="kind"
          value={kind}
          onChange={({ target }) => setKind(connectionKinds.find((each) => each === target.value) ?? kind)}
        >
          <Options of={connectionKinds.map((each) => [each, connectionLabels[each]])} />
        </SelectField>
      )}
      {kind !== 'bing' && (
        <SelectField
          label={t('traffic.search.way')}
          name="way"
          value={way}
          hint={t(`traffic.search.wayHints.${way}`)}
          onChange={({ target }) => setWay(ways.find((each) => each === target.value) ?? way)}
        >
          <Options of={ways.map((each) => [each, t(`traffic.search.ways.${each}`)])} />
        </SelectField>
      )}
      {!isByKey && !google.is_configured && (
        <>
          <p className="text-sm text-muted">{t('traffic.search.notConfigured')}</p>
          <CopyField label={t('traffic.search.redirectUri')} value={google.redirect_uri} />
        </>
      )}
      {kind === 'bing' && (
        <TextField
          label={t('traffic.search.apiKey')}
          name="key"
          required
          autoComplete="off"
          hint={t('traffic.search.apiKeyHint')}
        />
      )}
      {kind !== 'bing' && isByKey && (
        <TextArea label={t('traffic.search.jsonKey')} name="key" required rows={6} spellCheck={false} />
      )}
    </FormDialog>
  )
}
