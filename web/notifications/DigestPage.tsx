import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { digestFrequencies } from '../../vocabulary/notifications.ts'
import { t } from '../../vocabulary/texts.ts'
import { BrandAccessField, brandIdsIn } from '../accounts/BrandAccessField.tsx'
import { api, type Returns } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/form/Checkbox.tsx'
import { SelectField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { SaveButton } from '../ui/form/SaveButton.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { useChange } from '../useChange.ts'
import { MessageView } from './MessageView.tsx'
import { digestQuery, inboxAddresses } from './queries.ts'

type Digest = Returns<'GET /api/digest'>

/** The personal digest: when it is sent, which brands it covers, and a preview. */
export function DigestPage() {
  const digest = useQuery(digestQuery)
  return (
    <Tab
      title={t('notifications.digest.title')}
      within={t('accounts.settings.title')}
      lead={t('notifications.digest.lead')}
    >
      <QueryBoundary query={digest}>
        {(settings) => (
          <>
            <DigestForm settings={settings} />
            <Preview settings={settings} />
          </>
        )}
      </QueryBoundary>
    </Tab>
  )
}

function DigestForm({ settings }: { settings: Digest }) {
  const queryClient = useQueryClient()
  const [frequency, setFrequency] = useState(settings.frequency)
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('PUT /api/digest', { body: settingsIn(values, { ...settings, frequency }) }),
    onSuccess: (saved) => queryClient.setQueryData(digestQuery.queryKey, saved),
  })
  return (
    <div className="card mb-4 max-w-2xl p-4 sm:p-6">
      <Form error={save.error} onSubmit={save.mutate}>
        <Checkbox name="is_active" defaultChecked={settings.is_active}>
          {t('notifications.digest.active')}
        </Checkbox>
        <p className="text-sm text-muted">
          {settings.can_send_email
            ? t('notifications.digest.toEmail', { email: settings.email })
            : t('notifications.digest.toInbox')}
        </p>
        <div className="flex flex-col gap-4 sm:flex-row">
          <SelectField
            label={t('notifications.digest.frequency')}
            name="frequency"
            value={frequency}
            onChange={({ target }) =>
              setFrequency(digestFrequencies.find((each) => each === target.value) ?? frequency)
            }
          >
            <Options
              of={digestFrequencies.map((each) => [each, t(`notifications.digest.frequencies.${each}`)])}
            />
          </SelectField>
          {frequency === 'weekly' ? (
            <SelectField
              label={t('notifications.digest.weekday')}
              name="weekday"
              defaultValue={settings.weekday}
            >
              <Options
                of={(['0', '1', '2', '3', '4', '5', '6'] as const)
                  .map((each) => t(`notifications.digest.weekdays.${each}`))
                  .map((day, index) => [index + 1, day])}
              />
            </SelectField>
          ) : (
            <SelectField
              label={t('notifications.digest.monthDay')}
              name="month_day"
              defaultValue={settings.month_day}
            >
              <Options of={Array.from({ length: 28 }, (_, index) => [index + 1, String(index + 1)])} />
            </SelectField>
          )}
        </div>
        <div className="flex flex-col gap-4 sm:flex-row">
          <SelectField label={t('notifications.digest.hour')} name="hour" defaultValue={settings.hour}>
            <Options
              of={Array.from({ length: 24 }, (_, hour) => [hour, `${String(hour).padStart(2, '0')}:00`])}
            />
          </SelectField>
          <SelectField
            label={t('notifications.digest.timeZone')}
            name="time_zone"
            defaultValue={settings.time_zone ?? ''}
          >
            <option value="">
              {t('notifications.digest.organizationZone', { zone: settings.organization_time_zone })}
            </option>
            <Options
              of={Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')])}
              stored={settings.time_zone === null ? undefined : [settings.time_zone, settings.time_zone]}
            />
          </SelectField>
        </div>
        <BrandAccessField legend={t('notifications.digest.brands')} chosen={settings.brand_ids} />
        <div>
          <Checkbox name="skip_empty" defaultChecked={settings.skip_empty}>
            {t('notifications.digest.skipEmpty')}
          </Checkbox>
          <p className="text-sm text-muted">{t('notifications.digest.skipEmptyHint')}</p>
        </div>
        <SaveButton mutation={save} look="primary">
          {t('notifications.digest.save')}
        </SaveButton>
      </Form>
    </div>
  )
}

/** The field that the frequency hides keeps its value. */
function settingsIn(values: FormData, { frequency, weekday, month_day }: Digest) {
  const getNumber = (name: string, kept: number) =>
    getText(values, name) === '' ? kept : Number(getText(values, name))
  return {
    is_active: values.get('is_active') === 'on',
    frequency,
    brand_ids: brandIdsIn(values),
    weekday: getNumber('weekday', weekday),
    month_day: getNumber('month_day', month_day),
    hour: getNumber('hour', 0),
    time_zone: textOrNull(values, 'time_zone'),
    skip_empty: values.get('skip_empty') === 'on',
  }
}

function Preview({ settings: { frequency, brand_ids } }: { settings: Digest }) {
  const body = { frequency, brand_ids }
  const preview = useMutation({ mutationFn: () => api('POST /api/digest/preview', { body }) })
  const send = useChange(() => api('POST /api/digest/send', { body }), inboxAddresses)
  return (
    <Panel
      title={t('notifications.digest.preview')}
      lead={t('notifications.digest.previewLead')}
      actions={
        <>
          <Button busy={preview.isPending} onClick={() => preview.mutate()}>
            {t('notifications.digest.preview')}
          </Button>
          <Button busy={send.isPending} onClick={() => send.mutate()}>
            <Send aria-hidden className="size-4" />
            {t('notifications.digest.sendNow')}
          </Button>
        </>
      }
    >
      <ErrorNotice error={preview.error ?? send.error} />
      {send.data && (
        <Notice tone="good" live>
          {send.data.is_emailed
            ? t('notifications.digest.sentToEmail')
            : t('notifications.digest.sentToInbox')}
        </Notice>
      )}
      {preview.data && (
        <article className="mt-4">
          {preview.data.message.context !== undefined && (
            <p className="text-sm text-muted">{preview.data.message.context}</p>
          )}
          <h4 className="mb-3 text-xl font-semibold">{preview.data.message.title}</h4>
          {!preview.data.has_news && (
            <p className="mb-3 text-sm text-muted">{t('notifications.digest.nothingNew')}</p>
          )}
          <MessageView message={preview.data.message} />
        </article>
      )}
    </Panel>
  )
}
