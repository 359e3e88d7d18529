import { useMutation } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useAfterSignIn } from './after-sign-in.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { requestPasskey } from './passkeys.ts'

/** Signs in without an address. */
export function PasskeySignIn() {
  const enter = useAfterSignIn()
  const signIn = useMutation({
    mutationFn: async () =>
      api('POST /api/auth/sign-in/passkey', { body: { passkey: await requestPasskey('sign_in') } }),
    onSuccess: enter,
  })
  return (
    <>
      <PasskeyButton className="w-full" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('accounts.passkey.signIn')}
      </PasskeyButton>
      <ErrorNotice error={signIn.error} />
    </>
  )
}
