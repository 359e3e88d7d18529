import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, invalidate } from '../api.ts'
import { TextArea } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormButtons } from '../ui/form/FormButtons.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { UnsavedChangesGuard } from '../ui/form/UnsavedChangesGuard.tsx'
import { copy } from './copy.ts'
import { type AiFile, aiFilesQuery } from './queries.ts'

type AiFileEditorProps = { slug: string; file: AiFile; onClose(): void }

export function AiFileEditor({ slug, file: { file, text }, onClose }: AiFileEditorProps) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (written: string) =>
      api('PUT /api/brands/:brand/ai-files/:file', {
        params: { brand: slug, file },
        body: { text: written },
      }),
    onSuccess: async () => {
      await invalidate(queryClient, aiFilesQuery(slug).queryKey)
      onClose()
    },
  })
  return (
    <UnsavedChangesGuard>
      <Form
        error={save.error}
        onSubmit={(values) => save.mutate(textOf(values, 'text').replaceAll('\r\n', '\n'))}
        className="space-y-4 p-4 sm:p-5"
      >
        <TextArea
          label={copy.editor.text(file)}
          name="text"
          required
          rows={24}
          spellCheck={false}
          defaultValue={text}
          hint={file === 'brand.json' ? copy.editor.jsonHint : copy.editor.hint}
          className="font-mono text-sm"
        />
        <FormButtons busy={save.isPending} onCancel={onClose}>
          {copy.editor.save}
        </FormButtons>
      </Form>
    </UnsavedChangesGuard>
  )
}
