import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { api, read } from '../api.ts'
import { basePath } from '../base-path.ts'
import { BrandingPanel } from '../reports/BrandingPanel.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { SaveButton } from '../ui/form/SaveButton.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { DateFormatPanel } from './DateFormatPanel.tsx'
import { RetentionPanel } from './RetentionPanel.tsx'
import { SecondFactorPolicyPanel } from './SecondFactorPolicyPanel.tsx'

const realtime = read('GET /api/realtime')
const realtimeVariables = ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET']

export function OrganizationPage() {
  const { role } = useCurrentUser()
  return (
    <Tab title={t('accounts.settings.tabs.general')} within={t('accounts.settings.title')}>
      <NamePanel />
      <DateFormatPanel />
      <BrandingPanel />
      <RealtimePanel />
      {role === 'owner' && (
        <>
          <SecondFactorPolicyPanel />
          <RetentionPanel />
          <Panel
            title={t('accounts.exportData.title')}
            lead={t('accounts.exportData.lead')}
            actions={
              <a href={`${basePath}/api/organization/export`} download className={buttonClasses('secondary')}>
                <Download aria-hidden className="size-4" />
                {t('accounts.exportData.action')}
              </a>
            }
          />
          <DeletePanel />
        </>
      )}
    </Tab>
  )
}

function NamePanel() {
  const { data } = useSuspenseQuery(organization)
  const { mayManage } = useCurrentUser()
  const queryClient = useQueryClient()
  const rename = useMutation({
    mutationFn: (values: FormData) =>
      api('PATCH /api/organization', { body: { name: getText(values, 'name') } }),
    onSuccess: (changed) => queryClient.setQueryData(organization.queryKey, changed),
  })
  return (
    <Panel title={t('accounts.organizationName.title')} lead={t('accounts.organizationName.lead')}>
      {mayManage ? (
        <Form error={rename.error} onSubmit={rename.mutate} className="flex max-w-xl items-start gap-2">
          <TextField
            label={t('accounts.organizationName.field')}
            name="name"
            required
            defaultValue={data.name}
          />
          <SaveButton mutation={rename} className="mt-6">
            {t('accounts.organizationName.save')}
          </SaveButton>
        </Form>
      ) : (
        <p className="[overflow-wrap:anywhere]">{data.name}</p>
      )}
    </Panel>
  )
}

function RealtimePanel() {
  const state = useQuery(realtime)
  return (
    <Panel title={t('accounts.liveUpdates.title')}>
      <QueryBoundary query={state} className="h-12">
        {({ configured, scheme, host, port }) =>
          configured ? (
            <p className="text-sm">
              {t('accounts.liveUpdates.connected')}{' '}
              <code className="font-mono [overflow-wrap:anywhere]">
                {`${scheme === 'https' ? 'wss' : 'ws'}://${host}:${port}`}
              </code>
            </p>
          ) : (
            <p className="max-w-prose text-sm text-muted">
              {t('accounts.liveUpdates.notConfigured')}{' '}
              <code className="font-mono">{realtimeVariables.join(', ')}</code>
            </p>
          )
        }
      </QueryBoundary>
    </Panel>
  )
}

function DeletePanel() {
  const { data } = useSuspenseQuery(organization)
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/organization', { body: { name: data.name } }),
    // A full page load, so that nothing of the deleted organization stays in memory.
    onSuccess: () => location.assign(`${basePath}/`),
  })
  return (
    <Panel
      title={t('accounts.deleteOrganization.title')}
      lead={t('accounts.deleteOrganization.lead')}
      actions={
        <ConfirmButton
          look="risky"
          label={t('accounts.deleteOrganization.action')}
          title={t('accounts.deleteOrganization.confirmTitle', { name: data.name })}
          typed={data.name}
          mutation={remove}
        >
          {t('accounts.deleteOrganization.warning')}
        </ConfirmButton>
      }
    />
  )
}
