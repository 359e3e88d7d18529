import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { checkFrequencies } from '../../vocabulary/labels.ts'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { ReliabilityOfPlatform } from '../engines/Reliability.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { platformBackends } from '../session/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Options } from '../ui/form/Options.tsx'
import { SavedMessage } from '../ui/form/SavedMessage.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { platformsQuery, promptsQuery } from './queries.ts'
import { queriesPerDay } from './query-count.ts'
import { useBrand } from './useBrand.ts'

type Setting = Returns<'GET /api/brands/:brand/platforms'>[number]
type Frequency = Setting['check_frequency']
type Backend = Returns<'GET /api/platforms'>['items'][number]

const frequencies = checkFrequencies
const mostSamples = 20

/** Which platforms are tracked, how often, and with how many samples. */
export function PlatformSettingsPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { data: stored } = useSuspenseQuery(platformsQuery(slug))
  const { data: backends } = useSuspenseQuery(platformBackends)
  const [settings, setSettings] = useState(stored)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      api('PUT /api/brands/:brand/platforms', { params: { brand: slug }, body: changed(stored, settings) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(platformsQuery(slug).queryKey, saved)
      setSettings(saved)
    },
  })
  const change = (platform: Platform, part: Partial<Setting>) => {
    save.reset()
    setSettings(settings.map((each) => (each.platform === platform ? { ...each, ...part } : each)))
  }
  const isChanged = changed(stored, settings).length > 0
  return (
    <Tab title={t('brands.platforms.title')} within={brand.name} lead={t('brands.platforms.lead')}>
      <ul className="card divide-y divide-line">
        {settings.map((setting) => (
          <PlatformRow
            key={setting.platform}
            setting={setting}
            backend={backends.items.find(({ platform }) => platform === setting.platform)}
            mayWrite={mayWrite}
            onChange={(part) => change(setting.platform, part)}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {mayWrite && (
          <Button look="primary" disabled={!isChanged} busy={save.isPending} onClick={() => save.mutate()}>
            {t('brands.platforms.save')}
          </Button>
        )}
        <SavedMessage isSaved={save.isSuccess} />
        <Volume settings={settings} />
      </div>
      <ErrorNotice error={save.error} className="mt-4" />
    </Tab>
  )
}

const changed = (stored: Setting[], settings: Setting[]) =>
  settings.filter((setting) => {
    const before = stored.find(({ platform }) => platform === setting.platform)
    return JSON.stringify(before) !== JSON.stringify(setting)
  })

type PlatformRowProps = {
  setting: Setting
  backend: Backend | undefined
  mayWrite: boolean
  onChange: (part: Partial<Setting>) => void
}

function PlatformRow({ setting, backend, mayWrite, onChange }: PlatformRowProps) {
  const { platform, enabled, check_frequency, runs_per_prompt } = setting
  const { seesOrganization } = useCurrentUser()
  const label = platformLabels[platform]
  return (
    <li className="grid items-center gap-x-6 gap-y-3 px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <label className="flex items-center gap-3">
        <input
          type="checkbox"
          aria-label={label}
          checked={enabled}
          disabled={!mayWrite}
          onChange={({ target }) => onChange({ enabled: target.checked })}
          className="size-4.5 shrink-0 accent-accent"
        />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
            {label}
            {backend?.surface === 'simulated' && (
              <Badge tone="caution">{t('labels.surface.simulated')}</Badge>
            )}
          </span>
          {backend?.missing && (
            <span className="block text-sm text-muted">{t('brands.platforms.notConnected')}</span>
          )}
        </span>
      </label>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:pl-7.5">
        <Select
          aria-label={t('brands.platforms.frequencyOf', { platform: label })}
          value={check_frequency}
          disabled={!mayWrite || !enabled}
          onChange={({ target }) => onChange({ check_frequency: frequencyIn(target.value) })}
        >
          <Options of={frequencies.map((each) => [each, t(`labels.checkFrequency.${each}`)])} />
        </Select>
        <label className="flex items-center gap-2 text-sm text-muted">
          <input
            type="number"
            min={1}
            max={mostSamples}
            value={runs_per_prompt}
            disabled={!mayWrite || !enabled}
            aria-label={t('brands.platforms.samplesOf', { platform: label })}
            onChange={({ target }) => onChange({ runs_per_prompt: samplesIn(target.valueAsNumber) })}
            className="control w-18 text-ink"
          />
          {t('brands.platforms.samplesPerPrompt', { samples: runs_per_prompt })}
        </label>
      </div>
      {seesOrganization && <ReliabilityOfPlatform platform={platform} className="pl-7.5 md:col-span-full" />}
    </li>
  )
}

const frequencyIn = (value: string): Frequency => frequencies.find((each) => each === value) ?? 'daily'
const samplesIn = (value: number): number =>
  Number.isFinite(value) ? Math.min(mostSamples, Math.max(1, Math.round(value))) : 1

/** The number of queries that the settings result in, if the scheduler runs as often as configured. */
function Volume({ settings }: { settings: Setting[] }) {
  const { brand, slug } = useBrand()
  const { data: backends } = useSuspenseQuery(platformBackends)
  const { data: prompts } = useQuery(promptsQuery(brand.id))
  if (!prompts) return null
  const configured = settings.filter(({ platform }) =>
    backends.items.some((backend) => backend.platform === platform && backend.configured),
  )
  const { perRun, perDay } = queriesPerDay(configured, prompts.items)
  return (
    <p className="text-sm text-muted">
      {t('brands.platforms.volume', { perRun, perMonth: Math.round(perDay * 30) })}{' '}
      <Link to="/dashboard/brands/$slug/runs" params={{ slug }} className="link">
        {t('brands.platforms.run')}
      </Link>
    </p>
  )
}
