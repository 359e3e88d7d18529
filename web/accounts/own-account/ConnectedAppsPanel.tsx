import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { basePath } from '../../base-path.ts'
import { Panel } from '../../ui/page/Panel.tsx'
import { ConnectedAppsTable } from '../ConnectedAppsTable.tsx'
import { ownGrantsQuery } from '../queries.ts'

/** The apps that the person has connected, which they can disconnect. */
export function ConnectedAppsPanel() {
  const { data } = useSuspenseQuery(ownGrantsQuery)
  const about = t('accounts.grants.aboutOwn', { url: `${location.origin}${basePath}/api/mcp` })
  return (
    <Panel heading="h2" title={t('accounts.grants.title')} lead={about}>
      <ConnectedAppsTable
        caption={about}
        grants={data.items}
        by="organization"
        disconnect={(grant) => api('DELETE /api/auth/grants/:grant', { params: { grant } })}
      />
    </Panel>
  )
}
