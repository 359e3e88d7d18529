import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { ApiError, api } from '../api.ts'
import { ownFactors, session } from '../session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormButtons } from '../ui/form/FormButtons.tsx'
import { getText } from '../ui/form/form-values.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { CodeField, PasswordField, PasswordOwner } from './account-fields.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ProviderReauthentication } from './ProviderReauthentication.tsx'
import { requestPasskey } from './passkeys.ts'

type ReauthenticationDialogProps = { onConfirmed(): void; onCancel(error: Error): void }

/** Asks for the password, a code, a passkey or a provider, as the person has them. */
export function ReauthenticationDialog({ onConfirmed, onCancel }: ReauthenticationDialogProps) {
  const { data: current } = useQuery(session)
  const { data: factors, error } = useQuery(ownFactors)
  const [field, setField] = useState<'password' | 'code' | null>(null)
  const confirm = useMutation({
    mutationFn: (body: { password: string } | { code: string }) =>
      api('POST /api/auth/reauthenticate', { body }),
    onSuccess: onConfirmed,
  })
  const confirmWithPasskey = useMutation({
    mutationFn: async () =>
      api('POST /api/auth/reauthenticate', { body: { passkey: await requestPasskey('reauthentication') } }),
    onSuccess: onConfirmed,
  })
  const cancel = () =>
    onCancel(
      new ApiError(403, {
        error: t('accounts.reauthenticate.cancelled'),
        code: 'reauthentication_required',
      }),
    )
  // The dialog puts the focus on its first control when it opens.
  if (!factors && !error) return null
  const methods = factors?.reauthentication_methods ?? []
  const shown =
    field ?? (methods.includes('password') ? 'password' : methods.includes('totp') ? 'code' : null)
  return (
    <Dialog title={t('accounts.reauthenticate.title')} onClose={cancel}>
      <div className="space-y-4">
        <p className="text-muted">{t('accounts.reauthenticate.lead')}</p>
        <ErrorNotice error={error ?? confirmWithPasskey.error} />
        {methods.includes('passkey') && (
          <PasskeyButton busy={confirmWithPasskey.isPending} onClick={() => confirmWithPasskey.mutate()}>
            {t('accounts.passkey.use')}
          </PasskeyButton>
        )}
        {methods.includes('provider') && <ProviderReauthentication />}
        {shown !== null && (
          <Form
            key={shown}
            error={confirm.error}
            onSubmit={(values) =>
              confirm.mutate(
                shown === 'password'
                  ? { password: getText(values, 'password') }
                  : { code: getText(values, 'code') },
              )
            }
          >
            {shown === 'password' ? (
              <>
                <PasswordOwner email={current?.user.email ?? ''} />
                <PasswordField />
              </>
            ) : (
              <CodeField />
            )}
            <FormButtons busy={confirm.isPending} onCancel={cancel}>
              {t('accounts.reauthenticate.submit')}
            </FormButtons>
          </Form>
        )}
        {methods.includes('password') && methods.includes('totp') && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              confirm.reset()
              setField(shown === 'password' ? 'code' : 'password')
            }}
          >
            {shown === 'password'
              ? t('accounts.reauthenticate.useCode')
              : t('accounts.reauthenticate.usePassword')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
