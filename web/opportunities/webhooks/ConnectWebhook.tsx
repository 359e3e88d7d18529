import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import type { ComponentProps } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { channelsQuery } from '../../notifications/queries.ts'
import { type Button, buttonClasses } from '../../ui/Button.tsx'

/** Whether the brand has an active webhook. Only for users who may send. */
export function useIsConnected(): boolean {
  const { slug } = useBrand()
  const { data } = useQuery(channelsQuery)
  return data?.items.some(({ brand, is_active }) => brand?.slug === slug && is_active) ?? false
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
