/** Stores the search volumes of prompts: one record per prompt, the latest. */
import { sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import type { MessageOrText } from '../languages/message.ts'
import type { Intent } from './keywords.ts'

export type PromptVolume = {
  promptId: string
  intent: Intent
  /** Searches per month; null when the source has no figure. */
  keywords: { keyword: string; volume: number | null }[]
  /** Estimated queries to AI engines per month; null when the source has no estimate. */
  ai: { low: number; high: number } | null
  source: string
  /** A sentence that explains how the numbers were obtained. */
  method: MessageOrText
}

export type VolumePrompt = {
  id: string
  text: string
  category: string
  isActive: boolean
  region: string | null
  language: string | null
}

export async function listVolumePrompts(ctx: Context, brand: Brand): Promise<VolumePrompt[]> {
  const rows = await ctx.db
    .selectFrom('prompts')
    .select(['id', 'text', 'category', 'region', 'language', 'is_active as isActive'])
    .where('brand_id', '=', brand.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  // The table stores "no region" and "no language" as empty strings.
  return rows.map((row) => ({ ...row, region: row.region || null, language: row.language || null }))
}

/** Replaces the stored volumes of these prompts. */
export async function saveVolumes(tx: Context, brandId: string, volumes: PromptVolume[]): Promise<void> {
  if (volumes.length === 0) return
  const rows = volumes.map(({ promptId, intent, keywords, ai, source, method }) => ({
    prompt_id: promptId,
    intent,
    keywords: JSON.stringify(keywords),
    total_volume: sumVolumes(keywords),
    est_ai_volume_low: ai?.low ?? null,
    est_ai_volume_high: ai?.high ?? null,
    source,
    method: JSON.stringify(method),
    brand_id: brandId,
    fetched_at: tx.now(),
  }))
  await tx.db
    .insertInto('prompt_volumes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'prompt_id']).doUpdateSet({
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

/** Returns null when no keyword has a figure, which differs from a volume of 0. */
function sumVolumes(keywords: PromptVolume['keywords']): number | null {
  const known = keywords.flatMap(({ volume }) => volume ?? [])
  return known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0)
}
