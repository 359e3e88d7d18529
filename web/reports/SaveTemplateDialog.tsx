import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { type Report, templatesQuery } from './queries.ts'

/** Keeps the sections of a report for new reports and schedules. */
export function SaveTemplateDialog({ report, onClose }: { report: Report; onClose(): void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/report-templates', {
        body: { name: getText(values, 'name'), sections: report.sections },
      }),
    onSuccess: async () => {
      await invalidate(queryClient, templatesQuery.queryKey)
      onClose()
    },
  })
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
