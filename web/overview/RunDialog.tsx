import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { StartRun } from '../runs/StartRun.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'

/** Starts a run after showing its platforms, queries and cost, then opens its progress. */
export function RunDialog({ onClose }: { onClose(): void }) {
  const { brand, slug } = useBrand()
  const navigate = useNavigate()
  return (
    <Dialog title={t('overview.page.runTitle', { brand: brand.name })} onClose={onClose}>
      <Suspense fallback={<Bar className="h-32 rounded-lg" />}>
        <div className="-mx-4 sm:-mx-5">
          <StartRun
            brand={brand}
            onStarted={() => void navigate({ to: '/dashboard/brands/$slug/runs', params: { slug } })}
          />
        </div>
      </Suspense>
    </Dialog>
  )
}
