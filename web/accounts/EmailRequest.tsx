import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { EmailField, SubmitButton } from './account-fields.tsx'
import { SignInLayout } from './SignInLayout.tsx'

type EmailRequestProps = {
  address: 'POST /api/auth/forgot-password' | 'POST /api/auth/sign-up/link'
  title: string
  lead: string
  /** The message after the request, which is the same whether the address has an account. */
  getSent(email: string): string
  foot: ReactNode
}

/** A screen that requests a link for an email address. */
export function EmailRequest({ address, title, lead, getSent, foot }: EmailRequestProps) {
  const request = useMutation({ mutationFn: (email: string) => api(address, { body: { email } }) })
  return (
    <SignInLayout
      title={title}
      lead={request.isSuccess ? <p role="status">{getSent(request.variables)}</p> : lead}
      foot={foot}
    >
      {!request.isSuccess && (
        <Form error={request.error} onSubmit={(values) => request.mutate(getText(values, 'email').trim())}>
          <EmailField />
          <SubmitButton busy={request.isPending}>{t('accounts.forgotPassword.submit')}</SubmitButton>
        </Form>
      )}
    </SignInLayout>
  )
}
