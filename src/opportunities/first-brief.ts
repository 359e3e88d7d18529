/** Writes a brief without a request. */
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { getOrWriteBrief } from './briefs/brief.ts'
import { getOpportunity, listOpportunities } from './opportunities.ts'

/** Writes the brief of the brand's first opportunity, unless it exists. Does nothing without an opportunity. */
export async function writeFirstBrief(ctx: Context, brand: Brand): Promise<void> {
  const { items } = await listOpportunities(ctx, brand.id, { limit: 1 })
  const [first] = items
  if (first) await getOrWriteBrief(ctx, await getOpportunity(ctx, first.id), { regenerate: false })
}
