/** The status history of an opportunity: every change with its author and time. */
import { sql } from 'kysely'
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
      .enum(['user', 'api_key', 'callback', 'system'])
      .describe('`callback`: the receiver of the webhook.'),
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
    .leftJoin('users', (join) => join.on(sql<boolean>`users.id = (actor ->> 'user_id')::uuid`))
    .select(['from_status', 'to_status', 'note', 'opportunity_changes.created_at', 'users.name'])
    .select(sql<string>`actor ->> 'kind'`.as('kind'))
    .where('brand_id', '=', row.brand_id)
    .where('opportunity_id', '=', row.id)
    .orderBy('opportunity_changes.id')
    .execute()
  return rows.map(({ from_status, to_status, note, created_at, name, kind }) => ({
    ...WithoutNote.parse({
      from: from_status,
      to: to_status,
      by: { kind, name },
      at: created_at.toISOString(),
    }),
    note: note === null ? null : messageOrText.parse(note),
  }))
}
