import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { ErrorNotice, Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { Command } from '../Command.tsx'
import { serviceStatus, type User } from '../queries.ts'

const proofs = (): Record<NonNullable<User['email_verified_by']>, string> => ({
  email: t('accounts.page.email.verifiedByEmail'),
  provider: t('accounts.page.email.verifiedByProvider'),
  administrator: t('accounts.page.email.verifiedByAdministrator'),
})

/** The address, who confirmed it, and its change. */
export function EmailPanel({ user }: { user: User }) {
  const { data: status } = useSuspenseQuery(serviceStatus)
  const { email, email_verified_by: proof } = user
  return (
    <Panel heading="h2" title={t('accounts.page.email.title')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{email}</p>
        <Badge tone={proof === null ? 'caution' : 'good'}>
          {proof === null ? t('accounts.page.email.notVerified') : proofs()[proof]}
        </Badge>
        {status.sends_email && (proof === null || proof === 'administrator') && (
          <VerifyButton email={email} />
        )}
      </div>
      <div className="mt-4">
        {status.sends_email ? (
          <ChangeForm />
        ) : (
          <>
            <p className="mb-2 text-sm text-muted">{t('accounts.page.email.noEmail')}</p>
            <Command>{`ansight user email --email ${email} --to new@example.com`}</Command>
          </>
        )}
      </div>
    </Panel>
  )
}

function VerifyButton({ email }: { email: string }) {
  const verify = useMutation({ mutationFn: () => api('POST /api/auth/email/verify') })
  if (verify.isSuccess)
    return (
      <p role="status" className="text-sm text-muted">
        {t('accounts.page.email.verifySent', { email })}
      </p>
    )
  return (
    <>
      <Button size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
        {t('accounts.page.email.verify')}
      </Button>
      <ErrorNotice error={verify.error} className="basis-full" />
    </>
  )
}

function ChangeForm() {
  const change = useMutation({
    mutationFn: (email: string) => api('POST /api/auth/email', { body: { email } }),
  })
  return (
    <>
      <Form
        error={change.error}
        onSubmit={(values) => change.mutate(getText(values, 'email').trim())}
        className="max-w-xl space-y-3"
      >
        <div className="flex flex-wrap items-start gap-2">
          <div className="min-w-0 flex-1 basis-60">
            <TextField
              label={t('accounts.page.email.newAddress')}
              name="email"
              type="email"
              required
              autoComplete="email"
            />
          </div>
          <Button type="submit" busy={change.isPending} className="sm:mt-6">
            {t('accounts.page.email.change')}
          </Button>
        </div>
      </Form>
      {change.isSuccess && (
        <div className="mt-3 max-w-xl">
          <Notice tone="good" live>
            {t('accounts.page.email.linkSent', { email: change.variables })}
          </Notice>
        </div>
      )}
    </>
  )
}
