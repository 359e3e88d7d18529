import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLocalDay, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { Badge } from '../ui/Badge.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { DialogButton } from '../ui/DialogButton.tsx'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'
import { BrandAccessField, brandIdsIn, limitedRoles } from './BrandAccessField.tsx'
import { serviceAccountsQuery } from './queries.ts'

type Account = Returns<'GET /api/service-accounts'>['items'][number]

/** Service accounts, which have API keys but are not people. */
export function ServiceAccounts() {
  const accounts = useQuery(serviceAccountsQuery)
  return (
    <Section
      title={t('accounts.serviceAccounts.title')}
      lead={t('accounts.serviceAccounts.lead')}
      actions={
        <DialogButton size="small" label={t('accounts.serviceAccounts.create')}>
          {(onClose) => <AccountDialog account={null} onClose={onClose} />}
        </DialogButton>
      }
    >
      <QueryBoundary query={accounts} className="h-16">
        {({ items }) =>
          items.length > 0 && (
            <ul className="card divide-y divide-line">
              {items.map((account) => (
                <AccountRow key={account.id} account={account} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Section>
  )
}

function AccountRow({ account }: { account: Account }) {
  const remove = useChange(
    () => api('DELETE /api/service-accounts/:account', { params: { account: account.id } }),
    [serviceAccountsQuery.queryKey, 'GET /api/api-keys'],
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {account.name} <Badge>{t(`labels.role.${account.role}`)}</Badge>
        </p>
        <p className="text-sm text-muted">
          {joinFacts([
            t('accounts.serviceAccounts.createdOn', { at: formatLocalDay(account.created_at) }),
            account.brand_ids === null
              ? t('accounts.apiKeys.limits.allBrands')
              : t('accounts.apiKeys.limits.brands', { count: account.brand_ids.length }),
          ])}
        </p>
      </div>
      <div className="flex gap-2">
        <DialogButton
          size="small"
          aria-label={t('accounts.serviceAccounts.changeOne', { name: account.name })}
          label={t('accounts.serviceAccounts.change')}
        >
          {(onClose) => <AccountDialog account={account} onClose={onClose} />}
        </DialogButton>
        <ConfirmButton
          size="small"
          aria-label={t('accounts.serviceAccounts.deleteOne', { name: account.name })}
          label={t('accounts.serviceAccounts.delete')}
          title={t('accounts.serviceAccounts.deleteOne', { name: account.name })}
          mutation={remove}
        >
          {t('accounts.serviceAccounts.deleteWarning')}
        </ConfirmButton>
      </div>
    </li>
  )
}

const roles = ['admin', 'editor', 'viewer'] as const

function AccountDialog({ account, onClose }: { account: Account | null; onClose: () => void }) {
  const [role, setRole] = useState<string>(account?.role ?? 'viewer')
  const save = useChange(
    (values: FormData) => {
      const role = roles.find((each) => each === getText(values, 'role')) ?? 'viewer'
      const body = {
        name: getText(values, 'name'),
        role,
        brand_ids: limitedRoles.includes(role) ? brandIdsIn(values) : null,
      }
      return account === null
        ? api('POST /api/service-accounts', { body })
        : api('PATCH /api/service-accounts/:account', { params: { account: account.id }, body })
    },
    [serviceAccountsQuery.queryKey, 'GET /api/api-keys'],
    onClose,
  )
  return (
    <FormDialog
      title={
        account === null
          ? t('accounts.serviceAccounts.create')
          : t('accounts.serviceAccounts.changeOne', { name: account.name })
      }
      action={account === null ? t('accounts.serviceAccounts.create') : t('accounts.serviceAccounts.save')}
      mutation={save}
      onClose={onClose}
    >
      <TextField
        label={t('accounts.account.name')}
        name="name"
        required
        defaultValue={account?.name}
        hint={t('accounts.serviceAccounts.nameHint')}
      />
      <SelectField
        label={t('accounts.inviteDialog.role')}
        name="role"
        value={role}
        onChange={({ target }) => setRole(target.value)}
      >
        <Options
          of={roles.map((role) => [role, `${t(`labels.role.${role}`)}: ${t(`labels.roleMeaning.${role}`)}`])}
        />
      </SelectField>
      {limitedRoles.includes(role) && <BrandAccessField chosen={account?.brand_ids ?? null} />}
    </FormDialog>
  )
}
