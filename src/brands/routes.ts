import { z } from 'zod'
import { conflict } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { listRows } from '../core/rows-of-brand.ts'
import { NoContent, route } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { BrandChange, BrandRecord, NewBrand } from './brand-fields.ts'
import {
  brandInPath,
  changeBrand,
  createBrand,
  deleteBrand,
  listBrandPage,
  listBrands,
  rowInBrand,
  showBrand,
  showBrandTo,
  showBrandUpdate,
} from './brands.ts'
import {
  addEntity,
  changeEntity,
  deleteEntity,
  EntityChange,
  EntityRecord,
  type EntityTable,
  entityNouns,
  NewEntity,
  showEntity,
  showEntityUpdate,
} from './entities.ts'
import { findReanalysis, requestManualReanalysis } from './reanalysis-request.ts'

const oneEntity = (table: EntityTable) => ({
  params: { ...brandInPath.params, id: Uuid.describe(`Id of the ${entityNouns[table]}.`) },
  find: { ...brandInPath.find, entity: rowInBrand(table) },
})

const PublicBrand = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    industry: BrandRecord.shape.industry,
    region: BrandRecord.shape.region,
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'BrandSummary' })

export const brandRoutes = {
  'GET /api/v1/brands': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List brands',
    description: 'Returns all brands that the API key can access, as an array without pagination.',
    returns: z.array(PublicBrand),
    run: async (ctx) => (await listBrands(ctx)).map(showBrand),
  }),
  'GET /api/mcp/brands': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List brands',
    description: 'Returns all brands that the API key can access. `status` is `active` or `paused`.',
    whenToUse: 'Call it first: nearly every other tool needs the id of a brand as brand_id.',
    returns: z.object({
      brands: z.array(z.object({ id: z.uuid(), name: z.string(), domain: z.string(), status: z.string() })),
    }),
    run: async (ctx) => ({ brands: (await listBrands(ctx)).map(showBrand) }),
  }),
  'GET /api/brands': route({
    access: 'report',
    summary: 'List brands',
    description:
      'Brands that the caller can access, in order of creation. Clients get them without settings.',
    query: pageQuery,
    returns: pageSchema(BrandRecord),
    run: async (ctx, { query }) => {
      const page = await listBrandPage(ctx, query)
      return { ...page, items: page.items.map((brand) => showBrandTo(ctx, brand)) }
    },
  }),
  'POST /api/brands': route({
    access: 'organization',
    summary: 'Create a brand',
    description: '`competitors` are created with it. Answers are collected from the next run on.',
    body: NewBrand,
    errors: ['conflict', 'plan_limit'],
    returns: BrandRecord,
    status: 201,
    run: async (ctx, { body }) => showBrand(await createBrand(ctx, body)),
  }),
  'GET /api/brands/:brand': route({
    access: 'report',
    summary: 'Get a brand',
    description:
      'Returns the names, domains and settings that answers are analyzed with. Clients get no settings.',
    ...brandInPath,
    returns: BrandRecord,
    run: async (ctx, { found }) => showBrandTo(ctx, found.brand),
  }),
  'PATCH /api/brands/:brand': route({
    access: 'write',
    summary: 'Update a brand',
    description:
      'Omitted fields keep their values. When a name, alias or domain changes, all stored answers are reanalyzed in the background; `reanalysis` has the job.',
    ...brandInPath,
    body: BrandChange,
    errors: ['conflict'],
    returns: BrandRecord,
    run: async (ctx, { found, body }) => showBrandUpdate(await changeBrand(ctx, found.brand, body)),
  }),
  'DELETE /api/brands/:brand': route({
    access: 'manage',
    reads: 'long',
    summary: 'Delete a brand',
    description: 'Permanently deletes the brand with its prompts, answers and settings.',
    ...brandInPath,
    errors: ['conflict'],
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteBrand(ctx, found.brand),
  }),
  'POST /api/brands/:brand/reanalyse': route({
    access: 'write',
    scope: 'run',
    summary: 'Reanalyze the answers of a brand',
    description:
      'Analyzes all stored answers with the current names. Changes of names, aliases, domains and competitors start this automatically.',
    ...brandInPath,
    errors: ['conflict'],
    returns: z.object({ job_id: z.uuid() }),
    status: 202,
    run: async (ctx, { found }) => {
      const jobId = await requestManualReanalysis(ctx, found.brand.id)
      if (jobId === null) throw conflict(message('brands.routes.thisBrandHasNoAnswersTo'))
      return { job_id: jobId }
    },
  }),
  'GET /api/brands/:brand/reanalysis': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the progress of a reanalysis',
    description:
      'Until it completes, metrics reflect the previous names, and a new competitor or product has no metrics.',
    ...brandInPath,
    returns: z.object({
      job: z
        .object({
          id: z.uuid(),
          progress: z.object({ completed: z.number().int(), total: z.number().int() }).nullable(),
        })
        .nullable()
        .describe('Null when all stored answers have been analyzed with the current names.'),
    }),
    run: async (ctx, { found }) => ({ job: await findReanalysis(ctx, found.brand.id) }),
  }),
  'GET /api/brands/:brand/competitors': listRoute('competitors'),
  'POST /api/brands/:brand/competitors': addRoute('competitors'),
  'GET /api/brands/:brand/competitors/:id': getRoute('competitors'),
  'PATCH /api/brands/:brand/competitors/:id': changeRoute('competitors'),
  'DELETE /api/brands/:brand/competitors/:id': removeRoute('competitors'),
  'GET /api/brands/:brand/products': listRoute('products'),
  'POST /api/brands/:brand/products': addRoute('products'),
  'GET /api/brands/:brand/products/:id': getRoute('products'),
  'PATCH /api/brands/:brand/products/:id': changeRoute('products'),
  'DELETE /api/brands/:brand/products/:id': removeRoute('products'),
}

