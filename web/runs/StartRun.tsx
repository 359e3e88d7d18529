import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Check, Play } from 'lucide-react'
import { useState } from 'react'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { ApiError, api, invalidate, type Returns } from '../api.ts'
import { newestRunQuery, platformsQuery, promptsQuery } from '../brands/queries.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { platformBackends } from '../session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { RichText } from '../ui/RichText.tsx'
import { CostEstimate } from './CostEstimate.tsx'

type StartRunProps = {
  brand: { id: string; slug: string }
  /** The prompts to run; all active ones without it. */
  promptIds?: readonly string[] | undefined
  /** Called when a run is in progress. */
  onStarted?: () => void
}

export function StartRun({ brand, promptIds, onStarted }: StartRunProps) {
  const { seesOrganization } = useCurrentUser()
  const { data: backends } = useSuspenseQuery(platformBackends)
  const { data: settings } = useSuspenseQuery(platformsQuery(brand.slug))
  const { data: prompts } = useSuspenseQuery(promptsQuery(brand.id))
  const [chosen, setChosen] = useState(() => defaultChoice(backends.items, settings))
  const active = prompts.items.filter(({ id, is_active }) => is_active && (promptIds?.includes(id) ?? true))
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () =>
      api('POST /api/tracking/check', {
        body: {
          brandId: brand.id,
          platforms: [...chosen],
          ...(promptIds && { promptIds: active.map(({ id }) => id) }),
        },
      }),
    // If a run is already in progress, someone else may have started it: shows that one.
    onSettled: async (_, error) => {
      if (error && !(error instanceof ApiError && error.code === 'conflict')) return
      await invalidate(queryClient, newestRunQuery(brand.id).queryKey)
      onStarted?.()
    },
  })
  const toggle = (platform: Platform) => {
    const next = new Set(chosen)
    if (!next.delete(platform)) next.add(platform)
    setChosen(next)
  }
  const queries = countQueries(active, settings, chosen)
  const missing = backends.items.filter(({ configured }) => !configured)
  return (
    <div className="p-4 sm:p-5">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <fieldset className="min-w-0 flex-1 basis-96">
          <legend className="mb-2 text-sm font-medium">{t('runs.startRun.platforms')}</legend>
          <div className="flex flex-wrap gap-2">
            {backends.items
              .filter(({ configured }) => configured)
              .map(({ platform }) => (
                <PlatformChip
                  key={platform}
                  platform={platform}
                  checked={chosen.has(platform)}
                  onChange={() => toggle(platform)}
                />
              ))}
          </div>
        </fieldset>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm text-muted">
            {queries > 0 ? (
              <>
                {t('runs.startRun.queries', { count: queries })}
                <CostEstimate
                  brandId={brand.id}
                  platforms={[...chosen]}
                  promptIds={promptIds && active.map(({ id }) => id)}
                />
              </>
            ) : (
              blockedReason(active.length, chosen.size)
            )}
          </p>
          <Button
            look="primary"
            disabled={queries === 0}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            <Play aria-hidden className="size-4" />
            {t('runs.startRun.run')}
          </Button>
        </div>
      </div>
      {seesOrganization && missing.length > 0 && <NotConfigured missing={missing} />}
      <ErrorNotice error={start.error} className="mt-4" />
    </div>
  )
}

type Backend = Returns<'GET /api/platforms'>['items'][number]
type Setting = Returns<'GET /api/brands/:brand/platforms'>[number]
type Prompt = Returns<'GET /api/prompts'>['items'][number]

function defaultChoice(backends: Backend[], settings: Setting[]): ReadonlySet<Platform> {
  const enabled = new Set(settings.filter((setting) => setting.enabled).map(({ platform }) => platform))
  return new Set(
    backends
      .filter(({ platform, configured }) => configured && enabled.has(platform))
      .map(({ platform }) => platform),
  )
}

/** The number of queries: each prompt on each chosen platform that it targets, times the samples. */
function countQueries(prompts: Prompt[], settings: Setting[], chosen: ReadonlySet<Platform>): number {
  const selected = settings.filter(({ platform }) => chosen.has(platform))
  return selected.reduce((sum, { platform, runs_per_prompt: times = 1 }) => {
    const meant = prompts.filter((prompt) => prompt.platforms?.includes(platform) ?? true)
    return sum + meant.length * times
  }, 0)
}

function blockedReason(prompts: number, platforms: number): string {
  if (prompts === 0) return t('runs.startRun.noPrompts')
  return platforms === 0 ? t('runs.startRun.noPlatform') : t('runs.startRun.noMatchingPrompts')
}

type PlatformChipProps = { platform: Platform; checked: boolean; onChange: () => void }

/** A checkbox styled as a chip; the check mark shows the state, not the color alone. */
function PlatformChip({ platform, checked, onChange }: PlatformChipProps) {
  return (
    <label
      className={classes(
        'relative inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-sm font-medium',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        checked
          ? 'border-accent bg-accent-soft text-accent-strong'
          : 'border-edge text-muted hover:bg-sunken',
      )}
    >
      <input
        type="checkbox"
        checked={checked}
        onChange={onChange}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
      />
      {checked && <Check aria-hidden className="size-3.5" strokeWidth={3} />}
      {platformLabels[platform]}
    </label>
  )
}

function NotConfigured({ missing }: { missing: Backend[] }) {
  return (
    <details className="mt-4 text-sm text-muted">
      <summary className="w-fit rounded-md font-medium hover:text-ink">
        {t('runs.startRun.notConfigured', { platforms: missing.length })}
      </summary>
      <ul className="mt-2 space-y-1">
        {missing.map(({ platform, missing: setting }) => (
          <li key={platform}>
            <RichText
              id="runs.startRun.missingSetting"
              values={{
                platform: <span className="font-medium text-ink">{platformLabels[platform]}</span>,
                setting: <code className="font-mono [overflow-wrap:anywhere]">{setting}</code>,
              }}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
