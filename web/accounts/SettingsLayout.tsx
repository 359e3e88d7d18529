import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { copy as notificationCopy } from '../notifications/copy.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { TabbedPage } from '../ui/page/TabbedPage.tsx'
import { copy } from './copy.ts'

/** Wraps the organization's settings screens. */
export function SettingsLayout() {
  const { data } = useSuspenseQuery(organization)
  const { role, mayWrite, mayManage, seesOrganization } = useCurrentUser()
  return (
    <TabbedPage
      title={copy.settings.title}
      lead={data.name}
      tabs={[
        { label: copy.settings.tabs.general, link: { to: '/dashboard/settings' } },
        {
          label: copy.settings.tabs.members,
          link: { to: '/dashboard/settings/members' },
          isHidden: !seesOrganization,
        },
        {
          label: copy.settings.tabs.apiKeys,
          link: { to: '/dashboard/settings/api-keys' },
          isHidden: !mayWrite,
        },
        {
          label: copy.settings.tabs.engines,
          link: { to: '/dashboard/settings/engines' },
          isHidden: !seesOrganization,
        },
        {
          label: notificationCopy.tabs.channels,
          link: { to: '/dashboard/settings/channels' },
          isHidden: !mayManage,
        },
        { label: notificationCopy.tabs.digest, link: { to: '/dashboard/settings/digest' } },
        { label: copy.settings.tabs.spend, link: { to: '/dashboard/settings/spend' }, isHidden: !mayManage },
        {
          label: copy.settings.tabs.auditLog,
          link: { to: '/dashboard/settings/audit-log' },
          isHidden: role !== 'owner',
        },
      ]}
    >
      <Outlet />
    </TabbedPage>
  )
}
