/** What an organization pays for queries to each backend in a month (UTC), and its limits. */
import { sql } from 'kysely'
import type { OrganizationContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { AppError } from '../core/errors.ts'
import { costValue, type Message, message } from '../languages/message.ts'
import { utcMonthStart } from '../plans/plans.ts'
import { backendLabel } from './registry.ts'

export type KeySpend = { spentMicros: number; limitMicros: number | null }

/** The condition of the rows of `spend` that count toward the monthly limit of a backend. */
export const countsTowardLimit = (now: Date) =>
  sql<boolean>`day >= ${utcDay(utcMonthStart(now))} and kind in ('answers', 'tests')`

/** Returns this month's spend of answers and tests by backend, with the limits. */
export async function loadKeySpend(ctx: OrganizationContext): Promise<Map<string, KeySpend>> {
  const { rows } = await sql<{ backend: string; spent: number; spend_limit: number | null }>`
    with spent as (
      select engine as backend, sum(cost_micros)::int8 as spent from spend
      where organization_id = ${ctx.organizationId} and ${countsTowardLimit(ctx.now())}
      group by engine
    )
    select backend, coalesce(spent, 0)::int8 as spent, spend_limit_micros as spend_limit
    from spent
    full join (select * from engine_keys where organization_id = ${ctx.organizationId}) as keys
      using (backend)`.execute(ctx.db)
  return new Map(
    rows.map(({ backend, spent, spend_limit }) => [
      backend,
      { spentMicros: spent, limitMicros: spend_limit },
    ]),
  )
}

/** Returns a message when the limit of a backend is used up, otherwise null. */
export function usedUpKeyMessage(
  ctx: OrganizationContext,
  backend: string,
  spend: KeySpend | undefined,
): Message | null {
  if (!spend || spend.limitMicros === null || spend.spentMicros < spend.limitMicros) return null
  return message('engines.keyLimits.theMonthSLimitOfLimit', {
    limit: costValue(spend.limitMicros),
    engine: backendLabel(backend),
    day: utcMonthStart(ctx.now(), 1).getTime(),
  })
}

/** Throws `run_cap` when the month's limit of the backend is used up. */
export async function requireKeyLimit(ctx: OrganizationContext, backend: string): Promise<void> {
  const spend = (await loadKeySpend(ctx)).get(backend)
  const usedUp = usedUpKeyMessage(ctx, backend, spend)
  if (usedUp === null) return
  const resetsAt = utcMonthStart(ctx.now(), 1)
  throw new AppError('run_cap', usedUp, {
    extra: {
      resource: 'spend_micros',
      limit: spend?.limitMicros,
      used: spend?.spentMicros,
      resets_at: resetsAt.toISOString(),
      retry_after_seconds: Math.ceil((resetsAt.getTime() - ctx.now().getTime()) / 1000),
    },
  })
}
