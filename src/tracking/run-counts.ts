/** Counts the answers of runs per platform. */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { messageForCustomer } from '../jobs/customer-message.ts'
import type { Message } from '../languages/message.ts'

export type PlatformCounts = {
  platform: string
  answered: number
  failed: number
  refused: number
  empty: number
  simulated: number
  mentions: number
  citations: number
  cost_micros: number
  /** The part of the cost that is an upper estimate. */
  estimated_micros: number
  /** The message of the most recent failed query. */
  failure: Message | null
}

export const countRunAnswers = async (
  ctx: Context,
  { brand_id: brandId, id }: { brand_id: string; id: string },
): Promise<PlatformCounts[]> => (await countRunsAnswers(ctx, brandId, [id])).get(id) ?? []

/** Returns the counts by run id. Runs without answers are omitted. */
export async function countRunsAnswers(
  ctx: Context,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, PlatformCounts[]>> {
  const { rows } = await sql<PlatformCounts & { job_id: string }>`
    select
      job_id, platform,
      count(*) filter (where status <> 'failed')::int as answered,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'refused')::int as refused,
      count(*) filter (where status = 'empty')::int as empty,
      count(*) filter (where status <> 'failed' and surface = 'simulated')::int as simulated,
      coalesce(sum(mention_counts[1]), 0)::int as mentions,
      coalesce(sum(citation_count), 0)::int as citations,
      coalesce(sum(cost_micros), 0)::int8 as cost_micros,
      coalesce(sum(cost_micros) filter (where cost_estimated), 0)::int8 as estimated_micros,
      (array_agg(failure order by answered_at desc) filter (where failure is not null))[1] as failure
    from answers
    where brand_id = ${brandId} and job_id = any(${ids}::uuid[])
    group by job_id, platform`.execute(ctx.db)
  const shown = rows.map((row) => ({
    ...row,
    failure: row.failure === null ? null : messageForCustomer(ctx.config, row.failure),
  }))
  return Map.groupBy(shown, (row) => row.job_id)
}
