import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { brandStatusLabels } from '../../vocabulary/labels.ts'
import { api, renew } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { BrandForm } from './BrandForm.tsx'
import { brandQuery, brandsQuery, reanalysisOf } from './queries.ts'
import { useBrand } from './useBrand.ts'

/** What the brand is, by which names and sites it is found, and whether it is tracked at all. */
export function BrandSettingsPage() {
  const { brand } = useBrand()
  const { mayWrite, mayManage } = useCurrentUser()
  return (
    <Tab
      title="Brand"
      within={`Settings of ${brand.name}`}
      lead="When names or sites change, stored answers are read again, so that history is right too."
    >
      <BrandForm brand={brand} mayWrite={mayWrite} />
      {mayWrite && (
        <>
          <PausePanel />
          <RereadPanel />
        </>
      )}
      {mayManage && <DeletePanel />}
    </Tab>
  )
}

function PausePanel() {
  const { brand, slug } = useBrand()
  const queryClient = useQueryClient()
  const isPaused = brand.status === 'paused'
  const change = useMutation({
    mutationFn: () =>
      api('PATCH /api/brands/:brand', {
        params: { brand: slug },
        body: { status: isPaused ? 'active' : 'paused' },
      }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(brandQuery(slug).queryKey, changed)
      await renew(queryClient, brandsQuery.queryKey)
    },
  })
  return (
    <Panel
      title={isPaused ? 'Tracking is paused' : 'Pause tracking'}
      lead={
        isPaused
          ? 'No run is started, by nobody. What was measured stays.'
          : 'No run is started any more until tracking goes on, neither by hand nor by the schedule. What was measured stays.'
      }
      actions={
        <>
          {isPaused && <Badge tone="caution">{brandStatusLabels.paused}</Badge>}
          <Button busy={change.isPending} onClick={() => change.mutate()}>
            {isPaused ? 'Go on tracking' : 'Pause'}
          </Button>
        </>
      }
    >
      {change.error && (
        <Notice tone="bad" live>
          {change.error.message}
        </Notice>
      )}
    </Panel>
  )
}

function RereadPanel() {
  const { slug } = useBrand()
  const queryClient = useQueryClient()
  const reread = useMutation({
    mutationFn: () => api('POST /api/brands/:brand/reanalyse', { params: { brand: slug } }),
    onSuccess: () => renew(queryClient, reanalysisOf(slug).queryKey),
  })
  return (
    <Panel
      title="Read all answers again"
      lead="Happens by itself when names, sites or competitors change. By hand it helps after a newer version of Ansight reads better."
      actions={
        <Button busy={reread.isPending} onClick={() => reread.mutate()}>
          Read again
        </Button>
      }
    >
      {reread.error && (
        <Notice tone="bad" live>
          {reread.error.message}
        </Notice>
      )}
    </Panel>
  )
}

function DeletePanel() {
  const { brand, slug } = useBrand()
  const [isAsked, setAsked] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/brands/:brand', { params: { brand: slug } }),
    onSuccess: async () => {
      // Where one goes now, nothing is to ask for what is gone.
      queryClient.setQueryData(
        brandsQuery.queryKey,
        (old) => old && { ...old, items: old.items.filter(({ id }) => id !== brand.id) },
      )
      await navigate({ to: '/dashboard' })
      queryClient.removeQueries({ queryKey: brandQuery(slug).queryKey, type: 'inactive' })
      await renew(queryClient, brandsQuery.queryKey)
    },
  })
  return (
    <Panel
      title="Delete the brand"
      lead="With its prompts, competitors and every answer it ever got. Pausing keeps them."
      actions={
        <Button look="risky" onClick={() => setAsked(true)}>
          Delete the brand
        </Button>
      }
    >
      {isAsked && (
        <ConfirmDialog
          title={`Delete ${brand.name}?`}
          action="Delete for good"
          typed={brand.name}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(false)}
        >
          All prompts, competitors, answers and numbers of it are deleted at once. Nobody can bring them back.
        </ConfirmDialog>
      )}
    </Panel>
  )
}
