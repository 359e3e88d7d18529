import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { basePath } from '../base-path.ts'
import { session } from '../session/queries.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { NameField, NewPasswordField, PasswordOwner, SubmitButton } from './account-fields.tsx'
import { useAfterSignIn } from './after-sign-in.ts'
import { invitationQuery } from './queries.ts'
import { SignInLayout } from './SignInLayout.tsx'

type Invitation = Returns<'GET /api/invitations/:invitation'>
type ActionProps = { token: string; invitation: Invitation }

/** Accepts an invitation: for the signed-in person, with a new account, or after signing in. */
export function InvitationPage() {
  const { token } = useParams({ from: '/invite/$token' })
  const { data: invitation } = useSuspenseQuery(invitationQuery(token))
  const { data: current } = useSuspenseQuery(session)
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
      {current ? (
        <JoinAs token={token} invitation={invitation} email={current.user.email} />
      ) : (
        <div className="space-y-4">
          {invitation.may_create_account ? (
            <NewAccountForm token={token} invitation={invitation} />
          ) : (
            <p>{t('accounts.invitation.emailedOnly', { email: invitation.email })}</p>
          )}
          <Link
            to="/sign-in"
            search={{ next: `${basePath}/invite/${token}` }}
            className={`${buttonClasses(invitation.may_create_account ? 'secondary' : 'primary')} w-full`}
          >
            {t('accounts.invitation.signInToAccept')}
          </Link>
        </div>
      )}
    </SignInLayout>
  )
}

/** Full page loads, so that nothing of the earlier organization or session stays in memory. */
function JoinAs({ token, invitation, email }: ActionProps & { email: string }) {
  const join = useMutation({
    mutationFn: () => api('POST /api/invitations/:token/accept', { params: { token }, body: {} }),
    onSuccess: () => location.assign(`${basePath}/dashboard`),
  })
  const signOut = useMutation({
    mutationFn: () => api('POST /api/auth/sign-out'),
    onSuccess: () => location.reload(),
  })
  return (
    <div className="space-y-3">
      {invitation.email !== email && (
        <Notice tone="caution">
          {t('accounts.invitation.otherAddress', { invited: invitation.email, email })}
        </Notice>
      )}
      <ErrorNotice error={join.error ?? signOut.error} />
      <Button
        look="primary"
        busy={join.isPending}
        onClick={() => join.mutate()}
        className="w-full shrink [overflow-wrap:anywhere]"
      >
        {t('accounts.invitation.joinAs', { email })}
      </Button>
      <Button busy={signOut.isPending} onClick={() => signOut.mutate()} className="w-full">
        {t('accounts.invitation.useAnotherAccount')}
      </Button>
    </div>
  )
}

function NewAccountForm({ token, invitation }: ActionProps) {
  const enter = useAfterSignIn()
  const accept = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/invitations/:token/accept', {
        params: { token },
        body: { name: getText(values, 'name'), password: getText(values, 'password') },
      }),
    onSuccess: enter,
  })
  return (
    <Form error={accept.error} onSubmit={accept.mutate}>
      <PasswordOwner email={invitation.email} />
      <NameField />
      <NewPasswordField />
      <SubmitButton busy={accept.isPending}>{t('accounts.invitation.createAccountAndJoin')}</SubmitButton>
    </Form>
  )
}
