import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { type SourceCategory, sourceCategories } from '../../vocabulary/source-categories.ts'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'
import { useField } from '../ui/form/Form.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'

type Chosen = Exclude<SourceCategory, 'owned' | 'competitor'>

/** `owned` and `competitor` follow from their domains. */
const choices = sourceCategories.filter((each): each is Chosen => each !== 'owned' && each !== 'competitor')

type SourceCategoryFieldsProps = { of: Record<string, SourceCategory>; mayWrite: boolean }

/** Rows of a domain and its source type; rows without a domain are ignored. */
export function SourceCategoryFields({ of, mayWrite }: SourceCategoryFieldsProps) {
  const [rows, setRows] = useState(() =>
    Object.entries(of).map(([domain, category], key) => ({ key, domain, category })),
  )
  const next = useRef(rows.length)
  const { complaint } = useField('source_categories', null)
  const add = () => {
    const key = next.current
    next.current += 1
    setRows([...rows, { key, domain: '', category: 'editorial' }])
  }
  return (
    <div className="space-y-3">
      {rows.length === 0 && !mayWrite && <p className="text-sm text-muted">{t('brands.sourceTypes.none')}</p>}
      {rows.map(({ key, domain, category }) => (
        <Row
          key={key}
          domain={domain}
          category={category}
          onRemove={() => setRows(rows.filter((row) => row.key !== key))}
        />
      ))}
      {complaint && <p className="text-sm text-bad">{complaint}</p>}
      {mayWrite && (
        <Button look="quiet" size="small" className="-ml-2.5" onClick={add}>
          <Plus aria-hidden className="size-4" />
          {t('brands.sourceTypes.add')}
        </Button>
      )}
    </div>
  )
}

type RowProps = { domain: string; category: SourceCategory; onRemove: () => void }

function Row({ domain, category, onRemove }: RowProps) {
  const [typed, setTyped] = useState(domain)
  const { complaint, control } = useField(`source_categories.${typed.trim()}`, null)
  return (
    <div>
      <div className="flex items-center gap-2">
        <input
          {...control}
          name={domainField}
          aria-label={t('brands.sourceTypes.site')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={t('brands.sourceTypes.sitePlaceholder')}
          className="control min-w-0 flex-1"
        />
        <Select
          aria-label={
            typed === '' ? t('brands.sourceTypes.typeOfNew') : t('brands.sourceTypes.typeOf', { site: typed })
          }
          name={categoryField}
          defaultValue={category}
        >
          <Options of={choices.map((each) => [each, sourceCategoryLabel(each)])} />
        </Select>
        <button
          type="button"
          aria-label={
            typed === '' ? t('brands.sourceTypes.removeNew') : t('brands.sourceTypes.remove', { site: typed })
          }
          onClick={onRemove}
          className="rounded-lg p-2 text-muted not-disabled:hover:bg-sunken not-disabled:hover:text-ink disabled:opacity-40"
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </div>
      {complaint && (
        <p id={`${control.id}-complaint`} className="mt-1 text-sm text-bad">
          {complaint}
        </p>
      )}
    </div>
  )
}

const domainField = 'source-domain'
const categoryField = 'source-category'

export function sourceCategoriesIn(values: FormData): Record<string, Chosen> {
  const categories = values.getAll(categoryField)
  const rows = values.getAll(domainField).flatMap((domain, index) => {
    const category = choices.find((each) => each === categories[index])
    return typeof domain === 'string' && domain.trim() !== '' && category
      ? ([[domain.trim(), category]] as const)
      : []
  })
  return Object.fromEntries(rows)
}
