import type { ComponentProps } from 'react'
import { useChange } from '../useChange.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type DeleteDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'mutation'> & {
  request: () => Promise<unknown>
  /** The queries to request again, as in `useChange`. */
  stale: Parameters<typeof useChange>[1]
}

/** Sends the request after confirmation, and closes after success. */
export function DeleteDialog({ request, stale, ...dialog }: DeleteDialogProps) {
  const mutation = useChange(request, stale, dialog.onClose)
  return <ConfirmDialog {...dialog} mutation={mutation} />
}
