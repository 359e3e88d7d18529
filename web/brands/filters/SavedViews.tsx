import { Bookmark } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { useBrand } from '../useBrand.ts'

const ViewList = lazy(async () => ({ default: (await import('./ViewList.tsx')).ViewList }))
const SaveViewDialog = lazy(async () => ({ default: (await import('./ViewList.tsx')).SaveViewDialog }))

/** Named filters of the current user. */
export function SavedViews() {
  const { slug, filter } = useBrand()
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          aria-label={t('brands.views.label')}
          title={t('brands.views.label')}
          className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <Bookmark aria-hidden className="size-4" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            sideOffset={4}
            collisionPadding={8}
            aria-label={t('brands.views.label')}
            className="z-20 w-64 rounded-xl border border-line bg-surface p-1.5 text-sm shadow-raised"
          >
            <Suspense fallback={null}>
              <ViewList slug={slug} onApplied={() => setOpen(false)} />
            </Suspense>
            <button
              type="button"
              onClick={() => {
                setOpen(false)
                setSaving(true)
              }}
              className={`${buttonClasses('quiet', 'small')} mt-1 w-full justify-start!`}
            >
              {t('brands.views.save')}
            </button>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {isSaving && (
        <Suspense fallback={null}>
          <SaveViewDialog slug={slug} filter={filter} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}
