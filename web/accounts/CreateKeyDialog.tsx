import { useQuery } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { expiryIn, getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { useChange } from '../useChange.ts'
import { BrandAccessField, brandIdsIn } from './BrandAccessField.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { serviceAccountsQuery } from './queries.ts'
import { ScopesField, scopesIn } from './ScopesField.tsx'

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { mayManage } = useCurrentUser()
  const { data: accounts } = useQuery({ ...serviceAccountsQuery, enabled: mayManage })
  const create = useChange(
    (values: FormData) =>
      api('POST /api/api-keys', {
        body: {
          name: getText(values, 'name'),
          scopes: scopesIn(values),
          brand_ids: brandIdsIn(values),
          expires_at: expiryIn(values),
          ...(getText(values, 'user') !== '' && { service_account_id: getText(values, 'user') }),
        },
      }),
    ['GET /api/api-keys'],
  )
  if (create.data) return <NewTokenDialog token={create.data.token} onClose={onClose} />
  return (
    <FormDialog
      title={t('accounts.createKey.title')}
      action={t('accounts.createKey.submit')}
      mutation={create}
      onClose={onClose}
    >
      <TextField
        label={t('accounts.createKey.name')}
        name="name"
        required
        placeholder={t('accounts.createKey.namePlaceholder')}
        hint={t('accounts.createKey.nameHint')}
      />
      {accounts && accounts.items.length > 0 && (
        <SelectField label={t('accounts.createKey.user')} name="user" defaultValue="">
          <option value="">{t('accounts.createKey.me')}</option>
          <Options of={accounts.items.map(({ id, name }) => [id, name])} />
        </SelectField>
      )}
      <ScopesField mayManage={mayManage} />
      <SelectField label={t('accounts.createKey.expiry')} name="expiry" defaultValue="90">
        <Options
          of={(['30', '90', '365', '0'] as const).map(
            (days) => [days, t(`accounts.createKey.expiries.${days}`)] as const,
          )}
        />
      </SelectField>
      <BrandAccessField chosen={null} />
    </FormDialog>
  )
}
