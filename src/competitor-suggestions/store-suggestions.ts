/** Stores the suggestions of a scan in place of the earlier ones. */
import { sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { Example, SuggestionRow } from './competitor-suggestions.ts'
import type { SuggestionCandidate } from './name-scan.ts'

/** A name and the answers that mention it. */
export type CountedName = {
  candidate: SuggestionCandidate
  answers: number
  prompts: Set<string>
  platforms: Set<string>
  firstDay: string
  lastDay: string
  examples: Example[]
}

/**
 * Replaces all suggestions in one transaction. Returns false if the names changed since, because a found name may be
 * tracked now.
 */
export function replaceSuggestions(ctx: Context, brand: Brand, found: CountedName[]): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const { rows } = await sql<{ names_version: number }>`
      select names_version from brands where organization_id = ${tx.organizationId} and id = ${brand.id} for share`.execute(
      tx.db,
    )
    if (rows[0]?.names_version !== brand.names_version) return false
    const keys = found.map(({ candidate }) => candidate.key)
    await sql`
      delete from competitor_suggestions where brand_id = ${brand.id} and status = 'open' and not normalized_name = any(${keys}::text[])`.execute(
      tx.db,
    )
    // A dismissed name that no longer occurs stays dismissed, without counts.
    await sql`
      update competitor_suggestions set answers = 0, prompts = 0, platforms = '{}', examples = '[]', updated_at = ${tx.now()}
      where brand_id = ${brand.id} and status = 'dismissed' and answers > 0 and not normalized_name = any(${keys}::text[])`.execute(
      tx.db,
    )
    if (found.length > 0) await insertSuggestions(tx, brand, found)
    return true
  })
}

/**
 * Inserts or updates suggestions. An accepted name that is found again is no longer tracked, so it is suggested again.
 */
async function insertSuggestions(tx: Context, brand: Brand, found: CountedName[]): Promise<void> {
  await tx.db
    .insertInto('competitor_suggestions')
    .values(
      found.map((counted): Omit<SuggestionRow, 'examples' | 'status'> & { examples: string } => ({
        brand_id: brand.id,
        id: newId(tx.now().getTime()),
        name: counted.candidate.name,
        normalized_name: counted.candidate.key,
        domain: counted.candidate.host,
        answers: counted.answers,
        prompts: counted.prompts.size,
        platforms: [...counted.platforms].sort(),
        first_day: counted.firstDay,
        last_day: counted.lastDay,
        examples: JSON.stringify(counted.examples),
        updated_at: tx.now(),
      })),
    )
    .onConflict((clash) =>
      clash.columns(['brand_id', 'normalized_name']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        domain: eb.ref('excluded.domain'),
        answers: eb.ref('excluded.answers'),
        prompts: eb.ref('excluded.prompts'),
        platforms: eb.ref('excluded.platforms'),
        first_day: eb.ref('excluded.first_day'),
        last_day: eb.ref('excluded.last_day'),
        examples: eb.ref('excluded.examples'),
        status: sql<string>`case when competitor_suggestions.status = 'dismissed' then 'dismissed' else 'open' end`,
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