function listRoute(table: EntityTable) {
  return route({
    access: 'read',
    invalidatedBy: null,
    summary: `List ${table}`,
    description: `The ${table} of a brand, in order of creation.`,
    ...brandInPath,
    query: pageQuery,
    returns: pageSchema(EntityRecord),
    run: async (ctx, { found, query }) => {
      const page = await listRows(ctx, table, found.brand.id, query)
      return { ...page, items: page.items.map(showEntity) }
    },
  })
}

function addRoute(table: EntityTable) {
  return route({
    access: 'write',
    summary: `Add a ${entityNouns[table]}`,
    description: `Reanalyzes the stored answers in the background, so that metrics include the ${entityNouns[table]} for past answers too.`,
    errors: ['conflict'],
    ...brandInPath,
    body: NewEntity,
    returns: EntityRecord,
    status: 201,
    run: async (ctx, { found, body }) => showEntityUpdate(await addEntity(ctx, table, found.brand, body)),
  })
}

function getRoute(table: EntityTable) {
  return route({
    access: 'read',
    invalidatedBy: null,
    summary: `Get a ${entityNouns[table]}`,
    description: `Returns the names that the ${entityNouns[table]} is recognized by.`,
    ...oneEntity(table),
    returns: EntityRecord,
    run: async (_ctx, { found }) => showEntity(found.entity),
  })
}

function changeRoute(table: EntityTable) {
  return route({
    access: 'write',
    summary: `Update a ${entityNouns[table]}`,
    description:
      'Omitted fields keep their values. Changed names are applied to the stored answers in the background.',
    errors: ['conflict'],
    ...oneEntity(table),
    body: EntityChange,
    returns: EntityRecord,
    run: async (ctx, { found, body }) =>
      showEntityUpdate(await changeEntity(ctx, table, found.brand, found.entity, body)),
  })
}

function removeRoute(table: EntityTable) {
  return route({
    access: 'write',
    summary: `Delete a ${entityNouns[table]}`,
    description: `Removes the ${entityNouns[table]} from all metrics, including metrics of past answers. The answers are kept.`,
    ...oneEntity(table),
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteEntity(ctx, table, found.brand.id, found.entity),
  })
}
