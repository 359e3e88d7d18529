/** Writes the rows of days in `answer_days` from their answers. */
import { sql } from 'kysely'
import { platformsWithoutSearch } from '../../../../vocabulary/platforms.ts'
import { isCounted } from '../../../answers/scope.ts'
import type { Context } from '../../../core/context.ts'
import { newId } from '../../../core/ids.ts'
import { dayColumns } from './day.ts'

const columns = [...dayColumns, 'urls', 'answers'] as const
type WrittenDay = { day: string; answering: string } & Record<(typeof columns)[number], string>

/** Requires numbers for the segments, prompts and sources of the days. Rows that would not change keep their version. */
export async function writeDays(tx: Context, brandId: string, days: readonly string[]): Promise<void> {
  const rows = await readLists(tx, brandId, days)
  const list = (name: 'day' | 'answering' | (typeof columns)[number]) => rows.map((row) => row[name])
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const stored = sql.join(columns.map((name) => sql.ref(`answer_days.${name}`)))
  const given = sql.join(columns.map((name) => sql.ref(`excluded.${name}`)))
  await sql`
    delete from answer_days
    where brand_id = ${brandId} and day = any(${days}::date[]) and day <> all(${list('day')}::date[])`.execute(
    tx.db,
  )
  await sql`
    insert into answer_days (brand_id, version, day, answering, ${names})
    select ${brandId}, ${newId(tx.now().getTime())}, day, answering::smallint[], ${names}
    from unnest(
      ${list('day')}::date[], ${list('answering')}::text[], ${sql.join(columns.map((name) => sql`${list(name)}::text[]`))}
    ) as given (day, answering, ${names})
    on conflict (brand_id, day) do update set (version, answering, ${names}) = row(excluded.version, excluded.answering, ${given})
    where (${stored}) is distinct from (${given})`.execute(tx.db)
}

/**
 * One statement reads everything, so that the lists agree. It leaves out answers whose segment, prompt or sources were committed
 * after the numbers were assigned: their marks are still there. Days without answers are not in the result.
 */
async function readLists(tx: Context, brandId: string, days: readonly string[]): Promise<WrittenDay[]> {
  const perAnswer = (value: string) => sql`string_agg(${sql.ref(value)}::text, ',' order by position)`
  // The facts of an answer that was not analyzed are missing.
  const perFact = (values: string) =>
    sql`coalesce(string_agg(array_to_string(${sql.ref(values)}, ','), ',' order by position) filter (where fact_count > 0), '')`
  const { rows } = await sql<WrittenDay>`
    with
      counted as materialized (
        select
          id, day, weight, segments.number as segment, prompt_numbers.number as prompt, coalesce(sentiments[1], 0) as sentiment,
          citation_count, (platform <> all(${platformsWithoutSearch}))::int as searchable,
          (surface = 'simulated')::int as simulated, cardinality(entities) as fact_count, entities,
          mention_counts, ranks, own_citations, score_millipoints
        from answers
        join segments using (brand_id, platform, model, region)
        join prompt_numbers using (brand_id, prompt_id)
        where brand_id = ${brandId} and day = any(${days}::date[]) and ${isCounted(brandId)}
      ),
      cited as materialized (
        select answer_id, url_id, category from answer_citations
        where brand_id = ${brandId} and day = any(${days}::date[]) and cited
      ),
      -- The array makes PostgreSQL use the index on url_id: it cannot estimate the number of cited URLs.
      known as materialized (
        select url_id, category, number from sources
        where brand_id = ${brandId} and kind = 'url' and url_id = any(array(select distinct url_id from cited))
      ),
      sourced as materialized (select answer_id, number as url from cited left join known using (url_id, category)),
      tracked as (
        select counted.id, sum(mentions) as tracked
        from counted cross join lateral unnest(entities, mention_counts) as fact (entity, mentions)
        where entity = 0 or entity in (select entity_no from competitors where brand_id = ${brandId})
        group by counted.id
      ),
      complete as materialized (
        select
          counted.*, coalesce(tracked, 0) as tracked,
          row_number() over (partition by day order by segment, prompt, id) - 1 as position
        from counted left join tracked using (id)
        where id not in (select answer_id from sourced where url is null)
      ),
      citations as (
        select
          day, string_agg(url::text, ',' order by url, position) as urls,
          string_agg(position::text, ',' order by url, position) as answers
        from sourced join complete on id = answer_id group by day
      ),
      facts as (
        select
          day, array_agg(distinct segment)::text as answering, ${perAnswer('segment')} as segments, ${perAnswer('prompt')} as prompts,
          ${perAnswer('sentiment')} as sentiments, ${perAnswer('citation_count')} as citations,
          ${perAnswer('searchable')} as searchable, ${perAnswer('simulated')} as simulated, ${perAnswer('tracked')} as tracked, ${perAnswer('fact_count')} as fact_counts,
          case when max(weight) = 1 then '' else ${perAnswer('weight')} end as weights,
          ${perFact('entities')} as entities, ${perFact('mention_counts')} as mentions, ${perFact('ranks')} as ranks,
          ${perFact('own_citations')} as own_citations, ${perFact('score_millipoints')} as scores
        from complete group by day
      )
    select facts.*, coalesce(urls, '') as urls, coalesce(answers, '') as answers
    from facts left join citations using (day)`.execute(tx.db)
  return rows
}
