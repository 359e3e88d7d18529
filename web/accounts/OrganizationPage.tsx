import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api, read } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { SavedMessage } from '../ui/form/SavedMessage.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'

const realtime = read('GET /api/realtime')

export function OrganizationPage() {
  const { role } = useCurrentUser()
  return (
    <Tab title="General" within="Settings">
      <NamePanel />
      <RealtimePanel />
      {role === 'owner' && (
        <>
          <Panel
            title="Export your data"
            lead="All data of the organization as JSON Lines: one row per line, with its table name. Answers use the format of ansight import. Secrets are excluded."
            actions={
              <a href="/api/organization/export" download className={buttonClasses('secondary')}>
                <Download aria-hidden className="size-4" />
                Export
              </a>
            }
          />
          <EndPanel />
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
      api('PATCH /api/organization', { body: { name: textOf(values, 'name') } }),
    onSuccess: (changed) => queryClient.setQueryData(organization.queryKey, changed),
  })
  return (
    <Panel title="Name" lead="Shown to members and in invitations.">
      {mayManage ? (
        <Form error={rename.error} onSubmit={rename.mutate} className="flex max-w-xl items-start gap-2">
          <TextField label="Organization name" name="name" required defaultValue={data.name} />
          <div className="mt-6 flex items-center gap-3">
            <Button type="submit" busy={rename.isPending}>
              Save
            </Button>
            <SavedMessage isSaved={rename.isSuccess} />
          </div>
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
    <Panel title="Live updates">
      <QueryBoundary query={state} className="h-12">
        {({ configured, scheme, host, port }) =>
          configured ? (
            <p className="text-sm">
              Pages receive live updates from{' '}
              <code className="font-mono [overflow-wrap:anywhere]">
                {scheme === 'https' ? 'wss' : 'ws'}://{host}:{port}
              </code>{' '}
              during a run.
            </p>
          ) : (
            <p className="max-w-prose text-sm text-muted">
              No realtime server is configured, so pages refresh every 3 seconds during a run. To enable live
              updates, set <code className="font-mono">PUSHER_APP_ID</code>,{' '}
              <code className="font-mono">PUSHER_KEY</code> and{' '}
              <code className="font-mono">PUSHER_SECRET</code> to those of any server that supports the Pusher
              protocol.
            </p>
          )
        }
      </QueryBoundary>
    </Panel>
  )
}

function EndPanel() {
  const { data } = useSuspenseQuery(organization)
  const end = useMutation({
    mutationFn: () => api('DELETE /api/organization', { body: { name: data.name } }),
    // A full page load, so that nothing of the deleted organization stays in memory.
    onSuccess: () => location.assign('/'),
  })
  return (
    <Panel
      title="Delete organization"
      lead="Permanently deletes its brands, answers, members and API keys. Export your data first."
      actions={
        <ConfirmButton
          look="risky"
          label="Delete organization"
          title={`Delete ${data.name}?`}
          action="Delete organization"
          typed={data.name}
          mutation={end}
        >
          All brands and their answers, members and API keys are deleted immediately. This cannot be undone.
        </ConfirmButton>
      }
    />
  )
}
