import { useQuery } from '@tanstack/react-query'
import { sectionsFor } from '../../vocabulary/reports.ts'
import { t } from '../../vocabulary/texts.ts'
import { SelectField } from '../ui/form/Field.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { type Template, templatesQuery } from './queries.ts'

const field = 'template'

/** Chooses the sections of a new report or schedule; nothing without a template. */
export function TemplateField() {
  const { data } = useQuery(templatesQuery)
  if (!data || data.items.length === 0) return null
  return (
    <SelectField label={t('reports.templates.field')} name={field} defaultValue="">
      <Options
        of={[
          ['', t('reports.templates.none')],
          ...data.items.map(({ id, name }) => [id, name] as [string, string]),
        ]}
      />
    </SelectField>
  )
}

/** Returns the sections of the chosen template that a report on this many brands can contain; undefined: all sections. */
export function useChosenSections() {
  const { data } = useQuery(templatesQuery)
  return (values: FormData, brands: number): Template['sections'] | undefined => {
    const template = data?.items.find(({ id }) => id === getText(values, field))
    const possible = sectionsFor(brands)
    const fitting = template?.sections.filter(({ section }) => possible.includes(section))
    return fitting && fitting.length > 0 ? fitting : undefined
  }
}
