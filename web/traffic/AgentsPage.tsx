import { t } from '../../vocabulary/texts.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { Page } from '../ui/page/Page.tsx'
import { Crawlers } from './Crawlers.tsx'
import { LogSources } from './LogSources.tsx'
import { TrafficTabs } from './TrafficTabs.tsx'

/** Requests of AI agents for pages of the brand's site, and the logs that they come from. */
export function AgentsPage() {
  const { brand, query } = useBrand()
  return (
    <Page
      title={t('traffic.agents.title')}
      within={brand.name}
      lead={t('traffic.agents.lead')}
      filters={<FilterBar parts={['days']} />}
    >
      <TrafficTabs here="agents" />
      <Crawlers query={query} />
      <LogSources />
    </Page>
  )
}
