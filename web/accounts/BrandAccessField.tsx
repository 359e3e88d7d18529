import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { brandsQuery } from '../brands/queries.ts'
import { useField } from '../ui/form/Form.tsx'

/** Roles that can be limited to selected brands. */
export const limitedRoles: readonly string[] = ['editor', 'viewer', 'client']

const choiceName = 'brands'
const brandName = 'brand'
/** The name of the server for the list. */
const listName = 'brand_ids'

type BrandAccessFieldProps = {
  chosen: readonly string[] | null
  /** A selection, without the choice of all brands: for clients. */
  isSelection?: boolean
  legend?: string
}

/** All brands, including future ones, or a selection. `brandIdsIn` reads the choice from the form. */
export function BrandAccessField({
  chosen,
  isSelection = false,
  legend = t('accounts.brandAccess.legend'),
}: BrandAccessFieldProps) {
  const [isLimited, setLimited] = useState(chosen !== null)
  const { id, complaint } = useField(listName, null)
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {isSelection ? (
        <input type="hidden" name={choiceName} value="some" />
      ) : (
        [false, true].map((limited) => (
          <label key={String(limited)} className="flex items-center gap-2.5">
            <input
              type="radio"
              name={choiceName}
              value={limited ? 'some' : 'all'}
              checked={isLimited === limited}
              onChange={() => setLimited(limited)}
              className="size-4 accent-accent"
            />
            {limited ? t('accounts.brandAccess.selected') : t('accounts.brandAccess.all')}
          </label>
        ))
      )}
      {(isSelection || isLimited) && (
        <BrandList chosen={chosen} complaintId={complaint && `${id}-complaint`} />
      )}
      {complaint && (
        <p id={`${id}-complaint`} className="text-sm text-bad">
          {complaint}
        </p>
      )}
    </fieldset>
  )
}

type BrandListProps = Pick<BrandAccessFieldProps, 'chosen'> & { complaintId: string | undefined }

function BrandList({ chosen, complaintId }: BrandListProps) {
  const { data } = useQuery(brandsQuery)
  return (
    <div className="max-h-48 space-y-1.5 overflow-y-auto rounded-lg border border-line px-3 py-2.5">
      {data?.items.map((brand) => (
        <label key={brand.id} className="flex items-center gap-2.5">
          <input
            type="checkbox"
            name={brandName}
            value={brand.id}
            defaultChecked={chosen?.includes(brand.id) ?? false}
            aria-invalid={complaintId !== undefined || undefined}
            aria-describedby={complaintId}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">{brand.name}</span>
        </label>
      ))}
    </div>
  )
}

/** Null: all brands. */
export const brandIdsIn = (values: FormData): string[] | null =>
  values.get(choiceName) === 'some' ? values.getAll(brandName).map(String) : null
