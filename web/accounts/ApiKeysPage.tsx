import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatLocalDay, formatTime, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate, type Returns } from '../api.ts'
import { basePath } from '../base-path.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { apiKeysQuery } from './queries.ts'

type ApiKey = Returns<'GET /api/api-keys'>['items'][number]

export function ApiKeysPage() {
  const { data: keys } = useSuspenseQuery(apiKeysQuery)
  const { mayWrite } = useCurrentUser()
  const [isCreating, setCreating] = useState(false)
  return (
    <Tab
      title={t('accounts.apiKeys.title')}
      within={t('accounts.settings.title')}
      lead={t('accounts.apiKeys.lead')}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setCreating(true)}>
            {t('accounts.apiKeys.create')}
          </Button>
        )
      }
    >
      <div className="card">
        {keys.items.length === 0 ? (
          <EmptyState Icon={KeyRound} title={t('accounts.apiKeys.emptyTitle')}>
            {t('accounts.apiKeys.empty')}{' '}
            <a href={`${basePath}/docs`} className="link">
              {t('accounts.apiKeys.docs')}
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
          {key.revoked_at && (
            <Badge tone="bad">{t('accounts.apiKeys.revoked', { at: formatLocalDay(key.revoked_at) })}</Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          <code className="font-mono">{`${key.prefix}…`}</code>{' '}
          {key.last_used_at === null
            ? t('accounts.apiKeys.detailsUnused', {
                owner: key.user.name,
                createdAt: formatLocalDay(key.created_at),
              })
            : t('accounts.apiKeys.details', {
                owner: key.user.name,
                createdAt: formatLocalDay(key.created_at),
                lastUsedAt: formatTime(key.last_used_at),
              })}
        </p>
        <p className="text-sm text-muted">{limitsText(key)}</p>
      </div>
      {mayRevoke && !key.revoked_at && (
        <ConfirmButton
          size="small"
          aria-label={t('accounts.apiKeys.revokeOne', { name: key.name })}
          label={t('accounts.apiKeys.revoke')}
          title={t('accounts.apiKeys.revokeTitle')}
          action={t('accounts.apiKeys.revokeAction')}
          mutation={revoke}
        >
          {t('accounts.apiKeys.revokeWarning', { name: key.name })}
        </ConfirmButton>
      )}
    </li>
  )
}

function limitsText({ access, brand_ids: brands, expires_at: expiresAt }: ApiKey): string {
  return joinFacts([
    t(`accounts.apiKeys.limits.access.${access}`),
    brands === null
      ? t('accounts.apiKeys.limits.allBrands')
      : t('accounts.apiKeys.limits.brands', { count: brands.length }),
    expiresAt === null
      ? t('accounts.apiKeys.limits.neverExpires')
      : t('accounts.apiKeys.limits.expires', { at: formatLocalDay(expiresAt) }),
  ])
}
