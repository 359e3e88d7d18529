/** The numbers of what can be cited: domains, domains by category, addresses in a category, and categories. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'

export const sourceKinds = ['domain', 'domain_category', 'url', 'category'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** An address, by its id, in a category. */
export type CitedUrl = { url: number; category: string }

/** The number of a cited address for each kind; 0 where it has none. */
export type SourceNumbers = Record<SourceKind, number>

/** Numbers places that have no numbers yet. The function finds the numbers of each of these. */
export async function assignSourceIds(
  tx: Context,
  brandId: string,
  places: CitedUrl[],
): Promise<(place: CitedUrl) => SourceNumbers> {
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()]
  const numbers = distinct.length > 0 ? await addPlaces(tx, brandId, distinct) : new Map()
  return (place) => {
    const found = numbers.get(keyOf(place))
    if (!found) throw new Error(`Address ${place.url} has no number as ${place.category}`)
    return found
  }
}

const keyOf = ({ url, category }: CitedUrl) => `${url} ${category}`

async function findNumbers(
  tx: Context,
  brandId: string,
  places: CitedUrl[],
): Promise<Map<string, SourceNumbers>> {
  const { rows } = await sql<CitedUrl & { numbers: SourceNumbers }>`
    select
      url_id as url, category,
      json_build_object('domain', domain_number, 'domain_category', pair_number, 'url', number, 'category', category_number) as numbers
    from sources
    where brand_id = ${brandId} and kind = 'url' and url_id = any(${[...new Set(places.map(({ url }) => url))]}::bigint[])`.execute(
    tx.db,
  )
  return new Map(rows.map(({ numbers, ...place }) => [keyOf(place), numbers]))
}

async function addPlaces(
  tx: Context,
  brandId: string,
  places: CitedUrl[],
): Promise<Map<string, SourceNumbers>> {
  const registrables = await findRegistrables(tx, brandId, places)
  const column = (value: (place: CitedUrl) => unknown) => places.map(value)
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
  await sql`
    insert into sources (brand_id, kind, number, url_id, name, category, domain_number, pair_number, category_number)
    select
      ${brandId}, 'url', ${lastNumber(brandId, 'url')} + row_number() over (), found.url_id, '', found.category,
      coalesce(domain.number, 0), coalesce(pair.number, 0), category.number
    from ${found}
    join (${named(brandId, 'category', [''])}) category using (category)
    left join (${named(brandId, 'domain', names)}) domain on domain.name = registrable
    left join (${named(brandId, 'domain_category', names)}) pair
      on pair.name = registrable and pair.category = found.category`.execute(tx.db)
  await haveThemCounted(tx, brandId)
  return findNumbers(tx, brandId, places)
}

/** A database that believes in far fewer sources than there are goes through all of them to find a few. */
async function haveThemCounted(tx: Context, brandId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_class where oid = 'sources'::regclass and 2 * reltuples < ${lastNumber(brandId, 'url')}`.execute(
    tx.db,
  )
  if (rows.length > 0) await sql`analyze sources`.execute(tx.db)
}

/** The registrable domain of each address; of one on no domain, the empty name. */
async function findRegistrables(
  tx: Context,
  brandId: string,
  places: CitedUrl[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ url: number; registrable: string }>`
    with found as materialized (
      select id, domain_id from urls
      where brand_id = ${brandId} and id = any(${[...new Set(places.map(({ url }) => url))]}::bigint[])
    ),
    -- Both are found in their index: a join would go through all that there are, for the few that are new.
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
    select ${brandId}, ${kind}, ${lastNumber(brandId, kind)} + row_number() over (), 0, name, category
    from (${found} except select name, category from (${named(brandId, kind, names)}) known) added`.execute(
    tx.db,
  )
}

/** Sources of a kind that have a name; categories have none. */
const named = (brandId: string, kind: SourceKind, names: string[]) => sql`
  select name, category, number from sources
  where brand_id = ${brandId} and kind = ${kind} and url_id = 0 and name = any(${names}::text[])`

const lastNumber = (brandId: string, kind: SourceKind) =>
  sql`(select coalesce(max(number), 0) from sources where brand_id = ${brandId} and kind = ${kind})`

/** The highest number of each kind. */
export async function highestSourceIds(ctx: Context, brandId: string): Promise<Record<SourceKind, number>> {
  const { rows } = await sql<Record<SourceKind, number>>`
    select ${sql.join(sourceKinds.map((kind) => sql`${lastNumber(brandId, kind)} as ${sql.ref(kind)}`))}`.execute(
    ctx.db,
  )
  return rows[0] ?? { domain: 0, domain_category: 0, url: 0, category: 0 }
}
