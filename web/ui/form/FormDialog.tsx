import type { ComponentProps, ReactNode } from 'react'
import { Dialog } from '../Dialog.tsx'
import { Form } from './Form.tsx'
import { FormButtons } from './FormButtons.tsx'

type FormDialogProps = Pick<ComponentProps<typeof Form>, 'fieldByErrorCode' | 'getName'> & {
  title: string
  /** Labels the submit button. */
  action: string
  mutation: { isPending: boolean; error: Error | null; mutate(values: FormData): void }
  onClose(): void
  children: ReactNode
}

/** A form in a dialog. Errors are shown at their fields. */
export function FormDialog({ title, action, mutation, onClose, children, ...rest }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...rest} error={mutation.error} onSubmit={mutation.mutate}>
        {children}
        <FormButtons busy={mutation.isPending} onCancel={onClose}>
          {action}
        </FormButtons>
      </Form>
    </Dialog>
  )
}
