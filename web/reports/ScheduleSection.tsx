import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { formatDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { DialogButton } from '../ui/DialogButton.tsx'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'
import { LanguageField, languageAndTitle } from './LanguageField.tsx'
import { schedulesQuery } from './queries.ts'
import { TemplateField, useChosenSections } from './TemplateField.tsx'

/** A button that opens the form of a new schedule. */
export const ScheduleButton = () => (
  <DialogButton Icon={CalendarClock} label={t('reports.schedule.open')}>
    {(onClose) => <ScheduleDialog onClose={onClose} />}
  </DialogButton>
)

function ScheduleDialog({ onClose }: { onClose(): void }) {
  const { brand } = useBrand()
  const sectionsIn = useChosenSections()
  const create = useChange(
    (values: FormData) => {
      const sections = sectionsIn(values, 1)
      return api('POST /api/report-schedules', {
        body: {
          brand_ids: [brand.id],
          frequency: getText(values, 'frequency') === 'weekly' ? 'weekly' : 'monthly',
          ...languageAndTitle(values),
          publishes: values.has('publishes'),
          ...(sections && { sections }),
        },
      })
    },
    ['GET /api/report-schedules'],
    onClose,
  )
  return (
    <FormDialog
      title={t('reports.schedule.title')}
      action={t('reports.schedule.submit')}
      mutation={create}
      onClose={onClose}
    >
      <SelectField label={t('reports.schedule.frequency')} name="frequency" defaultValue="monthly">
        <Options
          of={(['weekly', 'monthly'] as const).map(
            (each) => [each, t(`reports.schedule.frequencies.${each}`)] as const,
          )}
        />
      </SelectField>
      <TextField
        label={t('reports.create.name')}
        name="title"
        required
        defaultValue={t('reports.create.nameDefault')}
        maxLength={120}
      />
      <LanguageField />
      <TemplateField />
      <div>
        <label className="flex items-center gap-2">
          <input type="checkbox" name="publishes" className="size-4 accent-accent" />
          {t('reports.schedule.publishes')}
        </label>
        <p className="mt-1 text-sm text-muted">{t('reports.schedule.publishesHint')}</p>
      </div>
    </FormDialog>
  )
}

/** The schedules that include the brand; nothing without any. */
export function ScheduleSection() {
  const { brand } = useBrand()
  const { data } = useQuery(schedulesQuery(brand.id))
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('reports.schedule.list')}>
      <ul className="card divide-y divide-line">
        {data.items.map((schedule) => (
          <ScheduleRow key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </Section>
  )
}

type Schedule = Returns<'GET /api/report-schedules'>['items'][number]

function ScheduleRow({ schedule: { id, title, frequency, next_on, failure } }: { schedule: Schedule }) {
  const { mayWrite } = useCurrentUser()
  const remove = useChange(
    () => api('DELETE /api/report-schedules/:schedule', { params: { schedule: id } }),
    ['GET /api/report-schedules'],
  )
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2.5">
      <span className="min-w-0">
        <span className="block truncate font-medium">{title}</span>
        <span className="text-sm text-muted">
          {t('reports.schedule.rule', {
            frequency: t(`reports.schedule.frequencies.${frequency}`),
            day: formatDay(next_on),
          })}
        </span>
        {failure !== null && <span className="block text-sm text-bad">{failure}</span>}
      </span>
      {mayWrite && (
        <Button size="small" look="risky" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('reports.schedule.remove')}
        </Button>
      )}
    </li>
  )
}
