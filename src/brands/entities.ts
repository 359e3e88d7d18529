/**
 * Competitors and products: the entities other than the brand that the parser looks for. Both are stored the same way.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { type EventKind, recordEvent } from '../core/events.ts'
import { Domain, Line, Lines, normalizeName, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { getRow } from '../core/rows-of-brand.ts'
import type { Brands, Competitors } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { message } from '../languages/message.ts'
import type { TrackedEntity } from './name-changes.ts'
import { markAnalysisOutdated, Reanalysis, withReanalysis } from './reanalysis-request.ts'

export type EntityTable = 'competitors' | 'products'
/** A row of either table; both have the same columns. */
export type EntityRow = Selectable<Competitors>

const changeable = {
  name: Line(200),
  domain: Domain.nullable(),
  aliases: Lines(200, 50),
  case_sensitive: z.boolean().nullable(),
  exclude_phrases: Lines(200, 50),
}

export const NewEntity = z.strictObject(changeable).partial().required({ name: true })
export const EntityChange = z.strictObject(changeable).partial()

export const EntityRecord = z
  .object({
    ...Reanalysis,
    id: z.uuid(),
    name: z.string(),
    domain: z.string().nullable(),
    aliases: z.array(z.string()),
    case_sensitive: z.boolean().nullable(),
    exclude_phrases: z.array(z.string()),
    created_at: Timestamp,
  })
  .meta({ id: 'Entity' })

/** The entity after the change, and the reanalysis job that it requires, or null when the brand has no answers. */
export type EntityUpdate = { row: EntityRow; reanalysisJobId: string | null }

type Owner = { id: string; name: string }

export const listEntities = (ctx: Context, table: EntityTable, brandId: string): Promise<EntityRow[]> =>
  ctx.db.selectFrom(table).selectAll().where('brand_id', '=', brandId).orderBy('entity_no').execute()

/** Throws `conflict` when the brand or another entity of the table has this name. */
export function addEntity(
  ctx: Context,
  table: EntityTable,
  brand: Owner,
  input: z.output<typeof NewEntity>,
): Promise<EntityUpdate> {
  return transaction(ctx, async (tx) => {
    const { next } = await tx.db
      .updateTable('entity_numbers')
      .set((eb) => ({ next: eb('next', '+', 1) }))
      .where('brand_id', '=', brand.id)
      .returning('next')
      .executeTakeFirstOrThrow()
    const row = await tx.db
      .insertInto(table)
      .values({
        ...input,
        brand_id: brand.id,
        id: newId(tx.now().getTime()),
        entity_no: next - 1,
        normalized_name: normalizeName(input.name),
        created_at: tx.now(),
      })
      .onConflict((conflict) => conflict.columns(['brand_id', 'normalized_name']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw conflict(entityTexts[table].nameTaken(input.name))
    await recordEvent(tx, getEvent(table, 'created'), { brandId: brand.id, data: { name: row.name } })
    const change = { before: null, after: toTrackedEntity(table, row) }
    const reanalysisJobId = await markAnalysisOutdated(tx, brand.id, change)
    await requireDistinctNames(tx, brand.id)
    return { row, reanalysisJobId }
  })
}

export function changeEntity(
  ctx: Context,
  table: EntityTable,
  brand: Owner,
  entity: EntityRow,
  change: z.output<typeof EntityChange>,
): Promise<EntityUpdate> {
  const name = change.name ?? entity.name
  const changing = transaction(ctx, async (tx) => {
    // Read again under a lock: `entity` may be stale.
    const before = await getRow(tx, table, brand.id, entity.id, 'no key update')
    const changed = await tx.db
      .updateTable(table)
      .set({ ...change, normalized_name: normalizeName(name) })
      .where('brand_id', '=', brand.id)
      .where('id', '=', entity.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, getEvent(table, 'changed'), {
      brandId: brand.id,
      data: { name, fields: Object.keys(change) },
    })
    const reanalysisJobId = await markAnalysisOutdated(tx, brand.id, {
      before: toTrackedEntity(table, before),
      after: toTrackedEntity(table, changed),
    })
    await requireDistinctNames(tx, brand.id)
    return { row: changed, reanalysisJobId }
  })
  return onUniqueViolation(changing, conflict(entityTexts[table].nameTaken(name)))
}

export function deleteEntity(
  ctx: Context,
  table: EntityTable,
  brandId: string,
  entity: EntityRow,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const deleted = await tx.db
      .deleteFrom(table)
      .where('brand_id', '=', brandId)
      .where('id', '=', entity.id)
      .returningAll()
      .executeTakeFirst()
    await recordEvent(tx, getEvent(table, 'deleted'), { brandId, data: { name: entity.name } })
    await markAnalysisOutdated(tx, brandId, {
      before: deleted ? toTrackedEntity(table, deleted) : null,
      after: null,
    })
  })
}

