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
  const [leaving, setLeaving] = useState<Product | null>(null)
  return (
    <Tab
      title="Products"
      within={`Settings of ${brand.name}`}
      lead={
        <>
          Text mentions and shopping cards are counted separately from the brand: “Acme Pixel” is a mention of
          both.{' '}
          <Link to="/dashboard/brands/$slug/products" params={{ slug }} className="link">
            View results
          </Link>
          .
        </>
      }
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setOpen('new')}>
            <Plus aria-hidden className="size-4" />
            Add product
          </Button>
        )
      }
    >
      <QueryBoundary query={products}>
        {({ items }) => (
          <div className="card">
            {items.length === 0 ? (
              <EmptyState Icon={Package} title="No products yet">
                Add a product to see how often answers mention it and how often it appears in shopping cards.
                Past answers are reprocessed.
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {items.map((product) => (
                  <NamedRow
                    key={product.id}
                    of={product}
                    onEdit={() => setOpen(product)}
                    onRemove={() => setLeaving(product)}
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
      {leaving && <RemoveProduct product={leaving} onClose={() => setLeaving(null)} />}
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
      title={product ? `Edit ${product.name}` : 'Add product'}
      action={product ? 'Save' : 'Add product'}
      mutation={save}
      onClose={onClose}
      nameOf={listField}
      fieldOf={{ conflict: 'name' }}
    >
      <TextField label="Name" name="name" required maxLength={200} defaultValue={product?.name ?? ''} />
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
      title={`Remove ${product.name}?`}
      action="Remove product"
      mutation={remove}
      onClose={onClose}
    >
      It will be removed from all metrics, past ones included. Answers are kept, and you can add it again.
    </ConfirmDialog>
  )
}
