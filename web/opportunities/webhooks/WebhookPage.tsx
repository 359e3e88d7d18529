import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldOff, Webhook } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { ChannelDialog } from '../../notifications/ChannelDialog.tsx'
import { ChannelRow } from '../../notifications/ChannelRow.tsx'
import { channelsQuery } from '../../notifications/queries.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Tab } from '../../ui/page/TabbedPage.tsx'
import { RichText } from '../../ui/RichText.tsx'

/** The channel for the opportunities of the brand, which the list of channels shows too. */
export function WebhookPage() {
  const { brand, slug } = useBrand()
  const { mayWrite, mayManage } = useCurrentUser()
  return (
    <Tab title={t('webhooks.webhook.title')} within={brand.name} lead={t('webhooks.webhook.lead')}>
      {mayWrite ? (
        <BrandChannel slug={slug} />
      ) : (
        <Notice tone="caution">{t('webhooks.webhook.notAllowed')}</Notice>
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
    </Tab>
  )
}

function BrandChannel({ slug }: { slug: string }) {
  const channels = useQuery(channelsQuery)
  const { mayManage } = useCurrentUser()
  return (
    <QueryBoundary query={channels} className="h-32">
      {({ items, kinds }) => {
        const channel = items.find(({ brand }) => brand?.slug === slug)
        return (
          <div className="space-y-4">
            <div className="card">
              {channel ? <ChannelRow channel={channel} kinds={kinds} /> : <NoWebhook />}
            </div>
            {mayManage && (
              <Link to="/dashboard/settings/channels" className="link text-sm">
                {t('notifications.channels.all')}
              </Link>
            )}
          </div>
        )
      }}
    </QueryBoundary>
  )
}

function NoWebhook() {
  const { brand } = useBrand()
  const { mayManage } = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
  return (
    <EmptyState
      Icon={Webhook}
      title={t('webhooks.webhook.emptyTitle')}
      action={
        mayManage && (
          <Button look="primary" onClick={() => setAdding(true)}>
            {t('webhooks.sendDialog.connect')}
          </Button>
        )
      }
    >
      {mayManage ? t('webhooks.sendDialog.notConnected') : t('webhooks.webhook.readOnlyUnset')}
      {isAdding && <ChannelDialog channel={null} brand={brand} onClose={() => setAdding(false)} />}
    </EmptyState>
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
