import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ClipboardPaste, MessageCircleQuestion, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount, formatQuantity } from '../../vocabulary/formats.ts'
import { promptCategoryLabel } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { api, type Returns } from '../api.ts'
import { promptsOf } from '../brands/queries.ts'
import { useMe } from '../frame/me.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextField } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { textOf } from '../ui/form-values.ts'
import { Section } from '../ui/Section.tsx'
import { PastePromptsDialog } from './PastePromptsDialog.tsx'

type Prompt = Returns<'GET /api/prompts'>['items'][number]

const shownAtFirst = 6

export function PromptsSection({ brandId }: { brandId: string }) {
  const { data: prompts } = useSuspenseQuery(promptsOf(brandId))
  const { mayWrite } = useMe()
  const [isPasting, setPasting] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? prompts.items : prompts.items.slice(0, shownAtFirst)
  return (
    <Section
      title="Prompts"
      lead="The questions that the engines are asked, again and again."
      actions={
        mayWrite && (
          <Button size="small" onClick={() => setPasting(true)}>
            <ClipboardPaste aria-hidden className="size-4" />
            Paste many
          </Button>
        )
      }
    >
      <div className="card">
        {prompts.items.length === 0 && (
          <EmptyState Icon={MessageCircleQuestion} title="No prompts yet">
            Write what a customer would ask before knowing you: “What is the best tool for …?” Prompts that
            name the brand are marked: their answers name it more often.
          </EmptyState>
        )}
        <ul className="divide-y divide-line">
          {shown.map((prompt) => (
            <PromptRow key={prompt.id} prompt={prompt} brandId={brandId} mayWrite={mayWrite} />
          ))}
        </ul>
        {prompts.items.length > shownAtFirst && (
          <div className="border-t border-line px-3 py-2">
            <Button look="quiet" size="small" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show fewer' : `Show all ${formatQuantity(prompts.items.length, 'prompt')}`}
            </Button>
          </div>
        )}
        {mayWrite && <AddPrompt brandId={brandId} />}
      </div>
      {prompts.next_cursor !== null && (
        <p className="mt-2 text-sm text-muted">
          The first {formatCount(prompts.items.length)} prompts are listed.
        </p>
      )}
      {isPasting && <PastePromptsDialog brandId={brandId} onClose={() => setPasting(false)} />}
    </Section>
  )
}

function AddPrompt({ brandId }: { brandId: string }) {
  const queryClient = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const add = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/prompts', { body: { brand_id: brandId, text: textOf(values, 'text') } }),
    onSuccess: async () => {
      const field = place.current?.querySelector('input')
      if (field) field.value = ''
      field?.focus()
      await queryClient.invalidateQueries({ queryKey: ['GET /api/prompts'] })
    },
  })
  return (
    <div ref={place} className="border-t border-line px-4 py-4 first:border-t-0 sm:px-5">
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

function PromptRow({ prompt, brandId, mayWrite }: { prompt: Prompt; brandId: string; mayWrite: boolean }) {
  const [isAsked, setAsked] = useState(false)
  const where = [prompt.region, prompt.language].filter(Boolean).join(', ')
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1 py-0.5 sm:flex sm:items-baseline sm:justify-between sm:gap-4">
        <p className="[overflow-wrap:anywhere]">{prompt.text}</p>
        <p className="mt-1 flex shrink-0 flex-wrap items-center gap-1.5 text-sm text-muted">
          {!prompt.is_active && <Badge tone="caution">Paused</Badge>}
          {prompt.branded && <Badge tone="accent">Names the brand</Badge>}
          {prompt.category !== 'branded' && <Badge>{promptCategoryLabel(prompt.category)}</Badge>}
          {where && <Badge>{where}</Badge>}
          {prompt.platforms && (
            <Badge>{prompt.platforms.map((each) => platformLabels[each]).join(', ')}</Badge>
          )}
        </p>
      </div>
      {mayWrite && (
        <button
          type="button"
          aria-label={`Delete prompt: ${prompt.text}`}
          onClick={() => setAsked(true)}
          className="rounded-lg p-2 text-muted hover:bg-sunken hover:text-ink"
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      )}
      {isAsked && <DeletePrompt prompt={prompt} brandId={brandId} onClose={() => setAsked(false)} />}
    </li>
  )
}

function DeletePrompt({
  prompt,
  brandId,
  onClose,
}: {
  prompt: Prompt
  brandId: string
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/prompts/:prompt', { params: { prompt: prompt.id } }),
    onSuccess: async () => {
      onClose()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: promptsOf(brandId).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['GET /api/tracking/results'] }),
      ])
    },
  })
  return (
    <ConfirmDialog
      title="Delete this prompt?"
      action="Delete prompt"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="font-medium text-ink">{prompt.text}</p>
      <p className="mt-2">It is no longer asked. The answers it already has stay part of the numbers.</p>
    </ConfirmDialog>
  )
}
