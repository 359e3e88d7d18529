import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { joinFacts } from '../../vocabulary/formats.ts'
import { api, invalidate, type Returns } from '../api.ts'
import { basePath } from '../base-path.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { copy } from './copy.ts'
import { apiKeysQuery } from './queries.ts'

type ApiKey = Returns<'GET /api/api-keys'>['items'][number]

export function ApiKeysPage() {
  const { data: keys } = useSuspenseQuery(apiKeysQuery)
  const { mayWrite } = useCurrentUser()
  const [isCreating, setCreating] = useState(false)
  return (
    <Tab
      title={copy.apiKeys.title}
      within={copy.settings.title}
      lead={copy.apiKeys.lead}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setCreating(true)}>
            {copy.apiKeys.create}
          </Button>
        )
      }
    >
      <div className="card">
        {keys.items.length === 0 ? (
          <EmptyState Icon={KeyRound} title={copy.apiKeys.emptyTitle}>
            {copy.apiKeys.empty}{' '}
            <a href={`${basePath}/docs`} className="link">
              {copy.apiKeys.docs}
            </a>
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {keys.items.map((key) => (
              <KeyRow key={key.id} apiKey={key} mayRevoke={mayWrite} />
            ))}
          </ul>
        )}
      </div>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
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
          {key.revoked_at && <Badge tone="bad">{copy.apiKeys.revoked(key.revoked_at)}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <code className="font-mono">{`${key.prefix}…`}</code>{' '}
          {copy.apiKeys.details(key.user.name, key.created_at, key.last_used_at)}
        </p>
        <p className="text-sm text-muted">{limitsText(key)}</p>
      </div>
      {mayRevoke && !key.revoked_at && (
        <ConfirmButton
          size="small"
          aria-label={copy.apiKeys.revokeOne(key.name)}
          label={copy.apiKeys.revoke}
          title={copy.apiKeys.revokeTitle}
          action={copy.apiKeys.revokeAction}
          mutation={revoke}
        >
          {copy.apiKeys.revokeWarning(key.name)}
        </ConfirmButton>
      )}
    </li>
  )
}

function limitsText({ access, brand_ids: brands, expires_at: expiresAt }: ApiKey): string {
  const { limits } = copy.apiKeys
  return joinFacts([
    limits.access[access],
    brands === null ? limits.allBrands : limits.brands(brands.length),
    expiresAt === null ? limits.neverExpires : limits.expires(expiresAt),
  ])
}
