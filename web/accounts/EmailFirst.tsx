import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { EmailField, SubmitButton } from './account-fields.tsx'
import { sameSitePath } from './after-sign-in.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'

type EmailFirstProps = { hasPasskeys: boolean; onPassword(email: string): void }

/** Asks for the address first, because its domain may belong to an organization with a provider. */
export function EmailFirst({ hasPasskeys, onPassword }: EmailFirstProps) {
  const { next } = useSearch({ strict: false })
  const start = useMutation({
    mutationFn: (email: string) =>
      api('POST /api/auth/providers/start', { body: { email, next: sameSitePath(next, location.origin) } }),
    onSuccess: (found, email) => (found === null ? onPassword(email) : location.assign(found.url)),
  })
  return (
    <Form error={start.error} onSubmit={(values) => start.mutate(getText(values, 'email'))}>
      <EmailField />
      <SubmitButton busy={start.isPending}>{t('accounts.sso.continue')}</SubmitButton>
      {hasPasskeys && <PasskeySignIn />}
      <Button look="quiet" className="w-full" onClick={() => onPassword('')}>
        {t('accounts.sso.usePassword')}
      </Button>
    </Form>
  )
}
