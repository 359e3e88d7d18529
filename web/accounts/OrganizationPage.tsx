import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { organization } from '../session/queries.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
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
            title="Take your data along"
            lead="Everything that belongs to the organization as JSON Lines, a line for each row with the name of its table. Answers stand in it as ansight import takes them; secrets are left out."
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
    <Panel title="Name" lead="Members see it, and people who are invited.">
      {mayManage ? (
        <Form error={rename.error} onSubmit={rename.mutate} className="flex max-w-xl items-start gap-2">
          <TextField label="Name of the organization" name="name" required defaultValue={data.name} />
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
              Screens listen to{' '}
              <code className="font-mono [overflow-wrap:anywhere]">
                {scheme === 'https' ? 'wss' : 'ws'}://{host}:{port}
              </code>{' '}
              and show what happens in a run as it happens.
            </p>
          ) : (
            <p className="max-w-prose text-sm text-muted">
              No realtime server is configured, so screens ask every three seconds while something is under
              way. Whoever runs the service can set <code className="font-mono">PUSHER_APP_ID</code>,{' '}
              <code className="font-mono">PUSHER_KEY</code> and{' '}
              <code className="font-mono">PUSHER_SECRET</code> of any server that speaks the Pusher protocol.
            </p>
          )
        }
      </QueryBoundary>
    </Panel>
  )
}

function EndPanel() {
  const { data } = useSuspenseQuery(organization)
  const [isAsked, setAsked] = useState(false)
  const end = useMutation({
    mutationFn: () => api('DELETE /api/organization', { body: { name: data.name } }),
    // A page of its own, so that nothing of what is gone stays in memory.
    onSuccess: () => location.assign('/'),
  })
  return (
    <Panel
      title="End the organization"
      lead="Its brands, answers, people and keys are deleted for good. Take your data along first."
      actions={
        <Button look="risky" onClick={() => setAsked(true)}>
          End the organization
        </Button>
      }
    >
      {isAsked && (
        <ConfirmDialog
          title={`End ${data.name}?`}
          action="Delete everything"
          typed={data.name}
          busy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate()}
          onClose={() => setAsked(false)}
        >
          All brands with all their answers, all members and all API keys are deleted at once. Nobody can
          bring them back.
        </ConfirmDialog>
      )}
    </Panel>
  )
}
