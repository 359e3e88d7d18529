/**
 * Running sums of each prompt in each segment (a platform, model and region). A window of any length is what is through its
 * end less what is through the day before it begins: at most four rows for each prompt, and never a row per day.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import {
  dayBefore,
  isByPrompt,
  nextStart,
  periodStart,
  promptsInScope,
  type Scope,
  segmentsInScope,
} from '../window.ts'
import {
  type EntitySum,
  entitySums,
  list,
  packed,
  packedColumns,
  promptSums,
  summed,
  unpacked,
} from './columns.ts'
import { joinSegments } from './segments.ts'

/** Makes the running sums anew from the first of the changed days on, in every month that has one. */
export async function sumRunning(tx: Context, brandId: string, changedDays: string[]): Promise<void> {
  const months = Map.groupBy(changedDays.toSorted(), (day) => periodStart('month', day))
  for (const [firstChanged] of months.values()) if (firstChanged) await sumMonth(tx, brandId, firstChanged)
  const earliest = [...months.keys()].sort()[0]
  if (earliest !== undefined) await sumBefore(tx, brandId, earliest)
}

/** The rows of a month from `from` on: those of the last day before it, and the answers since. */
async function sumMonth(tx: Context, brandId: string, from: string): Promise<void> {
  const monthStart = periodStart('month', from)
  const monthEnd = dayBefore(nextStart('month', from))
  await sql`
    delete from running_sums where brand_id = ${brandId} and part = 'month' and day between ${from}::date and ${monthEnd}::date`.execute(
    tx.db,
  )
  const lastBefore = sql`
    brand_id = ${brandId} and part = 'month' and day = (
      select max(day) from running_sums
      where brand_id = ${brandId} and part = 'month' and day >= ${monthStart}::date and day < ${from}::date
    )`
  const since = sql`daily_answers.brand_id = ${brandId} and daily_answers.day between ${from}::date and ${monthEnd}::date`
  await sql`
    with prompt_days as (
      select day, segment, prompt_id, ${list(promptSums)} from running_sums where ${lastBefore}
      union all
      select day, segments.number, prompt_id, ${list(promptSums)} from daily_answers ${joinSegments} where ${since}
    ),
    entity_days as (
      select day, segment, prompt_id, ${unpacked()} from running_sums where ${lastBefore}
      union all
      select day, segments.number, prompt_id, ${unpacked()} from daily_answers ${joinSegments} where ${since}
    ),
    days as (select distinct day from prompt_days),
    prompt_running as (${accumulated('prompt_days', ['segment', 'prompt_id'], promptSums)}),
    entity_running as (${accumulated('entity_days', ['segment', 'prompt_id', 'entity'], entitySums)})
    insert into running_sums (brand_id, part, day, segment, prompt_id, ${list(promptSums)}, ${packedColumns})
    select ${brandId}, 'month', day, segment, prompt_id, ${list(promptSums)}, ${packedColumns}
    from prompt_running join (
      select day, segment, prompt_id, ${packed} from entity_running group by day, segment, prompt_id
    ) packed using (day, segment, prompt_id)
    where day >= ${from}::date`.execute(tx.db)
  await sumEntities(tx, brandId, sql`part = 'month' and day between ${from}::date and ${monthEnd}::date`)
}

/** Over all prompts, where the running sums of prompts are new. */
async function sumEntities(tx: Context, brandId: string, where: RawBuilder<unknown>): Promise<void> {
  await sql`delete from running_entities where brand_id = ${brandId} and ${where}`.execute(tx.db)
  await sql`
    insert into running_entities (brand_id, part, day, segment, entity, ${list(entitySums)})
    select ${brandId}, part, day, segment, entity, ${summed(entitySums)}
    from (select part, day, segment, ${unpacked()} from running_sums where brand_id = ${brandId} and ${where}) facts
    group by part, day, segment, entity`.execute(tx.db)
}

/** The sums of everything before each month that has answers, from the month after `earliest` on. */
async function sumBefore(tx: Context, brandId: string, earliest: string): Promise<void> {
  const { rows: months } = await sql<{ start: string; last: string; known: boolean }>`
    select
      start, last,
      exists (select 1 from running_sums where brand_id = ${brandId} and part = 'before' and day = start) as known
    from (
      select date_trunc('month', start)::date as start, max(start) as last from span_sums
      where ${anyDay(brandId)} group by 1
    ) months
    order by start`.execute(tx.db)
  // The sums before the earliest changed month are as they were, if it had any.
  const kept = months.find(({ start }) => start === earliest)?.known ? earliest : dayBefore(earliest)
  await sql`delete from running_sums where brand_id = ${brandId} and part = 'before' and day > ${kept}::date`.execute(
    tx.db,
  )
  for (const [index, { start }] of months.entries()) {
    const previous = months[index - 1]
    if (!previous || start <= kept) continue
    const upToThen = sql`
      brand_id = ${brandId} and (part, day) in (('before', ${previous.start}::date), ('month', ${previous.last}::date))`
    await sql`
      insert into running_sums (brand_id, part, day, segment, prompt_id, ${list(promptSums)}, ${packedColumns})
      select ${brandId}, 'before', ${start}::date, segment, prompt_id, ${list(promptSums)}, ${packedColumns}
      from (
        select segment, prompt_id, ${summed(promptSums)} from running_sums where ${upToThen} group by segment, prompt_id
      ) prompts
      join (
        select segment, prompt_id, ${packed}
        from (
          select segment, prompt_id, entity, ${summed(entitySums)}
          from (select segment, prompt_id, ${unpacked()} from running_sums where ${upToThen}) facts
          group by segment, prompt_id, entity
        ) entities
        group by segment, prompt_id
      ) packed using (segment, prompt_id)`.execute(tx.db)
  }
  await sumEntities(tx, brandId, sql`part = 'before' and day > ${kept}::date`)
}

