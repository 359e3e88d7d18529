import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, FlaskConical, Minus } from 'lucide-react'
import { formatCost, formatCount } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read } from '../api.ts'
import { promptsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { DemoOffer } from '../demo/DemoOffer.tsx'
import { KeyList } from '../engines/KeysSection.tsx'
import { ReliabilityOfBackend } from '../engines/Reliability.tsx'
import { TestResult } from '../engines/TestResult.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { platformBackends } from '../session/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { EngineOptions } from './EngineOptions.tsx'
import { SiteAudit } from './SiteAudit.tsx'

type Backend = Returns<'GET /api/platforms'>['items'][number]

/**
 * The result of the site audit, and the engines: those that answer, tested with a real query, or the ways to connect one.
 * Without an engine there are no numbers about the brand; a demo brand shows what they look like.
 */
export function ConnectStep({ onDone }: { onDone(): void }) {
  const { brand, slug } = useBrand()
  const { mayManage, seesOrganization } = useCurrentUser()
  const { data } = useSuspenseQuery(platformBackends)
  const configured = data.items.filter((each) => each.configured)
  const groups = [...Map.groupBy(configured, ({ backend_label }) => backend_label)]
  const isSimulated = configured.every(({ surface }) => surface === 'simulated')
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <SiteAudit />
      <div className="space-y-3 max-lg:-order-1">
        <div>
          <h2 className="text-lg font-semibold">{t('onboarding.connectStep.next', { brand: brand.name })}</h2>
          <p className="text-sm text-muted">
            {isSimulated ? t('onboarding.connectStep.noFigures') : t('onboarding.connectStep.lead')}
          </p>
        </div>
        {!isSimulated && (
          <>
            {groups.map(([label, platforms]) => (
              <BackendCard key={label} label={label} platforms={platforms} all={data.items} />
            ))}
            <ExpectedCost />
            <Button look="primary" onClick={onDone}>
              {t('onboarding.continue')}
            </Button>
            {mayManage && <MoreEngines />}
          </>
        )}
        {isSimulated && (mayManage ? <EngineOptions onDone={onDone} /> : <AskForEngine />)}
        {isSimulated && seesOrganization && <DemoOffer />}
        {isSimulated && configured.length > 0 && (
          <Button look="quiet" onClick={onDone}>
            {t('onboarding.connectStep.continueSimulated')}
          </Button>
        )}
        {isSimulated && configured.length === 0 && (
          <Link to="/dashboard/brands/$slug" params={{ slug }} className={buttonClasses('quiet')}>
            {t('onboarding.connectStep.later')}
          </Link>
        )}
      </div>
    </div>
  )
}

const MoreEngines = () => (
  <details className="card p-4 text-sm">
    <summary className="w-fit font-semibold">{t('onboarding.connectStep.connectMore')}</summary>
    <div className="mt-3">
      <KeyList showsReliability />
    </div>
  </details>
)

const AskForEngine = () => <Notice tone="caution">{t('onboarding.connectStep.keysLead')}</Notice>

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
