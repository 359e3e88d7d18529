import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { platformBackends } from '../session/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { EngineFindings } from './EngineFindings.tsx'
import { KeysSection } from './KeysSection.tsx'
import { ModelCosts } from './ModelCosts.tsx'
import { ClaimsSection, SentimentSection } from './ModelSection.tsx'
import { ReliabilityOfPlatform } from './Reliability.tsx'
import { TestResult } from './TestResult.tsx'

type Backend = Returns<'GET /api/platforms'>['items'][number]

const exampleKey = 'OPENAI_API_KEY'

/** The engine behind each platform, with a test query, and the keys of the organization. */
export function EnginesPage() {
  const { data } = useSuspenseQuery(platformBackends)
  const { mayManage } = useCurrentUser()
  const isSimulated = data.items.every(({ configured, surface }) => !configured || surface === 'simulated')
  return (
    <Tab
      title={t('engines.page.title')}
      within={t('engines.page.within')}
      lead={`${t('engines.page.lead')} ${t('engines.page.settingsReference')}`}
    >
      {isSimulated && (
        <div className="mb-4">
          <Notice tone="caution">
            <strong className="font-semibold">{t('engines.page.simulatedTitle')}</strong>{' '}
            {t('engines.page.simulated')} <code className="font-mono">{exampleKey}</code>
          </Notice>
        </div>
      )}
      {mayManage && <EngineFindings />}
      <ul aria-label={t('engines.page.platforms')} className="card divide-y divide-line">
        {data.items.map((backend) => (
          <BackendRow key={backend.platform} backend={backend} />
        ))}
      </ul>
      <dl className="mt-4 space-y-1 text-sm text-muted">
        {(['consumer_ui', 'api', 'simulated'] as const).map((surface) => (
          <div key={surface} className="flex gap-2">
            <dt className="shrink-0 font-medium text-ink">{t(`labels.surface.${surface}`)}</dt>
            <dd>{t(`labels.surfaceMeaning.${surface}`)}</dd>
          </div>
        ))}
      </dl>
      {mayManage && <ModelCosts />}
      {mayManage && <SentimentSection />}
      {mayManage && <ClaimsSection />}
      {mayManage && <KeysSection />}
    </Tab>
  )
}

function BackendRow({
  backend: { platform, backend_label, surface, configured, missing, key },
}: {
  backend: Backend
}) {
  const { mayManage } = useCurrentUser()
  const test = useMutation({
    mutationFn: () => api('POST /api/platforms/:platform/test', { params: { platform } }),
  })
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
            {platformLabels[platform]}
            {configured && surface ? (
              <Badge tone={surface === 'simulated' ? 'caution' : 'good'}>
                {t(`labels.surface.${surface}`)}
              </Badge>
            ) : (
              <Badge>{t('engines.platform.notConfigured')}</Badge>
            )}
            {key === 'organization' && <Badge tone="accent">{t('engines.platform.ownKey')}</Badge>}
          </p>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {configured ? (
              t('engines.platform.queriedThrough', {
                backend: surface === 'simulated' ? t('engines.platform.simulator') : backend_label,
              })
            ) : (
              <>
                {t('engines.platform.notQueried')} <code className="font-mono">{missing}</code>
              </>
            )}
          </p>
        </div>
        {mayManage && configured && (
          <Button
            size="small"
            busy={test.isPending}
            aria-label={t('engines.platform.testOne', { platform: platformLabels[platform] })}
            onClick={() => test.mutate()}
          >
            <FlaskConical aria-hidden className="size-4" />
            {test.isPending ? t('engines.platform.testing') : t('engines.platform.test')}
          </Button>
        )}
      </div>
      <ReliabilityOfPlatform platform={platform} className="mt-1" />
      <ErrorNotice error={test.error} className="mt-3" />
      {test.data && <TestResult tested={test.data} />}
    </li>
  )
}
