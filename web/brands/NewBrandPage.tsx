import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, type Returns } from '../api.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { textOf, textOrNull } from '../ui/form-values.ts'
import { Page } from '../ui/Page.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { brandBy, everyBrand } from './queries.ts'

export function NewBrandPage() {
  const competitors = useRows(3)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/brands', {
        body: { ...brandIn(values), competitors: filledRows(values).map((row) => competitorIn(values, row)) },
      }),
    onSuccess: async (brand: Returns<'POST /api/brands'>) => {
      queryClient.setQueryData(brandBy(brand.slug).queryKey, brand)
      await queryClient.invalidateQueries({ queryKey: [everyBrand.queryKey[0]] })
      await navigate({ to: '/dashboard/brands/$slug', params: { slug: brand.slug } })
    },
  })
  return (
    <Page title="Add a brand" lead="What the answers are searched for.">
      <Form
        error={create.error}
        onSubmit={create.mutate}
        nameOf={(path) => fieldName(path, create.variables)}
        className="max-w-3xl space-y-6"
      >
        <div className="card space-y-5 p-5 sm:p-6">
          <div className="flex flex-col gap-5 sm:flex-row">
            <TextField label="Name" name="name" required placeholder="Acme" />
            <TextField
              label="Domain"
              name="domain"
              required
              placeholder="acme.com"
              inputMode="url"
              hint="Citations of it and its subdomains count as yours."
            />
          </div>
          <TextField
            label="Other spellings"
            name="aliases"
            placeholder="Acme Analytics, ACME Inc"
            hint="Names that also mean this brand, separated by commas."
          />
        </div>
        <fieldset className="card p-5 sm:p-6">
          <legend className="float-left font-semibold">Competitors</legend>
          <span className="float-right text-xs leading-6 text-muted">Optional</span>
          <p className="clear-both mb-5 text-sm text-muted">
            Named beside you, they give your numbers something to stand against. Empty rows are left out.
          </p>
          <div className="space-y-4">
            {competitors.rows.map((key, index) => (
              <CompetitorRow
                key={key}
                index={index}
                onRemove={competitors.rows.length > 1 ? () => competitors.remove(key) : null}
              />
            ))}
          </div>
          <Button look="quiet" size="small" className="-ml-2.5 mt-4" onClick={competitors.add}>
            <Plus aria-hidden className="size-4" />
            Add a competitor
          </Button>
        </fieldset>
        <div className="card p-5 sm:p-6">
          <PlaceFields of={null} />
        </div>
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={create.isPending}>
            Add brand
          </Button>
          <Link to="/dashboard" className={buttonClasses('quiet')}>
            Cancel
          </Link>
        </div>
      </Form>
    </Page>
  )
}

/** Named by their place, as the server's complaints name them. */
function CompetitorRow({ index, onRemove }: { index: number; onRemove: (() => void) | null }) {
  return (
    <div className="flex items-start gap-2">
      <div className="flex flex-1 flex-col gap-x-5 gap-y-2 sm:flex-row">
        <TextField
          label={`Competitor ${index + 1}`}
          name={`competitors.${index}.name`}
          saysOptional={false}
        />
        <TextField
          label={`Domain of competitor ${index + 1}`}
          name={`competitors.${index}.domain`}
          inputMode="url"
          saysOptional={false}
        />
      </div>
      <button
        type="button"
        disabled={onRemove === null}
        aria-label={`Remove competitor ${index + 1}`}
        onClick={onRemove ?? undefined}
        className="mt-7 rounded-lg p-2 text-muted not-disabled:hover:bg-sunken not-disabled:hover:text-ink disabled:opacity-40"
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
    </div>
  )
}

/** Keys of rows that come and go: what is typed into the others stays with them. */
function useRows(count: number) {
  const next = useRef(count)
  const [rows, setRows] = useState(() => Array.from({ length: count }, (_, index) => index))
  const add = () => {
    const key = next.current
    next.current += 1
    setRows((old) => [...old, key])
  }
  return { rows, add, remove: (key: number) => setRows((old) => old.filter((each) => each !== key)) }
}

const brandIn = (values: FormData) => ({
  name: textOf(values, 'name'),
  domain: textOf(values, 'domain'),
  aliases: textOf(values, 'aliases')
    .split(/[,\n]/)
    .map((alias) => alias.trim())
    .filter((alias) => alias !== ''),
  region: textOrNull(values, 'region'),
  language: textOrNull(values, 'language'),
})

const rowPattern = /^competitors\.(\d+)\.\w+$/

/** The numbers of the rows in which something is typed. */
function filledRows(values: FormData): number[] {
  const filled = [...values].flatMap(([name, value]) => {
    const row = rowPattern.exec(name)?.[1]
    return row !== undefined && typeof value === 'string' && value.trim() !== '' ? [Number(row)] : []
  })
  return [...new Set(filled)].toSorted((a, b) => a - b)
}

const competitorIn = (values: FormData, row: number) => ({
  name: textOf(values, `competitors.${row}.name`),
  domain: textOrNull(values, `competitors.${row}.domain`),
})

/** The server counts the rows that were sent, and speaks of one alias; the form has empty rows, and one field for all. */
function fieldName(path: string, sent: FormData | undefined): string {
  if (path.startsWith('aliases.')) return 'aliases'
  const place = rowPattern.exec(path)?.[1]
  if (place === undefined || sent === undefined) return path
  return path.replace(place, String(filledRows(sent)[Number(place)]))
}
