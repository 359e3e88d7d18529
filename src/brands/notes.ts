/** A note marks a day of a brand on its trend charts, such as the relaunch of its site. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { CalendarDay, Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { countRows, noSuchRow } from '../core/rows-of-brand.ts'
import type { Notes } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'

export type Note = Selectable<Notes>

const NoteFields = {
  day: CalendarDay.describe('The day that the note is about (UTC).'),
  text: Line(120).describe('What happened, in at most 120 characters.'),
}
export const NewNote = z.strictObject(NoteFields)
export const NoteChange = z.strictObject(NoteFields).partial()
export const NoteRecord = z
  .object({
    id: z.uuid(),
    day: z.iso.date().describe('The day that the note is about (UTC).'),
    text: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Note' })

/** More notes would hide the lines of a chart. */
export const maxNotes = 500

/** Throws `conflict` when the brand has 500 notes. */
export function createNote(
  ctx: Context,
  brandId: string,
  { day, text }: z.output<typeof NewNote>,
): Promise<Note> {
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxNotes,
      count: () => countRows(tx, 'notes', brandId),
      full: message('brands.notes.aBrandCanHaveAtMost', { maxNotes }),
    })
    const now = tx.now()
    const note = await tx.db
      .insertInto('notes')
      .values({ brand_id: brandId, id: newId(now.getTime()), day, text, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'note.created', { brandId, data: { note_id: note.id, day, text } })
    return note
  })
}

export function changeNote(
  ctx: Context,
  { brand_id, id }: Note,
  change: z.output<typeof NoteChange>,
): Promise<Note> {
  return transaction(ctx, async (tx) => {
    const changed = await tx.db
      .updateTable('notes')
      .set({ ...change, updated_at: tx.now() })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw noSuchRow('notes')
    const data = { note_id: id, day: changed.day, text: changed.text }
    await recordEvent(tx, 'note.changed', { brandId: brand_id, data })
    return changed
  })
}

export function deleteNote(ctx: Context, { brand_id, id, day, text }: Note): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db.deleteFrom('notes').where('brand_id', '=', brand_id).where('id', '=', id).execute()
    await recordEvent(tx, 'note.deleted', { brandId: brand_id, data: { note_id: id, day, text } })
  })
}

export const showNote = (note: Note): z.input<typeof NoteRecord> => ({
  ...note,
  created_at: note.created_at.toISOString(),
  updated_at: note.updated_at.toISOString(),
})
