import { useQuery } from '@tanstack/react-query'
import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import { type Note, notesQuery } from './chart-notes.ts'

/** Opens the brand's notes, in the header of a trend chart. */
export function NotesButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('notes.open')} onClick={() => setOpen(true)}>
        <Flag aria-hidden className="size-4" />
      </IconButton>
      {isOpen && <NotesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function NotesDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { data } = useQuery(notesQuery(slug))
  const [edited, setEdited] = useState<Note | null>(null)
  const notes = data?.items.toSorted((a, b) => (a.day < b.day ? 1 : -1)) ?? []
  return (
    <Dialog title={t('notes.title')} onClose={onClose}>
      {mayWrite && (
        // A new key gives the uncontrolled fields the values of the note.
        <NoteForm key={edited?.id ?? `new ${notes.length}`} note={edited} onDone={() => setEdited(null)} />
      )}
      {notes.length === 0 && <p className="mt-4 text-sm text-muted">{t('notes.empty')}</p>}
      {notes.length > 0 && (
        <ul
          aria-label={t('notes.list')}
          className="mt-5 max-h-72 divide-y divide-line overflow-y-auto border-t border-line"
        >
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} mayWrite={mayWrite} onEdit={() => setEdited(note)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function NoteForm({ note, onDone }: { note: Note | null; onDone: () => void }) {
  const { slug } = useBrand()
  const save = useChange(
    (values: FormData) => {
      const body = { day: getText(values, 'day'), text: getText(values, 'text') }
      return note
        ? api('PATCH /api/brands/:brand/notes/:id', { params: { brand: slug, id: note.id }, body })
        : api('POST /api/brands/:brand/notes', { params: { brand: slug }, body })
    },
    ['GET /api/brands/:brand/notes'],
    onDone,
  )
  return (
    <Form error={save.error} onSubmit={save.mutate} className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <div className="w-40">
          <TextField
            label={t('notes.day')}
            name="day"
            type="date"
            required
            defaultValue={note?.day ?? new Date().toISOString().slice(0, 10)}
          />
        </div>
        <div className="min-w-48 flex-1">
          <TextField
            label={t('notes.text')}
            name="text"
            required
            maxLength={120}
            placeholder={t('notes.placeholder')}
            defaultValue={note?.text ?? ''}
          />
        </div>
      </div>
      <div className="flex gap-2">
        <Button type="submit" look="primary" size="small" busy={save.isPending}>
          {note ? t('notes.save') : t('notes.add')}
        </Button>
        {note && (
          <Button look="quiet" size="small" onClick={onDone}>
            {t('notes.cancel')}
          </Button>
        )}
      </div>
    </Form>
  )
}

type NoteRowProps = { note: Note; mayWrite: boolean; onEdit: () => void }

function NoteRow({ note: { id, day, text }, mayWrite, onEdit }: NoteRowProps) {
  const { slug } = useBrand()
  const remove = useChange(
    () => api('DELETE /api/brands/:brand/notes/:id', { params: { brand: slug, id } }),
    ['GET /api/brands/:brand/notes'],
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1.5 text-sm">
      <span className="w-24 shrink-0 text-muted tabular-nums">{formatDay(day)}</span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</span>
      {mayWrite && (
        <span className="flex">
          <IconButton label={t('notes.edit', { text })} onClick={onEdit}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={t('notes.delete', { text })} onClick={() => remove.mutate()}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </span>
      )}
      <ErrorNotice error={remove.error} className="w-full" />
    </li>
  )
}
