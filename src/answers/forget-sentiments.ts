/** Removes sentiments that can no longer be classified with another method. */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { markDirty } from './dirty-days.ts'

/**
 * Sets the sentiments of a brand's answers without a text to unknown: they are not reanalyzed, and a number must not mix the
 * labels of two methods. Those that a person corrected stay, and so do simulated answers.
 */
export async function forgetSentimentsWithoutText(tx: Context, brandId: string): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    with forgotten as (
      update answers a set sentiments = array_fill(0::smallint, array[cardinality(sentiments)])
      where a.brand_id = ${brandId} and a.surface <> 'simulated' and sentiments && '{1,2,3}'::smallint[]
        and not exists (select from answer_texts x where x.brand_id = ${brandId} and x.answer_id = a.id)
        and not exists (select from sentiment_corrections c where c.brand_id = ${brandId} and c.answer_id = a.id)
      returning day
    )
    select distinct day from forgotten`.execute(tx.db)
  for (const { day } of rows) await markDirty(tx, brandId, day)
}
