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
    await sql`
      insert into span_sums (brand_id, grain, platform, ${columns})
      select ${brandId}, ${grain}, coalesce(platform, ''), ${columns} from (${spans(grain, onDays, true)}) spans`.execute(
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
  read(
    ctx,
    sql`select ${columns} from (${spans(grain, inScope(scope, 'daily_answers'), false)}) spans`,
    rivals,
  )

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

/** Rows of `columns` (and platform) from answers; with `byPlatform` each platform's, and those of all under null. */
function spans(grain: Grain, where: RawBuilder<unknown>, byPlatform: boolean): RawBuilder<unknown> {
  const sets = byPlatform ? sql`grouping sets ((start, platform), (start))` : sql`grouping sets ((start))`
  const platform = byPlatform ? sql`platform` : sql`null::text as platform`
  const start = grain === 'day' ? sql`day` : sql`date_trunc('week', day)::date`
  return sql`
    with scoped as materialized (
      select ${start} as start, * from daily_answers where ${where}
    ),
    cells as materialized (
      select
        start, platform, model, region, prompt_id, sum(answers) as answers, sum(named) as named, sum(mentions) as mentions,
        sum(own_citations) as own_citations, sum(score_milli) as score_milli, sum(score_milli_squared) as score_milli_squared
      from scoped group by start, platform, model, region, prompt_id
    ),
    sums as (
      select
        start, ${platform}, sum(answers)::int8 as answers, sum(named)::int8 as named, sum(mentions)::int8 as mentions,
        sum(own_citations)::int8 as own_citations, sum(score_milli)::int8 as score_milli,
        ${strataOf({ n: 'answers', sum: 'score_milli', squares: 'score_milli_squared' }, maxScoreMilli)}::jsonb as score_strata
      from cells group by ${sets}
    ),
    asked as (
      select start, platform, count(*)::int4 as prompts, bit_xor(uuid_hash_extended(prompt_id, 0))::text as prompts_key
      from (select start, ${platform}, prompt_id from cells group by ${byPlatform ? sql`grouping sets ((start, platform, prompt_id), (start, prompt_id))` : sql`start, prompt_id`}) each
      group by start, platform
    ),
    models as (
      select start, platform, array_agg(name order by name) as models
      from (
        select start, ${platform}, name from (select start, platform, platform || ' ' || model as name from cells) named
        group by ${byPlatform ? sql`grouping sets ((start, platform, name), (start, name))` : sql`start, name`}
      ) each
      group by start, platform
    ),
    rivals as (
      select start, platform, array_agg(entity order by entity) as entities, array_agg(score_milli order by entity) as entity_score_milli
      from (
        select start, ${platform}, fact.entity, sum(fact.score)::int8 as score_milli
        from scoped cross join lateral unnest(entities, entity_score_milli) as fact (entity, score)
        group by ${byPlatform ? sql`grouping sets ((start, platform, fact.entity), (start, fact.entity))` : sql`start, fact.entity`}
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
