/** Counts the answers to one prompt. There are few, so these reads need no rollups. */
import { sql } from 'kysely'
import {
  answersInScope,
  daysInScope,
  inAnyStatus,
  isOfCountedSurface,
  type Scope,
} from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { daysAfter } from '../../core/days.ts'
import type { Window } from '../rollups.ts'

/** The queries of one prompt on a platform on a day. */
export type PromptDay = {
  platform: string
  day: string
  answers: number
  /** The answers with their weights. */
  n: number
  /** By number; 0 is the brand. */
  entities: ReadonlyMap<number, EntityDay>
}

/**
 * Answers that mention an entity, with and without weights, those that mention it first, and the weighted sum of its scores in
 * thousandths of a point.
 */
type EntityDay = { named: number; weighted_named: number; first: number; score_milli: number }

/** The length of the averages of a trend, which smooth the few answers to one prompt. */
export const averagedDays = 7

/**
 * Returns the days with a query of the scope and of the days before it that its first average includes, in ascending
 * order; `answers` is 0 where no query was answered.
 */
export async function readPromptDays({ db }: Context, within: Scope, promptId: string): Promise<PromptDay[]> {
  const from = within.from === null ? null : daysAfter(within.from, 1 - averagedDays)
  const scope = { ...within, from }
  const { rows } = await sql<{
    platform: string
    day: string
    answers: number
    n: number
    entities: ({ entity: number } & EntityDay)[]
  }>`
    with found as materialized (
      select platform, day, status, weight, entities, mention_counts, ranks, score_millipoints from answers
      where ${inAnyStatus(scope)} and ${isOfCountedSurface(scope.brand.id)} and prompt_id = ${promptId}
    ),
    named as (
      select
        platform, day, fact.entity, count(*) filter (where fact.mentions > 0) as named,
        coalesce(sum(weight) filter (where fact.mentions > 0), 0) as weighted_named,
        count(*) filter (where fact.mentions > 0 and fact.rank = 1) as first, sum(weight * fact.score) as score_milli
      from found cross join
        unnest(entities, mention_counts, ranks, score_millipoints) as fact (entity, mentions, rank, score)
      where status = 'answered' and (fact.mentions > 0 or fact.score > 0)
      group by platform, day, fact.entity
    ),
    by_day as (
      select platform, day, count(*) filter (where status = 'answered') as answers, coalesce(sum(weight) filter (where status = 'answered'), 0) as n from found group by platform, day
    )
    select
      platform, day, answers, n,
      coalesce((
        select json_agg(json_build_object('entity', entity, 'named', named, 'weighted_named', weighted_named, 'first', first, 'score_milli', score_milli))
        from named where named.platform = by_day.platform and named.day = by_day.day
      ), '[]') as entities
    from by_day order by day, platform`.execute(db)
  return rows.map(({ entities, ...row }) => ({
    ...row,
    answers: Number(row.answers),
    n: Number(row.n),
    entities: new Map(entities.map(({ entity, ...counts }) => [entity, counts])),
  }))
}

/** `weighted`: the citing answers with their weights, and those among them that mention the brand. */
export type PromptSource = {
  domain: string
  category: string
  answers: number
  naming: number
  weighted: number
  weighted_naming: number
}

const mostSources = 20

/** Returns the domains that the answers cite most. */
export async function readPromptSources({ db, scope }: Window, promptId: string): Promise<PromptSource[]> {
  const { rows } = await sql<PromptSource>`
    with citing as (
      select
        domains.registrable as domain, mode() within group (order by cited.category) as category, answers.weight,
        mention_counts[1] > 0 as names_brand
      from answers
      join answer_citations cited on cited.brand_id = answers.brand_id and cited.answer_id = answers.id
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      where ${answersInScope(scope)} and answers.prompt_id = ${promptId} and cited.cited
        and ${daysInScope(scope, 'cited.day')} and domains.registrable <> ''
      group by domains.registrable, answers.id, answers.weight, names_brand
    )
    select
      domain, mode() within group (order by category) as category, count(*)::int as answers,
      (count(*) filter (where names_brand))::int as naming, sum(weight)::int as weighted,
      coalesce(sum(weight) filter (where names_brand), 0)::int as weighted_naming
    from citing group by domain
    order by answers desc, domain
    limit ${mostSources}`.execute(db)
  return rows
}
