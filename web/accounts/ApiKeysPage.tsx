import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatLocalDay, formatTime, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { basePath } from '../base-path.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { DialogButton } from '../ui/DialogButton.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { useChange } from '../useChange.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { apiKeysQuery } from './queries.ts'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'

type ApiKey = Returns<'GET /api/api-keys'>['items'][number]

const users = ['member', 'former', 'service'] as const
const sorts = ['created', 'last_signed_in'] as const

export function ApiKeysPage() {
  const { mayWrite, mayManage } = useCurrentUser()
  const [user, setUser] = useState<(typeof users)[number]>()
  const [sort, setSort] = useState<(typeof sorts)[number]>('created')
  const keys = useQuery(apiKeysQuery({ ...(user && { user }), ...(sort !== 'created' && { sort }) }))
  return (
    <Tab
      title={t('accounts.apiKeys.title')}
      within={t('accounts.settings.title')}
      lead={t('accounts.apiKeys.lead')}
      actions={
        mayWrite && (
          <DialogButton look="primary" label={t('accounts.apiKeys.create')}>
            {(onClose) => <CreateKeyDialog onClose={onClose} />}
          </DialogButton>
        )
      }
    >
      {mayManage && (
        <div className="mb-3 flex flex-wrap gap-2">
          <Select
            aria-label={t('accounts.apiKeys.filter.label')}
            value={user ?? ''}
            onChange={({ target }) => setUser(users.find((each) => each === target.value))}
          >
            <option value="">{t('accounts.apiKeys.filter.all')}</option>
            <Options of={users.map((each) => [each, t(`accounts.apiKeys.filter.${each}`)])} />
          </Select>
          <Select
            aria-label={t('accounts.apiKeys.sort.label')}
            value={sort}
            onChange={({ target }) => setSort(sorts.find((each) => each === target.value) ?? 'created')}
          >
            <Options of={sorts.map((each) => [each, t(`accounts.apiKeys.sort.${each}`)])} />
          </Select>
        </div>
      )}
      <QueryBoundary query={keys}>
        {({ items }) => <KeyList keys={items} isFiltered={user !== undefined} />}
      </QueryBoundary>
    </Tab>
  )
}

function KeyList({ keys, isFiltered }: { keys: ApiKey[]; isFiltered: boolean }) {
  return (
    <div className="card">
      {keys.length === 0 ? (
        <EmptyState
          Icon={KeyRound}
          title={t(isFiltered ? 'accounts.apiKeys.noneFound' : 'accounts.apiKeys.emptyTitle')}
        >
          {t('accounts.apiKeys.empty')}{' '}
          <a href={`${basePath}/docs`} className="link">
            {t('accounts.apiKeys.docs')}
          </a>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
    </div>
  )
}

function KeyRow({ apiKey: key }: { apiKey: ApiKey }) {
  const { id, mayWrite, mayManage } = useCurrentUser()
  const [isRotating, setRotating] = useState(false)
  const revoke = useChange(
    () => api('DELETE /api/api-keys/:key', { params: { key: key.id } }),
    ['GET /api/api-keys'],
  )
  const isOver = key.expires_at !== null && Date.parse(key.expires_at) <= Date.now()
  const mayRotate = key.user.kind === 'service' ? mayManage : key.user.id === id
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {key.name}
          <KeyState apiKey={key} isOver={isOver} />
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
        {mayManage && <p className="text-sm text-muted">{userText(key.user)}</p>}
      </div>
      {mayWrite && !key.revoked_at && !isOver && (
        <div className="flex gap-2">
          {mayRotate && key.successor_id === null && (
            <Button
              size="small"
              aria-label={t('accounts.rotateKey.title', { name: key.name })}
              onClick={() => setRotating(true)}
            >
              {t('accounts.rotateKey.submit')}
            </Button>
          )}
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
        </div>
      )}
      {/* Not in the condition of its button: a rotated key has no button, while the dialog shows the new token. */}
      {isRotating && <RotateKeyDialog apiKey={key} onClose={() => setRotating(false)} />}
    </li>
  )
}

function KeyState({ apiKey: key, isOver }: { apiKey: ApiKey; isOver: boolean }) {
  if (key.revoked_at)
    return <Badge tone="bad">{t('accounts.apiKeys.revoked', { at: formatLocalDay(key.revoked_at) })}</Badge>
  if (key.expires_at && isOver)
    return <Badge tone="bad">{t('accounts.apiKeys.expired', { at: formatLocalDay(key.expires_at) })}</Badge>
  if (key.expires_at && key.successor_id !== null)
    return <Badge>{t('accounts.apiKeys.replaced', { at: formatTime(key.expires_at) })}</Badge>
  return null
}

function limitsText({ scopes, brand_ids: brands, expires_at: expiresAt }: ApiKey): string {
  return joinFacts([
    scopes === null
      ? t('accounts.apiKeys.limits.allScopes')
      : scopes.map((scope) => t(`accounts.scopes.names.${scope}`)).join(', '),
    brands === null
      ? t('accounts.apiKeys.limits.allBrands')
      : t('accounts.apiKeys.limits.brands', { count: brands.length }),
    expiresAt === null
      ? t('accounts.apiKeys.limits.neverExpires')
      : t('accounts.apiKeys.limits.expires', { at: formatLocalDay(expiresAt) }),
  ])
}

function userText({ kind, is_member, last_signed_in_at: at, name }: ApiKey['user']): string {
  if (kind === 'service') return t('accounts.apiKeys.user.service')
  if (!is_member) return t('accounts.apiKeys.user.former', { name })
  return at === null
    ? t('accounts.apiKeys.user.neverSignedIn', { name })
    : t('accounts.apiKeys.user.signedIn', { name, at: formatTime(at) })
}
