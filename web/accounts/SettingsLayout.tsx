import { useSuspenseQuery } from '@tanstack/react-query'
import { type LinkProps, Outlet } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { type PageTab, TabbedPage } from '../ui/page/TabbedPage.tsx'

/** Wraps the organization's settings screens. */
export function SettingsLayout() {
  const { data } = useSuspenseQuery(organization)
  const { role, mayWrite, mayManage, seesOrganization } = useCurrentUser()
  return (
    <TabbedPage
      title={t('accounts.settings.title')}
      lead={data.name}
      tabs={[
        tab(t('accounts.settings.tabs.general'), '/dashboard/settings', !seesOrganization),
        tab(t('accounts.settings.tabs.members'), '/dashboard/settings/members', !seesOrganization),
        tab(t('accounts.settings.tabs.apiKeys'), '/dashboard/settings/api-keys', !mayWrite),
        tab(t('accounts.grants.title'), '/dashboard/settings/apps', !mayManage),
        tab(t('accounts.settings.tabs.engines'), '/dashboard/settings/engines', !seesOrganization),
        tab(t('notifications.tabs.channels'), '/dashboard/settings/channels', !mayManage),
        tab(t('notifications.tabs.digest'), '/dashboard/settings/digest'),
        tab(t('accounts.settings.tabs.spend'), '/dashboard/settings/spend', !mayManage),
        tab(t('accounts.settings.tabs.sso'), '/dashboard/settings/sso', role !== 'owner'),
        tab(t('accounts.settings.tabs.auditLog'), '/dashboard/settings/audit-log', role !== 'owner'),
      ]}
    >
      <Outlet />
    </TabbedPage>
  )
}

const tab = (label: string, to: NonNullable<LinkProps['to']>, isHidden = false): PageTab => ({
  label,
  link: { to },
  isHidden,
})
