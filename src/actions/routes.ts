import { z } from 'zod'
import { brandFrom, brandInPath, canSee, getBrand, rowInBrand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery } from '../core/paging.ts'
import { noSuchRow } from '../core/rows-of-brand.ts'
import { csvRoute } from '../http/csv.ts'
import { loadById, NoContent, route } from '../http/route.ts'
import { ActionDetail, ActionTable, readActionDetail, readActionTable } from './action-table.ts'
import {
  ActionChange,
  type ActionRow,
  changeAction,
  createAction,
  deleteAction,
  NewAction,
} from './actions.ts'
import { ActionPlan, PlanRequest, planAction } from './plan.ts'
import { ActionProposal, dismissProposal, listProposals, Origin } from './proposals.ts'

const list = route({
  access: 'read',
  invalidatedBy: 'answers',
  reads: 'long',
  summary: 'List actions',
  description:
    'What was done to change answers, newest first: what it changed compared with control prompts, what followed from its day on (requests of AI agents, citations, visits, conversions), and what it cost.',
  returns: ActionTable,
  whenToUse:
    'Answers "what did we do, what did it change and what did it cost?" For the steps of one action use get_action; for what to do next use list_content_opportunities.',
  query: { brand_id: BrandId, cursor: pageQuery.cursor },
  find: { brand: brandFrom('query', 'brand_id') },
  run: (ctx, { found, query }) => readActionTable(ctx, found.brand, query.cursor),
})

const detail = {
  access: 'read',
  invalidatedBy: 'answers',
  reads: 'long',
  summary: 'Get an action',
  description:
    '`result` compares the affected prompts with the control prompts; `chain` has each step with its days: opportunity, brief, page, requests of AI agents, citations, visits and conversions, and the gaps.',
  returns: ActionDetail,
} as const

const create = {
  access: 'write',
  reads: 'long',
  summary: 'Add an action',
  errors: ['conflict', 'unsafe_url'],
  returns: ActionDetail,
  status: 201,
} as const
const createDescription =
  'Records what was done to change answers. The service requests the URL once; a page that cannot be read is stored with the reason. Without control prompts, only the numbers before and after are known.'

const actionInPath = {
  params: { ...brandInPath.params, id: Uuid.describe('Id of the action.') },
  find: { ...brandInPath.find, action: rowInBrand('actions') },
}

/** Loads an action of any brand that the caller may see. */
async function findAction(ctx: Context, id: string): Promise<ActionRow> {
  const row = await ctx.db
    .selectFrom('actions')
    .innerJoin('brands', 'brands.id', 'actions.brand_id')
    .selectAll('actions')
    .where('brands.organization_id', '=', ctx.organizationId)
    .where('actions.id', '=', id)
    .executeTakeFirst()
  if (!row || !canSee(ctx, row.brand_id)) throw noSuchRow('actions')
  return row
}

export const actionRoutes = {
  'GET /api/v1/actions': list,
  'GET /api/v1/actions.csv': csvRoute(list, 'actions'),
  'GET /api/mcp/actions': list,
  'POST /api/mcp/actions': route({
    ...create,
    description: createDescription,
    whenToUse:
      'Use it after work is published, to measure what it changes. Choose affected_prompt_ids and control_prompt_ids from list_prompts.',
    body: NewAction.extend({ brand_id: BrandId }),
    find: { brand: brandFrom('body', 'brand_id') },
    run: async (ctx, { found: { brand }, body: { brand_id: _, ...input } }) =>
      readActionDetail(ctx, brand, await createAction(ctx, brand, input)),
  }),
  'GET /api/mcp/actions/:id': route({
    ...detail,
    whenToUse: 'Answers "did this action work, and where does its chain end?" Needs an id from list_actions.',
    params: { id: actionInPath.params.id },
    find: { action: loadById('id', findAction) },
    run: async (ctx, { found: { action } }) =>
      readActionDetail(ctx, await getBrand(ctx, action.brand_id), action),
  }),

  'GET /api/actions': list,
  'GET /api/actions.csv': csvRoute(list, 'actions'),
  'POST /api/brands/:brand/actions': route({
    ...brandInPath,
    ...create,
    description: createDescription,
    body: NewAction,
    run: async (ctx, { found: { brand }, body }) =>
      readActionDetail(ctx, brand, await createAction(ctx, brand, body)),
  }),
  'POST /api/brands/:brand/actions/plan': route({
    ...brandInPath,
    access: 'write',
    reads: 'long',
    summary: 'Plan an action',
    description:
      'Proposes control prompts, and simulates from the history of the brand how large an effect would be found with what probability in how many weeks. Changes nothing.',
    body: PlanRequest,
    returns: ActionPlan,
    run: (ctx, { found, body }) => planAction(ctx, found.brand, body),
  }),
  'GET /api/brands/:brand/actions/proposals': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: 'answers',
    reads: 'long',
    summary: 'List proposed actions',
    description:
      'What was probably done in the last 60 days: opportunities that were set to done, changes of own cited pages, own pages that answers cite for the first time, and findings that disappeared from audits.',
    returns: z.object({ items: z.array(ActionProposal) }),
    run: async (ctx, { found }) => ({ items: await listProposals(ctx, found.brand) }),
  }),
  'POST /api/brands/:brand/actions/proposals/dismiss': route({
    ...brandInPath,
    access: 'write',
    summary: 'Dismiss a proposed action',
    description: 'The proposal is not listed again. To accept one, add an action with its origin.',
    body: z.strictObject({ origin: Origin }),
    returns: NoContent,
    status: 204,
    run: (ctx, { found, body }) => dismissProposal(ctx, found.brand, body.origin),
  }),
  'GET /api/brands/:brand/actions/:id': route({
    ...detail,
    ...actionInPath,
    run: (ctx, { found }) => readActionDetail(ctx, found.brand, found.action),
  }),
  'PATCH /api/brands/:brand/actions/:id': route({
    ...actionInPath,
    access: 'write',
    reads: 'long',
    summary: 'Update an action',
    description: 'Omitted fields keep their values. The page is checked again if the URL is given.',
    body: ActionChange,
    errors: ['unsafe_url'],
    returns: ActionDetail,
    run: async (ctx, { found: { brand, action }, body }) =>
      readActionDetail(ctx, brand, await changeAction(ctx, brand, action, body)),
  }),
  'DELETE /api/brands/:brand/actions/:id': route({
    ...actionInPath,
    access: 'write',
    summary: 'Delete an action',
    description: 'Removes the action with its experiment. Answers do not change.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteAction(ctx, found.action),
  }),
}
