/** How often answers cite each source in a window and in the previous one. */
import { type RawBuilder, sql } from 'kysely'
import { answersInScope, daysInScope, type Scope } from '../../answers/scope.ts'
import type { Window } from '../rollups.ts'

export type ComparedSource = {
  domain: string
  category: string
  first_cited: string
  last_cited: string
  first_week: string
  /** Answers that cite it in the window, and in the previous window; `weighted`: with their weights. */
  now: number
  before: number
  weighted_now: number
  weighted_before: number
  /** The weeks of the window in which it is cited, ascending. */
  weeks: string[]
}

/** Lists all sources cited until the end of the window. */
export async function listComparedSources(window: Window): Promise<ComparedSource[]> {
  const { db, scope, previous } = window
  const isBefore = previous ? isWithin(previous.scope) : sql<boolean>`false`
  const { rows } = await sql<ComparedSource>`
    with citing as (
      select
        domains.registrable as domain, cited.day, answers.weight, mode() within group (order by cited.category) as category
      from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      join answers on answers.brand_id = cited.brand_id and answers.id = cited.answer_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable <> ''
        and ${answersInScope({ ...scope, from: null })}
      group by domains.registrable, cited.answer_id, cited.day, answers.weight
    )
    select
      domain, mode() within group (order by category) as category, min(day) as first_cited, max(day) as last_cited,
      date_trunc('week', min(day))::date as first_week,
      (count(*) filter (where ${isWithin(scope)}))::int as now, (count(*) filter (where ${isBefore}))::int as before,
      coalesce(sum(weight) filter (where ${isWithin(scope)}), 0)::int as weighted_now,
      coalesce(sum(weight) filter (where ${isBefore}), 0)::int as weighted_before,
      coalesce(
        json_agg(distinct date_trunc('week', day)::date order by date_trunc('week', day)::date)
          filter (where ${isWithin(scope)}),
        '[]'
      ) as weeks
    from citing group by domain`.execute(db)
  return rows
}

const isWithin = (scope: Pick<Scope, 'from' | 'to'>): RawBuilder<boolean> => daysInScope(scope, 'day')
