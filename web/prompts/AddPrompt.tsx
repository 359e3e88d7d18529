import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { invalidatePrompts } from './queries.ts'

/** After adding a prompt, the field is empty and focused for the next one. */
export function AddPrompt({ brandId }: { brandId: string }) {
  const queryClient = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const add = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/prompts', { body: { brand_id: brandId, text: textOf(values, 'text') } }),
    onSuccess: async () => {
      const field = place.current?.querySelector('input')
      if (field) field.value = ''
      field?.focus()
      await invalidatePrompts(queryClient)
    },
  })
  return (
    <div ref={place} className="card mb-6 px-4 py-4 sm:px-5">
      <Form
        error={add.error}
        onSubmit={add.mutate}
        fieldOf={{ conflict: 'text' }}
        className="flex items-start gap-2"
      >
        <TextField
          label="New prompt"
          name="text"
          required
          placeholder="What is the best …?"
          maxLength={2000}
        />
        <Button type="submit" busy={add.isPending} className="mt-6">
          <Plus aria-hidden className="size-4" />
          Add
        </Button>
      </Form>
    </div>
  )
}
