import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { BrandAccessField, brandIdsIn } from './BrandAccessField.tsx'
import { apiKeysQuery } from './queries.ts'
import { ShowOnceDialog } from './ShowOnceDialog.tsx'

const dayMs = 24 * 3_600_000

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/api-keys', {
        body: {
          name: getText(values, 'name'),
          access: getText(values, 'access') === 'write' ? 'write' : 'read',
          brand_ids: brandIdsIn(values),
          expires_at: expiryIn(values),
        },
      }),
    onSuccess: () => invalidate(queryClient, apiKeysQuery.queryKey),
  })
  if (create.data) {
    return (
      <ShowOnceDialog
        title={t('accounts.createKey.tokenTitle')}
        label={t('accounts.createKey.token')}
        value={create.data.token}
        onClose={onClose}
      >
        {t('accounts.createKey.tokenNote')}
      </ShowOnceDialog>
    )
  }
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
      <SelectField label={t('accounts.createKey.access')} name="access" defaultValue="read">
        <Options
          of={(['read', 'write'] as const).map(
            (each) => [each, t(`accounts.createKey.accessLevels.${each}`)] as const,
          )}
        />
      </SelectField>
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

/** Null: the key does not expire. */
function expiryIn(values: FormData): string | null {
  const days = Number(getText(values, 'expiry'))
  return days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString()
}
