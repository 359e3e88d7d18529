import { t } from '../../vocabulary/texts.ts'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'

const tabs = ['visits', 'agents', 'search'] as const

/** The screens about the brand's own site, in the order from an engine to a conversion. */
export function TrafficTabs({ here }: { here: (typeof tabs)[number] }) {
  const { slug, filter } = useBrand()
  const to = {
    visits: '/dashboard/brands/$slug/traffic',
    agents: '/dashboard/brands/$slug/traffic/agents',
    search: '/dashboard/brands/$slug/traffic/search',
  } as const
  return (
    <div className="mb-4">
      <LinkTabs
        label={t('traffic.page.title')}
        tabs={tabs.map((tab) => ({
          label: t(`traffic.tabs.${tab}`),
          isHere: tab === here,
          to: to[tab],
          params: { slug },
          search: brandFilter(filter),
        }))}
      />
    </div>
  )
}
