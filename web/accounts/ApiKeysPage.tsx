import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatTime } from '../../vocabulary/formats.ts'
import { api, invalidate, type Returns } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { apiKeysQuery } from './queries.ts'
import { ShowOnceDialog } from './ShowOnceDialog.tsx'

type ApiKey = Returns<'GET /api/api-keys'>['items'][number]

export function ApiKeysPage() {
  const { data: keys } = useSuspenseQuery(apiKeysQuery)
  const { mayWrite } = useCurrentUser()
  const [isMaking, setMaking] = useState(false)
  return (
    <Tab
      title="API keys"
      within="Settings"
      lead="For spreadsheets, scripts and assistants. A key has the same access as the user who created it."
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setMaking(true)}>
            Create key
          </Button>
        )
      }
    >
      <div className="card">
        {keys.items.length === 0 ? (
          <EmptyState Icon={KeyRound} title="No API keys yet">
            An API key gives access to the API{' '}
            <a href="/docs" className="link">
              described here
            </a>
            , without a password.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {keys.items.map((key) => (
              <KeyRow key={key.id} apiKey={key} mayRevoke={mayWrite} />
            ))}
          </ul>
        )}
      </div>
      {isMaking && <MakeKeyDialog onClose={() => setMaking(false)} />}
    </Tab>
  )
}

function KeyRow({ apiKey: key, mayRevoke }: { apiKey: ApiKey; mayRevoke: boolean }) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api('DELETE /api/api-keys/:key', { params: { key: key.id } }),
    onSuccess: async () => {
      await invalidate(queryClient, apiKeysQuery.queryKey)
    },
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {key.name}
          {key.revoked_at && <Badge tone="bad">Revoked {formatDay(key.revoked_at)}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <code className="font-mono">{key.prefix}…</code> of {key.user.name}, created{' '}
          {formatDay(key.created_at)},{' '}
          {key.last_used_at ? `last used ${formatTime(key.last_used_at)}` : 'never used'}
        </p>
      </div>
      {mayRevoke && !key.revoked_at && (
        <ConfirmButton
          size="small"
          aria-label={`Revoke ${key.name}`}
          label="Revoke"
          title="Revoke this key?"
          action="Revoke key"
          mutation={revoke}
        >
          Requests that use <strong className="font-medium text-ink">{key.name}</strong> will be rejected.
          This cannot be undone.
        </ConfirmButton>
      )}
    </li>
  )
}

function MakeKeyDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const make = useMutation({
    mutationFn: (values: FormData) => api('POST /api/api-keys', { body: { name: textOf(values, 'name') } }),
    onSuccess: () => invalidate(queryClient, apiKeysQuery.queryKey),
  })
  if (make.data) {
    return (
      <ShowOnceDialog title="Your new API key" label="Token" value={make.data.token} onClose={onClose}>
        Copy this key now. It will not be shown again; we store only a hash of it.
      </ShowOnceDialog>
    )
  }
  return (
    <FormDialog title="Create API key" action="Create key" mutation={make} onClose={onClose}>
      <TextField label="Name" name="name" required placeholder="Weekly report" hint="What uses this key." />
    </FormDialog>
  )
}
