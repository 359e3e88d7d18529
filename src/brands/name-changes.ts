/**
 * Stores which entity each version of a brand's names changed, until every answer has been analyzed with that version.
 * Most changes affect one entity that most answers do not name, so the reanalysis can skip those answers.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../core/context.ts'

const TrackedEntity = z.object({
  id: z.string(),
  number: z.number(),
  kind: z.enum(['brand', 'competitor', 'product']),
  name: z.string(),
  aliases: z.array(z.string()),
  domains: z.array(z.string()),
  case_sensitive: z.boolean().nullable(),
  exclude_phrases: z.array(z.string()),
})

/** An entity that the parser looks for: the brand, a competitor or a product. */
export type TrackedEntity = z.output<typeof TrackedEntity>

/** An entity before and after a change. `before` is null for a new entity, `after` for a deleted one. */
export type NameChange = { before: TrackedEntity | null; after: TrackedEntity | null }

export async function insertNameChange(
  tx: Context,
  brandId: string,
  namesVersion: number,
  { before, after }: NameChange,
): Promise<void> {
  await tx.db
    .insertInto('name_changes')
    .values({
      brand_id: brandId,
      names_version: namesVersion,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}

const Changes = z.array(
  z.object({ names_version: z.number(), before: TrackedEntity.nullable(), after: TrackedEntity.nullable() }),
)

/** Returns the changes by the names version that each created. */
export async function listNameChanges(ctx: Context, brandId: string): Promise<Map<number, NameChange>> {
  const { rows } = await sql`
    select names_version, before, after from name_changes where brand_id = ${brandId}`.execute(ctx.db)
  return new Map(Changes.parse(rows).map(({ names_version, ...change }) => [names_version, change]))
}

/** Deletes changes up to a version. Answers analyzed with an older version are then parsed in full. */
export async function deleteNameChanges(tx: Context, brandId: string, upTo: number): Promise<void> {
  await tx.db
    .deleteFrom('name_changes')
    .where('brand_id', '=', brandId)
    .where('names_version', '<=', upTo)
    .execute()
}
