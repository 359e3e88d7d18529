import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { TabbedPage } from '../ui/page/TabbedPage.tsx'

/** Wraps the organization's settings screens. */
export function SettingsLayout() {
  const { data } = useSuspenseQuery(organization)
  const { role, mayWrite, mayManage, seesOrganization } = useCurrentUser()
  return (
    <TabbedPage
      title={t('accounts.settings.title')}
      lead={data.name}
      tabs={[
        {
          label: t('accounts.settings.tabs.general'),
          link: { to: '/dashboard/settings' },
          isHidden: !seesOrganization,
        },
        {
          label: t('accounts.settings.tabs.members'),
          link: { to: '/dashboard/settings/members' },
          isHidden: !seesOrganization,
        },
        {
          label: t('accounts.settings.tabs.apiKeys'),
          link: { to: '/dashboard/settings/api-keys' },
          isHidden: !mayWrite,
        },
        {
          label: t('accounts.grants.title'),
          link: { to: '/dashboard/settings/apps' },
          isHidden: !mayManage,
        },
        {
          label: t('accounts.settings.tabs.engines'),
          link: { to: '/dashboard/settings/engines' },
          isHidden: !seesOrganization,
        },
        {
          label: t('notifications.tabs.channels'),
          link: { to: '/dashboard/settings/channels' },
          isHidden: !mayManage,
        },
        { label: t('notifications.tabs.digest'), link: { to: '/dashboard/settings/digest' } },
        {
          label: t('accounts.settings.tabs.spend'),
          link: { to: '/dashboard/settings/spend' },
          isHidden: !mayManage,
        },
        {
          label: t('accounts.settings.tabs.sso'),
          link: { to: '/dashboard/settings/sso' },
          isHidden: role !== 'owner',
        },
        {
          label: t('accounts.settings.tabs.auditLog'),
          link: { to: '/dashboard/settings/audit-log' },
          isHidden: role !== 'owner',
        },
      ]}
    >
      <Outlet />
    </TabbedPage>
  )
}
