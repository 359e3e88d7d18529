import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'

const tabs = ['runs', 'plan'] as const

/** Past runs, and the plan of the scheduled ones, which has costs that viewers do not see. */
export function RunTabs({ here }: { here: (typeof tabs)[number] }) {
  const { slug, filter } = useBrand()
  const { mayWrite } = useCurrentUser()
  if (!mayWrite) return null
  const to = {
    runs: '/dashboard/brands/$slug/runs',
    plan: '/dashboard/brands/$slug/runs/plan',
  } as const
  return (
    <div className="mb-4">
      <LinkTabs
        label={t('runs.page.title')}
        tabs={tabs.map((tab) => ({
          label: t(`sampling.tabs.${tab}`),
          isHere: tab === here,
          to: to[tab],
          params: { slug },
          search: filter,
        }))}
      />
    </div>
  )
}
