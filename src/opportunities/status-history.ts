/** The status history of an opportunity: every change with its author and time. */
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import type { OpportunityRow } from './opportunities.ts'
import { Status } from './source-data.ts'

const Change = z.object({
  from: Status.nullable().describe('Null: the opportunity was created.'),
  to: Status,
  note: localizedText().nullable(),
  by: z.object({
    kind: z
      .enum(['user', 'api_key', 'grant', 'callback', 'system'])
      .describe('`grant`: a connected app. `callback`: the receiver of the webhook.'),
    name: z.string().nullable().describe('The name of the user, if a user made the change.'),
  }),
  at: Timestamp,
})

export const History = z.array(Change)

const WithoutNote = Change.omit({ note: true })

/** Lists the changes, oldest first. */
export async function listStatusChanges(ctx: Context, row: OpportunityRow): Promise<z.input<typeof History>> {
  const rows = await ctx.db
    .selectFrom('opportunity_changes')
    .select(['from_status', 'to_status', 'note', 'created_at', 'actor_kind', 'actor_name'])
    .where('brand_id', '=', row.brand_id)
    .where('opportunity_id', '=', row.id)
    .orderBy('id')
    .execute()
  return rows.map(({ from_status, to_status, note, created_at, actor_kind, actor_name }) => ({
    ...WithoutNote.parse({
      from: from_status,
      to: to_status,
      by: { kind: actor_kind, name: actor_name },
      at: created_at.toISOString(),
    }),
    note: note === null ? null : messageOrText.parse(note),
  }))
}
