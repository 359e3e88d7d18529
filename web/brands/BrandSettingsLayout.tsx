import { Outlet } from '@tanstack/react-router'
import { TabbedPage } from '../ui/page/TabbedPage.tsx'
import { copy } from './copy.ts'
import { useBrand } from './useBrand.ts'

/** Wraps the brand's settings screens. */
export function BrandSettingsLayout() {
  const { brand, slug } = useBrand()
  const params = { slug }
  return (
    <TabbedPage
      title={copy.settings.title}
      lead={brand.name}
      tabs={[
        { label: copy.settings.tabs.brand, link: { to: '/dashboard/brands/$slug/settings', params } },
        {
          label: copy.settings.tabs.platforms,
          link: { to: '/dashboard/brands/$slug/settings/platforms', params },
        },
        {
          label: copy.settings.tabs.products,
          link: { to: '/dashboard/brands/$slug/settings/products', params },
        },
        { label: copy.settings.tabs.topics, link: { to: '/dashboard/brands/$slug/settings/topics', params } },
        {
          label: copy.settings.tabs.webhook,
          link: { to: '/dashboard/brands/$slug/settings/webhook', params },
        },
      ]}
    >
      <Outlet />
    </TabbedPage>
  )
}
