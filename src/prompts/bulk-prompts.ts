/** Changes or deletes several prompts of a brand in one transaction. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { noSuchRow } from '../core/rows-of-brand.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireQuota } from '../plans/plans.ts'
import { markPromptsDeleted } from './follow-ups.ts'
import { maxTags, Tags } from './prompt-fields.ts'
import { countActivePrompts, requireTopic } from './prompts.ts'

const selection = {
  brand_id: BrandId,
  prompt_ids: z.array(Uuid).min(1).max(500).describe('Ids of the prompts.'),
}

export const BulkDeletion = z.strictObject(selection)

export const BulkChange = z
  .strictObject({
    ...selection,
    topic_id: Uuid.nullable().optional().describe('Id of the topic; null removes the topic.'),
    is_active: z.boolean().optional().describe('Whether runs query the prompts.'),
    add_tags: Tags.optional().describe('Tags to add.'),
    remove_tags: Tags.optional().describe('Tags to remove.'),
  })
  .refine(({ brand_id: _brand, prompt_ids: _prompts, ...change }) => Object.keys(change).length > 0, {
    error: localizedIssue(message('common.texts.mustContainAChange')),
  })

/** Returns the number of prompts. Throws `not_found`, and changes none, if one of them does not belong to the brand. */
export function changePrompts(
  ctx: Context,
  brand: Brand,
  { brand_id: _, prompt_ids: ids, ...change }: z.output<typeof BulkChange>,
): Promise<number> {
  const { topic_id, is_active, add_tags = [], remove_tags = [] } = change
  return transaction(ctx, async (tx) => {
    await requireTopic(tx, brand.id, topic_id)
    const before = is_active === true ? await countActivePrompts(tx) : 0
    const { rows } = await sql<{ id: string; tag_count: number }>`
      update prompts set
        topic_id = ${topic_id === undefined ? sql`topic_id` : sql`${topic_id}::uuid`},
        is_active = ${is_active === undefined ? sql`is_active` : is_active},
        tags = (
          select coalesce(array_agg(tag order by first), '{}')
          from (
            select tag, min(position) as first
            from unnest(tags || ${add_tags}::text[]) with ordinality as all_tags (tag, position)
            where tag <> all (${remove_tags}::text[])
            group by tag
            order by first
          ) as kept
        )
      where brand_id = ${brand.id} and id = any(${ids}::uuid[]) and deleted_at is null
      returning id, cardinality(tags) as tag_count`.execute(tx.db)
    requireAll(
      ids,
      rows.map(({ id }) => id),
    )
    if (rows.some(({ tag_count }) => tag_count > maxTags))
      throw new AppError('invalid_request', message('prompts.bulk.tooManyTags', { max: maxTags }))
    if (is_active === true) {
      const added = (await countActivePrompts(tx)) - before
      if (added > 0) await requireQuota(tx, 'prompts', async () => before, added)
    }
    await recordEvent(tx, 'prompts.changed', {
      brandId: brand.id,
      data: { prompts: rows.length, fields: Object.keys(change) },
    })
    return rows.length
  })
}

/**
 * Returns the number of prompts, with their follow-ups. Throws `not_found`, and deletes none, if one of them does not belong
 * to the brand.
 */
export function deletePrompts(ctx: Context, brand: Brand, ids: readonly string[]): Promise<number> {
  return transaction(ctx, async (tx) => {
    const deleted = await markPromptsDeleted(tx, brand.id, ids)
    requireAll(ids, deleted)
    await recordEvent(tx, 'prompts.deleted', { brandId: brand.id, data: { prompts: deleted.length } })
    return deleted.length
  })
}

function requireAll(ids: readonly string[], found: readonly string[]): void {
  if (ids.some((id) => !found.includes(id))) throw noSuchRow('prompts')
}