/** What is added (1) or taken away (-1) to come to the sums of a window. */
export type WindowEnds = { signs: number[]; parts: string[]; days: string[] }

/** A few months are added up one by one: what came before them, all of history, need not be read twice. */
const fewMonths = 3

export async function findWindowEnds(ctx: Context, { brand, from, to }: Scope): Promise<WindowEnds> {
  const { rows } = await sql<{ last: string | null; before: string | null }>`
    select
      (select max(start) from span_sums where ${anyDay(brand.id)} and (${to}::date is null or start <= ${to}::date)) as last,
      (select max(start) from span_sums where ${anyDay(brand.id)} and start < ${from}::date) as before`.execute(
    ctx.db,
  )
  const { last = null, before = null } = rows[0] ?? {}
  if (last === null) return endsAt([])
  const through = (day: string, sign: number) => [
    { sign, part: 'month', day },
    { sign, part: 'before', day: periodStart('month', day) },
  ]
  if (before === null) return endsAt(through(last, 1))
  const { rows: between } = await sql<{ day: string }>`
    select max(start) as day from span_sums
    where ${anyDay(brand.id)} and start between ${periodStart('month', before)}::date and ${last}::date
    group by date_trunc('month', start)`.execute(ctx.db)
  if (between.length > fewMonths) return endsAt([...through(last, 1), ...through(before, -1)])
  const months = between.map(({ day }) => ({ sign: 1, part: 'month', day }))
  return endsAt([...months, { sign: -1, part: 'month', day: before }])
}

const endsAt = (ends: { sign: number; part: string; day: string }[]): WindowEnds => ({
  signs: ends.map(({ sign }) => sign),
  parts: ends.map(({ part }) => part),
  days: ends.map(({ day }) => day),
})

const anyDay = (brandId: string) => sql`brand_id = ${brandId} and grain = 'day' and platform = ''`

/** Rows (segment, prompt_id, and each sum of a prompt) of what the window holds, for use in a query. */
export function promptsInWindow(scope: Scope, ends: WindowEnds): RawBuilder<unknown> {
  return sql`
    select segment, prompt_id, ${signed(promptSums)}
    from running_sums join ${endRows(ends)} using (part, day)
    where ${ofScope(scope)}
    group by segment, prompt_id
    having sum(sign * answers) > 0`
}

/** Rows (segment, prompt_id, entity, and the given sums); nothing of an entity that no answer names or cites. */
export function entitiesInWindow(
  scope: Scope,
  ends: WindowEnds,
  sums: readonly EntitySum[] = entitySums,
): RawBuilder<unknown> {
  return sql`
    select segment, prompt_id, entity, ${signed(sums)}
    from (
      select sign, segment, prompt_id, ${unpacked(sums)}
      from running_sums join ${endRows(ends)} using (part, day)
      where ${ofScope(scope)}
    ) facts
    group by segment, prompt_id, entity`
}

/** Rows (segment, entity, and each sum of an entity): the same over all prompts. */
export function entityTotalsInWindow(scope: Scope, ends: WindowEnds): RawBuilder<unknown> {
  if (isByPrompt(scope)) return entitiesInWindow(scope, ends)
  return sql`
    select segment, entity, ${signed(entitySums)}
    from running_entities join ${endRows(ends)} using (part, day)
    where running_entities.brand_id = ${scope.brand.id} and ${segmentsInScope(scope)}
    group by segment, entity`
}

const endRows = ({ signs, parts, days }: WindowEnds) =>
  sql`unnest(${signs}::int[], ${parts}::text[], ${days}::date[]) as ends (sign, part, day)`

const ofScope = (scope: Scope) => sql`
  running_sums.brand_id = ${scope.brand.id} and ${segmentsInScope(scope)}
  and ${isByPrompt(scope) ? sql`prompt_id in (${promptsInScope(scope)})` : sql`true`}`

const signed = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`sum(sign * ${sql.ref(name)})::int8 as ${sql.ref(name)}`))

/** From the sums of single days to those through each of the days, for every key from its first day on. */
function accumulated(table: string, keys: readonly string[], sums: readonly string[]): RawBuilder<unknown> {
  const key = list(keys)
  return sql`
    select day, ${key}, ${sql.join(
      sums.map((name) => sql`sum(coalesce(${sql.ref(name)}, 0)) over through as ${sql.ref(name)}`),
    )}
    from (
      select days.day, ${key}
      from (select ${key}, min(day) as first from ${sql.ref(table)} group by ${key}) keys
      join days on days.day >= keys.first
    ) grid
    left join ${sql.ref(table)} using (day, ${key})
    window through as (partition by ${key} order by day)`
}
