import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, type Returns } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormButtons } from '../ui/form/FormButtons.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { Notice } from '../ui/Notice.tsx'
import { copy } from './copy.ts'
import { invalidatePrompts } from './queries.ts'

type Report = Returns<'POST /api/prompts/import'>

export function PastePromptsDialog({ brandId, onClose }: { brandId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [hasFile, setHasFile] = useState(false)
  const fileId = useId()
  const paste = useMutation({
    mutationFn: async (values: FormData) => {
      const file = values.get('file')
      const query = { brand_id: brandId }
      if (file instanceof File && file.size > 0)
        return api('POST /api/prompts/import', {
          query,
          body: await file.text(),
          ...(file.name.toLowerCase().endsWith('.csv') && { textType: 'text/csv' }),
        })
      return api('POST /api/prompts/import', { query, body: textOf(values, 'prompts') })
    },
    onSuccess: () => invalidatePrompts(queryClient),
  })
  return (
    <Dialog title={copy.importDialog.title} onClose={onClose}>
      {paste.data ? (
        <ReportView report={paste.data} onClose={onClose} />
      ) : (
        <Form error={paste.error} onSubmit={paste.mutate}>
          <TextArea
            label={copy.importDialog.prompts}
            name="prompts"
            required={!hasFile}
            disabled={hasFile}
            rows={8}
            hint={copy.importDialog.promptsHint}
          />
          <div>
            <label htmlFor={fileId} className="text-sm font-medium">
              {copy.importDialog.file}
            </label>
            <input
              id={fileId}
              type="file"
              name="file"
              accept=".csv,.txt,text/csv,text/plain"
              aria-describedby={`${fileId}-hint`}
              onChange={({ target }) => setHasFile((target.files?.length ?? 0) > 0)}
              className="control mt-1 text-sm"
            />
            <p id={`${fileId}-hint`} className="mt-1 text-sm text-muted">
              {copy.importDialog.fileHint}
            </p>
          </div>
          <FormButtons busy={paste.isPending} onCancel={onClose}>
            {copy.importDialog.import}
          </FormButtons>
        </Form>
      )}
    </Dialog>
  )
}

function ReportView({ report, onClose }: { report: Report; onClose: () => void }) {
  return (
    <div className="space-y-4">
      <Notice tone={report.rejected.length > 0 ? 'caution' : 'good'} live>
        {copy.importDialog.report({
          created: report.created,
          skipped: report.skipped_duplicates,
          rejected: report.rejected.length,
        })}
      </Notice>
      {report.rejected.length > 0 && (
        <ul className="max-h-60 space-y-1 overflow-y-auto text-sm">
          {report.rejected.map(({ line, reason }) => (
            <li key={line}>
              <span className="text-muted">{copy.importDialog.line(line)}</span> {reason}
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          {copy.importDialog.done}
        </Button>
      </div>
    </div>
  )
}
