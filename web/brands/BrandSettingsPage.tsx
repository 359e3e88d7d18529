import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { brandStatusLabels } from '../../vocabulary/labels.ts'
import { api, invalidate } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { BrandForm } from './BrandForm.tsx'
import { brandQuery, brandsQuery, reanalysisOf } from './queries.ts'
import { useBrand } from './useBrand.ts'

/** The brand's profile, its names and sites, and whether it is tracked. */
export function BrandSettingsPage() {
  const { brand } = useBrand()
  const { mayWrite, mayManage } = useCurrentUser()
  return (
    <Tab
      title="Brand"
      within={`Settings of ${brand.name}`}
      lead="When names or sites change, past answers are reprocessed so that metrics stay consistent."
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
      await invalidate(queryClient, brandsQuery.queryKey)
    },
  })
  return (
    <Panel
      title={isPaused ? 'Tracking is paused' : 'Pause tracking'}
      lead={
        isPaused
          ? 'No runs are started. Existing data is kept.'
          : 'Stops scheduled and manual runs until you resume tracking. Existing data is kept.'
      }
      actions={
        <>
          {isPaused && <Badge tone="caution">{brandStatusLabels.paused}</Badge>}
          <Button busy={change.isPending} onClick={() => change.mutate()}>
            {isPaused ? 'Resume tracking' : 'Pause tracking'}
          </Button>
        </>
      }
    >
      <ErrorNotice error={change.error} />
    </Panel>
  )
}

function RereadPanel() {
  const { slug } = useBrand()
  const queryClient = useQueryClient()
  const reread = useMutation({
    mutationFn: () => api('POST /api/brands/:brand/reanalyse', { params: { brand: slug } }),
    onSuccess: () => invalidate(queryClient, reanalysisOf(slug).queryKey),
  })
  return (
    <Panel
      title="Reprocess all answers"
      lead="Happens automatically when names, sites or competitors change. Run it manually after an upgrade that improves parsing. Existing data is kept."
      actions={
        <Button busy={reread.isPending} onClick={() => reread.mutate()}>
          Reprocess
        </Button>
      }
    >
      <ErrorNotice error={reread.error} />
    </Panel>
  )
}

function DeletePanel() {
  const { brand, slug } = useBrand()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/brands/:brand', { params: { brand: slug } }),
    onSuccess: async () => {
      // The next screen must not request the deleted brand.
      queryClient.setQueryData(
        brandsQuery.queryKey,
        (old) => old && { ...old, items: old.items.filter(({ id }) => id !== brand.id) },
      )
      await navigate({ to: '/dashboard' })
      queryClient.removeQueries({ queryKey: brandQuery(slug).queryKey, type: 'inactive' })
      await invalidate(queryClient, brandsQuery.queryKey)
    },
  })
  return (
    <Panel
      title="Delete brand"
      lead="Deletes its prompts, competitors and all answers. To keep them, pause tracking instead."
      actions={
        <ConfirmButton
          look="risky"
          label="Delete brand"
          title={`Delete ${brand.name}?`}
          action="Delete brand"
          typed={brand.name}
          mutation={remove}
        >
          Its prompts, competitors, answers and metrics are deleted immediately. This cannot be undone.
        </ConfirmButton>
      }
    />
  )
}
