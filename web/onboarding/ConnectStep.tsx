import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Check, FlaskConical, Minus } from 'lucide-react'
import { formatCost, formatCount } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read } from '../api.ts'
import { promptsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { KeyList } from '../engines/KeysSection.tsx'
import { ReliabilityOfBackend } from '../engines/Reliability.tsx'
import { TestResult } from '../engines/TestResult.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { platformBackends } from '../session/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { getKeys } from '../ui/typed-keys.ts'

type Backend = Returns<'GET /api/platforms'>['items'][number]

/** Shows which engines answer, tests one with a real query, and estimates the monthly cost before the first run. */
export function ConnectStep({ onDone }: { onDone(): void }) {
  const { data } = useSuspenseQuery(platformBackends)
  const configured = data.items.filter((each) => each.configured)
  const groups = [...Map.groupBy(configured, ({ backend_label }) => backend_label)]
  const isSimulated = configured.every(({ surface }) => surface === 'simulated')
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="space-y-3">
        <p className="text-muted">{t('onboarding.connectStep.lead')}</p>
        {groups.map(([label, platforms]) => (
          <BackendCard key={label} label={label} platforms={platforms} all={data.items} />
        ))}
        <KeyOptions isSimulated={isSimulated} />
        <Button look="primary" onClick={onDone}>
          {isSimulated ? t('onboarding.connectStep.continueSimulated') : t('onboarding.continue')}
        </Button>
      </div>
      <ExpectedCost />
    </div>
  )
}

type BackendCardProps = { label: string; platforms: readonly Backend[]; all: readonly Backend[] }

/** One backend with the platforms that it answers for. */
function BackendCard({ label, platforms, all }: BackendCardProps) {
  const { mayManage } = useCurrentUser()
  const [first] = platforms
  const test = useMutation({
    mutationFn: (platform: Backend['platform']) =>
      api('POST /api/platforms/:platform/test', { params: { platform } }),
  })
  if (!first) return null
  return (
    <section aria-label={label} className="card border-accent p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 font-semibold">
          {label}
          {first.surface && (
            <Badge tone={first.surface === 'simulated' ? 'caution' : 'good'}>
              {t(`labels.surface.${first.surface}`)}
            </Badge>
          )}
        </h2>
        {mayManage && (
          <Button size="small" busy={test.isPending} onClick={() => test.mutate(first.platform)}>
            <FlaskConical aria-hidden className="size-4" />
            {test.isPending
              ? t('onboarding.connectStep.testing')
              : test.data
                ? t('onboarding.connectStep.testAgain')
                : t('onboarding.connectStep.test')}
          </Button>
        )}
      </div>
      <ul className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1.5 text-sm sm:grid-cols-4">
        {all.map(({ platform }) => {
          const isAnswered = platforms.some((each) => each.platform === platform)
          const Icon = isAnswered ? Check : Minus
          return (
            <li key={platform} className={`flex items-center gap-1.5 ${isAnswered ? '' : 'text-muted'}`}>
              <Icon aria-hidden className={`size-4 shrink-0 ${isAnswered ? 'text-good' : ''}`} />
              {platformLabels[platform]}
              <span className="sr-only">
                {isAnswered ? t('onboarding.connectStep.answered') : t('onboarding.connectStep.notAnswered')}
              </span>
            </li>
          )
        })}
      </ul>
      <ReliabilityOfBackend label={label} className="mt-2" />
      <ErrorNotice error={test.error} className="mt-3" />
      {test.data && <TestResult tested={test.data} />}
    </section>
  )
}

/** The keys that connect an engine; for members, the settings that an admin can use. */
function KeyOptions({ isSimulated }: { isSimulated: boolean }) {
  const { mayManage } = useCurrentUser()
  return (
    <details open={isSimulated} className="card p-4 text-sm sm:p-5">
      <summary className="w-fit font-semibold">
        {isSimulated ? t('onboarding.connectStep.connect') : t('onboarding.connectStep.connectMore')}
      </summary>
      {mayManage ? (
        <>
          <p className="mt-2 mb-3 text-muted">{t('onboarding.connectStep.ownKeysLead')}</p>
          <KeyList showsReliability />
        </>
      ) : (
        <KeySettings />
      )}
    </details>
  )
}

const settingsByOption = {
  openRouter: ['OPENROUTER_API_KEY'],
  providers: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'PERPLEXITY_API_KEY', 'XAI_API_KEY'],
  scrapers: ['BRIGHTDATA_API_KEY', 'SERPAPI_API_KEY', 'DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
}

const KeySettings = () => (
  <>
    <p className="mt-2 text-muted">{t('onboarding.connectStep.keysLead')}</p>
    <dl className="mt-3 space-y-3">
      {getKeys(settingsByOption).map((option) => (
        <div key={option}>
          <dt className="font-medium">{t(`onboarding.connectStep.options.${option}.name`)}</dt>
          <dd className="text-muted">{t(`onboarding.connectStep.options.${option}.explanation`)}</dd>
          <dd className="mt-1 flex flex-wrap gap-1.5">
            {settingsByOption[option].map((setting) => (
              <code key={setting} className="rounded bg-sunken px-1.5 font-mono text-xs leading-5">
                {setting}
              </code>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </>
)

function ExpectedCost() {
  const { brand, slug } = useBrand()
  const { data: prompts } = useSuspenseQuery(promptsQuery(brand.id))
  const { data } = useQuery(read('GET /api/brands/:brand/prompt-cost', { params: { brand: slug } }))
  const active = prompts.items.filter(({ is_active }) => is_active).length
  const queries = (data?.queries ?? 0) * active
  return (
    <section aria-label={t('onboarding.connectStep.cost.title')} className="card p-4 text-sm sm:p-5">
      <h2 className="font-semibold">{t('onboarding.connectStep.cost.title')}</h2>
      <p className="mt-1 min-h-8 text-2xl font-semibold tabular-nums">
        {data && costText(data.cost_micros, active)}
      </p>
      <p className="min-h-5 text-muted">
        {data && t('onboarding.connectStep.cost.answers', { count: queries })}
      </p>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-3">
        <dt className="text-muted">{t('onboarding.connectStep.cost.prompts')}</dt>
        <dd className="tabular-nums">{formatCount(active)}</dd>
        <dt className="text-muted">{t('onboarding.connectStep.cost.platforms')}</dt>
        <dd className="tabular-nums">{data && formatCount(data.platforms.length)}</dd>
      </dl>
      <p className="mt-3 text-xs text-muted">{t('onboarding.connectStep.cost.basis')}</p>
    </section>
  )
}

function costText(costMicros: number, prompts: number): string {
  return costMicros === 0
    ? t('onboarding.connectStep.cost.free')
    : t('onboarding.connectStep.cost.perMonth', { cost: formatCost(costMicros * prompts) })
}
