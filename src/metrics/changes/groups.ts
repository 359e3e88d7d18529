/**
 * The groups of prompts with which changes are evaluated. All answers to a prompt belong to its current groups, also those from
 * before it was moved or tagged. A prompt whose groups have changed requires its days again.
 */
import { sql } from 'kysely'
import { promptGroupings } from '../../../vocabulary/labels.ts'
import type { Context } from '../../core/context.ts'
import { type GroupedPrompt, getGroupKey, groupValues, none } from '../group-keys.ts'
import { dayNumber } from '../rollups.ts'
import type { Cell } from '../statistics/change-detection/daily-sums.ts'

/** `keysOf` returns the keys of the groups of a cell. `firstDays`: the first day with answers of each group, by its key. */
export type Groups = {
  keysOf: (cell: Pick<Cell, 'prompt' | 'region'>) => readonly string[]
  firstDays: ReadonlyMap<string, number>
  /** The prompts with other groups than at the last evaluation. */
  changed: readonly Prompt[]
  /** The first day with answers to such a prompt; null without answers. */
  changedFrom: number | null
}

type Prompt = GroupedPrompt & { id: string }

/** Prompts without a persona, and without a country and a language: their changes are not detected. */
const notDetected: ReadonlySet<string> = new Set([`persona:${none}`, `market:${none}/${none}`])

const promptsEvaluated = sql`
  prompts left join change_groups evaluated on evaluated.brand_id = prompts.brand_id and evaluated.prompt_id = prompts.id`

const isChanged = sql`
  (prompts.topic_id, prompts.persona_id, prompts.tags, prompts.language) is distinct from
    (evaluated.topic_id, evaluated.persona_id, coalesce(evaluated.tags, '{}'), coalesce(evaluated.language, ''))`

/** The prompts with other groups than at the last evaluation. */
export const promptsWithOtherGroups = sql`${promptsEvaluated} where ${isChanged}`

export async function readGroups({ db }: Context, brandId: string): Promise<Groups> {
  const { rows } = await sql<Prompt & { is_changed: boolean }>`
    select
      prompts.id, prompts.topic_id, prompts.persona_id, prompts.tags, prompts.language, ${isChanged} as is_changed
    from ${promptsEvaluated} where prompts.brand_id = ${brandId}`.execute(db)
  const changed = rows.filter(({ is_changed }) => is_changed)
  const cells = await sql<{ prompt: string; region: string; first_day: string }>`
    select prompt_id as prompt, region, min(first_day) as first_day
    from (
      select prompt, segment, min(day) as first_day
      from answer_days
      cross join lateral unnest(string_to_array(prompts, ',')::int[], string_to_array(segments, ',')::int[]) as cell (prompt, segment)
      where brand_id = ${brandId} group by prompt, segment
    ) first
    join prompt_numbers on prompt_numbers.brand_id = ${brandId} and prompt_numbers.number = prompt
    join segments on segments.brand_id = ${brandId} and segments.number = segment
    group by prompt_id, region`.execute(db)
  const keysOf = getKeysOf(rows)
  const firstDays = new Map<string, number>()
  const changedIds = new Set(changed.map(({ id }) => id))
  const changedDays: number[] = []
  for (const { first_day, ...cell } of cells.rows) {
    const day = dayNumber(first_day)
    if (changedIds.has(cell.prompt)) changedDays.push(day)
    for (const key of keysOf(cell)) firstDays.set(key, Math.min(firstDays.get(key) ?? Infinity, day))
  }
  return {
    keysOf,
    firstDays,
    changed,
    changedFrom: changedDays.length === 0 ? null : Math.min(...changedDays),
  }
}

function getKeysOf(rows: readonly Prompt[]): Groups['keysOf'] {
  const prompts = new Map(rows.map((prompt) => [prompt.id, prompt]))
  return ({ prompt: id, region }) => {
    const prompt = prompts.get(id)
    if (!prompt) return []
    return promptGroupings
      .flatMap((grouping) =>
        groupValues[grouping](prompt, region).map((value) => getGroupKey({ grouping, value })),
      )
      .filter((key) => !notDetected.has(key))
  }
}

/** Saves with which groups changes are evaluated. */
export async function saveGroups({ db }: Context, brandId: string, { changed }: Groups): Promise<void> {
  if (changed.length === 0) return
  await sql`
    insert into change_groups (brand_id, prompt_id, topic_id, persona_id, tags, language)
    select ${brandId}, id, topic_id, persona_id, tags, language
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as changed (id uuid, topic_id uuid, persona_id uuid, tags text[], language text)
    on conflict (brand_id, prompt_id) do update
    set topic_id = excluded.topic_id, persona_id = excluded.persona_id, tags = excluded.tags, language = excluded.language`.execute(
    db,
  )
}
