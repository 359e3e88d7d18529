/**
 * The topics with which changes are evaluated. All answers to a prompt belong to its current topic, also those from before it was
 * moved. A prompt that was moved, or whose topic was deleted, requires its days again.
 */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { dayNumber } from '../rollups.ts'

/** `firstDays`: the first day with answers of each topic. */
export type Topics = {
  ofPrompt: ReadonlyMap<string, string>
  firstDays: ReadonlyMap<string, number>
  /** Whether a prompt has another topic than at the last evaluation. */
  isOther: boolean
  /** The first day with answers to such a prompt; null without answers. */
  changedFrom: number | null
}

type Row = { prompt_id: string; topic_id: string | null; is_other: boolean; first_day: string | null }

export async function readTopics({ db }: Context, brandId: string): Promise<Topics> {
  const { rows } = await sql<Row>`
    select
      prompts.id as prompt_id, prompts.topic_id, prompts.topic_id is distinct from evaluated.topic_id as is_other,
      first_day
    from prompts
    left join change_topics evaluated on evaluated.brand_id = prompts.brand_id and evaluated.prompt_id = prompts.id
    left join prompt_numbers on prompt_numbers.brand_id = prompts.brand_id and prompt_numbers.prompt_id = prompts.id
    left join (
      select prompt, min(day) as first_day
      from answer_days cross join lateral unnest(string_to_array(prompts, ',')::int[]) as prompt
      where brand_id = ${brandId} group by prompt
    ) first on prompt = number
    where prompts.brand_id = ${brandId} and (prompts.topic_id is not null or evaluated.topic_id is not null)`.execute(
    db,
  )
  const moved = rows.filter(({ is_other }) => is_other)
  const firstDays = new Map<string, number>()
  for (const { topic_id, first_day } of rows)
    if (topic_id !== null && first_day !== null)
      firstDays.set(topic_id, Math.min(firstDays.get(topic_id) ?? Infinity, dayNumber(first_day)))
  const movedDays = moved.flatMap(({ first_day }) => (first_day === null ? [] : [dayNumber(first_day)]))
  return {
    ofPrompt: new Map(
      rows.flatMap(({ prompt_id, topic_id }) => (topic_id === null ? [] : [[prompt_id, topic_id] as const])),
    ),
    firstDays,
    isOther: moved.length > 0,
    changedFrom: movedDays.length === 0 ? null : Math.min(...movedDays),
  }
}

export async function replaceTopics(
  { db }: Context,
  brandId: string,
  { ofPrompt, isOther }: Topics,
): Promise<void> {
  if (!isOther) return
  await db.deleteFrom('change_topics').where('brand_id', '=', brandId).execute()
  await sql`
    insert into change_topics (brand_id, prompt_id, topic_id)
    select ${brandId}, * from unnest(${[...ofPrompt.keys()]}::uuid[], ${[...ofPrompt.values()]}::uuid[])`.execute(
    db,
  )
}
