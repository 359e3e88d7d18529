/** Reads the quotes that stored analyses give as evidence of a sentiment. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { decompress } from './compression.ts'
import { outlineAnswer } from './outline.ts'
import type { SentimentQuote } from './quote-themes.ts'
import { sentimentCode } from './sentiment-labels.ts'
import { decodeStored } from './stored-analysis.ts'

export type StoredQuote = SentimentQuote & {
  answerId: string
  promptId: string
  platform: string
  day: string
  answeredAt: Date
}

type Row = {
  id: string
  prompt_id: string
  platform: string
  day: string
  language: string
  answered_at: Date
  markdown: Buffer
  analysis: Buffer | null
}

/**
 * Returns the quotes about an entity in the newest answers that portray it as positive, neutral or negative, at most
 * `limit`. `id` is the entity's id, `entity_no` its number in the facts of answers.
 */
export async function listSentimentQuotes(
  { db }: Context,
  answers: RawBuilder<boolean>,
  entity: { id: string; entity_no: number },
  limit: number,
): Promise<StoredQuote[]> {
  const clear = (['positive', 'neutral', 'negative'] as const).map(sentimentCode)
  const { rows } = await sql<Row>`
    select answers.id, prompt_id, platform, answers.day, language, answered_at, markdown, analysis
    from answers join answer_texts texts on texts.brand_id = answers.brand_id and texts.answer_id = answers.id
    where ${answers} and sentiments[array_position(entities, ${entity.entity_no}::smallint)] = any(${clear}::smallint[])
      and mention_counts[array_position(entities, ${entity.entity_no}::smallint)] > 0
    order by day desc, answered_at desc, answers.id desc limit ${limit}`.execute(db)
  const pause = timeSlicer()
  const quotes: StoredQuote[] = []
  for (const row of rows) {
    const quote = quoteIn(row, entity.id)
    if (quote) quotes.push(quote)
    await pause()
  }
  return quotes
}

function quoteIn(row: Row, entityId: string): StoredQuote | null {
  if (row.analysis === null) return null
  const entity = decodeStored(row.analysis).entities.find(([id]) => id === entityId)
  const sentiment = entity?.[5]
  const range = sentiment?.[3]
  if (!sentiment || !range) return null
  const { text, language } = outlineAnswer(decompress(row.markdown).slice(...range), row.language || null)
  return {
    answerId: row.id,
    promptId: row.prompt_id,
    platform: row.platform,
    day: row.day,
    answeredAt: row.answered_at,
    label: sentiment[0],
    text: text.replace(/[\s\uFFFC]+/gu, ' ').trim(),
    language,
  }
}
