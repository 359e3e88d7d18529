import { useNavigate } from '@tanstack/react-router'
import { Pencil, Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import type { Returns } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Button } from '../../ui/Button.tsx'
import { PromptDialog } from '../PromptDialog.tsx'

const RunDialog = lazy(async () => ({ default: (await import('../../runs/RunDialog.tsx')).RunDialog }))

/** Edits the prompt, or sends it to the platforms now. */
export function PromptActions({ prompt }: { prompt: Returns<'GET /api/prompts/:prompt'> }) {
  const { slug } = useBrand()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'run' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('edit')}>
        <Pencil aria-hidden className="size-4" />
        {t('prompts.menu.edit')}
      </Button>
      {prompt.is_active && (
        <Button look="primary" onClick={() => setOpen('run')}>
          <Play aria-hidden className="size-4" />
          {t('overview.page.run')}
        </Button>
      )}
      {open === 'edit' && (
        <PromptDialog
          prompt={prompt}
          // A new text is a new prompt if this one has answers.
          onSaved={({ id }) =>
            id !== prompt.id &&
            void navigate({ to: '/dashboard/brands/$slug/prompts/$id', params: { slug, id } })
          }
          onClose={close}
        />
      )}
      {open === 'run' && (
        <Suspense fallback={null}>
          <RunDialog promptIds={[prompt.id]} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
