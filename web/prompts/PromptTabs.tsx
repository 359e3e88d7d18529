import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'

const addresses = {
  prompts: '/dashboard/brands/$slug/prompts',
  discover: '/dashboard/brands/$slug/prompts/discover',
  coverage: '/dashboard/brands/$slug/prompts/coverage',
} as const

/** The screens about prompts: those that are tracked, and those that could be. */
export function PromptTabs({ here }: { here: keyof typeof addresses }) {
  const { slug, filter } = useBrand()
  const labels = {
    prompts: t('prompts.page.title'),
    discover: t('discovery.page.tab'),
    coverage: t('discovery.coverage.title'),
  }
  return (
    <div className="mb-4 flex">
      <LinkTabs
        label={t('prompts.page.title')}
        tabs={(['prompts', 'discover', 'coverage'] as const).map((tab) => ({
          label: labels[tab],
          isHere: tab === here,
          to: addresses[tab],
          params: { slug },
          search: filter,
        }))}
      />
    </div>
  )
}
