import { useQuery } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'
import { type Template, templatesQuery } from './queries.ts'

/** The templates of the organization; nothing without any. */
export function TemplateSection() {
  const { data } = useQuery(templatesQuery)
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('reports.templates.list')}>
      <ul className="card divide-y divide-line">
        {data.items.map((template) => (
          <TemplateRow key={template.id} template={template} />
        ))}
      </ul>
    </Section>
  )
}

function TemplateRow({ template: { id, name, sections } }: { template: Template }) {
  const { mayWrite } = useCurrentUser()
  const remove = useChange(
    () => api('DELETE /api/report-templates/:template', { params: { template: id } }),
    [templatesQuery.queryKey],
  )
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2.5">
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="text-sm text-muted">
          {sections.map(({ section }) => t(`reports.sections.${section}`)).join(' · ')}
        </span>
      </span>
      {mayWrite && (
        <Button
          size="small"
          look="risky"
          aria-label={t('reports.templates.removeNamed', { name })}
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('reports.templates.remove')}
        </Button>
      )}
    </li>
  )
}
