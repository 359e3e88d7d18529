import { useMutation } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { CodeField, SubmitButton } from './account-fields.tsx'
import { useAfterSignIn } from './after-sign-in.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { requestPasskey } from './passkeys.ts'
import { SignInLayout } from './SignInLayout.tsx'

export type SecondFactor = Extract<
  Returns<'POST /api/auth/sign-in/email'>,
  { second_factor: unknown }
>['second_factor'][number]

type SecondFactorFormProps = {
  factors: readonly SecondFactor[]
  /** The page to open; default: the one in the address. */
  next?: string
  onBack(): void
}

/** The second step of a sign-in: a code, or a passkey. */
export function SecondFactorForm({ factors, next, onBack }: SecondFactorFormProps) {
  const enter = useAfterSignIn(next)
  const finish = useMutation({
    mutationFn: (code: string) => api('POST /api/auth/sign-in/factor', { body: { code } }),
    onSuccess: enter,
  })
  const finishWithPasskey = useMutation({
    mutationFn: async () =>
      api('POST /api/auth/sign-in/factor', { body: { passkey: await requestPasskey('second_factor') } }),
    onSuccess: enter,
  })
  const hasPasskey = factors.includes('passkey')
  const hasCode = factors.includes('totp') || factors.includes('recovery_code')
  return (
    <SignInLayout title={t('accounts.secondFactor.title')} lead={t('accounts.secondFactor.lead')}>
      <div className="space-y-4">
        {hasPasskey && (
          <PasskeyButton
            look={hasCode ? 'secondary' : 'primary'}
            className="w-full"
            busy={finishWithPasskey.isPending}
            onClick={() => finishWithPasskey.mutate()}
          >
            {t('accounts.passkey.use')}
          </PasskeyButton>
        )}
        <ErrorNotice error={finishWithPasskey.error} />
        {hasCode && (
          <Form error={finish.error} onSubmit={(values) => finish.mutate(getText(values, 'code'))}>
            <CodeField isRecovery={!factors.includes('totp')} />
            <SubmitButton busy={finish.isPending}>{t('accounts.secondFactor.submit')}</SubmitButton>
          </Form>
        )}
        <p className="text-sm text-muted">{t('accounts.secondFactor.lost')}</p>
        <Button look="quiet" className="w-full" onClick={onBack}>
          {t('accounts.secondFactor.back')}
        </Button>
      </div>
    </SignInLayout>
  )
}
