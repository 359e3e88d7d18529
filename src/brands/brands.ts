/**
 * A brand is what an organization tracks: a name with its aliases and domains. The brand, its competitors and its
 * products are the entities that the parser looks for in answers. Each entity has a number within the brand (the brand
 * itself is 0), which identifies it in stored facts and is never reused.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type AppContext, type Context, isClient, systemContext, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { newId, newToken, Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import { type BrandTable, getRow } from '../core/rows-of-brand.ts'
import type { Brands } from '../db/schema.generated.ts'
import type { ResourceLoader } from '../http/route.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireQuota } from '../plans/plans.ts'
import { type BrandChange, BrandRecord, type NewBrand } from './brand-fields.ts'
import { removeFromBrandLists } from './brand-lists.ts'
import { addEntity, requireDistinctNames, trackedBrand } from './entities.ts'
import { findFreeSlug } from './free-slug.ts'
import type { NameChange } from './name-changes.ts'
import { markAnalysisOutdated, withReanalysis } from './reanalysis-request.ts'

export type Brand = Selectable<Brands>

/** Finds the brand that a request names: by id or slug in the path, by id elsewhere. */
export function brandFrom(location: 'params' | 'query' | 'body', name: string): ResourceLoader<Brand> {
  const form =
    location === 'params'
      ? z.union([
          Uuid,
          z.string().regex(/^[a-z0-9-]{1,80}$/, {
            error: localizedIssue(message('brands.general.mustBeTheIdOrSlug')),
          }),
        ])
      : Uuid
  return { in: location, name, schema: form, load: (ctx, id) => getBrand(ctx, String(id)) }
}

/** Loads the brand of an optional id `brand_id`; null without one. */
export const brandIfGiven = (location: 'query' | 'body'): ResourceLoader<Brand | null> => ({
  in: location,
  name: 'brand_id',
  schema: Uuid.nullish(),
  load: async (ctx, id) => (id ? getBrand(ctx, String(id)) : null),
})

/** The path parameter `:brand` and its loader. */
export const brandInPath = {
  params: { brand: z.string().describe('Id or slug of the brand.') },
  find: { brand: brandFrom('params', 'brand') },
}

/** Loads what an id in the path names within the brand that an earlier loader loaded. */
export const loadInBrand = <T>(
  load: (ctx: Context, brandId: string, id: string) => Promise<T>,
  name = 'id',
): ResourceLoader<T> => ({
  in: 'params',
  name,
  schema: Uuid,
  load: (ctx, id, found: { brand?: Brand }) => {
    if (!found.brand) throw new Error('A loader of the brand must come before this one')
    return load(ctx, found.brand.id, String(id))
  },
})

/** Loads the row of a table that an id in the path names within the brand. */
export const rowInBrand = <Name extends BrandTable>(table: Name) =>
  loadInBrand((ctx, brandId, id) => getRow(ctx, table, brandId, id))

export const canSee = ({ actor }: Context, brandId: string): boolean =>
  !('brandIds' in actor) || actor.brandIds === null || actor.brandIds.includes(brandId)

export async function getBrand(ctx: Context, idOrSlug: string): Promise<Brand> {
  const column = Uuid.safeParse(idOrSlug).success ? 'id' : 'slug'
  const brand = await ctx.db
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where(column, '=', idOrSlug)
    .executeTakeFirst()
  if (!brand || !canSee(ctx, brand.id)) throw notFound(message('common.texts.noSuchBrand'))
  return brand
}

export async function listBrands(ctx: Context): Promise<Brand[]> {
  const brands = await ctx.db
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .orderBy('id')
    .execute()
  return brands.filter((brand) => canSee(ctx, brand.id))
}

