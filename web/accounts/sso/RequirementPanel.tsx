import { useQuery } from '@tanstack/react-query'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { members } from '../../session/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { Options } from '../../ui/form/Options.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { useChange } from '../../useChange.ts'
import { ssoQuery } from '../queries.ts'

type Provider = NonNullable<Returns<'GET /api/sso'>['provider']>

/** Requires the provider for all members except one owner. */
export function RequirementPanel({ provider }: { provider: Provider }) {
  const { data } = useQuery(members)
  const owners = data?.items.filter(({ role }) => role === 'owner') ?? []
  const set = useChange(
    (body: { is_required: boolean; emergency_user_id: string | null }) =>
      api('PUT /api/sso/requirement', { body }),
    [ssoQuery.queryKey],
  )
  const owner = owners.find(({ user_id }) => user_id === provider.emergency_user_id)
  if (provider.is_required)
    return (
      <Panel
        title={t('accounts.sso.requirement.title')}
        lead={t('accounts.sso.requirement.isRequired', { name: owner?.name ?? '' })}
        actions={
          <Button
            busy={set.isPending}
            onClick={() => set.mutate({ is_required: false, emergency_user_id: provider.emergency_user_id })}
          >
            {t('accounts.sso.requirement.stop')}
          </Button>
        }
      >
        <ErrorNotice error={set.error} />
      </Panel>
    )
  return (
    <Panel title={t('accounts.sso.requirement.title')} lead={t('accounts.sso.requirement.lead')}>
      <Form
        error={set.error}
        onSubmit={(values) =>
          set.mutate({ is_required: true, emergency_user_id: getText(values, 'emergency_user_id') })
        }
        className="flex max-w-xl items-start gap-2"
      >
        <SelectField
          label={t('accounts.sso.requirement.owner')}
          name="emergency_user_id"
          hint={t('accounts.sso.requirement.ownerHint')}
        >
          <Options of={owners.map(({ user_id, name, email }) => [user_id, `${name} (${email})`])} />
        </SelectField>
        <Button type="submit" className="mt-6" busy={set.isPending}>
          {t('accounts.sso.requirement.require')}
        </Button>
      </Form>
    </Panel>
  )
}
