/** When a brand's alerts were last evaluated, and its default rules, which are created with that row. */
import { sql } from 'kysely'
import type { AlertDirection, AlertKind } from '../../vocabulary/alerts.ts'
import { type Context, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'

export type AlertState = { evaluated_through: string | null; evaluated_at: Date | null }

/** Only rules whose alerts are rarely false are on by default (docs/alerts.md). */
const defaultRules: { kind: AlertKind; direction?: AlertDirection }[] = [
  { kind: 'number_changed' },
  { kind: 'competitor_changed', direction: 'up' },
  { kind: 'competitor_overtook' },
  { kind: 'competitor_appeared' },
  { kind: 'own_page_changed' },
  { kind: 'negative_sentiment' },
  { kind: 'wrong_claim' },
  { kind: 'run_failed' },
  { kind: 'engine_key_failed' },
  { kind: 'budget_reached' },
  { kind: 'audit_got_worse' },
  { kind: 'traffic_changed' },
  { kind: 'agents_stopped' },
]

/** Creates the row and the default rules unless they exist. Default rules apply to past days too. */
export async function ensureAlertState(ctx: Context, brandId: string): Promise<AlertState> {
  const found = await findState(ctx, brandId)
  if (found) return found
  await transaction(ctx, async (tx) => {
    const inserted = await tx.db
      .insertInto('alert_states')
      .values({ brand_id: brandId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 0n) return
    await tx.db
      .insertInto('alert_rules')
      .values(
        defaultRules.map(({ kind, direction = 'any' }) => ({
          brand_id: brandId,
          id: newId(tx.now().getTime()),
          kind,
          direction,
          is_enabled: true,
          created_at: tx.now(),
          updated_at: tx.now(),
        })),
      )
      .execute()
  })
  return { evaluated_through: null, evaluated_at: null }
}

const findState = ({ db }: Context, brandId: string): Promise<AlertState | undefined> =>
  db
    .selectFrom('alert_states')
    .select(['evaluated_through', 'evaluated_at'])
    .where('brand_id', '=', brandId)
    .executeTakeFirst()

/** Makes the next evaluation include the kinds that depend on closed days only. */
export async function requireEvaluation(tx: Context, brandId: string): Promise<void> {
  await sql`update alert_states set evaluated_through = null, evaluated_at = null where brand_id = ${brandId}`.execute(
    tx.db,
  )
}

export async function saveEvaluation(tx: Context, brandId: string, through: string): Promise<void> {
  await tx.db
    .updateTable('alert_states')
    .set({ evaluated_through: through, evaluated_at: tx.now() })
    .where('brand_id', '=', brandId)
    .execute()
}
