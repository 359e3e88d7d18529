import { type ReactNode, useId, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorNotice } from './Notice.tsx'
import { RichText } from './RichText.tsx'

type ConfirmDialogProps = {
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  action: string
  /** A name that must be typed to confirm an action that cannot be undone. */
  typed?: string | undefined
  mutation: { isPending: boolean; error: Error | null; mutate(): void }
  onClose(): void
}

export function ConfirmDialog({ title, children, action, typed, mutation, onClose }: ConfirmDialogProps) {
  const id = useId()
  const [said, setSaid] = useState('')
  const isSure = typed === undefined || said.trim() === typed
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSure && !mutation.isPending) mutation.mutate()
        }}
      >
        <div className="text-muted [overflow-wrap:anywhere]">{children}</div>
        {typed !== undefined && (
          <div>
            <label htmlFor={id} className="mb-1 block text-sm font-medium">
              <RichText
                id="ui.confirmDialog.typeToConfirm"
                values={{ name: <span className="font-semibold [overflow-wrap:anywhere]">{typed}</span> }}
              />
            </label>
            <input
              id={id}
              value={said}
              autoComplete="off"
              onChange={(event) => setSaid(event.target.value)}
              className="control"
            />
          </div>
        )}
        <ErrorNotice error={mutation.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="danger" busy={mutation.isPending} disabled={!isSure}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
