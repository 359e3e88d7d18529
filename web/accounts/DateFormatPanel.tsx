import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatTime, setEventZone } from '../../vocabulary/formats.ts'
import { weekStarts } from '../../vocabulary/week-starts.ts'
import { api } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOf, textOrNull } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { SavedMessage } from '../ui/form/SavedMessage.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { copy } from './copy.ts'

const { dateFormat: texts } = copy

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
          week_start: weekStarts.find((day) => day === textOf(values, 'week_start')) ?? data.week_start,
        },
      }),
    onSuccess: (changed) => {
      setEventZone(changed.time_zone)
      queryClient.setQueryData(organization.queryKey, changed)
    },
  })
  if (!mayManage)
    return (
      <Panel title={texts.title} lead={texts.lead}>
        <p className="text-sm">{`${data.time_zone ?? texts.ownZone}, ${texts.weekStarts[data.week_start]}`}</p>
      </Panel>
    )
  return (
    <Panel title={texts.title} lead={texts.lead}>
      <Form error={save.error} onSubmit={save.mutate} className="max-w-xl space-y-4">
        <div className="flex flex-col gap-4 sm:flex-row">
          <SelectField
            label={texts.timeZone}
            name="time_zone"
            defaultValue={data.time_zone ?? ''}
            hint={texts.now(formatTime(new Date().toISOString()))}
          >
            <option value="">{texts.ownZone}</option>
            <Options
              of={timeZones().map((zone) => [zone, zone.replaceAll('_', ' ')])}
              stored={data.time_zone === null ? undefined : [data.time_zone, data.time_zone]}
            />
          </SelectField>
          <SelectField label={texts.weekStart} name="week_start" defaultValue={data.week_start}>
            <Options of={Object.entries(texts.weekStarts)} />
          </SelectField>
        </div>
        <div className="flex items-center gap-3">
          <Button type="submit" busy={save.isPending}>
            {texts.update}
          </Button>
          <SavedMessage isSaved={save.isSuccess} />
        </div>
      </Form>
    </Panel>
  )
}

/** Without UTC in some browsers' lists, it is added. */
const timeZones = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
