import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatQuantity } from '../../vocabulary/formats.ts'
import { api, type Returns } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { textOf } from '../ui/form-values.ts'
import { Notice } from '../ui/Notice.tsx'
import { afterPromptChange } from './queries.ts'

type Report = Returns<'POST /api/prompts/import'>

export function PastePromptsDialog({ brandId, onClose }: { brandId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const paste = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/prompts/import', { query: { brand_id: brandId }, body: textOf(values, 'prompts') }),
    onSuccess: () => afterPromptChange(queryClient),
  })
  return (
    <Dialog title="Paste many prompts" onClose={onClose}>
      {paste.data ? (
        <ReportView report={paste.data} onClose={onClose} />
      ) : (
        <Form error={paste.error} onSubmit={paste.mutate}>
          <TextArea
            label="Prompts, one per line"
            name="prompts"
            required
            rows={10}
            hint="Those that are there already are skipped."
          />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={paste.isPending}>
              Add prompts
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  )
}

function ReportView({ report, onClose }: { report: Report; onClose: () => void }) {
  return (
    <div className="space-y-4">
      <Notice tone={report.rejected.length > 0 ? 'caution' : 'good'} live>
        {formatQuantity(report.created, 'prompt')} added
        {report.skipped_duplicates > 0 &&
          `, ${report.skipped_duplicates} skipped because they were there already`}
        {report.rejected.length > 0 && `, ${formatQuantity(report.rejected.length, 'line')} not taken`}.
      </Notice>
      {report.rejected.length > 0 && (
        <ul className="max-h-60 space-y-1 overflow-y-auto text-sm">
          {report.rejected.map(({ line, reason }) => (
            <li key={line}>
              <span className="text-muted">Line {line}:</span> {reason}
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
