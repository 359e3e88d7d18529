/**
 * A brand is what is tracked: a name with its other spellings and its domains. Its competitors and products are entities
 * of the same kind; each has a number within the brand (the brand itself is 0) under which facts about it are packed.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { conflict, forbidden, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Domain, Language, Line, Lines, Region, Timestamp } from '../core/fields.ts'
import { newId, newToken, Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { Brands } from '../db/schema.generated.ts'
import type { Finder } from '../http/route.ts'
import { requireQuota } from '../plans/plans.ts'
import { addEntity, NewEntity, refuseSharedNames, trackedBrand } from './entities.ts'
import type { NameChange } from './name-changes.ts'
import { markAnalysisOutdated, Reanalysis, withReanalysis } from './reanalysis-request.ts'

export type Brand = Selectable<Brands>

export const BrandRecord = z
  .object({
    ...Reanalysis,
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    domain: z.string(),
    domains: z.array(z.string()),
    aliases: z.array(z.string()),
    case_sensitive: z.boolean().nullable(),
    exclude_phrases: z.array(z.string()),
    source_categories: z.record(z.string(), z.enum(sourceCategories)),
    industry: z.string().nullable(),
    region: z.string().nullable(),
    language: z.string().nullable(),
    description: z.string().nullable(),
    status: z.enum(['active', 'paused']),
    tracking_code: z.string(),
    ai_token: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'Brand' })

/** Domain, or path of one → the category of its pages, where the brand knows better than the built-in lists. */
const SourceCategories = z
  .record(Domain, z.enum(sourceCategories).exclude(['owned', 'competitor']))
  .refine((categories) => Object.keys(categories).length <= 500, 'must have at most 500 entries')

const changeable = {
  name: Line(200),
  domain: Domain,
  domains: z.array(Domain).max(50),
  aliases: Lines(200, 50),
  case_sensitive: z.boolean().nullable(),
  exclude_phrases: Lines(200, 50),
  source_categories: SourceCategories,
  industry: Line(200).nullable(),
  region: Region.nullable(),
  language: Language.nullable(),
  description: Line(2000).nullable(),
}

export const NewBrand = z
  .strictObject({ ...changeable, competitors: z.array(NewEntity).max(100) })
  .partial()
  .required({ name: true, domain: true })

export const BrandChange = z.strictObject({ ...changeable, status: z.enum(['active', 'paused']) }).partial()

/** The brand that an id, or on the dashboard's own addresses a slug, in the request stands for. */
export function brandFrom(place: 'params' | 'query' | 'body', name: string): Finder<Brand> {
  const form =
    place === 'params'
      ? z.union([Uuid, z.string().regex(/^[a-z0-9-]{1,80}$/, 'must be the id or the slug of a brand')])
      : Uuid
  return { in: place, name, schema: form, load: (ctx, id) => getBrand(ctx, String(id)) }
}

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
  if (!brand || !canSee(ctx, brand.id)) throw notFound('brand')
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

export async function pageOfBrands(
  ctx: Context,
  page: Page,
): Promise<{ items: Brand[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const only = 'brandIds' in ctx.actor ? ctx.actor.brandIds : null
  const rows = await ctx.db
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .$if(only !== null, (query) => query.where(sql<boolean>`id = any(${only}::uuid[])`))
    .orderBy('id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

export function createBrand(ctx: Context, input: z.output<typeof NewBrand>): Promise<Brand> {
  if ('brandIds' in ctx.actor && ctx.actor.brandIds !== null) {
    throw forbidden('Your account is limited to chosen brands; ask an owner or admin to make a new one.')
  }
  return transaction(ctx, async (tx) => {
    await requireQuota(tx, 'brands', () => countBrands(tx))
    const { competitors = [], ...fields } = input
    const id = newId(tx.now().getTime())
    const brand = await tx.db
      .insertInto('brands')
      .values({
        ...fields,
        organization_id: tx.organizationId,
        id,
        slug: await freeSlug(tx, fields.name),
        tracking_code: newToken(9),
        ai_token: newToken(18),
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
    .executeTakeFirstOrThrow()
  return count
}

export function changeBrand(
  ctx: Context,
  brand: Brand,
  change: z.output<typeof BrandChange>,
): Promise<{ brand: Brand; reanalysisJobId: string | null }> {
  return transaction(ctx, async (tx) => {
    // Not as it was given: somebody may have changed it since.
    const before = await tx.db
      .selectFrom('brands')
      .selectAll()
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brand.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('brand')
    const changed = await tx.db
      .updateTable('brands')
      .set({ ...change, updated_at: tx.now() })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brand.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'brand.changed', { brandId: brand.id, data: { fields: Object.keys(change) } })
    const rereads = readBy.some((field) => field in change)
    const reanalysisJobId = rereads
      ? await markAnalysisOutdated(tx, brand.id, nameChange(before, changed))
      : null
    if (rereads) await refuseSharedNames(tx, brand.id)
    return { brand: changed, reanalysisJobId }
  })
}

export function deleteBrand(ctx: Context, brand: Brand): Promise<void> {
  return transaction(ctx, async (tx) => {
    // From here on nothing new is hung onto the brand, and no worker takes one of its jobs.
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
    if (busy) throw conflict('A job of this brand is under way; cancel it first.', { jobId: busy.id })
    // Answers point at their prompts without a cascade: a prompt is not to take its history along, a brand is.
    await tx.db.deleteFrom('answers').where('brand_id', '=', brand.id).execute()
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

export const showBrandUpdate = (changed: {
  brand: Brand
  reanalysisJobId: string | null
}): z.input<typeof BrandRecord> => withReanalysis(showBrand(changed.brand), changed.reanalysisJobId)

/** Null when more than the brand's names has changed: sources are put into categories whoever's they are. */
const nameChange = (before: Brand, after: Brand): NameChange | null =>
  isDeepStrictEqual(before.source_categories, after.source_categories)
    ? { before: trackedBrand(before), after: trackedBrand(after) }
    : null

/** The fields that decide what is found in an answer. */
const readBy = [
  'name',
  'aliases',
  'domain',
  'domains',
  'case_sensitive',
  'exclude_phrases',
  'source_categories',
] as const

/** `acme`, then `acme-2`, `acme-3` … within the organization. Names without Latin letters become `brand`. */
async function freeSlug(tx: Context, name: string): Promise<string> {
  const wanted =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'brand'
  // Two brands made at once would both find a slug free: the organization's row makes them take turns.
  await tx.db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', tx.organizationId)
    .forUpdate()
    .execute()
  const rows = await tx.db
    .selectFrom('brands')
    .select('slug')
    .where('organization_id', '=', tx.organizationId)
    .where('slug', 'like', `${wanted}%`)
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  let slug = wanted
  for (let n = 2; taken.has(slug); n += 1) slug = `${wanted}-${n}`
  return slug
}
/** Whoever holds the command line may name any brand of the install. */

export async function findBrandForCommand(
  base: AppContext,
  idOrSlug: string,
): Promise<{ ctx: Context; brand: Brand }> {
  const [only, second] = await base.db
    .selectFrom('brands')
    .select(['id', 'organization_id'])
    .where(Uuid.safeParse(idOrSlug).success ? 'id' : 'slug', '=', idOrSlug)
    .limit(2)
    .execute()
  if (!only) throw new Error(`There is no brand "${idOrSlug}".`)
  if (second) throw new Error(`Several organizations have a brand "${idOrSlug}"; give the id.`)
  const ctx = systemContext(base, only.organization_id)
  return { ctx, brand: await getBrand(ctx, only.id) }
}
