import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatCost, joinFacts } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, read } from '../api.ts'
import { promptsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import type { EngineKey } from '../engines/engine-key.ts'
import { credentialsIn, getLabel } from '../engines/KeyDialog.tsx'
import { TestResult } from '../engines/TestResult.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { Options } from '../ui/form/Options.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { useChange } from '../useChange.ts'

const kinds = ['openRouter', 'providers', 'scrapers'] as const
type Kind = (typeof kinds)[number]

const kindOf = ({ backend, surface }: EngineKey): Kind =>
  surface === 'consumer_ui' ? 'scrapers' : backend === 'openrouter' ? 'openRouter' : 'providers'

/** The ways to connect an engine. The recommended one is open; a key is entered and tested in its card. */
export function EngineOptions({ onDone }: { onDone(): void }) {
  const keys = useQuery(read('GET /api/engine-keys'))
  const [chosen, setChosen] = useState<Kind>('openRouter')
  return (
    <QueryBoundary query={keys} className="h-96">
      {({ items }) => (
        <div role="radiogroup" aria-label={t('onboarding.engineOptions.label')} className="space-y-3">
          {kinds.map((kind) => {
            const engines = items.filter((each) => each.allows_own_key && kindOf(each) === kind)
            return (
              <div
                key={kind}
                className={classes('card p-4', kind === chosen && 'border-accent ring-1 ring-accent')}
              >
                <label className="flex cursor-pointer items-start gap-3">
                  <input
                    type="radio"
                    name="engine-option"
                    checked={kind === chosen}
                    onChange={() => setChosen(kind)}
                    className="mt-0.5 size-4.5 shrink-0 accent-accent"
                  />
                  <span className="min-w-0 flex-1 text-sm">
                    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
                      {t(`onboarding.connectStep.options.${kind}.name`)}
                      {kind === 'openRouter' && (
                        <Badge tone="good">{t('onboarding.engineOptions.recommended')}</Badge>
                      )}
                      <span className="ml-auto font-normal text-muted">{perAnswer(engines)}</span>
                    </span>
                    <span className="text-muted">
                      {t(`onboarding.connectStep.options.${kind}.explanation`)}
                    </span>
                  </span>
                </label>
                {kind === chosen && <Backends engines={engines} onDone={onDone} />}
              </div>
            )
          })}
        </div>
      )}
    </QueryBoundary>
  )
}

function perAnswer(engines: readonly EngineKey[]): string {
  const costs = engines.map(({ typical_cost_micros }) => typical_cost_micros)
  const [low, high] = [Math.min(...costs), Math.max(...costs)]
  if (costs.length === 0) return ''
  return low === high
    ? t('onboarding.engineOptions.perAnswer', { cost: formatCost(low) })
    : t('onboarding.engineOptions.perAnswerRange', { low: formatCost(low), high: formatCost(high) })
}

/** The backends of an option; a choice among several. */
function Backends({ engines, onDone }: { engines: readonly EngineKey[]; onDone(): void }) {
  const [name, setName] = useState(engines[0]?.backend)
  const engine = engines.find(({ backend }) => backend === name)
  return (
    <div className="mt-3 space-y-3">
      {engines.length > 1 && (
        <SelectField
          label={t('onboarding.engineOptions.provider')}
          name="backend"
          value={name}
          onChange={({ target }) => setName(engines.find(({ backend }) => backend === target.value)?.backend)}
        >
          <Options of={engines.map(({ backend, label }) => [backend, label])} />
        </SelectField>
      )}
      {engine && <KeyForm key={engine.backend} engine={engine} onDone={onDone} />}
    </div>
  )
}

/** "Continue" is enabled after a test that works. */
function KeyForm({ engine, onDone }: { engine: EngineKey; onDone(): void }) {
  const form = useRef<HTMLFormElement>(null)
  const { backend, label, credentials, platforms } = engine
  const params = { backend }
  const getCredentials = () => form.current && credentialsIn(new FormData(form.current), engine)
  const test = useMutation({
    mutationFn: (entered: Record<string, string>) =>
      api('POST /api/engine-keys/:backend/test', { params, body: { credentials: entered } }),
  })
  const save = useChange(
    (entered: Record<string, string>) =>
      api('PUT /api/engine-keys/:backend', { params, body: { credentials: entered } }),
    ['GET /api/engine-keys', 'GET /api/platforms', 'GET /api/brands/:brand/prompt-cost'],
    onDone,
  )
  const tested = test.data?.success ? test.variables : undefined
  return (
    <form
      ref={form}
      className="space-y-3"
      // Another key than the tested one must be tested too.
      onChange={() => test.reset()}
      onSubmit={(event) => {
        event.preventDefault()
        const entered = getCredentials()
        if (tested) save.mutate(tested)
        else if (entered && !test.isPending) test.mutate(entered)
      }}
    >
      {kindOf(engine) !== 'openRouter' && (
        <p className="text-sm text-muted">
          {joinFacts(platforms.map((platform) => platformLabels[platform]))}
        </p>
      )}
      {credentials.map((name) => (
        <TextField
          key={name}
          label={getLabel(name)}
          name={name}
          type={name.endsWith('_LOGIN') ? 'text' : 'password'}
          autoComplete="new-password"
          spellCheck={false}
          required
          saysOptional={false}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {tested ? (
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('onboarding.engineOptions.continue', { engine: label })}
          </Button>
        ) : (
          <Button type="submit" look="primary" busy={test.isPending}>
            {test.isPending ? t('onboarding.connectStep.testing') : t('onboarding.engineOptions.test')}
          </Button>
        )}
        <MonthlyCost engine={engine} />
      </div>
      <ErrorNotice error={test.error ?? save.error} />
      {test.data && <TestResult tested={test.data} />}
      <p className="text-xs text-muted">{t('onboarding.engineOptions.stored')}</p>
    </form>
  )
}

const daysPerMonth = 30

/** Of daily runs of the brand's prompts on every platform of the engine. */
function MonthlyCost({ engine: { platforms, typical_cost_micros } }: { engine: EngineKey }) {
  const { brand } = useBrand()
  const { data: prompts } = useSuspenseQuery(promptsQuery(brand.id))
  const active = prompts.items.filter(({ is_active }) => is_active).length
  const cost = typical_cost_micros * platforms.length * active * daysPerMonth
  return (
    <p className="text-sm text-muted" title={t('onboarding.connectStep.cost.basis')}>
      {t('onboarding.engineOptions.perMonth', { cost: formatCost(cost), prompts: active })}
    </p>
  )
}
