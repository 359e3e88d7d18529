/** The labels that people gave answers toward the brand. They replace classified ones and are applied by every reanalysis. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { AssignedSentiment } from '../answers/analysis.ts'
import type { Context } from '../core/context.ts'

export const CorrectedLabel = z
  .enum(['positive', 'neutral', 'negative'])
  .describe('How the answer portrays the brand, as a person reads it.')

type CorrectedLabel = z.output<typeof CorrectedLabel>

/** What a correction replaced. */
export type Classified = { label: string; by: 'rules' | 'model' }

/** Returns the corrections of some answers by id. */
export async function listCorrections(
  { db }: Context,
  brandId: string,
  answerIds: readonly string[],
): Promise<Map<string, AssignedSentiment>> {
  if (answerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sentiment_corrections')
    .select(['answer_id', 'label'])
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', answerIds)
    .execute()
  return new Map(
    rows.map(({ answer_id, label }) => [
      answer_id,
      { label: CorrectedLabel.parse(label), evidence: null, method: 'person' },
    ]),
  )
}

/** Stores a correction. A second one of the same answer keeps what the first one replaced. */
export async function saveCorrection(
  tx: Context,
  brandId: string,
  answerId: string,
  { label, classified }: { label: CorrectedLabel; classified: Classified | null },
): Promise<void> {
  await sql`
    insert into sentiment_corrections (brand_id, answer_id, label, classified_label, classified_by, corrected_at)
    values (
      ${brandId}, ${answerId}, ${label}, ${classified?.label ?? 'unknown'}, ${classified?.by ?? 'rules'}, ${tx.now()}
    )
    on conflict (brand_id, answer_id) do update set
      label = excluded.label, corrected_at = excluded.corrected_at`.execute(tx.db)
}
