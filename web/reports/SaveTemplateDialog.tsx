import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { useChange } from '../useChange.ts'
import { type Report, templatesQuery } from './queries.ts'

/** Keeps the sections of a report for new reports and schedules. */
export function SaveTemplateDialog({ report, onClose }: { report: Report; onClose(): void }) {
  const save = useChange(
    (values: FormData) =>
      api('POST /api/report-templates', {
        body: { name: getText(values, 'name'), sections: report.sections },
      }),
    [templatesQuery.queryKey],
    onClose,
  )
  return (
    <FormDialog
      title={t('reports.templates.save')}
      action={t('reports.templates.save')}
      mutation={save}
      onClose={onClose}
    >
      <p className="text-muted">{t('reports.templates.lead')}</p>
      <TextField
        label={t('reports.templates.name')}
        name="name"
        required
        defaultValue={report.title}
        maxLength={100}
        hint={t('reports.templates.nameHint')}
      />
    </FormDialog>
  )
}
