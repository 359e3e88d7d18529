import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package, Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { useChange } from '../useChange.ts'
import { NamedRow } from './NamedRow.tsx'
import { listField, NameFields, namesIn } from './NameFields.tsx'
import { productsQuery, reanalysisQuery } from './queries.ts'
import { useBrand } from './useBrand.ts'

type Product = Returns<'GET /api/brands/:brand/products'>['items'][number]

/** The tracked products. */
export function ProductSettingsPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const products = useQuery(productsQuery(slug))
  const [open, setOpen] = useState<'new' | Product | null>(null)
  const [removing, setRemoving] = useState<Product | null>(null)
  return (
    <Tab
      title={t('brands.products.title')}
      within={brand.name}
      lead={
        <>
          {t('brands.products.lead')}{' '}
          <Link to="/dashboard/brands/$slug/products" params={{ slug }} className="link">
            {t('brands.products.viewResults')}
          </Link>
        </>
      }
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setOpen('new')}>
            <Plus aria-hidden className="size-4" />
            {t('brands.products.add')}
          </Button>
        )
      }
    >
      <QueryBoundary query={products}>
        {({ items }) => (
          <div className="card">
            {items.length === 0 ? (
              <EmptyState Icon={Package} title={t('brands.products.emptyTitle')}>
                {t('brands.products.empty')}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {items.map((product) => (
                  <NamedRow
                    key={product.id}
                    of={product}
                    onEdit={() => setOpen(product)}
                    onRemove={() => setRemoving(product)}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryBoundary>
      {open !== null && (
        <ProductDialog product={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
      {removing && <RemoveProduct product={removing} onClose={() => setRemoving(null)} />}
    </Tab>
  )
}

type ProductDialogProps = { product: Product | null; onClose: () => void }

function ProductDialog({ product, onClose }: ProductDialogProps) {
  const { slug } = useBrand()
  const save = useChange(
    (values: FormData) => {
      const body = { name: getText(values, 'name'), ...namesIn(values) }
      return product
        ? api('PATCH /api/brands/:brand/products/:id', { params: { brand: slug, id: product.id }, body })
        : api('POST /api/brands/:brand/products', { params: { brand: slug }, body })
    },
    [productsQuery(slug).queryKey, reanalysisQuery(slug).queryKey],
    onClose,
  )
  return (
    <FormDialog
      title={product ? t('brands.products.edit', { name: product.name }) : t('brands.products.add')}
      action={product ? t('brands.products.save') : t('brands.products.add')}
      mutation={save}
      onClose={onClose}
      getName={listField}
      fieldByErrorCode={{ conflict: 'name' }}
    >
      <TextField
        label={t('brands.products.name')}
        name="name"
        required
        maxLength={200}
        defaultValue={product?.name ?? ''}
      />
      <NameFields of={product} />
    </FormDialog>
  )
}

function RemoveProduct({ product, onClose }: { product: Product; onClose: () => void }) {
  const { slug } = useBrand()
  const remove = useChange(
    () => api('DELETE /api/brands/:brand/products/:id', { params: { brand: slug, id: product.id } }),
    [productsQuery(slug).queryKey, reanalysisQuery(slug).queryKey, 'GET /api/metrics/product-visibility'],
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('brands.products.removeTitle', { name: product.name })}
      action={t('brands.products.removeAction')}
      mutation={remove}
      onClose={onClose}
    >
      {t('brands.products.removeWarning')}
    </ConfirmDialog>
  )
}
