/** The sources of the answers that mention a competitor. */
import { sql } from 'kysely'
import { answersInScope, daysInScope } from '../../answers/scope.ts'
import type { Window } from '../rollups.ts'

export type CompetitorSource = {
  domain: string
  category: string
  is_own: boolean
  answers: number
  /** The citing answers with their weights. */
  weighted: number
  without_brand: number
}

const mostSources = 20

/** Returns the domains that these answers cite most. `competitor`: its entity number. */
export async function listCompetitorSources(
  { db, scope }: Window,
  competitor: number,
): Promise<CompetitorSource[]> {
  const { rows } = await sql<CompetitorSource>`
    with naming as materialized (
      select id, weight, mention_counts[1] > 0 as names_brand from answers
      where ${answersInScope(scope)} and mention_counts[array_position(entities, ${competitor}::smallint)] > 0
    )
    , citing as (
      select
        domains.registrable as domain, mode() within group (order by cited.category) as category,
        coalesce(bool_or(cited.entity = ${competitor}), false) as is_own, weight, names_brand
      from naming
      join answer_citations cited on cited.brand_id = ${scope.brand.id} and cited.answer_id = naming.id
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      where cited.cited and domains.registrable <> '' and ${daysInScope(scope, 'cited.day')}
      group by domains.registrable, naming.id, weight, names_brand
    )
    select
      domain, mode() within group (order by category) as category, bool_or(is_own) as is_own, count(*)::int as answers,
      sum(weight)::int as weighted, (count(*) filter (where not names_brand))::int as without_brand
    from citing group by domain
    order by answers desc, domain
    limit ${mostSources}`.execute(db)
  return rows
}
