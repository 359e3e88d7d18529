import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { ChevronDown, Send } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Page } from '../ui/page/Page.tsx'
import { ActionNotice } from './ActionNotice.tsx'
import { CertaintyBadge, ImpactBadge, StatusBadge, TypeBadge, typeMeaning } from './Badges.tsx'
import { useStatusChange } from './board/useStatusChange.ts'
import { BriefSection } from './briefs/BriefSection.tsx'
import { CorrectionSection } from './CorrectionSection.tsx'
import { EvidenceAnswers } from './EvidenceAnswers.tsx'
import { GapSection } from './GapSection.tsx'
import { HistorySection } from './HistorySection.tsx'
import { opportunityName } from './name.ts'
import { PlanSection } from './PlanSection.tsx'
import { type OpportunityDetail, opportunityQuery } from './queries.ts'
import { ScoreSection } from './ScoreSection.tsx'
import { SourcesSection } from './SourcesSection.tsx'
import { StatusMenu } from './StatusMenu.tsx'
import { ConnectWebhook, useIsConnected } from './webhooks/ConnectWebhook.tsx'
import { DeliverySection } from './webhooks/DeliverySection.tsx'
import { SendDialog } from './webhooks/SendDialog.tsx'

/** One opportunity: evidence, brief and deliveries. */
export function OpportunityPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/opportunities/$id' })
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { part } = useSearch({ from: '/dashboard/brands/$slug/opportunities/$id' })
  const { data: opportunity } = useSuspenseQuery(opportunityQuery(id))
  return (
    <Page
      back={
        <BackLink to="/dashboard/brands/$slug/opportunities" params={{ slug }}>
          {t('opportunities.detail.back')}
        </BackLink>
      }
      title={opportunity.title}
      within={brand.name}
      lead={<Marks opportunity={opportunity} />}
      actions={mayWrite && <Actions opportunity={opportunity} />}
    >
      <p className="max-w-3xl">{opportunity.description}</p>
      <p className="mt-1 max-w-3xl text-muted">{typeMeaning(opportunity)}</p>
      <ActionNotice opportunity={opportunity} />
      <div className="grid gap-x-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <PartLinks id={id} part={part} />
          {part === 'brief' ? (
            <BriefSection opportunity={opportunity} />
          ) : (
            <Evidence opportunity={opportunity} />
          )}
        </div>
        <div className="min-w-0">
          <PlanSection opportunity={opportunity} />
          <ScoreSection opportunity={opportunity} />
          <DeliverySection opportunity={opportunity} />
          <HistorySection history={opportunity.history} />
        </div>
      </div>
    </Page>
  )
}

function Evidence({ opportunity }: { opportunity: OpportunityDetail }) {
  const { source_data: data } = opportunity
  if (data.kind === 'correction')
    return (
      <>
        <CorrectionSection opportunity={opportunity} data={data} />
        <EvidenceAnswers opportunity={opportunity} />
      </>
    )
  return (
    <>
      <GapSection opportunity={opportunity} data={data} />
      <EvidenceAnswers opportunity={opportunity} />
      <SourcesSection opportunity={opportunity} data={data} />
    </>
  )
}

function PartLinks({ id, part }: { id: string; part: 'brief' | undefined }) {
  const { slug, filter } = useBrand()
  const at = { to: '/dashboard/brands/$slug/opportunities/$id', params: { slug, id } } as const
  return (
    <div className="-mb-3 mt-8 flex">
      <LinkTabs
        label={t('opportunities.detail.sections')}
        tabs={[
          { label: t('opportunities.detail.evidence'), isHere: part === undefined, ...at, search: filter },
          {
            label: t('opportunities.detail.brief'),
            isHere: part === 'brief',
            ...at,
            search: { ...filter, part: 'brief' },
          },
        ]}
      />
    </div>
  )
}

function Marks({ opportunity }: { opportunity: OpportunityDetail }) {
  const { status, impact, certainty, simulated, updated_at } = opportunity
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
      <StatusBadge status={status} />
      <ImpactBadge impact={impact} isWhole />
      <TypeBadge opportunity={opportunity} />
      <CertaintyBadge certainty={certainty} />
      {simulated && <Badge tone="caution">{t('labels.surface.simulated')}</Badge>}
      <span>{t('opportunities.detail.updated', { updatedAt: formatTime(updated_at) })}</span>
    </span>
  )
}

function Actions({ opportunity }: { opportunity: OpportunityDetail }) {
  const { id, status } = opportunity
  const text = opportunityName(opportunity)
  const { move, error, isPending } = useStatusChange()
  const isConnected = useIsConnected()
  const [sending, setSending] = useState<'only' | 'or mark' | null>(null)
  const moveTo = (to: typeof status) => move({ id, text, from: status, to })
  return (
    <>
      <StatusMenu status={status} onChoose={(to) => (to === 'sent' ? setSending('or mark') : moveTo(to))}>
        <Button busy={isPending}>
          {t('opportunities.statusMenu.setStatus')}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      </StatusMenu>
      {isConnected ? (
        <Button look="primary" onClick={() => setSending('only')}>
          <Send aria-hidden className="size-4" />
          {opportunity.webhook_sent_at === null
            ? t('opportunities.detail.send')
            : t('opportunities.detail.sendAgain')}
        </Button>
      ) : (
        <ConnectWebhook />
      )}
      <ErrorNotice error={error} className="basis-full" />
      {sending && (
        <SendDialog
          ids={[id]}
          what={t('opportunities.detail.what', { prompt: text })}
          {...(sending === 'or mark' && { onMark: () => moveTo('sent') })}
          onClose={() => setSending(null)}
        />
      )}
    </>
  )
}
