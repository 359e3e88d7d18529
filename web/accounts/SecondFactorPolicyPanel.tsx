import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatLocalDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { organization } from '../session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { SaveButton } from '../ui/form/SaveButton.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { Panel } from '../ui/page/Panel.tsx'

/** Requires a second factor of all members from a day on. */
export function SecondFactorPolicyPanel() {
  const { data } = useSuspenseQuery(organization)
  const { second_factor_required_from: requiredFrom } = data
  const queryClient = useQueryClient()
  const require = useMutation({
    mutationFn: (required_from: string | null) =>
      api('PUT /api/organization/second-factor', { body: { required_from } }),
    onSuccess: (changed) => queryClient.setQueryData(organization.queryKey, changed),
  })
  if (requiredFrom !== null)
    return (
      <Panel
        title={t('accounts.secondFactorPolicy.title')}
        lead={t('accounts.secondFactorPolicy.requiredFrom', { day: formatLocalDay(requiredFrom) })}
        actions={
          <Button busy={require.isPending} onClick={() => require.mutate(null)}>
            {t('accounts.secondFactorPolicy.stop')}
          </Button>
        }
      >
        <ErrorNotice error={require.error} />
      </Panel>
    )
  return (
    <Panel title={t('accounts.secondFactorPolicy.title')} lead={t('accounts.secondFactorPolicy.lead')}>
      <Form
        error={require.error}
        onSubmit={(values) => require.mutate(new Date(`${getText(values, 'day')}T00:00`).toISOString())}
        className="flex max-w-xl items-start gap-2"
      >
        <TextField
          label={t('accounts.secondFactorPolicy.from')}
          name="day"
          type="date"
          required
          defaultValue={inTwoWeeks()}
        />
        <SaveButton mutation={require} className="mt-6">
          {t('accounts.secondFactorPolicy.require')}
        </SaveButton>
      </Form>
    </Panel>
  )
}

/** Members have time to add a factor. */
function inTwoWeeks(): string {
  const day = new Date()
  day.setDate(day.getDate() + 14)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
