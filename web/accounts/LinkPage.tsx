import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { basePath } from '../base-path.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOrNull } from '../ui/form/form-values.ts'
import { NameField, NewPasswordField, PasswordOwner, SubmitButton } from './account-fields.tsx'
import { useAfterSignIn } from './after-sign-in.ts'
import { emailLinkQuery } from './queries.ts'
import { SignInLayout } from './SignInLayout.tsx'

type Kind = Returns<'GET /api/auth/links/:token'>['kind']

/** Shows what a link in email is for, and does it when the person presses the button: programs that check email open links. */
export function LinkPage() {
  const { token } = useParams({ from: '/link/$token' })
  const { data: link } = useSuspenseQuery(emailLinkQuery(token))
  const { kind, email } = link
  const enter = useAfterSignIn()
  const [done, setDone] = useState<Exclude<Kind, 'sign_up'> | null>(null)
  const submit = useMutation({
    mutationFn: (values: FormData) => {
      const [name, password] = [textOrNull(values, 'name'), textOrNull(values, 'password')]
      return api('POST /api/auth/links/:token', {
        params: { token },
        body: { ...(name !== null && { name }), ...(password !== null && { password }) },
      })
    },
    onSuccess: () => (kind === 'sign_up' ? enter() : setDone(kind)),
  })
  const title = t(`accounts.link.title.${kind}`)
  if (done !== null) return <Done kind={done} title={title} />
  const setsPassword = kind === 'sign_up' || kind === 'reset'
  return (
    <SignInLayout title={title} lead={t(`accounts.link.lead.${kind}`, { email })}>
      <Form error={submit.error} onSubmit={submit.mutate}>
        {setsPassword && <PasswordOwner email={email} />}
        {kind === 'sign_up' && <NameField />}
        {setsPassword && <NewPasswordField />}
        <SubmitButton busy={submit.isPending}>{t(`accounts.link.submit.${kind}`)}</SubmitButton>
      </Form>
    </SignInLayout>
  )
}

/** A reset and an undone change end all sessions; the other links end none. */
function Done({ kind, title }: { kind: Exclude<Kind, 'sign_up'>; title: string }) {
  const endsSessions = kind === 'reset' || kind === 'undo'
  return (
    <SignInLayout title={title} lead={<p role="status">{t(`accounts.link.done.${kind}`)}</p>}>
      <div className="flex flex-wrap gap-2">
        {/* Full page loads, so that nothing of a session that has ended stays in memory. */}
        <a
          href={`${basePath}/${endsSessions ? 'sign-in' : 'account'}`}
          className={buttonClasses(kind === 'undo' ? 'secondary' : 'primary')}
        >
          {endsSessions ? t('accounts.signIn.submit') : t('accounts.page.title')}
        </a>
        {kind === 'undo' && (
          <a href={`${basePath}/forgot-password`} className={buttonClasses('primary')}>
            {t('accounts.forgotPassword.title')}
          </a>
        )}
      </div>
    </SignInLayout>
  )
}
