/** The days whose answers are evidence for opportunities. */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'

export type EvidenceWindow = { from: string; to: string }

const windowDays = 30

/** Returns the 30 days that end with the newest answer, or null without answers. */
export async function findEvidenceWindow({ db }: Context, brandId: string): Promise<EvidenceWindow | null> {
  const { rows } = await sql<{ to: string | null; from: string | null }>`
    select max(day) as to, max(day) - ${windowDays - 1}::int as from
    from answers where brand_id = ${brandId}`.execute(db)
  const { from = null, to = null } = rows[0] ?? {}
  return from === null || to === null ? null : { from, to }
}
