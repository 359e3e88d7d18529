import { z } from 'zod'
import { conflict } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { type Finder, NoContent, route } from '../http/route.ts'
import {
  type Brand,
  BrandChange,
  BrandRecord,
  brandInPath,
  changeBrand,
  createBrand,
  deleteBrand,
  listBrandPage,
  listBrands,
  NewBrand,
  showBrand,
  showBrandUpdate,
} from './brands.ts'
import {
  addEntity,
  changeEntity,
  deleteEntity,
  EntityChange,
  EntityRecord,
  type EntityRow,
  type EntityTable,
  entityNouns,
  getEntity,
  listEntityPage,
  NewEntity,
  showEntity,
  showEntityUpdate,
} from './entities.ts'
import { findReanalysis, markAnalysisOutdated } from './reanalysis-request.ts'

const { params: brandParams, find } = brandInPath
const entityParams = (table: EntityTable) => ({
  ...brandParams,
  id: Uuid.describe(`Id of the ${entityNouns[table]}.`),
})

const PublicBrand = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    industry: z.string().nullable(),
    region: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'BrandSummary' })

export const brandRoutes = {
  'GET /api/v1/brands': route({
    access: 'read',
    dependsOn: null,
    summary: 'List brands',
    returns: z.array(PublicBrand),
    run: async (ctx) => (await listBrands(ctx)).map(showBrand),
  }),
  'GET /api/mcp/brands': route({
    access: 'read',
    dependsOn: null,
    summary: 'List brands',
    returns: z.object({
      brands: z.array(z.object({ id: z.uuid(), name: z.string(), domain: z.string(), status: z.string() })),
    }),
    run: async (ctx) => ({ brands: (await listBrands(ctx)).map(showBrand) }),
  }),
  'GET /api/brands': route({
    access: 'read',
    dependsOn: null,
    summary: 'List brands',
    query: pageQuery,
    returns: pageSchema(BrandRecord),
    run: async (ctx, { query }) => {
      const page = await listBrandPage(ctx, query)
      return { ...page, items: page.items.map(showBrand) }
    },
  }),
  'POST /api/brands': route({
    access: 'write',
    summary: 'Create a brand',
    body: NewBrand,
    returns: BrandRecord,
    status: 201,
    run: async (ctx, { body }) => showBrand(await createBrand(ctx, body)),
  }),
  'GET /api/brands/:brand': route({
    access: 'read',
    dependsOn: null,
    summary: 'Get a brand',
    params: brandParams,
    find,
    returns: BrandRecord,
    run: async (_ctx, { found }) => showBrand(found.brand),
  }),
  'PATCH /api/brands/:brand': route({
    access: 'write',
    summary: 'Change a brand',
    params: brandParams,
    find,
    body: BrandChange,
    returns: BrandRecord,
    run: async (ctx, { found, body }) => showBrandUpdate(await changeBrand(ctx, found.brand, body)),
  }),
  'DELETE /api/brands/:brand': route({
    access: 'manage',
    summary: 'Delete a brand with all its answers',
    params: brandParams,
    find,
    returns: NoContent,
    status: 204,
    run: async (ctx, { found }) => {
      await deleteBrand(ctx, found.brand)
    },
  }),
  'POST /api/brands/:brand/reanalyse': route({
    access: 'write',
    summary: "Reanalyze a brand's stored answers",
    description:
      'Changes of names, aliases, domains and competitors reanalyze the affected answers automatically.',
    params: brandParams,
    find,
    returns: z.object({ job_id: z.uuid() }),
    status: 202,
    run: async (ctx, { found }) => {
      const jobId = await markAnalysisOutdated(ctx, found.brand.id)
      if (jobId === null) throw conflict('This brand has no answers to reanalyze.')
      return { job_id: jobId }
    },
  }),
  'GET /api/brands/:brand/reanalysis': route({
    access: 'read',
    dependsOn: null,
    summary: 'Get the progress of a reanalysis',
    description: 'Until it completes, metrics reflect the previous names, and a new entity has none.',
    params: brandParams,
    find,
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
    dependsOn: null,
    summary: `List ${table}`,
    params: brandParams,
    query: pageQuery,
    find,
    returns: pageSchema(EntityRecord),
    run: async (ctx, { found, query }) => {
      const page = await listEntityPage(ctx, table, found.brand.id, query)
      return { ...page, items: page.items.map(showEntity) }
    },
  })
}

function addRoute(table: EntityTable) {
  return route({
    access: 'write',
    summary: `Add a ${entityNouns[table]}`,
    params: brandParams,
    find,
    body: NewEntity,
    returns: EntityRecord,
    status: 201,
    run: async (ctx, { found, body }) => showEntityUpdate(await addEntity(ctx, table, found.brand, body)),
  })
}

function getRoute(table: EntityTable) {
  return route({
    access: 'read',
    dependsOn: null,
    summary: `Get a ${entityNouns[table]}`,
    params: entityParams(table),
    find: { ...find, entity: entityFrom(table) },
    returns: EntityRecord,
    run: async (_ctx, { found }) => showEntity(found.entity),
  })
}

function changeRoute(table: EntityTable) {
  return route({
    access: 'write',
    summary: `Change a ${entityNouns[table]}`,
    params: entityParams(table),
    find: { ...find, entity: entityFrom(table) },
    body: EntityChange,
    returns: EntityRecord,
    run: async (ctx, { found, body }) =>
      showEntityUpdate(await changeEntity(ctx, table, found.brand, found.entity, body)),
  })
}

function removeRoute(table: EntityTable) {
  return route({
    access: 'write',
    summary: `Remove a ${entityNouns[table]}`,
    params: entityParams(table),
    find: { ...find, entity: entityFrom(table) },
    returns: NoContent,
    status: 204,
    run: async (ctx, { found }) => {
      await deleteEntity(ctx, table, found.brand.id, found.entity)
    },
  })
}

/** Finds the competitor or product of the brand that an earlier finder loaded. */
function entityFrom(table: EntityTable): Finder<EntityRow> {
  return {
    in: 'params',
    name: 'id',
    schema: Uuid,
    load: (ctx, id, found: { brand?: Brand }) => {
      if (!found.brand) throw new Error('Finding an entity requires a brand finder before it')
      return getEntity(ctx, table, found.brand.id, String(id))
    },
  }
}
