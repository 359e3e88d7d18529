/** The plan's limit on audits per calendar month (UTC). Every accepted audit counts, regardless of its outcome. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { message } from '../languages/message.ts'
import { getQuota } from '../plans/plans.ts'

export const AuditQuota = z
  .object({
    used: z.number().int().describe('Audits started in this month.'),
    limit: z.number().int().nullable().describe('Null is unlimited.'),
    remaining: z.number().int().nullable().describe('Audits left in this month. Null is unlimited.'),
    resets_at: Timestamp,
  })
  .meta({ id: 'AuditQuota' })

export const getAuditQuota = async (ctx: Context) =>
  AuditQuota.parse(await getQuota(ctx, 'site_audits', (since) => countSince(ctx, since)))

/** Throws `plan_limit` when no audits are left. Must run under the lock that serializes starts. */
export async function requireAuditQuota(tx: Context): Promise<void> {
  const { used, limit, resets_at } = await getAuditQuota(tx)
  if (limit === null || used < limit) return
  throw new AppError('plan_limit', message('audits.quota.yourPlanIncludesLimitSiteAudits', { limit, used }), {
    extra: { quota: { resource: 'site_audits', limit, used, resets_at } },
  })
}

/** Counts in the audit log, so audits of deleted brands count too. */
async function countSince(ctx: Context, from: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from audit_log
    where organization_id = ${ctx.organizationId} and kind = 'audit.requested'
      and created_at >= ${from}`.execute(ctx.db)
  return rows[0]?.used ?? 0
}
