import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useRef } from 'react'
import { formatCost } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate, read } from '../api.ts'
import { invalidateAnswers } from '../brands/invalidate-answers.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, microsIn } from '../ui/form/form-values.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import type { EngineKey } from './engine-key.ts'
import { SentimentConsent } from './ModelSection.tsx'
import { TestResult } from './TestResult.tsx'

/** Enters and tests the key of one backend, and sets its monthly limit. */
export function KeyDialog({ engineKey, onClose }: { engineKey: EngineKey; onClose(): void }) {
  const { backend, label, key, last_characters, spend_limit_micros } = engineKey
  const queryClient = useQueryClient()
  const params = { backend: engineKey.backend }
  const method = useQuery(read('GET /api/sentiment-method'))
  // Asked once: with the first key of the vendor, while nothing else classifies sentiment.
  const option =
    key === null && method.data?.vendor === null
      ? method.data.options.find(({ vendor }) => vendor === backend)
      : undefined
  const save = useChange(
    async (values: FormData) => {
      const credentials = credentialsIn(values, engineKey)
      const limit = microsIn(values, 'spend_limit_micros')
      await api('PUT /api/engine-keys/:backend', {
        params,
        body: { ...(credentials && { credentials }), spend_limit_micros: limit },
      })
      if (!option || !credentials || !values.has('classifies_sentiment')) return
      await api('PUT /api/sentiment-method', { body: { vendor: option.vendor } })
      await invalidateAnswers(queryClient)
    },
    [
      'GET /api/engine-keys',
      'GET /api/sentiment-method',
      'GET /api/platforms',
      'GET /api/brands/:brand/prompt-cost',
    ],
    onClose,
  )
  return (
    <FormDialog
      title={t('engines.keyDialog.title', { backend: label })}
      action={t('engines.keyDialog.save')}
      mutation={save}
      getName={(path) => path.replace('credentials.', '')}
      onClose={onClose}
    >
      {engineKey.credentials.map((name) => (
        <TextField
          key={`${backend} ${name}`}
          label={getLabel(name)}
          name={name}
          type={name.endsWith('_LOGIN') ? 'text' : 'password'}
          autoComplete="new-password"
          spellCheck={false}
          saysOptional={false}
          hint={
            key === 'organization'
              ? (last_characters ?? '') === ''
                ? t('engines.keyDialog.storedHintShort')
                : t('engines.keyDialog.storedHint', { last: last_characters ?? '' })
              : key === 'environment' && t('engines.keyDialog.serverHint')
          }
        />
      ))}
      <KeyTest engineKey={engineKey} />
      <TextField
        label={t('engines.keyDialog.limit')}
        name="spend_limit_micros"
        type="number"
        min={0}
        step="0.01"
        inputMode="decimal"
        placeholder={t('engines.keyDialog.noLimit')}
        defaultValue={spend_limit_micros === null ? '' : String(spend_limit_micros / 1_000_000)}
        hint={t('engines.keyDialog.limitHint')}
      />
      {option && <SentimentConsent option={option} />}
    </FormDialog>
  )
}

/** Tests the entered key, or the stored one while the fields are empty. */
function KeyTest({ engineKey }: { engineKey: EngineKey }) {
  const container = useRef<HTMLDivElement>(null)
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => {
      const form = container.current?.closest('form')
      const credentials = form ? credentialsIn(new FormData(form), engineKey) : undefined
      return api('POST /api/engine-keys/:backend/test', {
        params: { backend: engineKey.backend },
        body: { ...(credentials && { credentials }) },
      })
    },
    onSettled: () => invalidate(queryClient, 'GET /api/engine-keys'),
  })
  return (
    <div ref={container}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          <FlaskConical aria-hidden className="size-4" />
          {test.isPending ? t('engines.keyDialog.testing') : t('engines.keyDialog.test')}
        </Button>
        <p className="text-sm text-muted">
          {t('engines.keyDialog.testPrice', { cost: formatCost(engineKey.typical_cost_micros) })}
        </p>
      </div>
      <ErrorNotice error={test.error} className="mt-3" />
      {test.data && <TestResult tested={test.data} />}
    </div>
  )
}

/** The entered credentials; undefined while all fields are empty. */
export function credentialsIn(
  values: FormData,
  { credentials }: EngineKey,
): Record<string, string> | undefined {
  const entered = credentials.flatMap((name) => {
    const value = getText(values, name).trim()
    return value === '' ? [] : [[name, value] as const]
  })
  return entered.length === 0 ? undefined : Object.fromEntries(entered)
}

export function getLabel(name: string): string {
  const [, label] =
    (['API_KEY', 'LOGIN', 'PASSWORD'] as const)
      .map((each) => [each, t(`engines.keyDialog.labels.${each}`)] as const)
      .find(([ending]) => name.endsWith(ending)) ?? []
  return label ?? name
}
