import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../vocabulary/texts.ts'
import { Tab } from '../../ui/page/TabbedPage.tsx'
import { ssoQuery } from '../queries.ts'
import { DomainsPanel } from './DomainsPanel.tsx'
import { InstallationPanel } from './InstallationPanel.tsx'
import { ProviderPanel } from './ProviderPanel.tsx'
import { RequirementPanel } from './RequirementPanel.tsx'
import { RulesPanel } from './RulesPanel.tsx'

/** The identity provider of the organization, in the order in which an owner sets it up, and what the installation adds. */
export function SsoPage() {
  const { data } = useSuspenseQuery(ssoQuery)
  return (
    <Tab title={t('accounts.settings.tabs.sso')} within={t('accounts.settings.title')}>
      <ProviderPanel sso={data} />
      <DomainsPanel domains={data.domains} />
      <RulesPanel rules={data.rules} />
      {data.provider !== null && <RequirementPanel provider={data.provider} />}
      {data.buttons !== null && <InstallationPanel buttons={data.buttons} />}
    </Tab>
  )
}
