import { Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { useChange } from '../useChange.ts'
import { PromptDialog } from './PromptDialog.tsx'
import { promptAddresses } from './queries.ts'

type Prompt = Returns<'GET /api/prompts'>['items'][number]

/** Actions for one prompt. */
export function PromptMenu({ prompt }: { prompt: Prompt }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const pause = useChange(
    () =>
      api('PATCH /api/prompts/:prompt', {
        params: { prompt: prompt.id },
        body: { is_active: !prompt.is_active },
      }),
    promptAddresses,
  )
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          aria-label={t('prompts.menu.label', { prompt: prompt.text })}
          className="rounded-lg p-1.5 text-muted hover:bg-sunken hover:text-ink"
        >
          <Ellipsis aria-hidden className="size-4" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            className="z-20 w-44 rounded-xl border border-line bg-surface p-1.5 text-sm shadow-raised"
          >
            <Item onSelect={() => setOpen('edit')}>
              <Pencil aria-hidden className="size-4" />
              {t('prompts.menu.edit')}
            </Item>
            <Item onSelect={() => pause.mutate()}>
              {prompt.is_active ? (
                <Pause aria-hidden className="size-4" />
              ) : (
                <Play aria-hidden className="size-4" />
              )}
              {prompt.is_active ? t('prompts.menu.pause') : t('prompts.menu.resume')}
            </Item>
            <Item onSelect={() => setOpen('delete')}>
              <Trash2 aria-hidden className="size-4" />
              {t('prompts.menu.delete')}
            </Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {open === 'edit' && <PromptDialog prompt={prompt} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <DeleteDialog
          request={() => api('DELETE /api/prompts/:prompt', { params: { prompt: prompt.id } })}
          stale={promptAddresses}
          title={t('prompts.deleteDialog.title')}
          action={t('prompts.deleteDialog.delete')}
          onClose={() => setOpen(null)}
        >
          <p className="font-medium text-ink">{prompt.text}</p>
          <p className="mt-2">{t('prompts.deleteDialog.consequence')}</p>
        </DeleteDialog>
      )}
    </>
  )
}

function Item({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-sunken"
    >
      {children}
    </DropdownMenu.Item>
  )
}
