import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { sameSitePath } from './after-sign-in.ts'

export type PublicProvider = Returns<'GET /api/auth/providers'>['items'][number]

/** Names of products are the same in every language. */
export const providerNames: Record<PublicProvider, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
}

/** The providers of the settings of the installation. */
export function ProviderButtons({ providers }: { providers: readonly PublicProvider[] }) {
  const { next } = useSearch({ strict: false })
  const start = useMutation({
    mutationFn: (provider: PublicProvider) =>
      api('POST /api/auth/providers/start', {
        body: { provider, next: sameSitePath(next, location.origin) },
      }),
    onSuccess: (found) => found && location.assign(found.url),
  })
  if (providers.length === 0) return null
  return (
    <div className="mt-5 space-y-3 border-t border-line pt-5">
      {providers.map((provider) => (
        <Button
          key={provider}
          className="w-full"
          busy={start.isPending && start.variables === provider}
          onClick={() => start.mutate(provider)}
        >
          {t('accounts.sso.signInWith', { provider: providerNames[provider] })}
        </Button>
      ))}
      <ErrorNotice error={start.error} />
    </div>
  )
}
