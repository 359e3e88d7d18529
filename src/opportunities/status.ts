/** Status changes of opportunities. Every transition is allowed; each change is recorded with its author and time. */
import type { Selectable } from 'kysely'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { actorColumns, recordEvent } from '../core/events.ts'
import { newId } from '../core/ids.ts'
import { getRow } from '../core/rows-of-brand.ts'
import type { Opportunities } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { type Message, message } from '../languages/message.ts'
import type { LoadedOpportunity, OpportunityRow } from './opportunities.ts'
import { openStatuses, type Status } from './source-data.ts'

/** Throws `conflict` when the prompt or source already has another open opportunity. */
export function changeStatus(
  ctx: Context,
  { brand_id, id }: OpportunityRow,
  status: Status,
): Promise<Selectable<Opportunities>> {
  const change = transaction(ctx, async (tx) => {
    const current = await lockOpportunity(tx, { brand_id, id })
    if (current.status === status) return current
    const changed = await setStatus(tx, current, status, null)
    await recordEvent(tx, 'opportunity.changed', { brandId: brand_id, data: { opportunity_id: id, status } })
    return changed
  })
  return onUniqueViolation(change, duplicateOpenError())
}

export const duplicateOpenError = () => conflict(message('opportunities.status.thePromptOrSourceOfThis'))

/** Changes all or none, and returns their number. */
export function changeStatuses(
  ctx: Context,
  found: readonly LoadedOpportunity[],
  status: Status,
): Promise<number> {
  return transaction(ctx, async (tx) => {
    // A fixed order prevents deadlocks between concurrent requests.
    for (const { row } of found.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1)))
      await changeStatus(tx, row, status)
    return found.length
  })
}

/** Locks the row until the transaction ends. */
export const lockOpportunity = (tx: Context, { brand_id, id }: Pick<OpportunityRow, 'brand_id' | 'id'>) =>
  getRow(tx, 'opportunities', brand_id, id, 'update')

/** Requires the row lock. */
export async function setStatus(
  tx: Context,
  { brand_id, id, status: from }: Selectable<Opportunities>,
  to: Status,
  note: Message | null,
): Promise<Selectable<Opportunities>> {
  const now = tx.now()
  const changed = await tx.db
    .updateTable('opportunities')
    .set({ status: to, updated_at: now, done_at: to === 'done' ? now : null })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertStatusChanges(tx, brand_id, [{ id, from, to, note }])
  return changed
}

/** Whether the prompt, the page, or the source that the opportunity was created for has another open opportunity. */
export async function hasOtherOpen(
  ctx: Context,
  { brand_id, id, prompt_id, source_domain, url_id }: Selectable<Opportunities>,
): Promise<boolean> {
  const other = await ctx.db
    .selectFrom('opportunities')
    .select('id')
    .where('brand_id', '=', brand_id)
    .$if(url_id !== null, (query) => query.where('url_id', '=', url_id))
    .$if(source_domain === null && url_id === null, (query) =>
      query.where('prompt_id', '=', prompt_id).where('source_domain', 'is', null).where('url_id', 'is', null),
    )
    .$if(source_domain !== null, (query) => query.where('source_domain', '=', source_domain))
    .where('id', '<>', id)
    .where('status', 'in', openStatuses)
    .executeTakeFirst()
  return other !== undefined
}

export type StatusChange = { id: string; from: string | null; to: string; note: Message | null }

export async function insertStatusChanges(
  tx: Context,
  brandId: string,
  changes: readonly StatusChange[],
): Promise<void> {
  if (changes.length === 0) return
  const actor = await actorColumns(tx)
  await tx.db
    .insertInto('opportunity_changes')
    .values(
      changes.map(({ id, from, to, note }) => ({
        brand_id: brandId,
        opportunity_id: id,
        id: newId(tx.now().getTime()),
        from_status: from,
        to_status: to,
        note: note && JSON.stringify(note),
        ...actor,
        created_at: tx.now(),
      })),
    )
    .execute()
}
