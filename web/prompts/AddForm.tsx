import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'

type AddFormProps = Omit<ComponentProps<typeof TextField>, 'className'> & {
  className: string
  add(text: string): Promise<unknown>
  onAdded(): Promise<void>
}

/** Adds one item to a list. Then the field is empty and focused for the next one. */
export function AddForm({ className, add, onAdded, ...field }: AddFormProps) {
  const box = useRef<HTMLDivElement>(null)
  const mutation = useMutation({
    mutationFn: (values: FormData) => add(getText(values, field.name)),
    onSuccess: async () => {
      const input = box.current?.querySelector('input')
      if (input) input.value = ''
      input?.focus()
      await onAdded()
    },
  })
  return (
    <div ref={box} className={className}>
      <Form
        error={mutation.error}
        onSubmit={mutation.mutate}
        fieldByErrorCode={{ conflict: field.name }}
        className="flex items-start gap-2"
      >
        <TextField {...field} required />
        <Button type="submit" busy={mutation.isPending} className="mt-6">
          <Plus aria-hidden className="size-4" />
          {t('prompts.addForm.add')}
        </Button>
      </Form>
    </div>
  )
}
