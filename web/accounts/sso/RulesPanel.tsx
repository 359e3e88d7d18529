import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { brandsQuery } from '../../brands/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogButton } from '../../ui/DialogButton.tsx'
import { SelectField, TextField } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { Options } from '../../ui/form/Options.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { useChange } from '../../useChange.ts'
import { BrandAccessField, brandIdsIn, limitedRoles } from '../BrandAccessField.tsx'
import { ssoQuery } from '../queries.ts'

type Rule = Returns<'GET /api/sso'>['rules'][number]

const roles = ['admin', 'editor', 'viewer', 'client'] as const

/** Which role and brands the members of a group at the provider get. */
export function RulesPanel({ rules }: { rules: readonly Rule[] }) {
  return (
    <Panel
      title={t('accounts.sso.rules.title')}
      lead={t('accounts.sso.rules.lead')}
      actions={
        <DialogButton label={t('accounts.sso.rules.add')}>
          {(onClose) => <AddDialog onClose={onClose} />}
        </DialogButton>
      }
    >
      {rules.length > 0 && (
        <ol className="divide-y divide-line">
          {rules.map((rule, index) => (
            <RuleRow key={rule.id} rule={rule} position={index + 1} isLast={index + 1 === rules.length} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

type RuleRowProps = { rule: Rule; position: number; isLast: boolean }

function RuleRow({ rule: { id, group, role, brand_ids }, position, isLast }: RuleRowProps) {
  const { data: brands } = useQuery(brandsQuery)
  const params = { sso_rule: id }
  const move = useChange(
    (to: number) => api('PATCH /api/sso/rules/:sso_rule', { params, body: { position: to } }),
    [ssoQuery.queryKey],
  )
  const remove = useChange(() => api('DELETE /api/sso/rules/:sso_rule', { params }), [ssoQuery.queryKey])
  const names = brands?.items.filter((brand) => brand_ids?.includes(brand.id)).map(({ name }) => name)
  const access = brand_ids === null ? t('accounts.brandAccess.all') : (names ?? []).join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <p className="font-medium">{group}</p>
        <p className="text-sm text-muted">
          {limitedRoles.includes(role) ? `${t(`labels.role.${role}`)} · ${access}` : t(`labels.role.${role}`)}
        </p>
        <ErrorNotice error={move.error ?? remove.error} />
      </div>
      {position > 1 && (
        <IconButton
          label={t('accounts.sso.rules.moveUp', { group })}
          onClick={() => move.mutate(position - 1)}
        >
          <ArrowUp aria-hidden className="size-4" />
        </IconButton>
      )}
      {!isLast && (
        <IconButton
          label={t('accounts.sso.rules.moveDown', { group })}
          onClick={() => move.mutate(position + 1)}
        >
          <ArrowDown aria-hidden className="size-4" />
        </IconButton>
      )}
      <Button
        size="small"
        busy={remove.isPending}
        aria-label={t('accounts.sso.rules.removeOne', { group })}
        onClick={() => remove.mutate()}
      >
        {t('accounts.sso.rules.remove')}
      </Button>
    </li>
  )
}

function AddDialog({ onClose }: { onClose(): void }) {
  const [role, setRole] = useState<(typeof roles)[number]>('viewer')
  const add = useChange(
    (values: FormData) =>
      api('POST /api/sso/rules', {
        body: {
          group: getText(values, 'group'),
          role,
          brand_ids: limitedRoles.includes(role) ? brandIdsIn(values) : null,
        },
      }),
    [ssoQuery.queryKey],
    onClose,
  )
  return (
    <FormDialog
      title={t('accounts.sso.rules.addTitle')}
      action={t('accounts.sso.rules.add')}
      mutation={add}
      onClose={onClose}
    >
      <TextField
        label={t('accounts.sso.rules.group')}
        name="group"
        required
        autoComplete="off"
        hint={t('accounts.sso.rules.groupHint')}
      />
      <SelectField
        label={t('accounts.sso.rules.role')}
        name="role"
        value={role}
        onChange={(event) => setRole(roles.find((each) => each === event.target.value) ?? 'viewer')}
      >
        <Options of={roles.map((each) => [each, t(`labels.role.${each}`)])} />
      </SelectField>
      {limitedRoles.includes(role) && (
        <BrandAccessField
          key={String(role === 'client')}
          chosen={role === 'client' ? [] : null}
          isSelection={role === 'client'}
        />
      )}
    </FormDialog>
  )
}
