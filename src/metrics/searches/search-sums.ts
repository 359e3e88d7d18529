/** The sums of the searches in the answers of a scope, and the numbers and intervals that follow from them. */
import { sql } from 'kysely'
import { answersInScope, type Scope } from '../../answers/scope.ts'
import type { Window } from '../rollups.ts'
import { answersPerDay } from '../row-groups.ts'
import { sumBy } from '../sum-by.ts'
import { pooledRatioInterval, ratioPct, twoDecimals } from '../values.ts'

export type Engine = { platform: string; backend: string }

/**
 * Sums over the answers of one engine of a platform. `x` are the searches of an answer, and `y` the same if the answer cites the own
 * site, otherwise zero. `cited`: for each competitor, the searches of the answers that cite it, and the sum of their squares. All of
 * them, and the answers `n`, have the weights of the answers. `answers` and `searches` are without weights.
 */
type EngineSums = Engine & {
  answers: number
  searches: number
  n: number
  x: number
  xx: number
  y: number
  yy: number
  most: number
  cited: { y: number; yy: number }[]
}

export type SearchSums = {
  /** The platforms with answers, including those whose answers list no search. */
  platforms: { platform: string; results: number; reporting: EngineSums[] }[]
  /** The answers of engines that report searches. */
  reporting: EngineSums[]
  /** The answers that count as one sample. */
  perDay: number
}

/** An engine reports its searches if at least one answer of the scope lists a search. */
export async function readSearchSums(
  window: Window,
  { scope = window.scope, promptId }: { scope?: Scope; promptId?: string } = {},
): Promise<SearchSums> {
  const { db, competitors } = window
  const cited = competitors.map(
    ({ entity_no }) => sql`json_build_object(
      'y', coalesce(sum(weight * x) filter (where own_citations[array_position(entities, ${entity_no}::smallint)] > 0), 0),
      'yy', coalesce(sum(weight * x * x) filter (where own_citations[array_position(entities, ${entity_no}::smallint)] > 0), 0))`,
  )
  const { rows } = await sql<EngineSums>`
    select
      platform, backend, count(*) as answers, sum(x)::int8 as searches, sum(weight) as n,
      sum(weight * x)::int8 as x, sum(weight * x * x)::int8 as xx, max(x)::int as most,
      coalesce(sum(weight * x) filter (where own_citations[1] > 0), 0)::int8 as y,
      coalesce(sum(weight * x * x) filter (where own_citations[1] > 0), 0)::int8 as yy,
      json_build_array(${sql.join(cited)}) as cited
    from (
      select
        platform, backend, weight, own_citations, entities,
        cardinality(search_keys) - cardinality(array_positions(search_keys, null)) as x
      from answers
      where ${answersInScope(scope)} and ${promptId === undefined ? sql`true` : sql`prompt_id = ${promptId}`}
    ) counted
    group by platform, backend order by platform, backend`.execute(db)
  const platforms = [...Map.groupBy(rows, ({ platform }) => platform)].map(([platform, engines]) => ({
    platform,
    results: sumBy(engines, ({ answers }) => answers),
    reporting: engines.filter(({ x }) => x > 0),
  }))
  return {
    platforms,
    reporting: platforms.flatMap(({ reporting }) => reporting),
    perDay: answersPerDay(window),
  }
}

/** Searches per answer of engines that report them, null without one. */
export function perAnswer(engines: readonly EngineSums[], perDay: number) {
  const [n, x, xx] = [addUp(engines, 'n'), addUp(engines, 'x'), addUp(engines, 'xx')]
  const max = Math.max(1, ...engines.map(({ most }) => most))
  return {
    results: addUp(engines, 'answers'),
    search_count: addUp(engines, 'searches'),
    searches_per_answer: n === 0 ? null : twoDecimals(x / n),
    searches_per_answer_interval: pooledRatioInterval(
      { n, y: x, x: n, yy: xx, xx: n, xy: x },
      { perDay, max, factor: 1 },
    ),
  }
}

/** The share of searches whose answers cite the own site, or a competitor by its index. */
export function citedShare({ reporting, perDay }: SearchSums, competitor: number | null) {
  const [n, x, xx] = [addUp(reporting, 'n'), addUp(reporting, 'x'), addUp(reporting, 'xx')]
  const of = (engine: EngineSums) => (competitor === null ? engine : (engine.cited[competitor] ?? nothing))
  const y = sumBy(reporting, (engine) => of(engine).y)
  const yy = sumBy(reporting, (engine) => of(engine).yy)
  return {
    cited_pct: ratioPct(y, x),
    interval: pooledRatioInterval({ n, y, x, yy, xx, xy: yy }, { perDay, max: 1, factor: 100 }),
  }
}

const nothing = { y: 0, yy: 0 }

const addUp = (engines: readonly EngineSums[], name: 'answers' | 'searches' | 'n' | 'x' | 'xx') =>
  sumBy(engines, (each) => each[name])
