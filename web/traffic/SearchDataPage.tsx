import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Page } from '../ui/page/Page.tsx'
import { FileImports } from './FileImports.tsx'
import { PromptCandidates } from './PromptCandidates.tsx'
import { TrafficTabs } from './TrafficTabs.tsx'

/** What search engines report about the brand's site. */
export function SearchDataPage() {
  const { brand } = useBrand()
  return (
    <Page title={t('traffic.search.title')} within={brand.name} lead={t('traffic.search.lead')}>
      <TrafficTabs here="search" />
      <FileImports />
      <PromptCandidates />
    </Page>
  )
}
