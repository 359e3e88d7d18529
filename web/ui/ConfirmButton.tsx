import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type ConfirmButtonProps = Omit<ComponentProps<typeof ConfirmDialog>, 'onClose' | 'mutation' | 'action'> &
  Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'aria-label'> & {
    Icon?: LucideIcon
    label: string
    /** The label in the dialog, where it says more. */
    action?: string
    mutation: {
      isPending: boolean
      error: Error | null
      mutate(variables: undefined, options: { onSuccess(): void }): void
    }
  }

/** A button whose action must be confirmed in a dialog, which closes after success. */
export function ConfirmButton({
  Icon,
  label,
  mutation,
  title,
  action = label,
  typed,
  children,
  ...button
}: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  return (
    <>
      <Button {...button} onClick={() => setAsked(true)}>
        {Icon && <Icon aria-hidden className="size-4" />}
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          {...{ title, action, typed }}
          mutation={{ ...mutation, mutate: () => mutation.mutate(undefined, { onSuccess: close }) }}
          onClose={close}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
