import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { brandsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { LanguageField, languageAndTitle } from './LanguageField.tsx'
import { usualPeriods } from './periods.ts'
import { TemplateField, useChosenSections } from './TemplateField.tsx'

const customKey = 'custom'

/** Creates a report for a period, and opens it. */
export function CreateReportDialog({ onClose }: { onClose(): void }) {
  const { brand, slug } = useBrand()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const periods = usualPeriods()
  const [chosen, setChosen] = useState('last-30')
  const sectionsIn = useChosenSections()
  const create = useMutation({
    mutationFn: (values: FormData) => {
      const brandIds = [brand.id, ...values.getAll('brand').map(String)]
      const sections = sectionsIn(values, brandIds.length)
      const period = periods.find(({ key }) => key === chosen)
      return api('POST /api/reports', {
        body: {
          brand_ids: brandIds,
          ...languageAndTitle(values),
          date_from: period?.date_from ?? getText(values, 'date_from'),
          date_to: period?.date_to ?? getText(values, 'date_to'),
          ...(sections && { sections }),
        },
      })
    },
    onSuccess: async ({ id }) => {
      await invalidate(queryClient, 'GET /api/reports')
      await navigate({ to: '/dashboard/brands/$slug/reports/$id', params: { slug, id } })
    },
  })
  return (
    <FormDialog
      title={t('reports.create.title')}
      action={t('reports.create.submit')}
      mutation={create}
      onClose={onClose}
    >
      <SelectField
        label={t('reports.create.period')}
        name="period"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <Options
          of={[
            ...periods.map(({ key, label }) => [key, label] as const),
            [customKey, t('reports.create.custom')],
          ]}
        />
      </SelectField>
      {chosen === customKey && (
        <div className="flex gap-4">
          <TextField label={t('reports.create.from')} name="date_from" type="date" required />
          <TextField label={t('reports.create.to')} name="date_to" type="date" required />
        </div>
      )}
      <TextField
        label={t('reports.create.name')}
        name="title"
        required
        defaultValue={t('reports.create.nameDefault')}
        maxLength={120}
      />
      <LanguageField />
      <TemplateField />
      <OtherBrands brandId={brand.id} />
    </FormDialog>
  )
}

/** The brands that make the report one on a portfolio. */
function OtherBrands({ brandId }: { brandId: string }) {
  const { data } = useQuery(brandsQuery)
  const others = data?.items.filter(({ id }) => id !== brandId) ?? []
  if (others.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('reports.create.brands')}</legend>
      <div className="grid max-h-40 gap-1 overflow-y-auto sm:grid-cols-2">
        {others.map(({ id, name }) => (
          <label key={id} className="flex items-center gap-2">
            <input type="checkbox" name="brand" value={id} className="size-4 accent-accent" />
            <span className="truncate">{name}</span>
          </label>
        ))}
      </div>
      <p className="mt-1 text-sm text-muted">{t('reports.create.brandsHint')}</p>
    </fieldset>
  )
}
