import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, Trash2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { api, read } from '../../api.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { TextField } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { useChange } from '../../useChange.ts'
import { type BrandFilter, brandFilter } from '../filter.ts'
import { useBrand } from '../useBrand.ts'

const viewsQuery = (slug: string) => read('GET /api/brands/:brand/views', { params: { brand: slug } })

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
            <ViewList slug={slug} onApplied={() => setOpen(false)} />
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
      {isSaving && <SaveDialog slug={slug} filter={filter} onClose={() => setSaving(false)} />}
    </>
  )
}

function ViewList({ slug, onApplied }: { slug: string; onApplied(): void }) {
  const { data } = useQuery(viewsQuery(slug))
  const apply = useApply()
  const remove = useChange(
    (view: string) => api('DELETE /api/brands/:brand/views/:view', { params: { brand: slug, view } }),
    ['GET /api/brands/:brand/views'],
  )
  if (!data) return null
  if (data.items.length === 0) return <p className="px-2.5 py-1.5 text-muted">{t('brands.views.empty')}</p>
  return (
    <>
      <ul className="max-h-72 overflow-y-auto">
        {data.items.map(({ id, name, search }) => (
          <li key={id} className="flex items-center rounded-md hover:bg-sunken">
            <button
              type="button"
              onClick={() => {
                apply(search)
                onApplied()
              }}
              className="min-w-0 flex-1 truncate px-2.5 py-1.5 text-left"
            >
              {name}
            </button>
            <button
              type="button"
              aria-label={t('brands.views.delete', { name })}
              onClick={() => remove.mutate(id)}
              className="rounded-md p-1.5 text-muted hover:text-bad"
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={remove.error} />
    </>
  )
}

/** Replaces the period and the filters, and keeps the other parameters of the screen. */
function useApply() {
  const navigate = useNavigate()
  return (search: string) => {
    const view = brandFilter(Object.fromEntries(new URLSearchParams(search)))
    void navigate({ to: '.', search: (old) => ({ ...withoutFilter(old), ...view }), resetScroll: false })
  }
}

const filterKeys = ['days', 'from', 'to', 'compare', 'platform', 'region', 'topic', 'branded', 'tag']

const withoutFilter = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !filterKeys.includes(key)))

type SaveDialogProps = { slug: string; filter: BrandFilter; onClose(): void }

function SaveDialog({ slug, filter, onClose }: SaveDialogProps) {
  const save = useChange(
    (values: FormData) =>
      api('POST /api/brands/:brand/views', {
        params: { brand: slug },
        body: { name: getText(values, 'name'), search: toSearch(filter) },
      }),
    ['GET /api/brands/:brand/views'],
    onClose,
  )
  return (
    <FormDialog
      title={t('brands.views.saveTitle')}
      action={t('brands.views.saveAction')}
      mutation={save}
      onClose={onClose}
      fieldByErrorCode={{ conflict: 'name' }}
    >
      <TextField
        label={t('brands.views.name')}
        name="name"
        required
        maxLength={100}
        hint={t('brands.views.hint')}
      />
    </FormDialog>
  )
}

const toSearch = (filter: BrandFilter): string =>
  new URLSearchParams(Object.entries(filter).map(([key, value]) => [key, String(value)])).toString()
