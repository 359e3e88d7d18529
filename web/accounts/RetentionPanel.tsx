import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { SavedMessage } from '../ui/form/SavedMessage.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { useChange } from '../useChange.ts'

type Periods = Returns<'GET /api/retention'>['periods']
type Preview = Returns<'POST /api/retention/preview'>

const fields = [
  ['raw_payload_days', 1],
  ['answer_text_days', 7],
  ['visit_days', 1],
  ['audit_log_days', 30],
] as const

/** After how many days data is deleted. Saving shows first what would be deleted and what stays. */
export function RetentionPanel() {
  const retention = useQuery(read('GET /api/retention'))
  return (
    <Panel title={t('accounts.retention.title')} lead={t('accounts.retention.lead')}>
      <QueryBoundary query={retention} className="h-40">
        {({ periods, answers_without_text }) => (
          <>
            <RetentionForm key={Object.values(periods).join()} periods={periods} />
            {answers_without_text > 0 && (
              <p className="mt-3 text-sm text-muted">
                {t('accounts.retention.withoutText', { answers: answers_without_text })}
              </p>
            )}
          </>
        )}
      </QueryBoundary>
    </Panel>
  )
}

function RetentionForm({ periods }: { periods: Periods }) {
  const [entered, setEntered] = useState<Periods | null>(null)
  const preview = useMutation({
    mutationFn: (body: Periods) => api('POST /api/retention/preview', { body }),
    onSuccess: (_, body) => setEntered(body),
  })
  const save = useChange(
    (body: Periods) => api('PUT /api/retention', { body }),
    ['GET /api/retention'],
    () => setEntered(null),
  )
  return (
    <>
      <Form
        error={preview.error}
        onSubmit={(values) => preview.mutate(periodsIn(values))}
        className="max-w-xl space-y-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map(([name, min]) => (
            <TextField
              key={name}
              label={t(`accounts.retention.fields.${name}`)}
              name={name}
              type="number"
              min={min}
              inputMode="numeric"
              saysOptional={false}
              placeholder={t('accounts.retention.keep')}
              defaultValue={periods[name] ?? ''}
            />
          ))}
        </div>
        <div className="flex items-center gap-3">
          <Button type="submit" busy={preview.isPending}>
            {t('accounts.retention.review')}
          </Button>
          <SavedMessage isSaved={save.isSuccess} />
        </div>
      </Form>
      {entered && preview.data && (
        <ConfirmDialog
          title={t('accounts.retention.confirmTitle')}
          action={t('accounts.retention.confirm')}
          mutation={{ ...save, mutate: () => save.mutate(entered) }}
          onClose={() => setEntered(null)}
        >
          <Consequences preview={preview.data} />
        </ConfirmDialog>
      )}
    </>
  )
}

function Consequences({ preview: { deleted, kept } }: { preview: Preview }) {
  const lines = (['raw_payloads', 'answer_texts', 'visits', 'audit_log_entries'] as const)
    .filter((kind) => deleted[kind] > 0)
    .map((kind) => t(`accounts.retention.deleted.${kind}`, { count: deleted[kind] }))
  return (
    <div className="space-y-2">
      <p>{lines.length === 0 ? t('accounts.retention.nothing') : t('accounts.retention.deletes')}</p>
      {lines.length > 0 && (
        <ul className="list-disc pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p>{t('accounts.retention.kept', { answers: kept.answers, visits: kept.visits })}</p>
    </div>
  )
}

/** An empty field keeps the data. */
function periodsIn(values: FormData): Periods {
  const getDays = (name: string) => {
    const text = getText(values, name).trim()
    return text === '' ? null : Number(text)
  }
  return {
    raw_payload_days: getDays('raw_payload_days'),
    answer_text_days: getDays('answer_text_days'),
    visit_days: getDays('visit_days'),
    audit_log_days: getDays('audit_log_days'),
  }
}
