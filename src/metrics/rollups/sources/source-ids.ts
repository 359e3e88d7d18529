/** The numbers of sources in the table `sources`: domains, domains by category, URLs by category, and categories. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { recordOf, type SourceKind, sourceKinds } from '../../rollup-rows.ts'

/** A URL (by its id in the table `urls`) in a category. */
export type CitedUrl = { url: number; category: string }

/** The numbers of a cited URL as each kind of source; 0: none, as the URL has no registrable domain. */
export type SourceNumbers = Record<SourceKind, number>

/** Assigns numbers to cited URLs that have none. Returns a function that looks up the numbers of each of them. */
export async function assignSourceIds(
  tx: Context,
  brandId: string,
  cited: CitedUrl[],
): Promise<(cited: CitedUrl) => SourceNumbers> {
  const distinct = [...new Map(cited.map((each) => [keyOf(each), each])).values()]
  const numbers = distinct.length > 0 ? await addUrls(tx, brandId, distinct) : new Map()
  return (each) => {
    const found = numbers.get(keyOf(each))
    if (!found) throw new Error(`URL ${each.url} has no number in category ${each.category}`)
    return found
  }
}

const keyOf = ({ url, category }: CitedUrl) => `${url} ${category}`

async function findNumbers(
  tx: Context,
  brandId: string,
  cited: CitedUrl[],
): Promise<Map<string, SourceNumbers>> {
  const { rows } = await sql<CitedUrl & { numbers: SourceNumbers }>`
    select
      url_id as url, category,
      json_build_object('domain', domain_number, 'domain_category', pair_number, 'url', number, 'category', category_number) as numbers
    from sources
    where brand_id = ${brandId} and kind = 'url' and url_id = any(${[...new Set(cited.map(({ url }) => url))]}::bigint[])`.execute(
    tx.db,
  )
  return new Map(rows.map(({ numbers, ...url }) => [keyOf(url), numbers]))
}

async function addUrls(tx: Context, brandId: string, cited: CitedUrl[]): Promise<Map<string, SourceNumbers>> {
  const registrables = await findRegistrables(tx, brandId, cited)
  const column = (value: (each: CitedUrl) => unknown) => cited.map(value)
  const nameOf = ({ url }: CitedUrl) => registrables.get(url) ?? ''
  const found = sql`unnest(
    ${column(({ url }) => url)}::bigint[], ${column(({ category }) => category)}::text[], ${column(nameOf)}::text[]
  ) as found (url_id, category, registrable)`
  const onDomain = sql`from ${found} where registrable <> ''`
  await addSources(tx, brandId, 'category', [''], sql`select '' as name, category from ${found}`)
  const names = [...new Set(registrables.values())]
  await addSources(tx, brandId, 'domain', names, sql`select registrable as name, '' as category ${onDomain}`)
  await addSources(
    tx,
    brandId,
    'domain_category',
    names,
    sql`select registrable as name, category ${onDomain}`,
  )
  await recordDomainCategories(tx, brandId)
  await sql`
    insert into sources (brand_id, kind, number, url_id, name, category, domain_number, pair_number, category_number)
    select
      ${brandId}, 'url', ${lastSourceNumber(brandId, 'url')} + row_number() over (), found.url_id, '', found.category,
      coalesce(domain.number, 0), coalesce(pair.number, 0), category.number
    from ${found}
    join (${named(brandId, 'category', [''])}) category using (category)
    left join (${named(brandId, 'domain', names)}) domain on domain.name = registrable
    left join (${named(brandId, 'domain_category', names)}) pair
      on pair.name = registrable and pair.category = found.category`.execute(tx.db)
  await analyzeIfGrown(tx, brandId)
  return findNumbers(tx, brandId, cited)
}

/**
 * Appends the categories of new domains by category to `rollup_states`: reading thousands of them from `sources` takes 1.7 ms
 * per request.
 */
async function recordDomainCategories(tx: Context, brandId: string): Promise<void> {
  await sql`
    update rollup_states set domain_categories = domain_categories || (
      select string_agg(chr(${firstCategoryCharacter} + category.number), '' order by pair.number)
      from sources pair
      join sources category on category.brand_id = pair.brand_id and category.kind = 'category'
        and category.url_id = 0 and category.name = '' and category.category = pair.category
      where pair.brand_id = ${brandId} and pair.kind = 'domain_category' and pair.number > length(domain_categories)
    )
    where brand_id = ${brandId} and length(domain_categories) < ${lastSourceNumber(brandId, 'domain_category')}`.execute(
    tx.db,
  )
}

/** The character of category 0, which does not exist. */
export const firstCategoryCharacter = 48

/**
 * When the planner's row estimate is far too low, PostgreSQL scans the whole table to find a few sources. In a Citus cluster the
 * coordinator's table is empty: the workers analyze their shards themselves, and `analyze` would need all of them.
 */
async function analyzeIfGrown(tx: Context, brandId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_class 
    where oid = 'sources'::regclass and 2 * reltuples < ${lastSourceNumber(brandId, 'url')} and pg_relation_size(oid) > 0`.execute(
    tx.db,
  )
  if (rows.length > 0) await sql`analyze sources`.execute(tx.db)
}

/** Returns the registrable domain of each URL; empty for a URL without one, such as an IP address. */
async function findRegistrables(
  tx: Context,
  brandId: string,
  cited: CitedUrl[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ url: number; registrable: string }>`
    with found as materialized (
      select id, domain_id from urls
      where brand_id = ${brandId} and id = any(${[...new Set(cited.map(({ url }) => url))]}::bigint[])
    ),
    -- The array makes PostgreSQL use the index: a join would scan all domains for the few new ones.
    sites as (
      select id, registrable from domains
      where brand_id = ${brandId} and id = any(array(select distinct domain_id from found))
    )
    select found.id as url, registrable from found join sites on sites.id = domain_id`.execute(tx.db)
  return new Map(rows.map(({ url, registrable }) => [url, registrable]))
}

async function addSources(
  tx: Context,
  brandId: string,
  kind: SourceKind,
  names: string[],
  found: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into sources (brand_id, kind, number, url_id, name, category)
    select ${brandId}, ${kind}, ${lastSourceNumber(brandId, kind)} + row_number() over (), 0, name, category
    from (${found} except select name, category from (${named(brandId, kind, names)}) known) added`.execute(
    tx.db,
  )
}

/** The sources of a kind with one of these names; the name of a category is empty. */
const named = (brandId: string, kind: SourceKind, names: string[]) => sql`
  select name, category, number from sources
  where brand_id = ${brandId} and kind = ${kind} and url_id = 0 and name = any(${names}::text[])`

/** The highest number of a kind, 0 without any. */
const lastSourceNumber = (brandId: string, kind: SourceKind) =>
  sql`(select coalesce(max(number), 0) from sources where brand_id = ${brandId} and kind = ${kind})`

/** A JSON object with the highest number of each kind. */
export const highestSourceNumbers = (brandId: string) =>
  sql<Record<SourceKind, number>>`json_build_object(${sql.join(
    sourceKinds.map((kind) => sql`${sql.lit(kind)}, ${lastSourceNumber(brandId, kind)}`),
  )})`

export async function readHighestSourceNumbers(
  ctx: Context,
  brandId: string,
): Promise<Record<SourceKind, number>> {
  const { rows } = await sql<{ highest: Record<SourceKind, number> }>`
    select ${highestSourceNumbers(brandId)} as highest`.execute(ctx.db)
  return rows[0]?.highest ?? recordOf(sourceKinds, () => 0)
}
