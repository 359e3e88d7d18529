import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { BrandLookPanel } from '../reports/BrandLookPanel.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { useChange } from '../useChange.ts'
import { BrandForm } from './BrandForm.tsx'
import { brandQuery, brandsQuery, reanalysisQuery } from './queries.ts'
import { useBrand } from './useBrand.ts'

/** The brand's profile, its names and sites, and whether it is tracked. */
export function BrandSettingsPage() {
  const { brand } = useBrand()
  const { mayWrite, mayManage } = useCurrentUser()
  return (
    <Tab title={t('brands.settings.tabs.brand')} within={brand.name} lead={t('brands.settings.lead')}>
      <BrandForm brand={brand} mayWrite={mayWrite} />
      {mayWrite && (
        <>
          <BrandLookPanel />
          <PausePanel />
          <ReprocessPanel />
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
  const change = useChange(
    () =>
      api('PATCH /api/brands/:brand', {
        params: { brand: slug },
        body: { status: isPaused ? 'active' : 'paused' },
      }),
    [brandsQuery.queryKey],
    (changed) => {
      queryClient.setQueryData(brandQuery(slug).queryKey, changed)
    },
  )
  return (
    <Panel
      title={isPaused ? t('brands.pause.pausedTitle') : t('brands.pause.title')}
      lead={isPaused ? t('brands.pause.pausedLead') : t('brands.pause.lead')}
      actions={
        <>
          {isPaused && <Badge tone="caution">{t('labels.brandStatus.paused')}</Badge>}
          <Button busy={change.isPending} onClick={() => change.mutate()}>
            {isPaused ? t('brands.pause.resume') : t('brands.pause.action')}
          </Button>
        </>
      }
    >
      <ErrorNotice error={change.error} />
    </Panel>
  )
}

function ReprocessPanel() {
  const { slug } = useBrand()
  const reprocess = useChange(
    () => api('POST /api/brands/:brand/reanalyse', { params: { brand: slug } }),
    [reanalysisQuery(slug).queryKey],
  )
  return (
    <Panel
      title={t('brands.reprocess.title')}
      lead={t('brands.reprocess.lead')}
      actions={
        <Button busy={reprocess.isPending} onClick={() => reprocess.mutate()}>
          {t('brands.reprocess.action')}
        </Button>
      }
    >
      <ErrorNotice error={reprocess.error} />
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
      title={t('brands.deleteBrand.title')}
      lead={t('brands.deleteBrand.lead')}
      actions={
        <ConfirmButton
          look="risky"
          label={t('brands.deleteBrand.action')}
          title={t('brands.deleteBrand.confirmTitle', { brand: brand.name })}
          typed={brand.name}
          mutation={remove}
        >
          {t('brands.deleteBrand.warning')}
        </ConfirmButton>
      }
    />
  )
}
