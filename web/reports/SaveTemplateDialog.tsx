import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, invalidate } from '../api.ts'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { copy } from './copy.ts'
import { type Report, templatesQuery } from './queries.ts'

const { templates: texts } = copy

/** Keeps the sections of a report for new reports and schedules. */
export function SaveTemplateDialog({ report, onClose }: { report: Report; onClose(): void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/report-templates', {
        body: { name: textOf(values, 'name'), sections: report.sections },
      }),
    onSuccess: async () => {
      await invalidate(queryClient, templatesQuery.queryKey)
      onClose()
    },
  })
  return (
    <FormDialog title={texts.save} action={texts.save} mutation={save} onClose={onClose}>
      <p className="text-muted">{texts.lead}</p>
      <TextField
        label={texts.name}
        name="name"
        required
        defaultValue={report.title}
        maxLength={100}
        hint={texts.nameHint}
      />
    </FormDialog>
  )
}
