import { type Scope, scopes } from '../../vocabulary/accounts.ts'
import { t } from '../../vocabulary/texts.ts'

const fieldName = 'scope'

/** The scopes of an API key with their meaning. Every scope includes reading. `scopesIn` reads the choice from the form. */
export function ScopesField({ mayManage }: { mayManage: boolean }) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-medium">{t('accounts.createKey.scopes')}</legend>
      {scopes
        .filter((scope) => scope !== 'manage' || mayManage)
        .map((scope) => (
          <label key={scope} className="flex items-start gap-2.5">
            <input
              type="checkbox"
              name={fieldName}
              value={scope}
              defaultChecked={scope === 'read'}
              disabled={scope === 'read'}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="font-medium">{t(`accounts.scopes.names.${scope}`)}</span>{' '}
              <span className="text-sm text-muted">{t(`accounts.scopes.descriptions.${scope}`)}</span>
            </span>
          </label>
        ))}
    </fieldset>
  )
}

export function scopesIn(values: FormData): Scope[] {
  const chosen = values.getAll(fieldName).map(String)
  return scopes.filter((scope) => scope === 'read' || chosen.includes(scope))
}
