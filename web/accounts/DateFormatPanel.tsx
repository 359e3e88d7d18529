import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatTime, setEventZone } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { weekStarts } from '../../vocabulary/week-starts.ts'
import { api } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { SelectField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { SaveButton } from '../ui/form/SaveButton.tsx'
import { Panel } from '../ui/page/Panel.tsx'

/** The time zone of events and the first day of the week, for the whole organization. */
export function DateFormatPanel() {
  const { data } = useSuspenseQuery(organization)
  const { mayManage } = useCurrentUser()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('PATCH /api/organization', {
        body: {
          time_zone: textOrNull(values, 'time_zone'),
          week_start: weekStarts.find((day) => day === getText(values, 'week_start')) ?? data.week_start,
        },
      }),
    onSuccess: (changed) => {
      setEventZone(changed.time_zone)
      queryClient.setQueryData(organization.queryKey, changed)
    },
  })
  if (!mayManage)
    return (
      <Panel title={t('accounts.dateFormat.title')} lead={t('accounts.dateFormat.lead')}>
        <p className="text-sm">{`${data.time_zone ?? t('accounts.dateFormat.ownZone')}, ${t(`accounts.dateFormat.weekStarts.${data.week_start}`)}`}</p>
      </Panel>
    )
  return (
    <Panel title={t('accounts.dateFormat.title')} lead={t('accounts.dateFormat.lead')}>
      <Form error={save.error} onSubmit={save.mutate} className="max-w-xl space-y-4">
        <div className="flex flex-col gap-4 sm:flex-row">
          <SelectField
            label={t('accounts.dateFormat.timeZone')}
            name="time_zone"
            defaultValue={data.time_zone ?? ''}
            hint={t('accounts.dateFormat.now', { time: formatTime(new Date().toISOString()) })}
          >
            <option value="">{t('accounts.dateFormat.ownZone')}</option>
            <Options
              of={timeZones().map((zone) => [zone, zone.replaceAll('_', ' ')])}
              stored={data.time_zone === null ? undefined : [data.time_zone, data.time_zone]}
            />
          </SelectField>
          <SelectField
            label={t('accounts.dateFormat.weekStart')}
            name="week_start"
            defaultValue={data.week_start}
          >
            <Options
              of={(['monday', 'sunday', 'saturday'] as const).map(
                (each) => [each, t(`accounts.dateFormat.weekStarts.${each}`)] as const,
              )}
            />
          </SelectField>
        </div>
        <SaveButton mutation={save}>{t('accounts.dateFormat.update')}</SaveButton>
      </Form>
    </Panel>
  )
}

/** Without UTC in some browsers' lists, it is added. */
const timeZones = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
