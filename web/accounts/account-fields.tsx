/** Fields and buttons that the forms before sign-in share. */
import { passwordMinLength } from '../../vocabulary/password-length.ts'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'

export const NameField = () => (
  <TextField label={t('accounts.account.name')} name="name" required autoComplete="name" />
)

export const EmailField = ({ defaultValue }: { defaultValue?: string }) => (
  <TextField
    label={t('accounts.account.email')}
    name="email"
    type="email"
    required
    autoComplete="email"
    defaultValue={defaultValue}
  />
)

export const PasswordField = () => (
  <TextField
    label={t('accounts.account.password')}
    name="password"
    type="password"
    required
    autoComplete="current-password"
  />
)

type NewPasswordFieldProps = { label?: string }

/** States the rule before the user types. */
export const NewPasswordField = ({ label = t('accounts.account.password') }: NewPasswordFieldProps) => (
  <TextField
    label={label}
    name="password"
    type="password"
    required
    autoComplete="new-password"
    hint={t('accounts.account.passwordHint', { passwordMinLength })}
  />
)

type CodeFieldProps = { isRecovery?: boolean; takesRecoveryCodes?: boolean }

/** A code of an authenticator app, or a recovery code. */
export const CodeField = ({ isRecovery = false, takesRecoveryCodes = true }: CodeFieldProps) => (
  <TextField
    label={isRecovery ? t('accounts.code.recoveryLabel') : t('accounts.code.label')}
    name="code"
    required
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
    hint={isRecovery || !takesRecoveryCodes ? undefined : t('accounts.code.hint')}
  />
)

/** Password managers store the password under this address. */
export const PasswordOwner = ({ email }: { email: string }) => (
  <input type="hidden" name="username" autoComplete="username" value={email} />
)

export const SubmitButton = ({ busy, children }: { busy: boolean; children: string }) => (
  <Button type="submit" look="primary" busy={busy} className="w-full">
    {children}
  </Button>
)
