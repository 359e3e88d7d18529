/** What a source says of how often people ask what a prompt asks: one record per prompt, the newest. */
import { sql } from 'kysely'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import type { Intent } from './keywords.ts'

export type PromptVolume = {
  promptId: string
  intent: Intent
  /** Searches a month; null where the source knows none. */
  keywords: { keyword: string; volume: number | null }[]
  /** Of those put to AI engines a month; null when the source gives none. */
  ai: { low: number; high: number } | null
  source: string
  /** How the numbers came about, in words. */
  method: string
}

export type AskedPrompt = {
  id: string
  text: string
  category: string
  isActive: boolean
  region: string | null
  language: string | null
}

export async function listPrompts(ctx: Context, brand: Brand): Promise<AskedPrompt[]> {
  const rows = await ctx.db
    .selectFrom('prompts')
    .select(['id', 'text', 'category', 'region', 'language', 'is_active as isActive'])
    .where('brand_id', '=', brand.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  // Empty is none.
  return rows.map((row) => ({ ...row, region: row.region || null, language: row.language || null }))
}

/** In the place of what was known of these prompts before. */
export async function saveVolumes(tx: Context, brandId: string, volumes: PromptVolume[]): Promise<void> {
  if (volumes.length === 0) return
  const rows = volumes.map(({ promptId, intent, keywords, ai, source, method }) => ({
    prompt_id: promptId,
    intent,
    keywords: JSON.stringify(keywords),
    total_volume: totalOf(keywords),
    est_ai_volume_low: ai?.low ?? null,
    est_ai_volume_high: ai?.high ?? null,
    source,
    method,
    brand_id: brandId,
    fetched_at: tx.now(),
  }))
  await tx.db
    .insertInto('prompt_volumes')
    .values(rows)
    .onConflict((clash) =>
      clash.columns(['brand_id', 'prompt_id']).doUpdateSet({
        intent: sql`excluded.intent`,
        keywords: sql`excluded.keywords`,
        total_volume: sql`excluded.total_volume`,
        est_ai_volume_low: sql`excluded.est_ai_volume_low`,
        est_ai_volume_high: sql`excluded.est_ai_volume_high`,
        source: sql`excluded.source`,
        method: sql`excluded.method`,
        fetched_at: sql`excluded.fetched_at`,
      }),
    )
    .execute()
}

/** Null when nothing is known of any keyword: that is not the same as nobody searching. */
function totalOf(keywords: PromptVolume['keywords']): number | null {
  const known = keywords.flatMap(({ volume }) => volume ?? [])
  return known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0)
}
