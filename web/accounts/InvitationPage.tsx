import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { useAfterSignIn } from './after-sign-in.ts'
import { invitationQuery } from './queries.ts'
import { SignInLayout } from './SignInLayout.tsx'
import { NewPasswordField } from './SignUpForm.tsx'

/** Accepts an invitation: new people create an account, others enter their password. */
export function InvitationPage() {
  const { token } = useParams({ from: '/invite/$token' })
  const { data: invitation } = useSuspenseQuery(invitationQuery(token))
  const [hasAccount, setHasAccount] = useState(false)
  const enter = useAfterSignIn()
  const accept = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/invitations/:token/accept', {
        params: { token },
        body: {
          password: getText(values, 'password'),
          ...(!hasAccount && { name: getText(values, 'name') }),
        },
      }),
    onSuccess: enter,
  })
  return (
    <SignInLayout
      title={t('accounts.invitation.title', { organization: invitation.organization.name })}
      lead={t('accounts.invitation.lead', {
        email: invitation.email,
        role: t(`labels.role.${invitation.role}`),
        meaning: t(`labels.roleMeaning.${invitation.role}`),
      })}
      foot={t('accounts.invitation.validity', { expiresAt: formatTime(invitation.expires_at) })}
    >
      <Form error={accept.error} onSubmit={accept.mutate} fieldByErrorCode={{ unauthorized: 'password' }}>
        {/* Password managers store the password under this email address. */}
        <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
        {hasAccount ? (
          <TextField
            label={t('accounts.account.password')}
            name="password"
            type="password"
            required
            autoComplete="current-password"
          />
        ) : (
          <>
            <TextField label={t('accounts.account.name')} name="name" required autoComplete="name" />
            <NewPasswordField />
          </>
        )}
        <Button type="submit" look="primary" busy={accept.isPending} className="w-full">
          {hasAccount
            ? t('accounts.invitation.signInAndJoin')
            : t('accounts.invitation.createAccountAndJoin')}
        </Button>
      </Form>
      <p className="mt-4 text-sm">
        <button type="button" className="link" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? t('accounts.invitation.newAccount') : t('accounts.invitation.existingAccount')}
        </button>
      </p>
    </SignInLayout>
  )
}
