/** Days and ISO weeks, each with all that a trend shows of it: kept per platform and for all platforms together. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { maxScoreMilli } from '../numbers.ts'
import { type Strata, strataOf } from '../strata.ts'
import {
  dayAfter,
  dayBefore,
  daysAfter,
  daysInScope,
  inScope,
  isByPrompt,
  mondayOf,
  type Scope,
} from '../window.ts'
import { list, summed } from './columns.ts'

export type Grain = 'day' | 'week'

export type Span = {
  start: string
  answers: number
  named: number
  mentions: number
  own_citations: number
  score_milli: number
  score_strata: Strata
  prompts: number
  /** Other prompts have another key. */
  prompts_key: string
  /** `platform model` of each model that answered. */
  models: string[]
  rival_score_milli: number
}

export async function sumSpans(tx: Context, brandId: string, changedDays: string[]): Promise<void> {
  const weeks = [...new Set(changedDays.map(mondayOf))]
  const starts = { day: changedDays, week: weeks }
  const days = { day: changedDays, week: weeks.flatMap(daysOfWeek) }
  for (const grain of ['day', 'week'] as const) {
    await sql`
      delete from span_sums where brand_id = ${brandId} and grain = ${grain} and start = any(${starts[grain]}::date[])`.execute(
      tx.db,
    )
    const onDays = sql`brand_id = ${brandId} and day = any(${days[grain]}::date[])`
    const facts = sql`select day, platform, model, entity, score_milli from daily_entities where ${onDays}`
    await sql`
      insert into span_sums (brand_id, grain, platform, ${columns})
      select ${brandId}, ${grain}, coalesce(platform, ''), ${columns} from (${spans(grain, { prompts: onDays, facts }, true)}) spans`.execute(
      tx.db,
    )
  }
}

/**
 * The days or weeks of a scope that have answers, in their order. `rivals`: the numbers of the tracked competitors. A week
 * at an edge of the window holds only its days within.
 */
export async function readSpans(ctx: Context, scope: Scope, grain: Grain, rivals: number[]): Promise<Span[]> {
  const [platform = '', ...more] = scope.platforms ?? []
  const isKept = more.length === 0 && scope.models === null && scope.regions === null && !isByPrompt(scope)
  if (!isKept) return readFromDays(ctx, scope, grain, rivals)
  const { whole, ragged } = grain === 'day' ? { whole: scope, ragged: [] } : wholeWeeks(scope)
  const rows = whole
    ? await read(
        ctx,
        sql`
          select ${columns} from span_sums
          where brand_id = ${scope.brand.id} and grain = ${grain} and platform = ${platform} and ${daysInScope(whole, 'start')}`,
        rivals,
      )
    : []
  const edges = []
  for (const part of ragged) edges.push(...(await readFromDays(ctx, part, grain, rivals)))
  return [...rows, ...edges].sort((a, b) => (a.start < b.start ? -1 : 1))
}

const readFromDays = (ctx: Context, scope: Scope, grain: Grain, rivals: number[]) =>
  read(ctx, sql`select ${columns} from (${spans(grain, daysInSpans(scope), false)}) spans`, rivals)

