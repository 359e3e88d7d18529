/** Replaces the sentiment of an answer toward the brand by the label of a person. */
import type { z } from 'zod'
import { readStored, sentimentIn } from '../answers/stored-analysis.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { message } from '../languages/message.ts'
import { refresh } from '../metrics/rollups.ts'
import { applySentiments, lockAnalyses } from './llm-sentiment.ts'
import { type CorrectedLabel, saveCorrection } from './sentiment-corrections.ts'

/** Throws `conflict` if the answer does not mention the brand or its text was deleted. */
export async function correctSentiment(
  ctx: Context,
  brandId: string,
  answerId: string,
  label: z.output<typeof CorrectedLabel>,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockAnalyses(tx, brandId)
    const row = await tx.db
      .selectFrom('answer_texts')
      .select('analysis')
      .where('brand_id', '=', brandId)
      .where('answer_id', '=', answerId)
      .executeTakeFirst()
    const current = row?.analysis ? sentimentIn(readStored(row.analysis), brandId) : null
    if (!current) throw conflict(message('reanalysis.correctSentiment.doesNotMentionTheBrand'))
    const classified = current.method === 'person' ? null : { label: current.label, by: current.method }
    await saveCorrection(tx, brandId, answerId, { label, classified })
    const assigned = new Map([[0, { label, evidence: null, method: 'person' as const }]])
    await applySentiments(tx, brandId, answerId, assigned, (id) => (id === brandId ? 0 : undefined))
    await recordEvent(tx, 'sentiment.corrected', {
      brandId,
      data: { answer_id: answerId, label, classified_label: current.label, classified_by: current.method },
    })
  })
  await refresh(ctx, brandId)
}
