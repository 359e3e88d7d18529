import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { useChange } from '../../useChange.ts'
import { promptAddresses } from '../queries.ts'
import { FileField } from './FileField.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import type { ImportLayout } from './layout.ts'

type ImportDialogProps = { onImported(ids: readonly string[]): void; onClose(): void }

/** From pasted text or a file to new prompts, with a preview before anything is created. */
export function ImportDialog({ onImported, onClose }: ImportDialogProps) {
  const { brand } = useBrand()
  const [text, setText] = useState('')
  const request = (layout: ImportLayout) => ({ query: { brand_id: brand.id, ...layout }, body: text })
  const preview = useMutation({
    mutationFn: ({ body, layout }: { body: string; layout: ImportLayout }) =>
      api('POST /api/prompts/import/preview', { query: { brand_id: brand.id, ...layout }, body }),
  })
  const create = useChange(
    (layout: ImportLayout) => api('POST /api/prompts/import', request(layout)),
    promptAddresses,
    ({ prompt_ids }) => {
      onImported(prompt_ids)
      onClose()
    },
  )
  const read = async (values: FormData) => {
    const file = values.get('file')
    const body = file instanceof File && file.size > 0 ? await file.text() : getText(values, 'prompts')
    setText(body)
    preview.mutate({ body, layout: {} })
  }
  return (
    <Dialog title={t('prompts.importDialog.title')} place="wide" onClose={onClose}>
      {preview.data ? (
        <ImportPreview
          preview={preview.data}
          isReading={preview.isPending}
          error={preview.error ?? create.error}
          isCreating={create.isPending}
          onChange={(layout) => preview.mutate({ body: text, layout })}
          onCreate={create.mutate}
          onBack={preview.reset}
        />
      ) : (
        <SourceForm
          text={text}
          error={preview.error}
          isReading={preview.isPending}
          onRead={(values) => void read(values)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type SourceFormProps = {
  /** The text that was read before going back. */
  text: string
  error: Error | null
  isReading: boolean
  onRead(values: FormData): void
  onClose(): void
}

function SourceForm({ text, error, isReading, onRead, onClose }: SourceFormProps) {
  const [hasFile, setHasFile] = useState(false)
  return (
    <Form error={error} onSubmit={onRead}>
      <TextArea
        label={t('prompts.importDialog.prompts')}
        name="prompts"
        required={!hasFile}
        disabled={hasFile}
        defaultValue={text.length < 100_000 ? text : ''}
        rows={8}
        hint={t('prompts.importDialog.promptsHint')}
      />
      <FileField
        label={t('prompts.importDialog.file')}
        hint={t('prompts.importDialog.fileHint')}
        onFile={(file) => setHasFile(file !== null)}
      />
      <FormButtons busy={isReading} onCancel={onClose}>
        {t('prompts.importDialog.preview')}
      </FormButtons>
    </Form>
  )
}
