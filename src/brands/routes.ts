import { z } from 'zod'
import { conflict } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { type Finder, NoContent, route } from '../http/route.ts'
import {
  type Brand,
  BrandChange,
  BrandRecord,
  brandFrom,
  changeBrand,
  createBrand,
  deleteBrand,
  listBrands,
  NewBrand,
  pageOfBrands,
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
  NewEntity,
  pageOfEntities,
  showEntity,
  showEntityUpdate,
} from './entities.ts'
import { findReanalysis, markAnalysisOutdated } from './reanalysis-request.ts'

const brand = { brand: z.string() }
const one = { ...brand, id: Uuid }
const find = { brand: brandFrom('params', 'brand') }

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
      const page = await pageOfBrands(ctx, query)
      return { ...page, items: page.items.map(showBrand) }
    },
  }),
  'POST /api/brands': route({
    access: 'write',
    summary: 'Make a brand',
    body: NewBrand,
    returns: BrandRecord,
    status: 201,
    run: async (ctx, { body }) => showBrand(await createBrand(ctx, body)),
  }),
  'GET /api/brands/:brand': route({
    access: 'read',
    dependsOn: null,
    summary: 'Get a brand',
    params: brand,
    find,
    returns: BrandRecord,
    run: async (_ctx, { found }) => showBrand(found.brand),
  }),
  'PATCH /api/brands/:brand': route({
    access: 'write',
    summary: 'Change a brand',
    params: brand,
    find,
    body: BrandChange,
    returns: BrandRecord,
    run: async (ctx, { found, body }) => showBrandUpdate(await changeBrand(ctx, found.brand, body)),
  }),
  'DELETE /api/brands/:brand': route({
    access: 'manage',
    summary: 'Delete a brand with all its answers',
    params: brand,
    find,
    returns: NoContent,
    status: 204,
    run: async (ctx, { found }) => {
      await deleteBrand(ctx, found.brand)
    },
  }),
  'POST /api/brands/:brand/reanalyse': route({
    access: 'write',
    summary: "Read all of a brand's stored answers again",
    description:
      'When names, aliases, domains or competitors change, the answers that this can touch are read again without being asked.',
    params: brand,
    find,
    returns: z.object({ job_id: z.uuid() }),
    status: 202,
    run: async (ctx, { found }) => {
      const jobId = await markAnalysisOutdated(ctx, found.brand.id)
      if (jobId === null) throw conflict('This brand has no answers yet that could be read again.')
      return { job_id: jobId }
    },
  }),
  'GET /api/brands/:brand/reanalysis': route({
    access: 'read',
    dependsOn: null,
    summary: 'Tell whether stored answers are being read again',
    description: 'Until that is done, numbers are those of the old names, and a new name has none.',
    params: brand,
    find,
    returns: z.object({
      job: z
        .object({
          id: z.uuid(),
          progress: z.object({ completed: z.number().int(), total: z.number().int() }).nullable(),
        })
        .nullable()
        .describe('Null: what is stored has been read with the names as they are.'),
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
    params: brand,
    query: pageQuery,
    find,
    returns: pageSchema(EntityRecord),
    run: async (ctx, { found, query }) => {
      const page = await pageOfEntities(ctx, table, found.brand.id, query)
      return { ...page, items: page.items.map(showEntity) }
    },
  })
}

function addRoute(table: EntityTable) {
  return route({
    access: 'write',
    summary: `Add a ${entityNouns[table]}`,
    params: brand,
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
    params: one,
    find: { ...find, entity: entityFrom(table) },
    returns: EntityRecord,
    run: async (_ctx, { found }) => showEntity(found.entity),
  })
}

function changeRoute(table: EntityTable) {
  return route({
    access: 'write',
    summary: `Change a ${entityNouns[table]}`,
    params: one,
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
    params: one,
    find: { ...find, entity: entityFrom(table) },
    returns: NoContent,
    status: 204,
    run: async (ctx, { found }) => {
      await deleteEntity(ctx, table, found.brand.id, found.entity)
    },
  })
}

/** The competitor or product of the brand found before it. */
function entityFrom(table: EntityTable): Finder<EntityRow> {
  return {
    in: 'params',
    name: 'id',
    form: Uuid,
    load: (ctx, id, found: { brand?: Brand }) => {
      if (!found.brand) throw new Error('An entity is looked up within a brand')
      return getEntity(ctx, table, found.brand.id, String(id))
    },
  }
}
