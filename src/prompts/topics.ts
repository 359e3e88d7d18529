/** A topic groups prompts; a prompt belongs to at most one. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, normalizeName, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { getRow, noSuchRow } from '../core/rows-of-brand.ts'
import type { Topics } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { message } from '../languages/message.ts'

export type Topic = Selectable<Topics>

export const NewTopic = z.strictObject({
  name: Line(200).describe('Name of the topic, unique within the brand.'),
})
export const TopicRecord = z
  .object({ id: z.uuid(), name: z.string(), created_at: Timestamp })
  .meta({ id: 'Topic' })

export function createTopic(
  ctx: Context,
  brandId: string,
  { name }: z.output<typeof NewTopic>,
): Promise<Topic> {
  return transaction(ctx, async (tx) => {
    const [topic] = await insertTopics(tx, brandId, [name])
    if (!topic) throw nameTaken(name)
    return topic
  })
}

/** Creates the missing topics and returns the ids of all of them by normalized name. */
export async function findOrCreateTopics(
  tx: Context,
  brandId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  await insertTopics(tx, brandId, [...new Set(names)])
  const topics = await tx.db
    .selectFrom('topics')
    .select(['id', 'normalized_name'])
    .where('brand_id', '=', brandId)
    .where('normalized_name', 'in', [...new Set(names.map(normalizeName))])
    .execute()
  return new Map(topics.map((topic) => [topic.normalized_name, topic.id]))
}

export function renameTopic(ctx: Context, topic: Topic, { name }: z.output<typeof NewTopic>): Promise<Topic> {
  const renaming = transaction(ctx, async (tx) => {
    const renamed = await tx.db
      .updateTable('topics')
      .set({ name, normalized_name: normalizeName(name) })
      .where('brand_id', '=', topic.brand_id)
      .where('id', '=', topic.id)
      .returningAll()
      .executeTakeFirst()
    if (!renamed) throw noSuchRow('topics')
    await recordEvent(tx, 'topic.changed', { brandId: topic.brand_id, data: { name } })
    return renamed
  })
  return onUniqueViolation(renaming, nameTaken(name))
}

/** Keeps the topic's prompts, without a topic. */
export function deleteTopic(ctx: Context, topic: Topic): Promise<void> {
  return transaction(ctx, async (tx) => {
    // Until the end of the transaction, no prompt can be added to the topic.
    await getRow(tx, 'topics', topic.brand_id, topic.id, 'update')
    await tx.db
      .updateTable('prompts')
      .set({ topic_id: null })
      .where('brand_id', '=', topic.brand_id)
      .where('topic_id', '=', topic.id)
      .execute()
    await tx.db
      .deleteFrom('topics')
      .where('brand_id', '=', topic.brand_id)
      .where('id', '=', topic.id)
      .execute()
    await recordEvent(tx, 'topic.deleted', { brandId: topic.brand_id, data: { name: topic.name } })
  })
}

export const showTopic = (topic: Topic): z.input<typeof TopicRecord> => ({
  ...topic,
  created_at: topic.created_at.toISOString(),
})

const nameTaken = (name: string) => conflict(message('prompts.topics.nameIsAlreadyATopicOf', { name }))

/** Returns the topics that were inserted; existing and duplicate names are skipped. */
async function insertTopics(tx: Context, brandId: string, names: readonly string[]): Promise<Topic[]> {
  const inserted = await tx.db
    .insertInto('topics')
    .values(
      names.map((name) => ({
        brand_id: brandId,
        id: newId(tx.now().getTime()),
        name,
        normalized_name: normalizeName(name),
        created_at: tx.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['brand_id', 'normalized_name']).doNothing())
    .returningAll()
    .execute()
  for (const { name } of inserted) await recordEvent(tx, 'topic.created', { brandId, data: { name } })
  return inserted
}
