import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../vocabulary/texts.ts'
import { session } from '../../session/queries.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { BackLink } from '../../ui/page/BackLink.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ConnectedAppsPanel } from './ConnectedAppsPanel.tsx'
import { DataPanel, DeletePanel } from './DataPanels.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { IdentitiesPanel } from './IdentitiesPanel.tsx'
import { OrganizationsPanel } from './OrganizationsPanel.tsx'
import { PasskeysPanel } from './PasskeysPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SecondFactorsPanel } from './SecondFactorsPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

/** What a person sees and changes of their own account, also without an organization. */
export function AccountPage() {
  const { data: current } = useSuspenseQuery(session)
  // The session ended: the request for its list leads to the sign-in page.
  if (current === null) return null
  const { user } = current
  const hasOrganization = current.session.organization_id !== null
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto max-w-4xl px-4 py-3 sm:px-6">
          <Logo />
        </div>
      </header>
      <main className="mx-auto w-full max-w-4xl px-4 pb-8 wrap-break-word sm:px-6">
        <Page
          title={t('accounts.page.title')}
          lead={user.email}
          actions={
            hasOrganization && <BackLink to="/dashboard">{t('accounts.page.backToDashboard')}</BackLink>
          }
        >
          {!hasOrganization && (
            <div className="mb-4">
              <Notice tone="caution">{t('accounts.page.noOrganization')}</Notice>
            </div>
          )}
          <ProfilePanel user={user} />
          <EmailPanel user={user} />
          <PasswordPanel user={user} />
          <SecondFactorsPanel />
          <PasskeysPanel />
          <IdentitiesPanel />
          <SessionsPanel />
          <ConnectedAppsPanel />
          <OrganizationsPanel />
          <DataPanel />
          <DeletePanel user={user} />
        </Page>
      </main>
    </>
  )
}
