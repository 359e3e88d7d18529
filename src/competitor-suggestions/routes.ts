import { brandInPath, rowInBrand } from '../brands/brands.ts'
import { EntityRecord, showEntityUpdate } from '../brands/entities.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { route } from '../http/route.ts'
import {
  acceptSuggestion,
  dismissSuggestion,
  findScannedWindow,
  listSuggestions,
  restoreSuggestion,
  ScannedWindow,
  SuggestionRecord,
  SuggestionStatus,
  showSuggestion,
} from './competitor-suggestions.ts'

const { params, find } = brandInPath
const change = {
  access: 'write',
  params: { ...params, id: Uuid.describe('Id of the suggestion.') },
  find: { ...find, candidate: rowInBrand('competitor_suggestions') },
  errors: ['conflict'],
} as const

export const competitorSuggestionRoutes = {
  'GET /api/brands/:brand/candidates': route({
    access: 'read',
    invalidatedBy: 'answers',
    summary: 'List suggested competitors',
    description:
      'Names that recur in answers and are not tracked. Updated after each run and each reanalysis from the newest 20,000 answers of the last 90 days; `looked_at` is the scanned window, null before the first scan. A name is suggested once at least two answers mention it and enough of these list it with competitors. Suggestions are not part of any metric until they are accepted.',
    params,
    query: {
      ...pageQuery,
      status: SuggestionStatus.default('open').describe('Only suggestions with this status.'),
    },
    find,
    returns: pageSchema(SuggestionRecord).extend({ looked_at: ScannedWindow.nullable() }),
    run: async (ctx, { found, query }) => {
      const page = await listSuggestions(ctx, found.brand.id, query)
      return {
        ...page,
        items: page.items.map(showSuggestion),
        looked_at: await findScannedWindow(ctx, found.brand.id),
      }
    },
  }),
  'POST /api/brands/:brand/candidates/:id/accept': route({
    ...change,
    summary: 'Accept a suggested competitor',
    description:
      'Adds it as a competitor and returns the competitor. All stored answers are reanalyzed in the background.',
    returns: EntityRecord,
    status: 201,
    run: async (ctx, { found }) =>
      showEntityUpdate(await acceptSuggestion(ctx, found.brand, found.candidate)),
  }),
  'POST /api/brands/:brand/candidates/:id/dismiss': route({
    ...change,
    summary: 'Dismiss a suggested competitor',
    description: 'The name is not suggested again unless the suggestion is restored.',
    returns: SuggestionRecord,
    run: async (ctx, { found }) =>
      showSuggestion(await dismissSuggestion(ctx, found.brand.id, found.candidate)),
  }),
  'POST /api/brands/:brand/candidates/:id/restore': route({
    ...change,
    summary: 'Restore a dismissed suggestion',
    description: 'Its status becomes `open` again.',
    returns: SuggestionRecord,
    run: async (ctx, { found }) =>
      showSuggestion(await restoreSuggestion(ctx, found.brand.id, found.candidate)),
  }),
}
