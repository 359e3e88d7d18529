/** Inserts opportunities of prompts, pages and sources. */
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { Assessment } from './assess.ts'
import { getColumns } from './opportunities.ts'
import { insertStatusChanges } from './status.ts'

/** Returns the ids of the inserted opportunities. Skips a prompt, page or source that has an open one, such as one reopened concurrently. */
export async function insertOpportunities(
  tx: Context,
  brandId: string,
  opportunities: readonly (Assessment & { source_domain?: string })[],
): Promise<string[]> {
  if (opportunities.length === 0) return []
  const inserted = await tx.db
    .insertInto('opportunities')
    .values(
      opportunities.map((opportunity) => ({
        ...getColumns(opportunity),
        brand_id: brandId,
        id: newId(tx.now().getTime()),
        created_at: tx.now(),
        updated_at: tx.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = inserted.map(({ id }) => id)
  await insertStatusChanges(
    tx,
    brandId,
    ids.map((id) => ({ id, from: null, to: 'new', note: null })),
  )
  return ids
}
