import { useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { useChange } from '../../useChange.ts'
import { NewPasswordField, PasswordOwner } from '../account-fields.tsx'
import { ownSessionsQuery, type User } from '../queries.ts'

/** Changes the password. Other sessions end. */
export function PasswordPanel({ user }: { user: User }) {
  // Another form, whose field is empty, replaces the one that was sent.
  const [changes, setChanges] = useState(0)
  const change = useChange(
    (values: FormData) =>
      api('POST /api/auth/password', {
        body: { password: getText(values, 'password'), revoke_api_keys: values.has('revoke_api_keys') },
      }),
    [ownSessionsQuery.queryKey],
    () => setChanges((count) => count + 1),
  )
  return (
    <Panel heading="h2" title={t('accounts.page.password.title')}>
      <Form key={changes} error={change.error} onSubmit={change.mutate} className="max-w-xl space-y-4">
        <PasswordOwner email={user.email} />
        <NewPasswordField label={t('accounts.page.password.new')} />
        <label className="flex items-center gap-2.5 text-sm">
          <input type="checkbox" name="revoke_api_keys" className="size-4 accent-accent" />
          {t('accounts.page.password.revokeKeys')}
        </label>
        <Button type="submit" busy={change.isPending}>
          {t('accounts.page.password.submit')}
        </Button>
      </Form>
      {change.isSuccess && (
        <div className="mt-3 max-w-xl">
          <Notice tone="good" live>
            {t('accounts.page.password.done')}
          </Notice>
        </div>
      )}
    </Panel>
  )
}
