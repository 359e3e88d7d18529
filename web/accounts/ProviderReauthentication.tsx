import { useMutation } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'

/** Leaves the page for the provider. The person then comes back to this page and repeats the action. */
export function ProviderReauthentication() {
  const start = useMutation({
    mutationFn: () =>
      api('POST /api/auth/identities/reauthenticate', {
        body: { next: location.pathname + location.search },
      }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <>
      <Button busy={start.isPending} onClick={() => start.mutate()}>
        {t('accounts.sso.confirmWithProvider')}
      </Button>
      <p className="text-sm text-muted">{t('accounts.sso.confirmHint')}</p>
      <ErrorNotice error={start.error} />
    </>
  )
}
