/** Stores the suggestions of a scan in place of the earlier ones. */
import { sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { insertJsonRows } from '../db/insert-json-rows.ts'
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
      select names_version from brands
      where organization_id = ${tx.organizationId} and id = ${brand.id} for share`.execute(tx.db)
    if (rows[0]?.names_version !== brand.names_version) return false
    const keys = found.map(({ candidate }) => candidate.key)
    await sql`
      delete from competitor_suggestions
      where brand_id = ${brand.id} and status = 'open' and normalized_name <> all(${keys}::text[])`.execute(
      tx.db,
    )
    // A dismissed name that no longer occurs stays dismissed, without counts.
    await sql`
      update competitor_suggestions set answers = 0, prompts = 0, platforms = '{}', examples = '[]', updated_at = ${tx.now()}
      where brand_id = ${brand.id} and status = 'dismissed' and answers > 0
        and normalized_name <> all(${keys}::text[])`.execute(tx.db)
    if (found.length > 0) await insertSuggestions(tx, brand, found)
    return true
  })
}

/**
 * Inserts or updates suggestions. An accepted name that is found again is no longer tracked, so it is suggested again.
 */
async function insertSuggestions(tx: Context, brand: Brand, found: CountedName[]): Promise<void> {
  const rows = found.map(
    (counted): Omit<SuggestionRow, 'status'> => ({
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
      examples: counted.examples,
      updated_at: tx.now(),
    }),
  )
  await sql`${insertJsonRows('competitor_suggestions', rows)}
    on conflict (brand_id, normalized_name) do update set
      name = excluded.name, domain = excluded.domain, answers = excluded.answers, prompts = excluded.prompts,
      platforms = excluded.platforms, first_day = excluded.first_day, last_day = excluded.last_day,
      examples = excluded.examples, updated_at = excluded.updated_at,
      status = case competitor_suggestions.status
        when 'dismissed' then 'dismissed' else 'open' end`.execute(tx.db)
}
