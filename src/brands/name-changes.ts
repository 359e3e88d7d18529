/**
 * What each version of a brand's names changed, kept until every answer has been read with it: most changes are of one
 * entity, and most answers do not name it.
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

/** What the parser looks for: the brand, a competitor or a product. */
export type TrackedEntity = z.output<typeof TrackedEntity>

/** An entity as it was read before, and as it is read since; null where there is none. */
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

/** By the version of the names that each made. */
export async function listNameChanges(ctx: Context, brandId: string): Promise<Map<number, NameChange>> {
  const { rows } = await sql`
    select names_version, before, after from name_changes where brand_id = ${brandId}`.execute(ctx.db)
  return new Map(Changes.parse(rows).map(({ names_version, ...change }) => [names_version, change]))
}

/** Whatever was read with older names than these is read wholly from now on. */
export async function deleteNameChanges(tx: Context, brandId: string, upTo: number): Promise<void> {
  await tx.db
    .deleteFrom('name_changes')
    .where('brand_id', '=', brandId)
    .where('names_version', '<=', upTo)
    .execute()
}
