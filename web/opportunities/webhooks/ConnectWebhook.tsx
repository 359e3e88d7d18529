import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import type { ComponentProps } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { type Button, buttonClasses } from '../../ui/Button.tsx'
import { getWebhook } from './webhook-config.ts'

/** Whether the brand has an active webhook. Only for users who may send; viewers may not read its URL. */
export function useIsConnected(): boolean {
  const { slug } = useBrand()
  const { data } = useQuery(getWebhook(slug))
  return data !== undefined && data.webhook_url !== null && data.is_active
}

/** Takes the place of the button that sends, while there is no webhook. */
export function ConnectWebhook({ look = 'secondary' }: Pick<ComponentProps<typeof Button>, 'look'>) {
  const { slug } = useBrand()
  return (
    <Link to="/dashboard/brands/$slug/settings/webhook" params={{ slug }} className={buttonClasses(look)}>
      <Webhook aria-hidden className="size-4" />
      {t('webhooks.sendDialog.connect')}
    </Link>
  )
}
