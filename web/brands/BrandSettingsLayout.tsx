import { Outlet } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { TabbedPage } from '../ui/page/TabbedPage.tsx'
import { useBrand } from './useBrand.ts'

const screens = [
  ['brand', '/dashboard/brands/$slug/settings'],
  ['platforms', '/dashboard/brands/$slug/settings/platforms'],
  ['products', '/dashboard/brands/$slug/settings/products'],
  ['topics', '/dashboard/brands/$slug/settings/topics'],
  ['personas', '/dashboard/brands/$slug/settings/personas'],
  ['webhook', '/dashboard/brands/$slug/settings/webhook'],
] as const

/** Wraps the brand's settings screens. */
export function BrandSettingsLayout() {
  const { brand, slug } = useBrand()
  return (
    <TabbedPage
      title={t('brands.settings.title')}
      lead={brand.name}
      tabs={screens.map(([name, to]) => ({
        label: t(`brands.settings.tabs.${name}`),
        link: { to, params: { slug } },
      }))}
    >
      <Outlet />
    </TabbedPage>
  )
}
