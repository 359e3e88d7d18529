import { useMutation } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Notice } from '../ui/Notice.tsx'
import { EmailField, SubmitButton } from './account-fields.tsx'

type EmailRequestFormProps = {
  address: 'POST /api/auth/forgot-password' | 'POST /api/auth/sign-up/link'
  /** The message after the request, which is the same whether the address has an account. */
  getSent(email: string): string
}

/** Requests a link for an email address. */
export function EmailRequestForm({ address, getSent }: EmailRequestFormProps) {
  const request = useMutation({ mutationFn: (email: string) => api(address, { body: { email } }) })
  if (request.isSuccess)
    return (
      <Notice tone="good" live>
        {getSent(request.variables)}
      </Notice>
    )
  return (
    <Form error={request.error} onSubmit={(values) => request.mutate(getText(values, 'email').trim())}>
      <EmailField />
      <SubmitButton busy={request.isPending}>{t('accounts.forgotPassword.submit')}</SubmitButton>
    </Form>
  )
}