export const showEntityUpdate = ({ row, reanalysisJobId }: EntityUpdate): z.input<typeof EntityRecord> =>
  withReanalysis(showEntity(row), reanalysisJobId)

export const showEntity = (row: EntityRow): z.input<typeof EntityRecord> => ({
  ...row,
  created_at: row.created_at.toISOString(),
})

export const entityNouns = { competitors: 'competitor', products: 'product' } as const

function getEvent<D extends 'created' | 'changed' | 'deleted'>(table: EntityTable, done: D): EventKind {
  return `${entityNouns[table]}.${done}`
}

const entityTexts = {
  competitors: {
    nameTaken: (name: string) => message('brands.entities.nameIsAlreadyACompetitorOf', { name }),
  },
  products: {
    nameTaken: (name: string) => message('brands.entities.nameIsAlreadyAProductOf', { name }),
  },
}

/**
 * Throws `conflict` when the brand and a competitor share a name, because a mention would count for both. Call it after
 * the change and after `markAnalysisOutdated`, which locks the brand and so serializes changes of its names.
 */
export async function requireDistinctNames(tx: Context, brandId: string): Promise<void> {
  const brand = await tx.db
    .selectFrom('brands')
    .select(['name', 'aliases'])
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  const own = new Set(getNames(brand).map(normalizeName))
  for (const competitor of await listEntities(tx, 'competitors', brandId)) {
    const shared = getNames(competitor).find((name) => own.has(normalizeName(name)))
    if (shared !== undefined)
      throw conflict(
        message('brands.entities.sharedWouldMatchBothTheBrand', {
          shared,
          name: competitor.name,
        }),
      )
  }
}

const getNames = ({ name, aliases }: { name: string; aliases: string[] }) => [name, ...aliases]

/** Returns the brand (number 0), its competitors and its products in the form that the parser takes. */
export async function trackedEntities(ctx: Context, brand: Selectable<Brands>): Promise<TrackedEntity[]> {
  const [competitors, products] = await Promise.all([
    listEntities(ctx, 'competitors', brand.id),
    listEntities(ctx, 'products', brand.id),
  ])
  return [
    trackedBrand(brand),
    ...competitors.map((row) => toTrackedEntity('competitors', row)),
    ...products.map((row) => toTrackedEntity('products', row)),
  ]
}

export const trackedBrand = (brand: Selectable<Brands>): TrackedEntity => ({
  id: brand.id,
  number: 0,
  kind: 'brand',
  name: brand.name,
  aliases: brand.aliases,
  domains: [brand.domain, ...brand.domains],
  case_sensitive: brand.case_sensitive,
  exclude_phrases: brand.exclude_phrases,
})

const toTrackedEntity = (table: EntityTable, row: EntityRow): TrackedEntity => ({
  id: row.id,
  number: row.entity_no,
  kind: entityNouns[table],
  name: row.name,
  aliases: row.aliases,
  domains: row.domain === null ? [] : [row.domain],
  case_sensitive: row.case_sensitive,
  exclude_phrases: row.exclude_phrases,
})
