import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { textOf } from '../../ui/form/form-values.ts'
import type { WebhookConfig } from './webhook-config.ts'

type WebhookFormProps = { slug: string; config: WebhookConfig; onSaved(config: WebhookConfig): void }

export function WebhookForm({ slug, config, onSaved }: WebhookFormProps) {
  const { webhook_url: url, webhook_secret: hint, is_active: isActive } = config
  const [dropsSecret, setDropsSecret] = useState(false)
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('PUT /api/content/webhook-config/:brand', {
        params: { brand: slug },
        body: {
          webhook_url: textOf(values, 'webhook_url').trim(),
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
      key={`${url} ${hint} ${isActive}`}
      error={save.error}
      fieldOf={{ unsafe_url: 'webhook_url' }}
      onSubmit={(values) => save.mutate(values)}
    >
      <TextField
        label="Endpoint URL"
        name="webhook_url"
        type="url"
        inputMode="url"
        required
        defaultValue={url ?? ''}
        placeholder="https://hooks.acme.com/ansight"
        hint="An http or https URL reachable from the internet."
      />
      <TextField
        label="Signing secret"
        name="webhook_secret"
        type="password"
        autoComplete="new-password"
        disabled={dropsSecret}
        placeholder={hint ?? ''}
        hint={
          hint === null
            ? 'Recommended: deliveries are signed so that the receiver can verify them.'
            : `Set (${hint}). Leave empty to keep it.`
        }
      />
      {hint !== null && (
        <Tick name="drop_secret" checked={dropsSecret} onChange={setDropsSecret}>
          Remove secret
        </Tick>
      )}
      <Tick name="is_active" defaultChecked={url === null || isActive}>
        Active: opportunities can be sent to this webhook
      </Tick>
      <div className="flex items-center gap-3">
        <Button look="primary" type="submit" busy={save.isPending}>
          Save webhook
        </Button>
        <p role="status" className="text-sm text-muted">
          {save.isSuccess && 'Saved'}
        </p>
      </div>
    </Form>
  )
}

function secretIn(values: FormData): { webhook_secret?: string | null } {
  if (values.get('drop_secret') === 'on') return { webhook_secret: null }
  const typed = textOf(values, 'webhook_secret')
  return typed === '' ? {} : { webhook_secret: typed }
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