async function read(ctx: Context, source: RawBuilder<unknown>, rivals: number[]): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select
      start, answers, named, mentions, own_citations, score_milli, score_strata, prompts, prompts_key, models,
      (
        select coalesce(sum(fact.score), 0)::int8 from unnest(entities, entity_score_milli) as fact (entity, score)
        where fact.entity = any(${rivals}::smallint[])
      ) as rival_score_milli
    from (${source}) kept
    order by start`.execute(ctx.db)
  return rows
}

/** The weeks that lie whole in the scope, and what there is of the weeks at its edges. */
function wholeWeeks(scope: Scope): { whole: Scope | null; ragged: Scope[] } {
  const { from, to } = scope
  const cutAtStart = from !== null && mondayOf(from) !== from
  const cutAtEnd = to !== null && mondayOf(dayAfter(to)) === mondayOf(to)
  if (from !== null && to !== null && mondayOf(from) === mondayOf(to) && (cutAtStart || cutAtEnd))
    return { whole: null, ragged: [scope] }
  const start = cutAtStart ? daysAfter(mondayOf(from), 7) : from
  const end = cutAtEnd ? dayBefore(mondayOf(to)) : to
  return {
    whole: { ...scope, from: start, to: end },
    ragged: [
      ...(cutAtStart && start !== null ? [{ ...scope, to: dayBefore(start) }] : []),
      ...(cutAtEnd ? [{ ...scope, from: mondayOf(to) }] : []),
    ],
  }
}

const daysOfWeek = (monday: string) => Array.from({ length: 7 }, (_, offset) => daysAfter(monday, offset))

const columns = sql.raw(
  'start, answers, named, mentions, own_citations, score_milli, score_strata, prompts, prompts_key, models, entities, entity_score_milli',
)

/** What spans are made of: conditions on daily_answers and, for who is named in them, rows of single entities. */
type Days = { prompts: RawBuilder<unknown>; facts: RawBuilder<unknown> }

const daysInSpans = (scope: Scope): Days => ({
  prompts: inScope(scope, 'daily_answers'),
  facts: isByPrompt(scope)
    ? sql`
      select day, platform, model, unnest(entities) as entity, unnest(entity_score_milli) as score_milli
      from daily_answers where ${inScope(scope, 'daily_answers')}`
    : sql`select day, platform, model, entity, score_milli from daily_entities where ${inScope(scope, 'daily_entities')}`,
})

/** Rows of `columns` (and platform); with `byPlatform` each platform's, and those of all under null. */
function spans(grain: Grain, days: Days, byPlatform: boolean): RawBuilder<unknown> {
  const platform = byPlatform ? sql`platform` : sql`null::text as platform`
  const start = grain === 'day' ? sql`day` : sql`date_trunc('week', day)::date`
  const groupedBy = (also: RawBuilder<unknown> | null) => {
    const [more, keys] = also ? [sql`, ${also}`, sql`start, ${also}`] : [sql``, sql`start`]
    return byPlatform ? sql`grouping sets ((start, platform ${more}), (${keys}))` : keys
  }
  return sql`
    with cells as materialized (${grain === 'day' ? daysAsCells(days) : weeksAsCells(days, start)}),
    sums as (
      select
        start, ${platform}, sum(answers)::int8 as answers, sum(named)::int8 as named, sum(mentions)::int8 as mentions,
        sum(own_citations)::int8 as own_citations, sum(score_milli)::int8 as score_milli,
        ${strataOf({ n: 'answers', sum: 'score_milli', squares: 'score_milli_squared' }, maxScoreMilli)}::jsonb as score_strata
      from cells group by ${groupedBy(null)}
    ),
    asked as (
      select start, platform, count(*)::int4 as prompts, bit_xor(uuid_hash_extended(prompt_id, 0))::text as prompts_key
      from (select start, ${platform}, prompt_id from cells group by ${groupedBy(sql`prompt_id`)}) each
      group by start, platform
    ),
    facts as materialized (select ${start} as start, platform, model, entity, score_milli from (${days.facts}) facts),
    models as (
      select start, platform, array_agg(name order by name) as models
      from (
        select start, ${platform}, name
        from (select start, platform, platform || ' ' || model as name from facts where entity = 0) named
        group by ${groupedBy(sql`name`)}
      ) each
      group by start, platform
    ),
    rivals as (
      select start, platform, array_agg(entity order by entity) as entities, array_agg(score_milli order by entity) as entity_score_milli
      from (
        select start, ${platform}, entity, sum(score_milli)::int8 as score_milli from facts group by ${groupedBy(sql`entity`)}
      ) each
      group by start, platform
    )
    select sums.platform, sums.start, answers, named, mentions, own_citations, score_milli, score_strata, prompts, prompts_key,
      models, entities, entity_score_milli
    from sums
    join asked on asked.start = sums.start and asked.platform is not distinct from sums.platform
    join models on models.start = sums.start and models.platform is not distinct from sums.platform
    join rivals on rivals.start = sums.start and rivals.platform is not distinct from sums.platform`
}

const cellSums = ['answers', 'named', 'mentions', 'own_citations', 'score_milli', 'score_milli_squared']

const daysAsCells = ({ prompts }: Days) =>
  sql`select day as start, platform, prompt_id, ${list(cellSums)} from daily_answers where ${prompts}`

const weeksAsCells = ({ prompts }: Days, start: RawBuilder<unknown>) => sql`
  select ${start} as start, platform, prompt_id, ${summed(cellSums)}
  from daily_answers where ${prompts}
  group by 1, platform, model, region, prompt_id`
