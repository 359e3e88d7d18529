import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send, ShieldOff, Trash2 } from 'lucide-react'
import { deliveryOutcome } from '../../../vocabulary/opportunities.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, invalidate } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { ErrorNotice, Notice } from '../../ui/Notice.tsx'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Tab } from '../../ui/page/TabbedPage.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { getWebhook, type WebhookConfig } from './webhook-config.ts'

/** The webhook settings of the brand. */
export function WebhookPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  return (
    <Tab title={t('webhooks.webhook.title')} within={brand.name} lead={t('webhooks.webhook.lead')}>
      {mayWrite ? (
        <Webhook slug={slug} />
      ) : (
        <Notice tone="caution">{t('webhooks.webhook.notAllowed')}</Notice>
      )}
    </Tab>
  )
}

function Webhook({ slug }: { slug: string }) {
  const config = useQuery(getWebhook(slug))
  const { mayManage } = useCurrentUser()
  const queryClient = useQueryClient()
  const keep = (changed: WebhookConfig) => queryClient.setQueryData(getWebhook(slug).queryKey, changed)
  return (
    <QueryBoundary query={config} className="h-72">
      {(set) => (
        <>
          <div className="card max-w-2xl p-4 sm:p-6">
            {mayManage ? (
              <WebhookForm slug={slug} config={set} onSaved={keep} />
            ) : (
              <p>
                {set.webhook_url === null
                  ? t('webhooks.webhook.readOnlyUnset')
                  : t('webhooks.webhook.readOnly', { url: set.webhook_url })}
              </p>
            )}
          </div>
          {set.webhook_url !== null && (
            <>
              <div className="mt-4 flex max-w-2xl flex-wrap items-start justify-between gap-3">
                <TestButton slug={slug} />
                {mayManage && <RemoveButton slug={slug} onRemoved={keep} />}
              </div>
              <Deliveries slug={slug} />
            </>
          )}
          {mayManage && <RevokeCallbacks slug={slug} />}
          <p className="mt-10 max-w-2xl text-sm text-muted">
            <RichText
              id="webhooks.webhook.format"
              values={{
                callbackUrl: <code className="font-mono text-ink">{'callback_url'}</code>,
                specification: (
                  <ExternalLink href="https://www.standardwebhooks.com">
                    {t('webhooks.webhook.specification')}
                  </ExternalLink>
                ),
              }}
            />
          </p>
        </>
      )}
    </QueryBoundary>
  )
}

function TestButton({ slug }: { slug: string }) {
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => api('POST /api/content/webhook-config/:brand/test', { params: { brand: slug } }),
    onSettled: () => invalidate(queryClient, 'GET /api/content/webhook-config/:brand/deliveries'),
  })
  return (
    <div className="min-w-0 space-y-3">
      <Button busy={test.isPending} onClick={() => test.mutate()}>
        <Send aria-hidden className="size-4" />
        {test.isPending ? t('webhooks.webhook.waiting') : t('webhooks.webhook.sendTest')}
      </Button>
      <ErrorNotice error={test.error} />
      {test.data && (
        <Notice tone={test.data.success ? 'good' : 'bad'} live>
          {t(`webhooks.webhook.${test.data.success ? 'testDelivered' : 'testFailed'}`, {
            outcome: deliveryOutcome(test.data.http_status, test.data.error),
          })}
        </Notice>
      )}
    </div>
  )
}

function RemoveButton({ slug, onRemoved }: { slug: string; onRemoved(config: WebhookConfig): void }) {
  const remove = useMutation({
    mutationFn: () =>
      api('PUT /api/content/webhook-config/:brand', { params: { brand: slug }, body: { webhook_url: null } }),
    onSuccess: onRemoved,
  })
  return (
    <ConfirmButton
      Icon={Trash2}
      label={t('webhooks.webhook.remove')}
      title={t('webhooks.webhook.removeTitle')}
      action={t('webhooks.webhook.remove')}
      mutation={remove}
    >
      {t('webhooks.webhook.removeConsequence')}
    </ConfirmButton>
  )
}

function RevokeCallbacks({ slug }: { slug: string }) {
  const revoke = useMutation({
    mutationFn: () =>
      api('POST /api/content/webhook-config/:brand/revoke-callbacks', { params: { brand: slug } }),
  })
  return (
    <div className="max-w-2xl">
      <Section title={t('webhooks.callbacks.title')} lead={t('webhooks.callbacks.lead')}>
        <ConfirmButton
          Icon={ShieldOff}
          label={t('webhooks.callbacks.revoke')}
          title={t('webhooks.callbacks.revokeTitle')}
          action={t('webhooks.callbacks.revoke')}
          mutation={revoke}
        >
          {t('webhooks.callbacks.revokeConsequence')}
        </ConfirmButton>
        {revoke.isSuccess && (
          <Notice tone="good" live>
            {t('webhooks.callbacks.revoked')}
          </Notice>
        )}
      </Section>
    </div>
  )
}

const pageSize = 20

function Deliveries({ slug }: { slug: string }) {
  const log = useInfiniteQuery({
    queryKey: ['GET /api/content/webhook-config/:brand/deliveries', slug],
    queryFn: ({ pageParam }) =>
      api('GET /api/content/webhook-config/:brand/deliveries', {
        params: { brand: slug },
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })
  return (
    <div className="max-w-2xl">
      <Section title={t('webhooks.deliveries.title')} lead={t('webhooks.deliveries.lead')}>
        <DeliveryLog log={log} empty={t('webhooks.deliveries.empty')} saysWhat />
      </Section>
    </div>
  )
}
