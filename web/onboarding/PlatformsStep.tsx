import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useId, useState } from 'react'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { newestRunQuery, platformsQuery, promptsQuery } from '../brands/queries.ts'
import { queriesPerDay } from '../brands/query-count.ts'
import { useBrand } from '../brands/useBrand.ts'
import { CostEstimate } from '../runs/CostEstimate.tsx'
import { platformBackends } from '../session/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'

const frequencies = ['daily', 'weekly', 'manual'] as const
type Frequency = (typeof frequencies)[number]

/** Chooses the platforms and the frequency, then starts the first run. */
export function PlatformsStep({ onBack }: { onBack(): void }) {
  const { brand, slug } = useBrand()
  const { data: backends } = useSuspenseQuery(platformBackends)
  const { data: settings } = useSuspenseQuery(platformsQuery(slug))
  const { data: prompts } = useSuspenseQuery(promptsQuery(brand.id))
  const configured = backends.items.filter((each) => each.configured)
  const [chosen, setChosen] = useState<ReadonlySet<Platform>>(
    () => new Set(settings.filter(({ enabled }) => enabled).map(({ platform }) => platform)),
  )
  const [frequency, setFrequency] = useState<Frequency>('daily')
  const queryClient = useQueryClient()
  const wanted = configured.map(({ platform }) => ({
    platform,
    enabled: chosen.has(platform),
    check_frequency: frequency,
    runs_per_prompt: 1,
  }))
  const start = useChange(async () => {
    const saved = await api('PUT /api/brands/:brand/platforms', { params: { brand: slug }, body: wanted })
    queryClient.setQueryData(platformsQuery(slug).queryKey, saved)
    await api('POST /api/tracking/check', { body: { brandId: brand.id } })
  }, [newestRunQuery(brand.id).queryKey])
  const toggle = (platform: Platform) => {
    const next = new Set(chosen)
    if (!next.delete(platform)) next.add(platform)
    setChosen(next)
  }
  const { perRun } = queriesPerDay(wanted, prompts.items)
  return (
    <div className="max-w-3xl space-y-4">
      <fieldset className="card p-5 sm:p-6">
        <legend className="float-left font-semibold">{t('onboarding.platformsStep.platforms')}</legend>
        <p className="clear-both mb-4 text-sm text-muted">{t('onboarding.platformsStep.lead')}</p>
        <ul className="grid gap-2 sm:grid-cols-2">
          {configured.map(({ platform, surface }) => (
            <li key={platform}>
              <label className="flex cursor-pointer items-center gap-3 rounded-lg border border-line px-3 py-2.5 hover:bg-sunken has-checked:border-accent">
                <input
                  type="checkbox"
                  aria-label={platformLabels[platform]}
                  checked={chosen.has(platform)}
                  onChange={() => toggle(platform)}
                  className="size-4.5 shrink-0 accent-accent"
                />
                <span className="min-w-0 flex-1 font-medium">{platformLabels[platform]}</span>
                {surface === 'simulated' && <Badge tone="caution">{t('labels.surface.simulated')}</Badge>}
              </label>
            </li>
          ))}
        </ul>
        <FrequencyField value={frequency} onChange={setFrequency} />
      </fieldset>
      <ErrorNotice error={start.error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="primary" disabled={perRun === 0} busy={start.isPending} onClick={() => start.mutate()}>
          <Play aria-hidden className="size-4" />
          {t('onboarding.platformsStep.run')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('onboarding.back')}
        </Button>
        <p className="text-sm text-muted">
          {perRun > 0 ? (
            <>
              {t('onboarding.platformsStep.queries', { count: perRun })}
              <CostEstimate brandId={brand.id} platforms={[...chosen]} />
            </>
          ) : (
            t('onboarding.platformsStep.noPlatform')
          )}
        </p>
      </div>
    </div>
  )
}

function FrequencyField({ value, onChange }: { value: Frequency; onChange(chosen: Frequency): void }) {
  const id = useId()
  return (
    <div className="mt-5">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t('onboarding.platformsStep.frequency')}
      </label>
      <Select
        id={id}
        value={value}
        onChange={({ target }) => onChange(frequencies.find((each) => each === target.value) ?? 'daily')}
      >
        <Options of={frequencies.map((each) => [each, t(`labels.checkFrequency.${each}`)])} />
      </Select>
    </div>
  )
}
