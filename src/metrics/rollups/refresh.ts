import type { Context } from '../../core/context.ts'
import { refreshDays } from './refresh-days.ts'
import { refreshVisits } from './visit-rollups.ts'

/**
 * Recomputes the rollups of the brand's dirty days and adds new visits. Concurrent calls for one brand run one after
 * another. Returns the recomputed days in ascending order.
 */
export async function refresh(ctx: Context, brandId: string): Promise<string[]> {
  await refreshVisits(ctx, brandId)
  return refreshDays(ctx, brandId)
}
