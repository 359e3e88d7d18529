import { useQuery } from '@tanstack/react-query'
import { Folder, Globe, Pause, Play, RotateCcw, Tag, Trash2, X } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { topicsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import { promptAddresses } from './queries.ts'
import { getTags } from './tags.ts'

const VariantsDialog = lazy(async () => ({
  default: (await import('./VariantsDialog.tsx')).VariantsDialog,
}))
const RunDialog = lazy(async () => ({ default: (await import('../runs/RunDialog.tsx')).RunDialog }))

type Change = {
  topic_id?: string | null
  is_active?: boolean
  add_tags?: string[]
  remove_tags?: string[]
}

type BulkBarProps = {
  /** The selected prompts. */
  ids: readonly string[]
  /** All tags of the brand's prompts. */
  tags: readonly string[]
  /** Clears the selection. */
  onDone(): void
}

/** Actions for all selected prompts, at the bottom of the window. Escape clears the selection. */
export function BulkBar({ ids, tags, onDone }: BulkBarProps) {
  const [open, setOpen] = useState<'tags' | 'variants' | 'delete' | 'run' | null>(null)
  const change = useBulkChange(ids, onDone)
  return (
    <BulkFrame
      label={t('prompts.bulk.label')}
      status={t('prompts.bulk.selected', { count: ids.length })}
      error={change.error}
      isActive={open === null}
      onClear={onDone}
    >
      <TopicMenu onChoose={(topic_id) => change.mutate({ topic_id })} />
      <Action onClick={() => setOpen('tags')}>
        <Tag aria-hidden className="size-4" />
        {t('prompts.bulk.tags')}
      </Action>
      <Action onClick={() => setOpen('variants')}>
        <Globe aria-hidden className="size-4" />
        {t('prompts.variants.action')}
      </Action>
      <Action onClick={() => change.mutate({ is_active: false })}>
        <Pause aria-hidden className="size-4" />
        {t('prompts.menu.pause')}
      </Action>
      <Action onClick={() => change.mutate({ is_active: true })}>
        <RotateCcw aria-hidden className="size-4" />
        {t('prompts.menu.resume')}
      </Action>
      <Action onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden className="size-4" />
        {t('prompts.menu.delete')}
      </Action>
      <button
        type="button"
        onClick={() => setOpen('run')}
        className="inline-flex min-h-8 items-center gap-1.5 rounded-md bg-accent px-2.5 font-medium text-on-accent hover:bg-accent-strong focus-visible:outline-white"
      >
        <Play aria-hidden className="size-4" />
        {t('overview.page.run')}
      </button>
      {open === 'tags' && <TagsDialog {...{ ids, tags, onDone }} onClose={() => setOpen(null)} />}
      {open === 'variants' && (
        <Suspense fallback={null}>
          <VariantsDialog {...{ ids, onDone }} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'run' && (
        <Suspense fallback={null}>
          <RunDialog promptIds={ids} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteDialog {...{ ids, onDone }} onClose={() => setOpen(null)} />}
    </BulkFrame>
  )
}

type BulkFrameProps = {
  label: string
  /** How many are selected. */
  status: string
  error: Error | null
  /** Whether Escape clears the selection, rather than closing a dialog. */
  isActive: boolean
  onClear(): void
  children: ReactNode
}

/** A bar at the bottom of the window with actions for what is selected. */
export function BulkFrame({ label, status, error, isActive, onClear, children }: BulkFrameProps) {
  useEscape(onClear, isActive)
  return (
    <section
      aria-label={label}
      className="fixed inset-x-0 bottom-4 z-10 mx-auto w-fit max-w-[calc(100vw-1rem)] rounded-xl bg-bulk p-1.5 text-sm text-white shadow-raised max-lg:bottom-18 lg:translate-x-30"
    >
      {error && <ErrorNotice error={error} className="mb-1.5" />}
      <div className="flex flex-wrap items-center gap-1">
        <p role="status" className="px-2.5 font-medium">
          {status}
        </p>
        {children}
        <Action onClick={onClear} label={t('prompts.bulk.clear')}>
          <X aria-hidden className="size-4" />
        </Action>
      </div>
    </section>
  )
}

function useBulkChange(ids: readonly string[], onDone: () => void) {
  const { brand } = useBrand()
  return useChange(
    (change: Change) =>
      api('POST /api/prompts/bulk', { body: { brand_id: brand.id, prompt_ids: [...ids], ...change } }),
    promptAddresses,
    onDone,
  )
}

function useEscape(onEscape: () => void, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onEscape, isActive])
}

const action =
  'inline-flex min-h-8 items-center gap-1.5 rounded-lg px-2.5 font-medium outline-offset-0 hover:bg-white/15 focus-visible:outline-white'

export function Action({
  onClick,
  label,
  children,
}: {
  onClick(): void
  label?: string
  children: ReactNode
}) {
  return (
    <button type="button" aria-label={label} onClick={onClick} className={action}>
      {children}
    </button>
  )
}

function TopicMenu({ onChoose }: { onChoose(topicId: string | null): void }) {
  const { slug } = useBrand()
  const { data } = useQuery(topicsQuery(slug))
  const topics = data?.items ?? []
  if (topics.length === 0) return null
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={action}>
        <Folder aria-hidden className="size-4" />
        {t('prompts.bulk.topic')}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          sideOffset={8}
          className="z-20 max-h-72 w-56 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-sm text-ink shadow-raised"
        >
          {[{ id: null, name: t('prompts.editDialog.noTopic') }, ...topics].map(({ id, name }) => (
            <DropdownMenu.Item
              key={id ?? ''}
              onSelect={() => onChoose(id)}
              className="cursor-pointer truncate rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-sunken"
            >
              {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type BulkDialogProps = Omit<BulkBarProps, 'tags'> & { onClose(): void }

function TagsDialog({ ids, tags, onDone, onClose }: BulkDialogProps & { tags: readonly string[] }) {
  const change = useBulkChange(ids, onDone)
  const save = {
    ...change,
    mutate: (values: FormData) =>
      change.mutate({
        add_tags: getTags(getText(values, 'add')),
        remove_tags: getTags(getText(values, 'remove')),
      }),
  }
  return (
    <FormDialog
      title={t('prompts.bulk.tagsTitle', { count: ids.length })}
      action={t('prompts.editDialog.save')}
      mutation={save}
      onClose={onClose}
    >
      <TextField label={t('prompts.bulk.addTags')} name="add" hint={t('prompts.tags.hint')} />
      <TextField
        label={t('prompts.bulk.removeTags')}
        name="remove"
        hint={tags.length > 0 ? t('prompts.bulk.tagsInUse', { tags: joinFacts(tags) }) : undefined}
      />
    </FormDialog>
  )
}

function DeleteDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { brand } = useBrand()
  const remove = useChange(
    () => api('POST /api/prompts/bulk/delete', { body: { brand_id: brand.id, prompt_ids: [...ids] } }),
    promptAddresses,
    onDone,
  )
  return (
    <ConfirmDialog
      title={t('prompts.bulk.deleteTitle', { count: ids.length })}
      action={t('prompts.bulk.delete', { count: ids.length })}
      mutation={remove}
      onClose={onClose}
    >
      <p>{t('prompts.bulk.deleteConsequence')}</p>
    </ConfirmDialog>
  )
}
