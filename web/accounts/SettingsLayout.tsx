import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { TabbedPage } from '../ui/page/TabbedPage.tsx'

/** Wraps the organization's settings screens. */
export function SettingsLayout() {
  const { data } = useSuspenseQuery(organization)
  const { role, mayManage } = useCurrentUser()
  return (
    <TabbedPage
      title="Settings"
      lead={data.name}
      tabs={[
        { label: 'General', link: { to: '/dashboard/settings' } },
        { label: 'Members', link: { to: '/dashboard/settings/members' } },
        { label: 'API keys', link: { to: '/dashboard/settings/api-keys' } },
        { label: 'Engines', link: { to: '/dashboard/settings/engines' } },
        { label: 'Plan and spend', link: { to: '/dashboard/settings/spend' }, isHidden: !mayManage },
        {
          label: 'Audit log',
          link: { to: '/dashboard/settings/audit-log' },
          isHidden: role !== 'owner',
        },
      ]}
    >
      <Outlet />
    </TabbedPage>
  )
}
