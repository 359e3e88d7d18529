import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { AddForm } from './AddForm.tsx'
import { copy } from './copy.ts'
import { invalidatePrompts } from './queries.ts'

export function AddPrompt({ brandId }: { brandId: string }) {
  const queryClient = useQueryClient()
  return (
    <AddForm
      label={copy.addPrompt.label}
      name="text"
      placeholder={copy.addPrompt.placeholder}
      maxLength={2000}
      className="card mb-6 px-4 py-4 sm:px-5"
      add={(text) => api('POST /api/prompts', { body: { brand_id: brandId, text } })}
      onAdded={() => invalidatePrompts(queryClient)}
    />
  )
}
