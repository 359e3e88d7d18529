import { z } from 'zod'
import { brandFrom, brandInPath, rowInBrand } from '../brands/brands.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { csvRoutes } from '../http/csv.ts'
import { NoContent, route } from '../http/route.ts'
import { CandidateList, candidateQuery, listCandidates } from './candidates.ts'
import { CoverageList, coverageQuery, listCoverage } from './coverage.ts'
import {
  DecidedQueries,
  dismissCandidates,
  restoreCandidates,
  TrackedQueries,
  TrackedReport,
  trackCandidates,
} from './decisions.ts'
import {
  addKeywordPart,
  createKeywordFile,
  deleteKeywordFile,
  KeywordFile,
  KeywordLayoutQuery,
  KeywordPreview,
  listKeywordFiles,
  maxPartBytes,
  NewKeywordFile,
  previewKeywords,
  showKeywordFile,
} from './keyword-files.ts'

const promptCandidates = route({
  access: 'read',
  invalidatedBy: 'answers',
  reads: 'long',
  summary: 'List prompt candidates',
  description:
    'Queries that could become prompts, from search consoles and searches of engines (the last 28 days, at most 5,000 queries per source), the newest imported report of grounding queries of Bing, uploaded keywords (at most 20,000), the own pages that were audited or cited, and question patterns for topics, products and competitors. Queries that ask for the same thing are one candidate. Names alone, and queries for a page or a file, are left out. What a prompt costs is in GET /api/brands/{brand}/prompt-cost.',
  whenToUse:
    'Answers "which prompts should the brand track?" with the demand behind each and what it would add. For pages, products and topics without a prompt use get_prompt_coverage.',
  query: { brand_id: BrandId, ...candidateQuery },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: CandidateList,
  run: (ctx, { found, query: { brand_id: _, ...query } }) => listCandidates(ctx, found.brand, query),
})

const promptCoverage = route({
  access: 'read',
  invalidatedBy: 'answers',
  reads: 'long',
  summary: 'List pages, products and topics without a prompt',
  description:
    'Pages of the brand that were audited, cited in the last 28 days, or shown in search results, and products and topics, that no tracked prompt is about. A prompt is about a page or product if it has all words of its title or of one of its names, without small words and forms; a topic has a prompt if one belongs to it. Pages about the company itself are left out. Most citations first, then most impressions.',
  whenToUse:
    'Answers "what of the brand is not covered by prompts?", each with a candidate to track. For all candidates use list_prompt_candidates.',
  query: { brand_id: BrandId, ...coverageQuery },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: CoverageList,
  run: (ctx, { found, query: { brand_id: _, ...query } }) => listCoverage(ctx, found.brand, query),
})

/** Also available as CSV. */
const lists = {
  'GET /api/mcp/prompt-candidates': promptCandidates,
  'GET /api/metrics/prompt-candidates': promptCandidates,
  'GET /api/mcp/prompt-coverage': promptCoverage,
  'GET /api/metrics/prompt-coverage': promptCoverage,
}

const { params, find } = brandInPath
const oneFile = {
  params: { ...params, id: Uuid.describe('Id of the file.') },
  find: { ...find, file: rowInBrand('keyword_files') },
}
const keywordText = {
  body: z.string(),
  maxBodyBytes: maxPartBytes,
  accepts: ['text/csv', 'text/plain'],
}

export const discoveryRoutes = {
  ...lists,
  ...csvRoutes(lists, { 'prompt-candidates': 'items', 'prompt-coverage': 'items' }),
  'POST /api/brands/:brand/prompt-candidates/track': route({
    ...brandInPath,
    access: 'write',
    summary: 'Track prompt candidates',
    description:
      'Adds prompts with these texts, and removes the queries from the open candidates. Texts that the brand has as prompts already are skipped. Adds none if one cannot be added.',
    body: TrackedQueries,
    errors: ['conflict', 'plan_limit'],
    returns: TrackedReport,
    status: 201,
    run: (ctx, { found, body }) => trackCandidates(ctx, found.brand, body),
  }),
  'POST /api/brands/:brand/prompt-candidates/dismiss': route({
    ...brandInPath,
    access: 'write',
    summary: 'Dismiss prompt candidates',
    description:
      'Neither the queries nor others that ask the same are candidates, unless the queries are restored.',
    body: DecidedQueries,
    errors: ['conflict'],
    returns: NoContent,
    status: 204,
    run: (ctx, { found, body }) => dismissCandidates(ctx, found.brand.id, body.queries),
  }),
  'POST /api/brands/:brand/prompt-candidates/restore': route({
    ...brandInPath,
    access: 'write',
    summary: 'Restore dismissed prompt candidates',
    description: 'The queries are candidates again.',
    body: DecidedQueries,
    returns: NoContent,
    status: 204,
    run: (ctx, { found, body }) => restoreCandidates(ctx, found.brand.id, body.queries),
  }),
  'GET /api/brands/:brand/keyword-files': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'List keyword files',
    description: 'Uploaded lists of keywords, newest first, with what was kept of each.',
    returns: z.object({ items: z.array(KeywordFile) }),
    run: async (ctx, { found }) => ({
      items: (await listKeywordFiles(ctx, found.brand.id)).map(showKeywordFile),
    }),
  }),
  'POST /api/brands/:brand/keyword-files/preview': route({
    ...brandInPath,
    access: 'write',
    summary: 'Preview a keyword file',
    description:
      'Recognizes CSV, TSV or one keyword per line, and the columns with the keyword and its volume. Stores nothing.',
    query: KeywordLayoutQuery,
    ...keywordText,
    returns: KeywordPreview,
    run: (_ctx, { query, body }) => previewKeywords(body, query),
  }),
  'POST /api/brands/:brand/keyword-files': route({
    ...brandInPath,
    access: 'write',
    summary: 'Upload a keyword file',
    description:
      'Stores the keywords as candidates for prompts. Send a larger file in parts of whole lines: the first part here, the others to POST /api/brands/{brand}/keyword-files/{id}/parts. A file keeps the 20,000 keywords with the highest volume, or the first ones; the response counts the others. At most 20 files per brand.',
    query: NewKeywordFile,
    ...keywordText,
    errors: ['conflict'],
    returns: KeywordFile,
    status: 201,
    run: async (ctx, { found, query, body: text }) =>
      showKeywordFile(await createKeywordFile(ctx, found.brand.id, { ...query, text })),
  }),
  'POST /api/brands/:brand/keyword-files/:id/parts': route({
    ...oneFile,
    access: 'write',
    summary: 'Add a part to a keyword file',
    description: 'The next lines of the file, with the columns of its first part.',
    ...keywordText,
    returns: KeywordFile,
    run: async (ctx, { found, body }) => showKeywordFile(await addKeywordPart(ctx, found.file, body)),
  }),
  'DELETE /api/brands/:brand/keyword-files/:id': route({
    ...oneFile,
    access: 'write',
    summary: 'Delete a keyword file',
    description: 'Deletes the file with its keywords. Prompts that were made from them stay.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteKeywordFile(ctx, found.file),
  }),
}
