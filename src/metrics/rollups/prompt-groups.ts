/**
 * Prompt groups: the prompts of one topic, or of none, that are branded, or are not. A filter on prompts selects whole groups,
 * so it reads sums of groups instead of prompts. When a prompt has moved to another group, the next refresh recomputes the
 * sums of both. Trends also have points of the unions of groups.
 */
import { type RawBuilder, sql } from 'kysely'
import { isByPrompt, type Scope, sqlAnd } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import type { PromptNumbers } from '../../db/schema.generated.ts'
import { sumBy } from '../sum-by.ts'

/** Returns the condition on `prompt_numbers` for the prompts in scope. */
const isInScope = ({ topicIds, branded }: Scope): RawBuilder<boolean> =>
  sqlAnd([
    ...(topicIds === null ? [] : [sql`coalesce(topic_id = any(${topicIds}::uuid[]), false)`]),
    ...(branded === null ? [] : [sql`branded = ${branded}`]),
  ])

/** The unions of groups; groups are numbered from 1. */
const allPrompts = 0
const brandedPrompts = -1
const unbrandedPrompts = -2
const unionOf = (isBranded: boolean) => (isBranded ? brandedPrompts : unbrandedPrompts)

/** Returns the condition on points of trends: those of a union, or of the scope's groups. */
export function pointsInScope(scope: Scope): RawBuilder<boolean> {
  if (!isByPrompt(scope)) return sql`prompt_group = ${allPrompts}`
  if (scope.topicIds === null && scope.branded !== null) return sql`prompt_group = ${unionOf(scope.branded)}`
  return sql`prompt_group in (select prompt_group from prompt_numbers where brand_id = ${scope.brand.id} and ${isInScope(scope)})`
}

const isMoved = sql<boolean>`(prompts.topic_id, prompts.branded) is distinct from (numbered.topic_id, numbered.branded)`

/** Whether the topic of a prompt has changed since the last refresh, or whether it is branded. */
export const hasMovedPrompts = (brandId: string) => sql<boolean>`exists (
  select 1 from prompt_numbers numbered
  join prompts on prompts.brand_id = numbered.brand_id and prompts.id = numbered.prompt_id
  where numbered.brand_id = ${brandId} and ${isMoved}
)`

/** A prompt without a number, or one that has moved. `number` and `left_group`: null for the former. */
type Pending = Pick<PromptNumbers, 'topic_id' | 'branded'> & {
  id: string
  number: number | null
  left_group: number | null
  has_changed_union: boolean
}

/**
 * Assigns numbers to all prompts of the brand that have none, since counting answers to a prompt without a number reads the days
 * twice, and groups to these and to moved ones. Returns the groups and unions that moved prompts have left and joined. A prompt
 * that moves in the meantime gets its group from the next refresh.
 */
export async function assignPrompts(
  tx: Context,
  brandId: string,
  which: 'new' | 'new and moved',
): Promise<number[]> {
  const pending = await readPending(tx, brandId, which)
  if (pending.length === 0) return []
  const { rows: known } = await sql<Omit<PromptNumbers, 'brand_id' | 'prompt_id'>>`
    select number, topic_id, branded, prompt_group from prompt_numbers where brand_id = ${brandId}`.execute(
    tx.db,
  )
  const keyOf = ({ topic_id, branded }: Pick<Pending, 'topic_id' | 'branded'>) => `${topic_id} ${branded}`
  const groups = new Map(known.map((each) => [keyOf(each), each.prompt_group]))
  let lastNumber = maxOf(known.map(({ number }) => number))
  let lastGroup = maxOf([...groups.values()])
  const assigned = pending.map((prompt) => {
    const group = groups.get(keyOf(prompt)) ?? ++lastGroup
    groups.set(keyOf(prompt), group)
    return { ...prompt, number: prompt.number ?? ++lastNumber, group }
  })
  await sql`
    insert into prompt_numbers (brand_id, number, prompt_id, topic_id, branded, prompt_group)
    select ${brandId}, * from unnest(
      ${assigned.map(({ number }) => number)}::int[],
      ${assigned.map(({ id }) => id)}::uuid[],
      ${assigned.map(({ topic_id }) => topic_id)}::uuid[],
      ${assigned.map(({ branded }) => branded)}::bool[],
      ${assigned.map(({ group }) => group)}::int[]
    )
    on conflict (brand_id, number) do update
      set topic_id = excluded.topic_id, branded = excluded.branded, prompt_group = excluded.prompt_group`.execute(
    tx.db,
  )
  const changed = assigned.flatMap(({ left_group, group, has_changed_union }) =>
    left_group === null
      ? []
      : [left_group, group, ...(has_changed_union ? [brandedPrompts, unbrandedPrompts] : [])],
  )
  return [...new Set(changed)]
}

async function readPending(
  { db }: Context,
  brandId: string,
  which: 'new' | 'new and moved',
): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select
      prompts.id, prompts.topic_id, prompts.branded, numbered.number, numbered.prompt_group as left_group,
      coalesce(numbered.branded <> prompts.branded, false) as has_changed_union
    from prompts
    left join prompt_numbers numbered on numbered.brand_id = prompts.brand_id and numbered.prompt_id = prompts.id
    where prompts.brand_id = ${brandId}
      and (numbered.number is null or (${which === 'new and moved'} and ${isMoved}))
    order by prompts.id`.execute(db)
  return rows
}

const maxOf = (numbers: readonly number[]) => numbers.reduce((most, each) => Math.max(most, each), 0)

/** `unions`: those that contain the group. */
export type PromptGroup = { number: number; unions: readonly number[] }

/** Returns the group of each prompt, by its number. Prompts of a group have the same object. */
export async function readPromptGroups(
  ctx: Context,
  brandId: string,
): Promise<ReadonlyMap<number, PromptGroup>> {
  const { rows } = await sql<{ number: number; branded: boolean; prompts: number[] }>`
    select prompt_group as number, branded, array_agg(number) as prompts
    from prompt_numbers where brand_id = ${brandId} group by prompt_group, branded`.execute(ctx.db)
  return new Map(
    rows.flatMap(({ number, branded, prompts }) => {
      const group = { number, unions: [allPrompts, unionOf(branded)] }
      return prompts.map((prompt) => [prompt, group] as const)
    }),
  )
}

export type ListedGroup = { number: number; is_chosen: boolean; prompts: number }

/** Selects a list of the groups of the brand: whether they are in scope, and how many prompts they have. */
export const listGroups = (scope: Scope): RawBuilder<ListedGroup[]> => sql`(
  select coalesce(json_agg(listed), '[]')
  from (
    select prompt_group as number, bool_and(${isInScope(scope)}) as is_chosen, count(*) as prompts
    from prompt_numbers where brand_id = ${scope.brand.id}
    group by prompt_group
  ) listed
)`

/** The groups whose sums are added, or subtracted from those of all prompts: `isMost`, when most prompts are in scope. */
export type GroupFilter = { groups: number[]; isMost: boolean; sign: 1 | -1 }

export function chosenGroups(groups: readonly ListedGroup[]): GroupFilter {
  const [chosen, others] = [true, false].map((isChosen) =>
    groups.filter((each) => each.is_chosen === isChosen),
  )
  const sizeOf = (part: readonly ListedGroup[] = []) => sumBy(part, ({ prompts }) => prompts)
  const isMost = sizeOf(others) < sizeOf(chosen)
  const listed = (isMost ? others : chosen) ?? []
  return { groups: listed.map(({ number }) => number), isMost, sign: isMost ? -1 : 1 }
}
