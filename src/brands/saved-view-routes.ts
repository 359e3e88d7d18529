/** Routes of saved views. Every member may save views, because they change nothing for others. */
import { z } from 'zod'
import { Uuid } from '../core/ids.ts'
import { NoContent, route } from '../http/route.ts'
import { brandInPath, loadInBrand } from './brands.ts'
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  NewSavedView,
  SavedViewChange,
  SavedViewRecord,
  showSavedView,
} from './saved-views.ts'

const viewInPath = {
  params: { ...brandInPath.params, view: Uuid.describe('Id of the saved view.') },
  find: { ...brandInPath.find, view: loadInBrand(getSavedView, 'view') },
}

export const savedViewRoutes = {
  'GET /api/brands/:brand/views': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'List saved views',
    description: 'The views that the caller has saved for the brand, by name.',
    returns: z.object({ items: z.array(SavedViewRecord) }),
    run: async (ctx, { found }) => ({
      items: (await listSavedViews(ctx, found.brand.id)).map(showSavedView),
    }),
  }),
  'POST /api/brands/:brand/views': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'Save a view',
    description: 'Stores filters of the dashboard under a name. Only the caller sees the view.',
    body: NewSavedView,
    errors: ['conflict'],
    returns: SavedViewRecord,
    status: 201,
    run: async (ctx, { found, body }) => showSavedView(await createSavedView(ctx, found.brand.id, body)),
  }),
  'PATCH /api/brands/:brand/views/:view': route({
    ...viewInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'Update a saved view',
    description: 'Changes the name or the filters. Omitted fields keep their values.',
    body: SavedViewChange,
    errors: ['conflict'],
    returns: SavedViewRecord,
    run: async (ctx, { found, body }) => showSavedView(await changeSavedView(ctx, found.view, body)),
  }),
  'DELETE /api/brands/:brand/views/:view': route({
    ...viewInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'Delete a saved view',
    description: 'Views of other users cannot be deleted.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteSavedView(ctx, found.view),
  }),
}
