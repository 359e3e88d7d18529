/**
 * Prompt groups: the prompts of one topic, or of none, that are branded, or are not. A filter on prompts selects whole groups,
 * so it reads sums of groups instead of prompts. When a prompt has moved to another group, the next refresh recomputes the
 * sums of both.
 */
import { type RawBuilder, sql } from 'kysely'
import { isByPrompt, type Scope, sqlAnd } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { sumBy } from '../sum-by.ts'

const isFor = ({ topicIds, branded }: Pick<Scope, 'topicIds' | 'branded'>): RawBuilder<boolean> =>
  sqlAnd([
    ...(topicIds === null ? [] : [sql`topic_id = any(${topicIds}::uuid[])`]),
    ...(branded === null ? [] : [sql`branded = ${branded}`]),
  ])

/** Returns the condition on a table with rows per group: those of the scope's groups, or the row 0 of all prompts. */
export const groupsInScope = (scope: Scope): RawBuilder<boolean> =>
  isByPrompt(scope)
    ? sql<boolean>`prompt_group in (select number from prompt_groups where brand_id = ${scope.brand.id} and ${isFor(scope)})`
    : sql<boolean>`prompt_group = 0`

/** The prompts whose topic has changed since the last refresh, or whether they are branded. */
const movedPrompts = (brandId: string) => sql`
  prompt_numbers
  join prompts on prompts.brand_id = prompt_numbers.brand_id and prompts.id = prompt_id
  join prompt_groups on prompt_groups.brand_id = prompt_numbers.brand_id and prompt_groups.number = prompt_group
    and (prompt_groups.topic_id, prompt_groups.branded) is distinct from (prompts.topic_id, prompts.branded)
  where prompt_numbers.brand_id = ${brandId}`

export const hasMovedPrompts = (brandId: string) =>
  sql<boolean>`exists (select 1 from ${movedPrompts(brandId)})`

/**
 * Assigns numbers and groups to all prompts of the brand that have none: counting answers to a prompt without a number reads the
 * days twice.
 */
export async function assignPromptIds(tx: Context, brandId: string): Promise<void> {
  await sql`
    with
      known as (select number, topic_id, branded from prompt_groups where brand_id = ${brandId}),
      added as (
        insert into prompt_groups (brand_id, number, topic_id, branded)
        select
          ${brandId}, (select coalesce(max(number), 0) from known) + row_number() over (order by topic_id, branded), topic_id, branded
        from (
          select topic_id, branded from prompts where brand_id = ${brandId} except select topic_id, branded from known
        ) missing
        returning number, topic_id, branded
      ),
      groups as (select * from known union all select * from added)
    insert into prompt_numbers (brand_id, number, prompt_id, prompt_group)
    select
      ${brandId},
      (select coalesce(max(number), 0) from prompt_numbers where brand_id = ${brandId}) + row_number() over (order by prompts.id),
      prompts.id, groups.number
    from prompts
    join groups on groups.branded = prompts.branded and groups.topic_id is not distinct from prompts.topic_id
    where prompts.brand_id = ${brandId} and prompts.id not in (
      select prompt_id from prompt_numbers where brand_id = ${brandId}
    )`.execute(tx.db)
}

/** Records the groups of prompts that have moved. Returns the groups that they left or joined. Runs after `assignPromptIds`. */
export async function movePrompts(tx: Context, brandId: string): Promise<number[]> {
  const { rows: moved } = await sql<{ prompt: number; left: number; joined: number }>`
    select moved.number as prompt, moved.prompt_group as left, joined.number as joined
    from (
      select prompt_numbers.number, prompt_group, prompts.topic_id, prompts.branded from ${movedPrompts(brandId)}
    ) moved
    join prompt_groups joined on joined.brand_id = ${brandId} and joined.branded = moved.branded
      and joined.topic_id is not distinct from moved.topic_id`.execute(tx.db)
  if (moved.length === 0) return []
  await sql`
    update prompt_numbers set prompt_group = moved.joined
    from unnest(${moved.map(({ prompt }) => prompt)}::int[], ${moved.map(({ joined }) => joined)}::smallint[])
      as moved (prompt, joined)
    where brand_id = ${brandId} and number = moved.prompt`.execute(tx.db)
  return [...new Set(moved.flatMap(({ left, joined }) => [left, joined]))]
}

/** Returns the group of each prompt, both by number. */
export async function readPromptGroups(ctx: Context, brandId: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ number: number; prompt_group: number }>`
    select number, prompt_group from prompt_numbers where brand_id = ${brandId}`.execute(ctx.db)
  return new Map(rows.map(({ number, prompt_group }) => [number, prompt_group]))
}

/** `is_chosen`: in the scope. `prompts`: how many prompts are in it. */
export type PromptGroup = { number: number; is_chosen: boolean; prompts: number }

/** Selects a list of the groups of the brand. */
export const listGroups = (scope: Scope): RawBuilder<PromptGroup[]> => sql`(
  select coalesce(json_agg(json_build_object('number', number, 'is_chosen', coalesce(${isFor(scope)}, false), 'prompts', (
    select count(*) from prompt_numbers where brand_id = ${scope.brand.id} and prompt_group = prompt_groups.number
  ))), '[]')
  from prompt_groups where brand_id = ${scope.brand.id}
)`

/** The groups whose sums are added, or subtracted from those of all prompts: `isMost`, when most prompts are in scope. */
export type GroupFilter = { groups: number[]; isMost: boolean; sign: 1 | -1 }

export function chosenGroups(groups: readonly PromptGroup[]): GroupFilter {
  const [chosen, others] = [true, false].map((isChosen) =>
    groups.filter((each) => each.is_chosen === isChosen),
  )
  const sizeOf = (part: readonly PromptGroup[] = []) => sumBy(part, ({ prompts }) => prompts)
  const isMost = sizeOf(others) < sizeOf(chosen)
  const listed = (isMost ? others : chosen) ?? []
  return { groups: listed.map(({ number }) => number), isMost, sign: isMost ? -1 : 1 }
}
