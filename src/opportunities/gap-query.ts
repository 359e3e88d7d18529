/** The SQL statement behind the gap evidence. One statement computes all parts, so that they refer to the same answers. */
import { type RawBuilder, sql } from 'kysely'
import { isCounted } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import type { GapSums } from '../metrics/score-gap.ts'
import type { GapData } from './source-data.ts'

/** Numbers of answers, and sums over answers with their weights. The score is in thousandths of a point. */
export type EntityResults = {
  mentioned: number
  cited: number
  /** The weights of the answers that mention it. */
  mention_weight: number
  score_millipoints: number
  rank_sum: number
}

/** Selects `on_page` from `page`, a row of `cited_pages`. */
export const onPage = (brandId: string): RawBuilder<GapData['sources'][number]['on_page']> => sql`
  case when page.state = 'read' then json_build_object(
    'names_brand', 0 = any(page.named),
    'competitors', array(
      select competitors.name from unnest(page.named) with ordinality as named (number, place)
      join competitors on competitors.brand_id = ${brandId} and competitors.entity_no = named.number
      order by place
    )
  ) end`

/** Fields are null where the source has no data. */
export type Volume = {
  total: number | null
  ai_low: number | null
  ai_high: number | null
  source: string
  keywords: { keyword: string; volume: number | null }[]
}

/** Selects a `Volume` from `volumes`, a row of `prompt_volumes`; null without one. */
export const volumeOfPrompt: RawBuilder<Volume | null> = sql`
  case when volumes.prompt_id is not null then json_build_object(
    'total', volumes.total_volume, 'ai_low', volumes.est_ai_volume_low, 'ai_high', volumes.est_ai_volume_high,
    'source', volumes.source, 'keywords', volumes.keywords
  ) end`

export type PromptGap = {
  prompt_id: string
  text: string
  category: string
  language: string
  region: string
  intent: string | null
  volume: Volume | null
  answers: number
  /** The sum of their weights. */
  weight: number
  /** Answers that mention or cite a competitor, and neither mention nor cite the brand. */
  missed: number
  /** Answers that mention the brand after a competitor. */
  behind: number
  simulated: boolean
  brand: EntityResults
  /** The competitors that are mentioned or cited, highest score first, by entity number. */
  competitors: (EntityResults & { entity: number })[]
  /** All prompts with answers, not only those with a gap. */
  prompts_with_answers: number
  /** The leader's score minus the brand's, by platform, model and region. */
  strata: GapSums[]
  /** Citations by source category; a URL counts once per answer. */
  categories: GapData['source_categories']
  /** The ten most cited pages. */
  sources: GapData['sources']
  /** Up to five of the newest answers that show the gap, those without the brand first. */
  answer_ids: string[]
  /** The engines' ten most frequent searches, with the number of answers that used each. */
  searches: { search: string; answers: number }[]
}

export type GapScope = {
  brandId: string
  from: string
  to: string
  promptIds: string[]
  /**
   * The entity numbers of the competitors compared at each prompt, as array literals, because PostgreSQL has no arrays
   * of arrays with different lengths.
   */
  competitors: string[]
}

