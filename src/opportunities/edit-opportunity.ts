/** The plan for an opportunity: who owns it, when it is due, and a comment. */
import { z } from 'zod'
import { requireAccessToBrand } from '../accounts/members.ts'
import { type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { CalendarDay } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { getOpportunity, type LoadedOpportunity } from './opportunities.ts'

export const OpportunityEdit = z
  .strictObject({
    owner_id: Uuid.nullable().describe('A member of the organization; null for no owner.'),
    due_on: CalendarDay.nullable().describe('The day by which it should be done; null for none.'),
    comment: z.string().trim().max(2_000).describe('Plain text, at most 2,000 characters.'),
  })
  .partial()

/** Throws `not_found` for a user who is not a member, `invalid_request` for a member without access to the brand. */
export function editOpportunity(
  ctx: Context,
  { row: { brand_id, id } }: LoadedOpportunity,
  edit: z.output<typeof OpportunityEdit>,
): Promise<LoadedOpportunity> {
  return transaction(ctx, async (tx) => {
    if (edit.owner_id) await requireAccessToBrand(tx, edit.owner_id, brand_id)
    await tx.db
      .updateTable('opportunities')
      .set({ ...edit, updated_at: tx.now() })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .execute()
    const data = { opportunity_id: id, changed: Object.keys(edit).toSorted() }
    await recordEvent(tx, 'opportunity.edited', { brandId: brand_id, data })
    return getOpportunity(tx, id)
  })
}
