import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { t } from '../../../vocabulary/texts.ts'
import { api, read } from '../../api.ts'
import { TextField } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { useChange } from '../../useChange.ts'
import { type BrandFilter, brandFilter, filterNames, periodNames } from '../filter.ts'

const viewsQuery = (slug: string) => read('GET /api/brands/:brand/views', { params: { brand: slug } })

/** The views to apply and delete. */
export function ViewList({ slug, onApplied }: { slug: string; onApplied(): void }) {
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

const filterKeys: readonly string[] = [...periodNames, ...filterNames]

const withoutFilter = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !filterKeys.includes(key)))

type SaveViewDialogProps = { slug: string; filter: BrandFilter; onClose(): void }

/** Saves the current period and filters under a name. */
export function SaveViewDialog({ slug, filter, onClose }: SaveViewDialogProps) {
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
