/** The states that an opportunity goes through. Any may be set; each change is kept with who made it and when. */
import type { Selectable } from 'kysely'
import { type Context, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { actorOf, recordEvent } from '../core/events.ts'
import { newId } from '../core/ids.ts'
import type { Opportunities } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/unique-violation.ts'
import type { LoadedOpportunity, OpportunityRow } from './opportunities.ts'
import { openStatuses, type Status } from './source-data.ts'

/** Throws `conflict` when it would be open again beside another open one of its prompt. */
export function changeStatus(
  ctx: Context,
  { brand_id, id }: OpportunityRow,
  status: Status,
): Promise<Selectable<Opportunities>> {
  const changing = transaction(ctx, async (tx) => {
    const now = await lockOpportunity(tx, { brand_id, id })
    if (now.status === status) return now
    const changed = await setStatus(tx, now, status, null)
    await recordEvent(tx, 'opportunity.changed', { brandId: brand_id, data: { opportunity_id: id, status } })
    return changed
  })
  return onUniqueViolation(changing, duplicateOpenError())
}

export const duplicateOpenError = () =>
  conflict('The prompt of this opportunity has another open one by now.')

/** Of all or of none; returns how many have it now. */
export function changeStatuses(
  ctx: Context,
  all: readonly LoadedOpportunity[],
  status: Status,
): Promise<number> {
  return transaction(ctx, async (tx) => {
    // In one order, so that two requests do not wait for each other.
    for (const { row } of all.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1)))
      await changeStatus(tx, row, status)
    return all.length
  })
}

/** Until the transaction ends nobody else changes it. */
export async function lockOpportunity(
  tx: Context,
  { brand_id, id }: Pick<OpportunityRow, 'brand_id' | 'id'>,
): Promise<Selectable<Opportunities>> {
  const row = await tx.db
    .selectFrom('opportunities')
    .selectAll()
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('opportunity')
  return row
}

/** Within a transaction that holds its row. */
export async function setStatus(
  tx: Context,
  { brand_id, id, status: from }: Selectable<Opportunities>,
  to: Status,
  note: string | null,
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

/** Whether it would be a second open one of its prompt. */
export async function hasOpenTwin(
  ctx: Context,
  { brand_id, id, prompt_id }: Pick<OpportunityRow, 'brand_id' | 'id' | 'prompt_id'>,
): Promise<boolean> {
  const twin = await ctx.db
    .selectFrom('opportunities')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('prompt_id', '=', prompt_id)
    .where('id', '<>', id)
    .where('status', 'in', openStatuses)
    .executeTakeFirst()
  return twin !== undefined
}

export type Change = { id: string; from: string | null; to: string; note: string | null }

export async function insertStatusChanges(
  tx: Context,
  brandId: string,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.db
    .insertInto('opportunity_changes')
    .values(
      changes.map(({ id, from, to, note }) => ({
        brand_id: brandId,
        opportunity_id: id,
        id: newId(tx.now().getTime()),
        from_status: from,
        to_status: to,
        note,
        actor: JSON.stringify(actorOf(tx)),
        created_at: tx.now(),
      })),
    )
    .execute()
}
