import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { listRows } from '../core/rows-of-brand.ts'
import { NoContent, route } from '../http/route.ts'
import { brandInPath, rowInBrand } from './brands.ts'
import { changeNote, createNote, deleteNote, NewNote, NoteChange, NoteRecord, showNote } from './notes.ts'

const oneNote = {
  params: { ...brandInPath.params, id: Uuid.describe('Id of the note.') },
  find: { ...brandInPath.find, note: rowInBrand('notes') },
}

export const noteRoutes = {
  'GET /api/brands/:brand/notes': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List notes',
    description: 'Notes on the trend charts of a brand, in order of creation.',
    ...brandInPath,
    query: pageQuery,
    returns: pageSchema(NoteRecord),
    run: async (ctx, { found, query }) => {
      const page = await listRows(ctx, 'notes', found.brand.id, query)
      return { ...page, items: page.items.map(showNote) }
    },
  }),
  'POST /api/brands/:brand/notes': route({
    access: 'write',
    summary: 'Add a note',
    description: 'Marks a day on the trend charts, such as the relaunch of the site. At most 500 per brand.',
    ...brandInPath,
    body: NewNote,
    errors: ['conflict'],
    returns: NoteRecord,
    status: 201,
    run: async (ctx, { found, body }) => showNote(await createNote(ctx, found.brand.id, body)),
  }),
  'GET /api/brands/:brand/notes/:id': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get a note',
    description: 'Returns the day and the text of a note.',
    ...oneNote,
    returns: NoteRecord,
    run: async (_ctx, { found }) => showNote(found.note),
  }),
  'PATCH /api/brands/:brand/notes/:id': route({
    access: 'write',
    summary: 'Update a note',
    description: 'Omitted fields keep their values.',
    ...oneNote,
    body: NoteChange,
    returns: NoteRecord,
    run: async (ctx, { found, body }) => showNote(await changeNote(ctx, found.note, body)),
  }),
  'DELETE /api/brands/:brand/notes/:id': route({
    access: 'write',
    summary: 'Delete a note',
    description: 'Removes the note from the trend charts.',
    ...oneNote,
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteNote(ctx, found.note),
  }),
}
