/**
 * What the answers of the last weeks show of each prompt where a tracked competitor does better than the brand: one set of
 * sums, made by one statement, so that its parts are of the same answers.
 */
import { sql } from 'kysely'
import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import { createParser, parseAnswer } from '../answers/parser.ts'
import { isCounted } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import { type EntityRow, listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import type { GapMoments } from '../metrics/score-gap.ts'

/** Scores are sums over answers, in thousandths. */
export type EntityResults = { named: number; cited: number; score_milli: number; rank_sum: number }
export type CompetitorResults = EntityResults & { competitor_id: string; name: string }

export type Source = {
  url: string
  domain: string
  title: string | null
  category: SourceCategory
  /** How many answers cite it. */
  answers: number
}

export type PromptEvidence = {
  prompt_id: string
  text: string
  category: string
  language: string
  region: string
  intent: string | null
  volume: Volume | null
  answers: number
  /** Answers that name or cite a competitor, and neither name nor cite the brand. */
  missed: number
  /** Answers that name the brand after a competitor. */
  behind: number
  simulated: boolean
  brand: EntityResults
  /** Those that are named or cited, the one with the highest score first. */
  rivals: CompetitorResults[]
  /** The leader's score less the brand's, for each platform and region. */
  cells: GapMoments[]
  /** Citations by kind of source; one address counts once for each answer. */
  categories: { category: SourceCategory; citations: number }[]
  /** The most cited pages, at most ten. */
  sources: Source[]
  /** The newest answers that show the gap, at most five: those without the brand first. */
  answer_ids: string[]
  /** What the engines searched for to answer, with the number of answers they did it for. */
  searches: { search: string; answers: number }[]
}

/** Null where the source says nothing. */
export type Volume = {
  total: number | null
  ai_low: number | null
  ai_high: number | null
  source: string
  keywords: { keyword: string; volume: number | null }[]
}

export type Evidence = { from: string; to: string; prompts: PromptEvidence[] }

const windowDays = 30

/**
 * Within a transaction. Of the thirty days that end with the newest answer; null without answers or competitors. Prompts that are no longer
 * asked, and those where nobody does better than the brand, are left out.
 */
export async function findGapEvidence(ctx: Context, brand: Brand): Promise<Evidence | null> {
  const competitors = await listEntities(ctx, 'competitors', brand.id)
  const { rows } = await sql<{ to: string | null; from: string | null }>`
    select max(day) as to, max(day) - ${windowDays - 1}::int as from from answers where brand_id = ${brand.id}`.execute(
    ctx.db,
  )
  const { from = null, to = null } = rows[0] ?? {}
  if (from === null || to === null || competitors.length === 0) return null
  const rivals = await rivalsByPrompt(ctx, brand, competitors)
  const found = await readPrompts(ctx, brand.id, { from, to }, rivals)
  const prompts = found.map(({ rivals, ...prompt }) => ({
    ...prompt,
    rivals: rivals.flatMap(({ entity, ...sums }) => {
      const rival = competitors.find(({ number }) => number === entity)
      return rival ? [{ competitor_id: rival.id, name: rival.name, ...sums }] : []
    }),
  }))
  return { from, to, prompts }
}

/** Entity numbers by prompt, packed as text: PostgreSQL knows no array of arrays of different lengths. */
type PromptRivals = { prompts: string[]; rivals: string[] }

/** Who is compared with the brand at each prompt that is asked: an answer to "alternatives to Acme" names Acme anyway. */
async function rivalsByPrompt(
  ctx: Context,
  brand: Brand,
  competitors: readonly EntityRow[],
): Promise<PromptRivals> {
  const prompts = await ctx.db
    .selectFrom('prompts')
    .select(['id', 'text', 'language'])
    .where('brand_id', '=', brand.id)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .execute()
  const names = createParser(competitors)
  const rivals = prompts.map(({ text, language }) => {
    const said = { markdown: text, prompt: '', language: language || null, citations: [] }
    const named = parseAnswer(said, names).entities.filter(({ mentioned }) => mentioned)
    const others = competitors.filter(({ id }) => !named.some((each) => each.id === id))
    return `{${others.map(({ number }) => number).join(',')}}`
  })
  return { prompts: prompts.map(({ id }) => id), rivals }
}

type Row = Omit<PromptEvidence, 'rivals'> & { rivals: (EntityResults & { entity: number })[] }

async function readPrompts(
  ctx: Context,
  brandId: string,
  { from, to }: { from: string; to: string },
  { prompts, rivals }: PromptRivals,
): Promise<Row[]> {
  // The planner takes what is made on the way for small, and would go through it again for each of its rows.
  await sql`set local enable_nestloop = off`.execute(ctx.db)
  const { rows } = await sql<Row>`
    with facts as materialized (
      select
        answers.id, prompt_id, compared.rivals, platform, region, answered_at, surface, searches, entities, mention_counts, ranks,
        own_citations, scores_milli, mention_counts[1] > 0 as named, own_citations[1] > 0 as cited, ranks[1] as rank,
        scores_milli[1] as score_milli
      from answers
      join (
        select prompt_id, rivals::smallint[]
        from unnest(${prompts}::uuid[], ${rivals}::text[]) as compared (prompt_id, rivals)
      ) compared using (prompt_id)
      where brand_id = ${brandId} and ${isCounted(brandId)} and day between ${from}::date and ${to}::date
    ),
    own as (
      select
        prompt_id, count(*) as answers, bool_or(surface = 'simulated') as simulated,
        count(*) filter (where named) as named, count(*) filter (where cited) as cited,
        sum(score_milli) as score_milli, sum(rank) as rank_sum
      from facts group by prompt_id
    ),
    rivals as (
      select
        prompt_id, entity, count(*) filter (where mentions > 0) as named, count(*) filter (where own_citations > 0) as cited,
        sum(score_milli) as score_milli, sum(rank) as rank_sum
      from (
        select prompt_id, rivals, fact.* from facts
        cross join unnest(entities, mention_counts, own_citations, scores_milli, ranks)
          as fact (entity, mentions, own_citations, score_milli, rank)
      ) unpacked
      where entity = any(rivals)
      group by prompt_id, entity
    ),
    leaders as (
      select distinct on (prompt_id) prompt_id, entity, score_milli from rivals
      order by prompt_id, score_milli desc, named desc, entity
    ),
    gaps as materialized (
      select
        facts.*, coalesce(scores_milli[array_position(entities, leaders.entity)], 0) - facts.score_milli as gap_milli,
        not facts.named and not facts.cited and entities && rivals as missed,
        facts.named and exists (
          select from unnest(entities, ranks) as ahead (entity, rank)
          where ahead.entity = any(rivals) and ahead.rank between 1 and facts.rank - 1
        ) as behind
      from facts
      join leaders using (prompt_id)
      join own using (prompt_id)
      where leaders.score_milli > own.score_milli
    ),
    counts as (
      select
        prompt_id, count(*) filter (where missed) as missed, count(*) filter (where behind) as behind,
        (array_agg(id order by missed desc, behind desc, answered_at desc) filter (where gap_milli > 0))[1:5] as answer_ids
      from gaps group by prompt_id
    ),
    cells as (
      select prompt_id, platform, region, count(*) as n, sum(gap_milli) as sum, sum(gap_milli::int8 * gap_milli) as sum_squares
      from gaps group by prompt_id, platform, region
    ),
    cited as materialized (
      select prompt_id, url_id, domain_id, category, count(*) as answers
      from (
        select distinct prompt_id, gaps.id, url_id, domain_id, category
        from gaps
        join answer_citations on answer_citations.brand_id = ${brandId} and answer_id = gaps.id
        where answer_citations.cited and answer_citations.day between ${from}::date and ${to}::date
      ) each_once
      group by prompt_id, url_id, domain_id, category
    ),
    sources as (
      select prompt_id, url, registrable as domain, title, category, answers
      from (
        select *, row_number() over (partition by prompt_id order by answers desc, url_id) as place from cited
      ) ranked
      join urls on urls.brand_id = ${brandId} and urls.id = url_id
      join domains on domains.brand_id = ${brandId} and domains.id = ranked.domain_id
      where place <= 10
    ),
    searches as (
      select prompt_id, search, answers
      from (
        select
          prompt_id, min(search) as search, count(*) as answers,
          row_number() over (partition by prompt_id order by count(*) desc, folded) as place
        from (
          select prompt_id, id, lower(search) as folded, min(search) as search
          from gaps cross join unnest(searches) as search
          where search <> ''
          group by prompt_id, id, lower(search)
        ) each_once
        group by prompt_id, folded
      ) ranked
      where place <= 10
    ),
    rival_lists as (
      select prompt_id, json_agg(json_build_object(
        'entity', entity, 'named', named, 'cited', cited, 'score_milli', score_milli, 'rank_sum', rank_sum
      ) order by score_milli desc, named desc, entity) as list
      from rivals group by prompt_id
    ),
    cell_lists as (
      select prompt_id, json_agg(json_build_object(
        'n', n, 'sum', sum, 'sum_squares', sum_squares
      ) order by platform, region) as list
      from cells group by prompt_id
    ),
    category_lists as (
      select prompt_id, json_agg(json_build_object(
        'category', category, 'citations', citations
      ) order by citations desc, category) as list
      from (select prompt_id, category, sum(answers) as citations from cited group by prompt_id, category) kinds
      group by prompt_id
    ),
    prompt_source_counts as (
      select prompt_id, json_agg(json_build_object(
        'url', url, 'domain', domain, 'title', title, 'category', category, 'answers', answers
      ) order by answers desc, url) as list
      from sources group by prompt_id
    ),
    search_lists as (
      select prompt_id, json_agg(json_build_object(
        'search', search, 'answers', answers
      ) order by answers desc, search) as list
      from searches group by prompt_id
    )
    select
      own.prompt_id, prompts.text, prompts.category, prompts.language, prompts.region, volumes.intent,
      case when volumes.prompt_id is not null then json_build_object(
        'total', volumes.total_volume, 'ai_low', volumes.est_ai_volume_low, 'ai_high', volumes.est_ai_volume_high,
        'source', volumes.source, 'keywords', volumes.keywords
      ) end as volume,
      own.answers::int, counts.missed::int, counts.behind::int, own.simulated, counts.answer_ids,
      json_build_object(
        'named', own.named, 'cited', own.cited, 'score_milli', own.score_milli, 'rank_sum', own.rank_sum
      ) as brand,
      rival_lists.list as rivals, cell_lists.list as cells, coalesce(category_lists.list, '[]') as categories,
      coalesce(prompt_source_counts.list, '[]') as sources, coalesce(search_lists.list, '[]') as searches
    from counts
    join own using (prompt_id)
    join rival_lists using (prompt_id)
    join cell_lists using (prompt_id)
    left join category_lists using (prompt_id)
    left join prompt_source_counts using (prompt_id)
    left join search_lists using (prompt_id)
    join prompts on prompts.brand_id = ${brandId} and prompts.id = prompt_id
    left join prompt_volumes volumes on volumes.brand_id = ${brandId} and volumes.prompt_id = own.prompt_id
    order by own.prompt_id`.execute(ctx.db)
  await sql`set local enable_nestloop = on`.execute(ctx.db)
  return rows
}
