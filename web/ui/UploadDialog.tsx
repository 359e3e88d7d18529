import type { ReactNode } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorNotice, Notice } from './Notice.tsx'

type UploadDialogProps = {
  title: string
  lead: string
  field: ReactNode
  error: Error | null
  /** What was read so far; null before the upload. */
  result: string | null
  isDone: boolean
  action: { label: string; busy: boolean; disabled: boolean; onClick(): void }
  onClose(): void
  /** The preview of the chosen file. */
  children: ReactNode
}

/** Uploads a file after a preview, and shows the result while its parts are sent. */
export function UploadDialog({
  title,
  lead,
  field,
  error,
  result,
  isDone,
  action: { label, ...action },
  onClose,
  children,
}: UploadDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} place="wide">
      <p className="mb-4 text-sm text-muted">{lead}</p>
      {field}
      <ErrorNotice error={error} className="mt-4" />
      {!isDone && children}
      {result !== null && (
        <div role="status" className="mt-4">
          {isDone ? <Notice tone="good">{result}</Notice> : <p className="text-sm text-muted">{result}</p>}
        </div>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t('traffic.upload.close')}
        </Button>
        {!isDone && (
          <Button look="primary" {...action}>
            {label}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
