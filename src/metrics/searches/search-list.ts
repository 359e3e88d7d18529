/**
 * Counts searches in plain SQL on answers. A search counts once per answer, and searches with the same key are the same search. There
 * is no table of sums, so every filter applies, and the list of answers with a search contains exactly the counted answers.
 */
import { type RawBuilder, sql } from 'kysely'
import { answersInScope, type Scope, sqlAnd } from '../../answers/scope.ts'
import type { Db } from '../../db/database.ts'

/** Keys of searches are 53 bits of a hash. */
export type SearchKey = number

/** `cited`: the answers among `results` that cite the brand's own site. `n` and `y`: both with the weights of the answers. */
export type FoundSearch = {
  key: SearchKey
  results: number
  cited: number
  n: number
  y: number
  first: string
  last: string
}

export type SearchLists = {
  /** The numbers of different searches in the scope and in the other scope. */
  different: number
  others: number
  /** Searches of the scope that the other scope does not have. */
  only: number
  /** The most frequent searches of the scope, at most `mostFrequent`, and those among them whose answers never cite the own site. */
  frequent: number
  never: number
  matches: number
  page: (FoundSearch & { is_only: boolean; value: number })[]
}

export const mostFrequent = 100

export const searchSorts = {
  results: sql`results::float8`,
  own_cited_pct: sql`y::float8 / n`,
  first_day: sql`first - date '2000-01-01'`,
  last_day: sql`last - date '2000-01-01'`,
} satisfies Record<string, RawBuilder<unknown>>

export type SearchPage = {
  q?: string | undefined
  only: boolean
  neverCited: boolean
  sortBy: keyof typeof searchSorts
  order: 'asc' | 'desc'
  after: { value: number; key: SearchKey } | null
  limit: number
}

/** Lists the searches of `scope`. `other`: the scope that they are compared with. Returns one row more than the limit if a page follows. */
export async function listSearches(
  db: Db,
  { scope, other }: { scope: Scope; other: Scope | null },
  { q, only, neverCited, sortBy, order, after, limit }: SearchPage,
): Promise<SearchLists> {
  const direction = sql.raw(order)
  const isAfter = sql.raw(order === 'asc' ? '>' : '<')
  const conditions = sqlAnd([
    ...(only ? [sql`is_only`] : []),
    ...(neverCited ? [sql`cited = 0`] : []),
    ...(q === undefined ? [] : [sql`key in (${keysOfText(scope, q)})`]),
  ])
  const { rows } = await sql<SearchLists>`
    with found as materialized (
      select
        key, count(*) as results, count(*) filter (where own) as cited, sum(weight) as n,
        coalesce(sum(weight) filter (where own), 0) as y, min(day) as first, max(day) as last
      from (
        select unnest(search_keys) as key, own_citations[1] > 0 as own, weight, day from answers where ${answersInScope(scope)}
      ) listed
      where key is not null group by key
    ),
    others as materialized (${other === null ? noKeys : keysInScope(other)}),
    compared as materialized (
      select found.*, others.key is null as is_only from found left join others on others.key = found.key
    ),
    frequent as (select cited from found order by results desc, key limit ${mostFrequent}),
    matching as (select *, ${searchSorts[sortBy]} as value from compared where ${conditions}),
    page as (
      select * from matching
      where ${after === null ? sql`true` : sql`(value ${isAfter} ${after.value}::float8 or (value = ${after.value}::float8 and key > ${after.key}::bigint))`}
      order by value ${direction}, key limit ${limit + 1}
    )
    select
      (select count(*) from found) as different, (select count(*) from others) as others,
      (select count(*) from compared where is_only) as only, (select count(*) from frequent) as frequent,
      (select count(*) from frequent where cited = 0) as never, (select count(*) from matching) as matches,
      (select coalesce(json_agg(page order by value ${direction}, key), '[]') from page) as page`.execute(db)
  const [lists] = rows
  if (!lists) throw new Error('A query without a table always returns a row')
  return lists
}

const noKeys = sql`select null::bigint as key where false`

const keysInScope = (scope: Scope): RawBuilder<unknown> => sql`
  select distinct key from (select unnest(search_keys) as key from answers where ${answersInScope(scope)}) listed
  where key is not null`

/** Selects the keys of searches of which a text contains `q`. */
const keysOfText = (scope: Scope, q: string): RawBuilder<unknown> => sql`
  select key from (
    select unnest(search_keys) as key, unnest(searches) as search from answers where ${answersInScope(scope)}
  ) listed
  where key is not null and position(lower(${q}) in lower(search)) > 0`

/** Selects the answers of the scope with one of these searches: a row per answer and search, with the text of the search. */
export const answersWith = (scope: Scope, keys: readonly SearchKey[]): RawBuilder<unknown> => sql`
  select * from (
    select
      id, prompt_id, platform, day, own_citations, entities, unnest(search_keys) as key, unnest(searches) as search
    from answers where ${answersInScope(scope)} and search_keys && ${keys}::bigint[]
  ) listed
  where key = any(${keys}::bigint[])`
