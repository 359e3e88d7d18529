import { useId } from 'react'
import { t } from '../../../vocabulary/texts.ts'

type FileFieldProps = { onFile(file: File | null): void; isDisabled?: boolean }

export function FileField({ onFile, isDisabled = false }: FileFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {t('prompts.importDialog.file')}
      </label>
      <input
        id={id}
        type="file"
        name="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-describedby={`${id}-hint`}
        disabled={isDisabled}
        onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        className="control mt-1 text-sm"
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {t('prompts.importDialog.fileHint')}
      </p>
    </div>
  )
}