/** Returns the prompts where a competitor leads, ordered by ID. Must run in a transaction. */
export async function listPromptGaps(
  { db }: Context,
  { brandId, from, to, promptIds, competitors }: GapScope,
): Promise<PromptGap[]> {
  // The planner underestimates the size of the CTEs and would choose nested loops. The first setting lets Citus apply the other
  // on the server of the brand; without Citus it has no effect.
  await sql`set local citus.propagate_set_commands = local; set local enable_nestloop = off`.execute(db)
  const { rows } = await sql<PromptGap>`
    with
    -- The counted answers of the window, with the brand's results, which are the first element of each array.
    counted_answers as materialized (
      select
        answers.id, prompt_id, compared.competitors::smallint[] as competitors, platform, model, region, day, weight, answered_at, surface,
        searches, entities, mention_counts, ranks, own_citations, score_millipoints,
        mention_counts[1] > 0 as mentioned, own_citations[1] > 0 as cited, ranks[1] as rank, score_millipoints[1] as brand_score
      from answers
      join unnest(${promptIds}::uuid[], ${competitors}::text[]) as compared (prompt_id, competitors) using (prompt_id)
      where brand_id = ${brandId} and ${isCounted(brandId)} and day between ${from}::date and ${to}::date
    ),
    -- The brand's results for each prompt.
    brand_results as (
      select
        prompt_id, count(*) as answers, sum(weight) as weight, bool_or(surface = 'simulated') as simulated,
        count(*) filter (where mentioned) as mentioned, count(*) filter (where cited) as cited,
        coalesce(sum(weight) filter (where mentioned), 0) as mention_weight,
        sum(weight * brand_score) as score_millipoints, sum(weight * rank) as rank_sum
      from counted_answers group by prompt_id
    ),
    -- The results of each compared competitor for each prompt.
    competitor_results as (
      select
        prompt_id, entity, count(*) filter (where mentions > 0) as mentioned,
        count(*) filter (where citations > 0) as cited, coalesce(sum(weight) filter (where mentions > 0), 0) as mention_weight, sum(weight * result.score) as score_millipoints,
        sum(weight * result.rank) as rank_sum
      from counted_answers
      cross join unnest(entities, mention_counts, own_citations, score_millipoints, ranks)
        as result (entity, mentions, citations, score, rank)
      where entity = any(competitors)
      group by prompt_id, entity
    ),
    -- The competitor with the highest score for each prompt.
    leaders as (
      select distinct on (prompt_id) prompt_id, entity, score_millipoints from competitor_results
      order by prompt_id, score_millipoints desc, mentioned desc, entity
    ),
    -- The answers to the prompts where the leader outscores the brand, with the difference in each answer.
    gap_answers as materialized (
      select
        counted_answers.*,
        coalesce(counted_answers.score_millipoints[array_position(entities, leaders.entity)], 0) - counted_answers.brand_score as gap_milli,
        not counted_answers.mentioned and not counted_answers.cited and entities && competitors as missed,
        counted_answers.mentioned and exists (
          select from unnest(entities, ranks) as earlier (entity, rank)
          where earlier.entity = any(competitors) and earlier.rank between 1 and counted_answers.rank - 1
        ) as behind
      from counted_answers
      join leaders using (prompt_id)
      join brand_results using (prompt_id)
      where leaders.score_millipoints > brand_results.score_millipoints
    ),
    -- The number of answers that show the gap, and examples of them, for each prompt.
    gap_counts as (
      select
        prompt_id, count(*) filter (where missed) as missed, count(*) filter (where behind) as behind,
        (array_agg(id order by missed desc, behind desc, answered_at desc) filter (where gap_milli > 0))[1:5] as answer_ids
      from gap_answers group by prompt_id
    ),
    -- The cited pages for each prompt, with the number of answers that cite each.
    citations as materialized (
      select prompt_id, url_id, domain_id, category, count(*) as answers
      from (
        select distinct prompt_id, gap_answers.id, url_id, domain_id, category
        from gap_answers
        join answer_citations on answer_citations.brand_id = ${brandId} and answer_id = gap_answers.id
        where answer_citations.cited and answer_citations.day between ${from}::date and ${to}::date
      ) distinct_citations
      group by prompt_id, url_id, domain_id, category
    ),
    competitors_by_prompt as (
      select prompt_id, json_agg(json_build_object(
        'entity', entity, 'mentioned', mentioned, 'cited', cited, 'mention_weight', mention_weight, 'score_millipoints', score_millipoints, 'rank_sum', rank_sum
      ) order by score_millipoints desc, mentioned desc, entity) as competitors
      from competitor_results group by prompt_id
    ),
    strata_by_prompt as (
      select prompt_id, json_agg(json_build_object(
        'days', days, 'answers', answers, 'n', n, 'y', y, 'nn', nn, 'yy', yy, 'yn', yn
      ) order by platform, model, region) as strata
      from (
        select
          prompt_id, platform, model, region, count(*) as days, sum(answers) as answers, sum(n) as n, sum(gap) as y, sum(n * n) as nn,
          sum(gap * gap) as yy, sum(gap * n) as yn
        from (
          select prompt_id, platform, model, region, day, count(*) as answers, sum(weight) as n, sum(weight * gap_milli) as gap
          from gap_answers group by prompt_id, platform, model, region, day
        ) days
        group by prompt_id, platform, model, region
      ) sums
      group by prompt_id
    ),
    categories_by_prompt as (
      select prompt_id, json_agg(json_build_object(
        'category', category, 'citations', citations
      ) order by citations desc, category) as categories
      from (
        select prompt_id, category, sum(answers) as citations from citations group by prompt_id, category
      ) category_counts
      group by prompt_id
    ),
    sources_by_prompt as (
      select prompt_id, json_agg(json_build_object(
        'url', url, 'domain', registrable, 'title', urls.title, 'category', category, 'answers', answers, 'on_page', ${onPage(brandId)}
      ) order by answers desc, url) as sources
      from (
        select *, row_number() over (partition by prompt_id order by answers desc, url_id) from citations
      ) numbered
      join urls on urls.brand_id = ${brandId} and urls.id = numbered.url_id
      join domains on domains.brand_id = ${brandId} and domains.id = numbered.domain_id
      left join cited_pages page on page.brand_id = ${brandId} and page.url_id = numbered.url_id
      where row_number <= 10
      group by prompt_id
    ),
    -- Searches that differ only in case count as one.
    searches_by_prompt as (
      select prompt_id, json_agg(json_build_object(
        'search', search, 'answers', answers
      ) order by answers desc, search) as searches
      from (
        select
          prompt_id, min(search) as search, count(*) as answers,
          row_number() over (partition by prompt_id order by count(*) desc, lowercase)
        from (
          select prompt_id, id, lower(search) as lowercase, min(search) as search
          from gap_answers cross join unnest(searches) as search
          where search <> ''
          group by prompt_id, id, lower(search)
        ) distinct_searches
        group by prompt_id, lowercase
      ) numbered
      where row_number <= 10
      group by prompt_id
    )
    select
      brand_results.prompt_id, prompts.text, prompts.category, prompts.language, prompts.region, volumes.intent,
      ${volumeOfPrompt} as volume,
      brand_results.answers::int, brand_results.weight::int, gap_counts.missed::int, gap_counts.behind::int, brand_results.simulated,
      gap_counts.answer_ids,
      json_build_object(
        'mentioned', brand_results.mentioned, 'cited', brand_results.cited, 'mention_weight', brand_results.mention_weight,
        'score_millipoints', brand_results.score_millipoints, 'rank_sum', brand_results.rank_sum
      ) as brand,
      (select count(*) from brand_results)::int as prompts_with_answers, competitors, strata,
      coalesce(categories, '[]') as categories, coalesce(sources, '[]') as sources, coalesce(searches, '[]') as searches
    from gap_counts
    join brand_results using (prompt_id)
    join competitors_by_prompt using (prompt_id)
    join strata_by_prompt using (prompt_id)
    left join categories_by_prompt using (prompt_id)
    left join sources_by_prompt using (prompt_id)
    left join searches_by_prompt using (prompt_id)
    join prompts on prompts.brand_id = ${brandId} and prompts.id = prompt_id
    left join prompt_volumes volumes on volumes.brand_id = ${brandId} and volumes.prompt_id = brand_results.prompt_id
    order by brand_results.prompt_id`.execute(db)
  await sql`set local enable_nestloop = on`.execute(db)
  return rows
}
