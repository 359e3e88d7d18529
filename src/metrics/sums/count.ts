/** Counts the answers of single days; every sum is made from what is counted here. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { isCounted } from '../counted.ts'
import { entitySums, promptSums } from './columns.ts'

/** Sums of a prompt in a segment, or of an entity in the answers to it, in the order of `promptSums` and `entitySums`. */
export type CountedPrompt = { segment: number; prompt: number; sums: number[] }
export type CountedEntity = CountedPrompt & { entity: number }

/** What an answer cites, in parallel arrays. */
export type CountedAnswer = {
  segment: number
  prompt: number
  named: boolean
  urls: number[]
  categories: string[]
}

export type CountedDay = {
  day: string
  prompts: CountedPrompt[]
  entities: CountedEntity[]
  /** Those that cite something. */
  answers: CountedAnswer[]
}

/**
 * Of those of the days that have answers. All by one statement: of two, the second would see answers that came after the
 * first, and the sums would not agree. Answers from a segment or to a prompt without a number came after these were
 * numbered; their day is marked.
 */
export async function countDays(tx: Context, brandId: string, days: string[]): Promise<CountedDay[]> {
  // The brand stands first in the arrays of every answer that was read.
  const { rows } = await sql<{
    day: string
    prompts: Columns
    entities: Columns
    answers: CountedAnswer[] | null
  }>`
    with answered as materialized (
      select answers.*, segments.number as segment, prompt_numbers.number as prompt
      from answers
      join segments using (brand_id, platform, model, region)
      join prompt_numbers using (brand_id, prompt_id)
      where brand_id = ${brandId} and day = any(${days}::date[]) and ${isCounted(brandId)}
    ),
    prompts as (
      select
        day, segment, prompt,
        count(*) as answers,
        count(*) filter (where mention_counts[1] > 0) as named,
        count(*) filter (where own_citations[1] > 0) as cited,
        sum(mention_counts[1]) as mentions,
        sum(own_citations[1]) as own_citations,
        sum(ranks[1]) as rank_sum,
        sum(ranks[1]::bigint * ranks[1]) as rank_squares,
        sum(scores_milli[1]::bigint) as score_milli,
        sum(scores_milli[1]::bigint * scores_milli[1]) as score_milli_squared,
        count(*) filter (where sentiments[1] = 1) as positive,
        count(*) filter (where sentiments[1] = 2) as neutral,
        count(*) filter (where sentiments[1] = 3) as negative,
        sum(citation_count) as citations,
        count(*) filter (where citation_count > 0) as with_citations
      from answered group by day, segment, prompt
    ),
    entities as (
      select
        day, segment, prompt, fact.entity,
        count(*) filter (where fact.mentions > 0) as named,
        count(*) filter (where fact.own > 0) as cited,
        sum(fact.mentions) as mentions,
        sum(fact.own) as own_citations,
        sum(fact.rank) as rank_sum,
        sum(fact.rank::bigint * fact.rank) as rank_squares,
        sum(fact.score) as score_milli,
        sum(fact.score::bigint * fact.score) as score_milli_squared
      from answered
      cross join lateral unnest(entities, mention_counts, own_citations, ranks, scores_milli) as fact (entity, mentions, own, rank, score)
      group by day, segment, prompt, fact.entity
    ),
    cited as (
      select answer_id, array_agg(url_id) as urls, array_agg(category) as categories
      from answer_citations
      where brand_id = ${brandId} and day = any(${days}::date[]) and cited
      group by answer_id
    ),
    citing as (
      select day, segment, prompt, mention_counts[1] > 0 as named, urls, categories
      from answered join cited on cited.answer_id = answered.id
    )
    select day, prompts, entities, answers
    from (select day, ${columnsOf(['segment', 'prompt', ...promptSums])} as prompts from prompts group by day) prompts
    join (select day, ${columnsOf(['segment', 'prompt', 'entity', ...entitySums])} as entities from entities group by day) entities using (day)
    left join (
      select day, json_agg(json_build_object(
        'segment', segment, 'prompt', prompt, 'named', named, 'urls', urls, 'categories', categories
      )) as answers
      from citing group by day
    ) citing using (day)`.execute(tx.db)
  return rows.map(({ day, prompts, entities, answers }) => ({
    day,
    prompts: rowsOf(prompts).map(([segment = 0, prompt = 0, ...sums]) => ({ segment, prompt, sums })),
    entities: rowsOf(entities).map(([segment = 0, prompt = 0, entity = 0, ...sums]) => ({
      segment,
      prompt,
      entity,
      sums,
    })),
    answers: answers ?? [],
  }))
}

/** Arrays of equal length: many times quicker to send than as many rows. */
type Columns = number[][]

const columnsOf = (names: readonly string[]): RawBuilder<Columns> =>
  sql`json_build_array(${sql.join(names.map((name) => sql`array_to_json(array_agg(${sql.ref(name)}))`))})`

const rowsOf = (columns: Columns): number[][] =>
  (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? 0))
