import { brandInPath } from '../../brands/brands.ts'
import { pageQuery } from '../../core/paging.ts'
import { NoContent, route } from '../../http/route.ts'
import { PromptRecord, showPrompt } from '../prompts.ts'
import {
  CandidateList,
  CandidateStatus,
  DecidedQuery,
  dismissCandidate,
  listCandidates,
  restoreCandidate,
  TrackedQuery,
  trackCandidate,
} from './candidates.ts'

export const candidateRoutes = {
  'GET /api/brands/:brand/prompt-candidates': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: null,
    reads: 'long',
    summary: 'List prompt candidates',
    description:
      'Search queries that could become prompts, from connected search consoles (the last 28 days, at most 5,000 queries per property) and the newest imported report of grounding queries of Bing. Queries that ask for the same thing are one candidate. Names alone, and queries for a page or a file, are left out. Questions come first, then queries that compare or ask for the best, prices or reviews, and each by rank within their source. What a prompt costs is in GET /api/brands/{brand}/prompt-cost.',
    query: {
      status: CandidateStatus.default('open').describe(
        'Only candidates with this status. `tracked`: a prompt asks the same.',
      ),
      limit: pageQuery.limit,
    },
    returns: CandidateList,
    run: (ctx, { found, query }) => listCandidates(ctx, found.brand, query),
  }),
  'POST /api/brands/:brand/prompt-candidates/track': route({
    ...brandInPath,
    access: 'write',
    summary: 'Track a prompt candidate',
    description: 'Adds a prompt with the text, and removes the query from the open candidates.',
    body: TrackedQuery,
    errors: ['conflict', 'plan_limit'],
    returns: PromptRecord,
    status: 201,
    run: async (ctx, { found, body }) => showPrompt(await trackCandidate(ctx, found.brand, body)),
  }),
  'POST /api/brands/:brand/prompt-candidates/dismiss': route({
    ...brandInPath,
    access: 'write',
    summary: 'Dismiss a prompt candidate',
    description:
      'Neither the query nor others that ask the same are candidates, unless the query is restored.',
    body: DecidedQuery,
    errors: ['conflict'],
    returns: NoContent,
    status: 204,
    run: (ctx, { found, body }) => dismissCandidate(ctx, found.brand.id, body.query),
  }),
  'POST /api/brands/:brand/prompt-candidates/restore': route({
    ...brandInPath,
    access: 'write',
    summary: 'Restore a dismissed prompt candidate',
    description: 'The query is a candidate again.',
    body: DecidedQuery,
    returns: NoContent,
    status: 204,
    run: (ctx, { found, body }) => restoreCandidate(ctx, found.brand.id, body.query),
  }),
}
