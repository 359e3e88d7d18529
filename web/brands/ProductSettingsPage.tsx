import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, invalidate, type Returns } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { copy } from './copy.ts'
import { NamedRow } from './NamedRow.tsx'
import { listField, NameFields, namesIn } from './NameFields.tsx'
import { productsOf, reanalysisOf } from './queries.ts'
import { useBrand } from './useBrand.ts'

type Product = Returns<'GET /api/brands/:brand/products'>['items'][number]

/** The tracked products. */
export function ProductSettingsPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const products = useQuery(productsOf(slug))
  const [open, setOpen] = useState<'new' | Product | null>(null)
  const [removing, setRemoving] = useState<Product | null>(null)
  return (
    <Tab
      title={copy.products.title}
      within={brand.name}
      lead={
        <>
          {copy.products.lead}{' '}
          <Link to="/dashboard/brands/$slug/products" params={{ slug }} className="link">
            {copy.products.viewResults}
          </Link>
        </>
      }
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setOpen('new')}>
            <Plus aria-hidden className="size-4" />
            {copy.products.add}
          </Button>
        )
      }
    >
      <QueryBoundary query={products}>
        {({ items }) => (
          <div className="card">
            {items.length === 0 ? (
              <EmptyState Icon={Package} title={copy.products.emptyTitle}>
                {copy.products.empty}
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
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: FormData) => {
      const body = { name: textOf(values, 'name'), ...namesIn(values) }
      return product
        ? api('PATCH /api/brands/:brand/products/:id', { params: { brand: slug, id: product.id }, body })
        : api('POST /api/brands/:brand/products', { params: { brand: slug }, body })
    },
    onSuccess: async () => {
      onClose()
      await invalidate(queryClient, productsOf(slug).queryKey, reanalysisOf(slug).queryKey)
    },
  })
  return (
    <FormDialog
      title={product ? copy.products.edit(product.name) : copy.products.add}
      action={product ? copy.products.save : copy.products.add}
      mutation={save}
      onClose={onClose}
      nameOf={listField}
      fieldOf={{ conflict: 'name' }}
    >
      <TextField
        label={copy.products.name}
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
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      api('DELETE /api/brands/:brand/products/:id', { params: { brand: slug, id: product.id } }),
    onSuccess: async () => {
      onClose()
      await invalidate(
        queryClient,
        productsOf(slug).queryKey,
        reanalysisOf(slug).queryKey,
        'GET /api/metrics/product-visibility',
      )
    },
  })
  return (
    <ConfirmDialog
      title={copy.products.removeTitle(product.name)}
      action={copy.products.removeAction}
      mutation={remove}
      onClose={onClose}
    >
      {copy.products.removeWarning}
    </ConfirmDialog>
  )
}
