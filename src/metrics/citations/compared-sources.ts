/** How often answers cite each source in a window and in the previous one. */
import { type RawBuilder, sql } from 'kysely'
import { answersInScope, daysInScope, type Scope } from '../../answers/scope.ts'
import type { Window } from '../rollups.ts'
import { groupRows } from '../row-groups.ts'

export type ComparedSource = {
  domain: string
  category: string
  first_cited: string
  last_cited: string
  first_week: string
  /** Answers that cite it in the window, and in the previous window. */
  now: number
  before: number
  /** Cells with answers in both windows that cite it in a larger, or smaller, share of their answers than before. */
  up: number
  down: number
  /** The weeks of the window in which it is cited, ascending. */
  weeks: string[]
}

/** Lists all sources cited until the end of the window. */
export async function listComparedSources(window: Window): Promise<ComparedSource[]> {
  const { db, scope, previous } = window
  const isBefore = previous ? isWithin(previous.scope) : sql<boolean>`false`
  const { rows } = await sql<ComparedSource>`
    with citing as materialized (
      select distinct
        domains.registrable as domain, cited.answer_id, cited.day, cited.category, answers.prompt_id, answers.platform, answers.region
      from answer_citations cited
      join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
      join answers on answers.brand_id = cited.brand_id and answers.id = cited.answer_id
      where cited.brand_id = ${scope.brand.id} and cited.cited and domains.registrable <> ''
        and ${answersInScope({ ...scope, from: null })}
    ),
    common as (${commonCells(window)}),
    by_cell as (
      select
        domain, answers_now, answers_before, count(distinct answer_id) filter (where ${isWithin(scope)}) as now,
        count(distinct answer_id) filter (where ${isBefore}) as before
      from citing join common using (prompt_id, platform, region)
      group by domain, prompt_id, platform, region, answers_now, answers_before
    ),
    signs as (
      select
        domain, count(*) filter (where now * answers_before > before * answers_now) as up,
        count(*) filter (where now * answers_before < before * answers_now) as down
      from by_cell group by domain
    )
    select
      domain, mode() within group (order by category) as category, min(day) as first_cited, max(day) as last_cited,
      date_trunc('week', min(day))::date as first_week,
      (count(distinct answer_id) filter (where ${isWithin(scope)}))::int as now,
      (count(distinct answer_id) filter (where ${isBefore}))::int as before,
      coalesce(min(up), 0)::int as up, coalesce(min(down), 0)::int as down,
      coalesce(
        json_agg(distinct date_trunc('week', day)::date order by date_trunc('week', day)::date)
          filter (where ${isWithin(scope)}),
        '[]'
      ) as weeks
    from citing left join signs using (domain) group by domain`.execute(db)
  return rows
}

/** Selects the cells with answers in both windows, and how many answers each window has. */
function commonCells(window: Window): RawBuilder<unknown> {
  const { previous } = window
  const before = previous && groupRows(previous, ({ cell }) => cell)
  const common = [...groupRows(window, ({ cell }) => cell)].flatMap(([cell, ofNow]) => {
    const [row] = ofNow.rows
    const ofBefore = before?.get(cell)
    if (!row || !ofBefore) return []
    const { prompt_id, platform, region } = row
    const answers = { answers_now: ofNow.total('answers'), answers_before: ofBefore.total('answers') }
    return [{ prompt_id, platform, region, ...answers }]
  })
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(common)}::jsonb)
      as cell (prompt_id uuid, platform text, region text, answers_now bigint, answers_before bigint)`
}

const isWithin = (scope: Pick<Scope, 'from' | 'to'>): RawBuilder<boolean> => daysInScope(scope, 'day')
