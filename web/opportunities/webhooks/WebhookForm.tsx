import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { Options } from '../../ui/form/Options.tsx'
import type { WebhookConfig } from './webhook-config.ts'

/** For how many hours deliveries are also signed with the old secret. */
const overlaps = () =>
  [
    [0, t('webhooks.webhookForm.overlaps.none')],
    [1, t('webhooks.webhookForm.overlaps.hour')],
    [24, t('webhooks.webhookForm.overlaps.day')],
    [168, t('webhooks.webhookForm.overlaps.week')],
  ] as const

type WebhookFormProps = { slug: string; config: WebhookConfig; onSaved(config: WebhookConfig): void }

export function WebhookForm({ slug, config, onSaved }: WebhookFormProps) {
  const { webhook_url: url, webhook_secret: hint, previous_secret_until, is_active: isActive } = config
  const [dropsSecret, setDropsSecret] = useState(false)
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('PUT /api/content/webhook-config/:brand', {
        params: { brand: slug },
        body: {
          webhook_url: getText(values, 'webhook_url').trim(),
          is_active: values.get('is_active') === 'on',
          ...secretIn(values),
        },
      }),
    onSuccess: (saved) => {
      setDropsSecret(false)
      onSaved(saved)
    },
  })
  return (
    // Fields restart from the saved values; a saved secret is not shown again.
    <Form
      key={`${url} ${hint} ${previous_secret_until} ${isActive}`}
      error={save.error}
      getField={{ unsafe_url: 'webhook_url' }}
      onSubmit={(values) => save.mutate(values)}
    >
      <TextField
        label={t('webhooks.webhookForm.url')}
        name="webhook_url"
        type="url"
        inputMode="url"
        required
        defaultValue={url ?? ''}
        placeholder={t('webhooks.webhookForm.urlPlaceholder')}
        hint={t('webhooks.webhookForm.urlHint')}
      />
      <TextField
        label={t('webhooks.webhookForm.secret')}
        name="webhook_secret"
        type="password"
        autoComplete="new-password"
        disabled={dropsSecret}
        placeholder={hint ?? ''}
        hint={
          hint === null ? t('webhooks.webhookForm.secretHint') : t('webhooks.webhookForm.secretSet', { hint })
        }
      />
      {hint !== null && (
        <SelectField
          label={t('webhooks.webhookForm.overlap')}
          name="secret_overlap_hours"
          defaultValue="24"
          disabled={dropsSecret}
          hint={
            previous_secret_until === null
              ? t('webhooks.webhookForm.overlapHint')
              : t('webhooks.webhookForm.overlapUntil', { until: formatTime(previous_secret_until) })
          }
        >
          <Options of={overlaps()} />
        </SelectField>
      )}
      {hint !== null && (
        <Tick name="drop_secret" checked={dropsSecret} onChange={setDropsSecret}>
          {t('webhooks.webhookForm.removeSecret')}
        </Tick>
      )}
      <Tick name="is_active" defaultChecked={url === null || isActive}>
        {t('webhooks.webhookForm.active')}
      </Tick>
      <div className="flex items-center gap-3">
        <Button look="primary" type="submit" busy={save.isPending}>
          {t('webhooks.webhookForm.save')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {save.isSuccess && t('webhooks.webhookForm.saved')}
        </p>
      </div>
    </Form>
  )
}

function secretIn(values: FormData): { webhook_secret?: string | null; secret_overlap_hours?: number } {
  if (values.get('drop_secret') === 'on') return { webhook_secret: null }
  const typed = getText(values, 'webhook_secret')
  if (typed === '') return {}
  return { webhook_secret: typed, secret_overlap_hours: Number(getText(values, 'secret_overlap_hours')) }
}

type TickProps = {
  name: string
  children: string
  defaultChecked?: boolean
  checked?: boolean
  onChange?(isOn: boolean): void
}

function Tick({ children, onChange, ...rest }: TickProps) {
  return (
    <label className="flex items-center gap-2.5">
      <input
        {...rest}
        type="checkbox"
        onChange={(event) => onChange?.(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {children}
    </label>
  )
}
