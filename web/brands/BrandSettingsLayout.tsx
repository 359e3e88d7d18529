import { Outlet } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { TabbedPage } from '../ui/page/TabbedPage.tsx'
import { useBrand } from './useBrand.ts'

/** Wraps the brand's settings screens. */
export function BrandSettingsLayout() {
  const { brand, slug } = useBrand()
  const params = { slug }
  return (
    <TabbedPage
      title={t('brands.settings.title')}
      lead={brand.name}
      tabs={[
        { label: t('brands.settings.tabs.brand'), link: { to: '/dashboard/brands/$slug/settings', params } },
        {
          label: t('brands.settings.tabs.platforms'),
          link: { to: '/dashboard/brands/$slug/settings/platforms', params },
        },
        {
          label: t('brands.settings.tabs.products'),
          link: { to: '/dashboard/brands/$slug/settings/products', params },
        },
        {
          label: t('brands.settings.tabs.topics'),
          link: { to: '/dashboard/brands/$slug/settings/topics', params },
        },
        {
          label: t('brands.settings.tabs.personas'),
          link: { to: '/dashboard/brands/$slug/settings/personas', params },
        },
        {
          label: t('brands.settings.tabs.webhook'),
          link: { to: '/dashboard/brands/$slug/settings/webhook', params },
        },
      ]}
    >
      <Outlet />
    </TabbedPage>
  )
}
