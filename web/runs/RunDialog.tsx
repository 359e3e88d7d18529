import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { StartRun } from './StartRun.tsx'

type RunDialogProps = {
  /** The prompts to run; all active ones without it. */
  promptIds?: readonly string[]
  onClose(): void
}

/** Starts a run after showing its platforms, queries and cost, then opens its progress. */
export function RunDialog({ promptIds, onClose }: RunDialogProps) {
  const { brand, slug } = useBrand()
  const navigate = useNavigate()
  return (
    <Dialog
      title={
        promptIds
          ? t('runs.runDialog.selected', { count: promptIds.length })
          : t('runs.runDialog.all', { brand: brand.name })
      }
      onClose={onClose}
    >
      <Suspense fallback={<Bar className="h-32 rounded-lg" />}>
        <div className="-mx-4 sm:-mx-5">
          <StartRun
            brand={brand}
            promptIds={promptIds}
            onStarted={() => void navigate({ to: '/dashboard/brands/$slug/runs', params: { slug } })}
          />
        </div>
      </Suspense>
    </Dialog>
  )
}
