import { z } from 'zod'
import { factStatuses } from '../../vocabulary/facts.ts'
import { brandFrom, brandInPath, rowInBrand } from '../brands/brands.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { csvRoutes } from '../http/csv.ts'
import { NoContent, route } from '../http/route.ts'
import { answerInPath } from '../metrics/answer-list.ts'
import { changeFact, createFact, deleteFact, maxFacts, setFactStatus } from './change-facts.ts'
import { claimDetail } from './claim-detail.ts'
import { claims } from './claims.ts'
import { AnswerClaims, Correction, correctVerdict, listAnswerClaims } from './corrections.ts'
import { FactPatch, FactRecord, listFacts, NewFact, showFact } from './facts.ts'
import { FactImport, importFacts } from './import-facts.ts'
import { proposeFacts } from './propose-facts.ts'

const factInPath = {
  params: { ...brandInPath.params, id: Uuid.describe('Id of the fact.') },
  find: { ...brandInPath.find, fact: rowInBrand('facts') },
}

const answerParams = { id: Uuid.describe('Id of the answer.') }

const facts = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'List the facts of a brand',
  description: 'By kind and subject. Only approved facts are compared with answers.',
  whenToUse:
    'Answers "what does the brand say is true about itself?" with sources and earlier values. For how answers state it use list_claims.',
  query: {
    brand_id: BrandId,
    status: z.enum(factStatuses).optional().describe('Only facts with this status.'),
  },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: z.object({ facts: z.array(FactRecord) }).meta({ id: 'Facts' }),
  run: async (ctx, { found, query }) => ({
    facts: (await listFacts(ctx, found.brand.id, query.status)).map(showFact),
  }),
})

const lists = {
  'GET /api/v1/facts': facts,
  'GET /api/mcp/facts': facts,
  'GET /api/metrics/facts': facts,
  'GET /api/v1/claims': claims.v1,
  'GET /api/mcp/claims': claims.mcp,
  'GET /api/metrics/claims': claims.session,
  'GET /api/v1/claim-detail': claimDetail.v1,
  'GET /api/mcp/claim-detail': claimDetail.mcp,
  'GET /api/metrics/claim-detail': claimDetail.session,
}

export const claimRoutes = {
  ...lists,
  ...csvRoutes(lists, { facts: 'facts', claims: 'facts', 'claim-detail': 'answers' }),
  'POST /api/brands/:brand/facts': route({
    ...brandInPath,
    access: 'write',
    summary: 'Add a fact',
    description:
      'Answers are then compared with it in the background, unless it is only proposed. A fact that contradicts an approved one is refused; the error names the other one.',
    body: NewFact,
    errors: ['conflict'],
    returns: FactRecord,
    status: 201,
    run: async (ctx, { found, body }) => showFact(await createFact(ctx, found.brand, body)),
  }),
  'PATCH /api/brands/:brand/facts/:id': route({
    ...factInPath,
    access: 'write',
    summary: 'Change a fact',
    description:
      'A new value with a later `valid_from` keeps the former one as an earlier value. Verdicts that people corrected are decided again when the value changes.',
    body: FactPatch,
    errors: ['conflict'],
    returns: FactRecord,
    run: async (ctx, { found, params, body }) =>
      showFact(await changeFact(ctx, found.brand, params.id, body)),
  }),
  'DELETE /api/brands/:brand/facts/:id': route({
    ...factInPath,
    access: 'write',
    summary: 'Delete a fact',
    description: 'Also deletes the claims about it and their corrections.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found, params }) => deleteFact(ctx, found.brand, params.id),
  }),
  'POST /api/brands/:brand/facts/decide': route({
    ...brandInPath,
    access: 'write',
    summary: 'Approve or reject facts',
    description:
      'Changes none of them if one contradicts an approved fact. Rejected facts are not proposed again.',
    body: z.strictObject({
      ids: z.array(Uuid).min(1).max(maxFacts).describe('Ids of the facts.'),
      status: z.enum(['approved', 'rejected']).describe('The decision.'),
    }),
    errors: ['conflict'],
    returns: z.object({ changed: z.number().int().describe('Facts that had another status.') }),
    run: async (ctx, { found, body }) => ({ changed: await setFactStatus(ctx, found.brand, body) }),
  }),
  'POST /api/brands/:brand/facts/propose': route({
    ...brandInPath,
    access: 'write',
    summary: 'Propose facts',
    description:
      "Reads prices, limits, founding year, headquarters, people, certifications, trials, returns, warranties and free shipping from the text and the structured data of the brand's own pages, as audits and checks of cited pages have stored them. A fact that pages state differently is one proposal; `own_pages` has the pages that contradict it. Nothing counts before a person approves it.",
    reads: 'long',
    errors: ['conflict'],
    returns: z.object({
      proposed: z.number().int().describe('New proposals.'),
      pages: z.number().int().describe('Own pages that were read.'),
    }),
    run: (ctx, { found }) => proposeFacts(ctx, found.brand),
  }),
  'POST /api/brands/:brand/facts/import': route({
    ...brandInPath,
    access: 'write',
    summary: 'Import facts',
    description:
      'CSV with the columns of the export: `kind`, `subject`, `statement`, `value`, and optionally `unit`, `valid_from`, `earlier_values`, `source_url` and `status`. Without the status `approved`, facts are proposed. Facts that the brand has already are skipped.',
    body: z.string(),
    maxBodyBytes: 1024 * 1024,
    accepts: ['text/csv'],
    returns: FactImport,
    run: (ctx, { found, body }) => importFacts(ctx, found.brand, body),
  }),
  'GET /api/answers/:id/claims': route({
    access: 'read',
    invalidatedBy: 'answers',
    reads: { unlimited: 'It reads one answer by its id.' },
    summary: 'List the claims of an answer',
    description:
      'What the answer states about approved facts, with the quotes and the corrections of people.',
    params: answerParams,
    find: { answer: answerInPath },
    returns: AnswerClaims,
    run: (ctx, { found: { answer } }) => listAnswerClaims(ctx, answer.brand.id, answer.id),
  }),
  'PUT /api/answers/:id/claims/:fact': route({
    access: 'write',
    reads: { unlimited: 'It reads one answer by its id.' },
    summary: 'Correct the verdict on a claim',
    description:
      'Replaces the verdict of the comparison in all numbers, until the fact gets another value. The history stays.',
    params: { ...answerParams, fact: Uuid.describe('Id of the fact.') },
    find: { answer: answerInPath },
    body: Correction,
    errors: ['conflict'],
    returns: AnswerClaims,
    run: async (ctx, { params, body, found: { answer } }) => {
      await correctVerdict(ctx, answer.brand.id, { answerId: answer.id, factId: params.fact, ...body })
      return listAnswerClaims(ctx, answer.brand.id, answer.id)
    },
  }),
}