export async function listBrandPage(
  ctx: Context,
  page: Page,
): Promise<{ items: Brand[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const visible = 'brandIds' in ctx.actor ? ctx.actor.brandIds : null
  const rows = await ctx.db
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .$if(visible !== null, (query) => query.where(sql<boolean>`id = any(${visible}::uuid[])`))
    .orderBy('id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

/** Demo brands do not count toward the quota. */
export function createBrand(
  ctx: Context,
  input: z.output<typeof NewBrand>,
  { isDemo = false } = {},
): Promise<Brand> {
  return transaction(ctx, async (tx) => {
    if (!isDemo) await requireQuota(tx, 'brands', () => countBrands(tx))
    const { competitors = [], ...fields } = input
    const id = newId(tx.now().getTime())
    const brand = await tx.db
      .insertInto('brands')
      .values({
        ...fields,
        is_demo: isDemo,
        organization_id: tx.organizationId,
        id,
        slug: await findFreeSlug(tx, fields.name),
        tracking_code: newToken(9),
        ai_files_token: newToken(18),
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx.db.insertInto('entity_numbers').values({ brand_id: id }).execute()
    await recordEvent(tx, 'brand.created', { brandId: id, data: { name: brand.name } })
    for (const competitor of competitors) await addEntity(tx, 'competitors', brand, competitor)
    return brand
  })
}

async function countBrands(tx: Context): Promise<number> {
  const { count } = await tx.db
    .selectFrom('brands')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', tx.organizationId)
    .where('is_demo', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

export function changeBrand(
  ctx: Context,
  brand: Brand,
  change: z.output<typeof BrandChange>,
): Promise<{ brand: Brand; reanalysisJobId: string | null }> {
  return transaction(ctx, async (tx) => {
    // Read again under a lock: `brand` may be stale.
    const before = await lockBrand(tx, brand)
    const changed = await tx.db
      .updateTable('brands')
      .set({ ...change, updated_at: tx.now() })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brand.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'brand.changed', { brandId: brand.id, data: { fields: Object.keys(change) } })
    const affectsParsing = parserFields.some((field) => field in change)
    const reanalysisJobId = affectsParsing
      ? await markAnalysisOutdated(tx, brand.id, nameChange(before, changed))
      : null
    if (affectsParsing) await requireDistinctNames(tx, brand.id)
    return { brand: changed, reanalysisJobId }
  })
}

/** Keeps the brand unchanged until the transaction ends, and returns it. */
export async function lockBrand(tx: Context, { id }: Brand): Promise<Brand> {
  const brand = await tx.db
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!brand) throw notFound(message('common.texts.noSuchBrand'))
  return brand
}

export function deleteBrand(ctx: Context, brand: Brand): Promise<void> {
  return transaction(ctx, async (tx) => {
    // Blocks inserts that reference the brand, and workers that would claim one of its jobs.
    await tx.db
      .selectFrom('brands')
      .select('id')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brand.id)
      .forUpdate()
      .execute()
    const unfinished = await tx.db
      .selectFrom('jobs')
      .select(['id', 'status'])
      .where('brand_id', '=', brand.id)
      .where('status', 'in', ['waiting', 'active'])
      .forUpdate()
      .execute()
    const busy = unfinished.find(({ status }) => status === 'active')
    if (busy) throw conflict(message('brands.general.aJobOfThisBrandIs'), { jobId: busy.id })
    // Answers reference prompts without a cascade, because deleting a prompt keeps its answers.
    await tx.db.deleteFrom('answers').where('brand_id', '=', brand.id).execute()
    await removeFromBrandLists(tx, brand.id)
    await tx.db
      .deleteFrom('brands')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brand.id)
      .execute()
    await recordEvent(tx, 'brand.deleted', { brandId: brand.id, data: { name: brand.name } })
  })
}

export function showBrand(brand: Brand): z.input<typeof BrandRecord> {
  return {
    ...brand,
    source_categories: BrandRecord.shape.source_categories.parse(brand.source_categories),
    status: brand.status === 'paused' ? 'paused' : 'active',
    created_at: brand.created_at.toISOString(),
  }
}

/** Returns the brand as the caller may see it: clients see no settings. */
export const showBrandTo = (ctx: Context, brand: Brand): z.input<typeof BrandRecord> => ({
  ...showBrand(brand),
  ...(isClient(ctx) && noSettings),
})

const noSettings = {
  domains: [],
  aliases: [],
  case_sensitive: null,
  exclude_phrases: [],
  source_categories: {},
  industry: '',
  region: '',
  language: null,
  description: null,
  pages_per_day: null,
  tracking_code: '',
  ai_files_token: '',
}

export const showBrandUpdate = (changed: {
  brand: Brand
  reanalysisJobId: string | null
}): z.input<typeof BrandRecord> => withReanalysis(showBrand(changed.brand), changed.reanalysisJobId)

/**
 * Returns null when source categories changed, because they affect every answer, not only those that name the brand.
 */
const nameChange = (before: Brand, after: Brand): NameChange | null =>
  isDeepStrictEqual(before.source_categories, after.source_categories)
    ? { before: trackedBrand(before), after: trackedBrand(after) }
    : null

/** The fields that affect what the parser finds in an answer. */
const parserFields = [
  'name',
  'aliases',
  'domain',
  'domains',
  'case_sensitive',
  'exclude_phrases',
  'source_categories',
] as const

/** Finds a brand of any organization: the command line is not limited to one. */
export async function findBrandForCommand(
  base: AppContext,
  idOrSlug: string,
): Promise<{ ctx: Context; brand: Brand }> {
  const [first, second] = await base.db
    .selectFrom('brands')
    .select(['id', 'organization_id'])
    .where(Uuid.safeParse(idOrSlug).success ? 'id' : 'slug', '=', idOrSlug)
    .limit(2)
    .execute()
  if (!first) throw new Error(`No brand has the id or slug "${idOrSlug}".`)
  if (second) throw new Error(`Several organizations have a brand "${idOrSlug}". Pass the id instead.`)
  const ctx = systemContext(base, first.organization_id)
  return { ctx, brand: await getBrand(ctx, first.id) }
}
