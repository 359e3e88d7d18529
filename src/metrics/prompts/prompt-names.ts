/** Returns the texts and topics of prompts by id, including deleted prompts. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

export type PromptName = { id: string; text: string; topic_id: string | null; topic_name: string | null }

export async function readPromptNames(
  { db }: Context,
  brandId: string,
  ids: Iterable<string>,
): Promise<Map<string, PromptName>> {
  const { rows } = await sql<PromptName>`
    select prompts.id, prompts.text, topics.id as topic_id, topics.name as topic_name
    from prompts left join topics on topics.brand_id = prompts.brand_id and topics.id = prompts.topic_id
    where prompts.brand_id = ${brandId} and prompts.id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
