import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { formatLocalDay } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { basePath } from '../../base-path.ts'
import { ownFactors } from '../../session/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { useChange } from '../../useChange.ts'
import { type PublicProvider, providerNames } from '../ProviderButtons.tsx'
import { ownIdentities, signInProviders } from '../queries.ts'

/** The accounts at providers with which the person can sign in; nothing where no provider is set up. */
export function IdentitiesPanel() {
  const { data } = useSuspenseQuery(ownIdentities)
  const { data: providers } = useSuspenseQuery(signInProviders)
  const link = useMutation({
    mutationFn: (provider: PublicProvider | undefined) =>
      api('POST /api/auth/identities/link', { body: { provider, next: `${basePath}/account` } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  if (data.items.length === 0 && providers.items.length === 0 && !data.organization_sso) return null
  return (
    <Panel
      heading="h2"
      title={t('accounts.page.identities.title')}
      lead={t('accounts.page.identities.lead')}
      actions={
        <>
          {providers.items.map((provider) => (
            <Button key={provider} busy={link.isPending} onClick={() => link.mutate(provider)}>
              {t('accounts.page.identities.link', { provider: providerNames[provider] })}
            </Button>
          ))}
          {data.organization_sso && (
            <Button busy={link.isPending} onClick={() => link.mutate(undefined)}>
              {t('accounts.page.identities.linkSso')}
            </Button>
          )}
        </>
      }
    >
      <ErrorNotice error={link.error} />
      {data.items.length > 0 && (
        <ul className="divide-y divide-line">
          {data.items.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

type Identity = Returns<'GET /api/auth/identities'>['items'][number]

function IdentityRow({ identity: { id, issuer, email, last_used_at } }: { identity: Identity }) {
  const unlink = useChange(
    () => api('DELETE /api/auth/identities/:identity', { params: { identity: id } }),
    [ownIdentities.queryKey, ownFactors.queryKey],
  )
  const provider = new URL(issuer).host
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium [overflow-wrap:anywhere]">{provider}</p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {t('accounts.page.identities.details', {
            email: email ?? '',
            usedOn: formatLocalDay(last_used_at),
          })}
        </p>
      </div>
      <ConfirmButton
        size="small"
        label={t('accounts.page.identities.unlink')}
        aria-label={t('accounts.page.identities.unlinkOne', { provider })}
        title={t('accounts.page.identities.unlinkTitle', { provider })}
        mutation={unlink}
      >
        {t('accounts.page.identities.unlinkWarning')}
      </ConfirmButton>
    </li>
  )
}
