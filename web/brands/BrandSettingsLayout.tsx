import { Outlet } from '@tanstack/react-router'
import { TabbedPage } from '../ui/page/TabbedPage.tsx'
import { useBrand } from './useBrand.ts'

/** Wraps the brand's settings screens. */
export function BrandSettingsLayout() {
  const { brand, slug } = useBrand()
  const params = { slug }
  return (
    <TabbedPage
      title="Settings"
      lead={brand.name}
      tabs={[
        { label: 'Brand', link: { to: '/dashboard/brands/$slug/settings', params } },
        { label: 'Platforms', link: { to: '/dashboard/brands/$slug/settings/platforms', params } },
        { label: 'Products', link: { to: '/dashboard/brands/$slug/settings/products', params } },
        { label: 'Topics', link: { to: '/dashboard/brands/$slug/settings/topics', params } },
        { label: 'Webhook', link: { to: '/dashboard/brands/$slug/settings/webhook', params } },
      ]}
    >
      <Outlet />
    </TabbedPage>
  )
}
