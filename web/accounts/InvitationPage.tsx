import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { roleLabels, roleMeanings } from '../../vocabulary/accounts.ts'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { useAfterSignIn } from './after-sign-in.ts'
import { copy } from './copy.ts'
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
          password: textOf(values, 'password'),
          ...(!hasAccount && { name: textOf(values, 'name') }),
        },
      }),
    onSuccess: enter,
  })
  return (
    <SignInLayout
      title={copy.invitation.title(invitation.organization.name)}
      lead={copy.invitation.lead(
        invitation.email,
        roleLabels[invitation.role],
        roleMeanings[invitation.role],
      )}
      foot={copy.invitation.validity(invitation.expires_at)}
    >
      <Form error={accept.error} onSubmit={accept.mutate} fieldOf={{ unauthorized: 'password' }}>
        {/* Password managers store the password under this email address. */}
        <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
        {hasAccount ? (
          <TextField
            label={copy.account.password}
            name="password"
            type="password"
            required
            autoComplete="current-password"
          />
        ) : (
          <>
            <TextField label={copy.account.name} name="name" required autoComplete="name" />
            <NewPasswordField />
          </>
        )}
        <Button type="submit" look="primary" busy={accept.isPending} className="w-full">
          {hasAccount ? copy.invitation.signInAndJoin : copy.invitation.createAccountAndJoin}
        </Button>
      </Form>
      <p className="mt-4 text-sm">
        <button type="button" className="link" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? copy.invitation.newAccount : copy.invitation.existingAccount}
        </button>
      </p>
    </SignInLayout>
  )
}
