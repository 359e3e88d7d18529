import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { TextArea } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormButtons } from '../ui/form/FormButtons.tsx'
import { getText } from '../ui/form/form-values.ts'
import { UnsavedChangesGuard } from '../ui/form/UnsavedChangesGuard.tsx'
import { useChange } from '../useChange.ts'
import { type AiFile, aiFilesQuery } from './queries.ts'

type AiFileEditorProps = { slug: string; file: AiFile; onClose(): void }

export function AiFileEditor({ slug, file: { file, text }, onClose }: AiFileEditorProps) {
  const save = useChange(
    (written: string) =>
      api('PUT /api/brands/:brand/ai-files/:file', {
        params: { brand: slug, file },
        body: { text: written },
      }),
    [aiFilesQuery(slug).queryKey],
    onClose,
  )
  return (
    <UnsavedChangesGuard>
      <Form
        error={save.error}
        onSubmit={(values) => save.mutate(getText(values, 'text').replaceAll('\r\n', '\n'))}
        className="space-y-4 p-4 sm:p-5"
      >
        <TextArea
          label={t('aiFiles.editor.text', { file })}
          name="text"
          required
          rows={24}
          spellCheck={false}
          defaultValue={text}
          hint={file === 'brand.json' ? t('aiFiles.editor.jsonHint') : t('aiFiles.editor.hint')}
          className="font-mono text-sm"
        />
        <FormButtons busy={save.isPending} onCancel={onClose}>
          {t('aiFiles.editor.save')}
        </FormButtons>
      </Form>
    </UnsavedChangesGuard>
  )
}
