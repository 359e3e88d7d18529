import { z } from 'zod'
import { type Brand, brandFrom } from '../brands/brands.ts'
import { EntityRecord, showEntityUpdate } from '../brands/entities.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { type Finder, route } from '../http/route.ts'
import {
  acceptSuggestion,
  type CandidateRow,
  CandidateStatus,
  dismissSuggestion,
  findLookedAt,
  getCandidate,
  pageOfCandidates,
  restoreSuggestion,
  ScannedWindow,
  SuggestionRecord,
  showCandidate,
} from './competitor-suggestions.ts'

const find = { brand: brandFrom('params', 'brand') }
const one = { params: { brand: z.string(), id: Uuid }, find: { ...find, candidate: candidateFrom() } }

export const competitorSuggestionRoutes = {
  'GET /api/brands/:brand/candidates': route({
    access: 'read',
    summary: 'List names that recur in answers and are not tracked',
    description:
      'Looked for after each run and each reading of history, in the newest 20,000 answers of the last 90 days; `looked_at` says in which, null before the first look. Offered from three answers to two prompts on. They count in no number before they are accepted.',
    params: { brand: z.string() },
    query: { ...pageQuery, status: CandidateStatus.default('open') },
    find,
    returns: pageSchema(SuggestionRecord).extend({ looked_at: ScannedWindow.nullable() }),
    run: async (ctx, { found, query }) => {
      const page = await pageOfCandidates(ctx, found.brand.id, query)
      return {
        ...page,
        items: page.items.map(showCandidate),
        looked_at: await findLookedAt(ctx, found.brand.id),
      }
    },
  }),
  'POST /api/brands/:brand/candidates/:id/accept': route({
    access: 'write',
    summary: 'Make a candidate a competitor',
    description: 'History is read again for it. The answer is the competitor.',
    ...one,
    returns: EntityRecord,
    status: 201,
    run: async (ctx, { found }) =>
      showEntityUpdate(await acceptSuggestion(ctx, found.brand, found.candidate)),
  }),
  'POST /api/brands/:brand/candidates/:id/dismiss': route({
    access: 'write',
    summary: 'Dismiss a candidate',
    description: 'It is not offered again, unless it is restored.',
    ...one,
    returns: SuggestionRecord,
    run: async (ctx, { found }) =>
      showCandidate(await dismissSuggestion(ctx, found.brand.id, found.candidate)),
  }),
  'POST /api/brands/:brand/candidates/:id/restore': route({
    access: 'write',
    summary: 'Offer a dismissed candidate again',
    ...one,
    returns: SuggestionRecord,
    run: async (ctx, { found }) =>
      showCandidate(await restoreSuggestion(ctx, found.brand.id, found.candidate)),
  }),
}

function candidateFrom(): Finder<CandidateRow> {
  return {
    in: 'params',
    name: 'id',
    schema: Uuid,
    load: (ctx, id, found: { brand?: Brand }) => {
      if (!found.brand) throw new Error('A candidate is looked up within a brand')
      return getCandidate(ctx, found.brand.id, String(id))
    },
  }
}
