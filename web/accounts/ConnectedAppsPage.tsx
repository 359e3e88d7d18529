import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { ConnectedAppsTable } from './ConnectedAppsTable.tsx'
import { grantsQuery } from './queries.ts'

/** The apps that members have connected with the organization, for its owners and admins. */
export function ConnectedAppsPage() {
  const { data } = useSuspenseQuery(grantsQuery)
  return (
    <Tab
      title={t('accounts.grants.title')}
      within={t('accounts.settings.title')}
      lead={t('accounts.grants.aboutAll')}
    >
      <ConnectedAppsTable
        caption={t('accounts.grants.aboutAll')}
        grants={data.items}
        by="member"
        disconnect={(grant) => api('DELETE /api/grants/:grant', { params: { grant } })}
      />
    </Tab>
  )
}
