/** The numbers of what can be cited: domains, domains by category, addresses in a category, and categories. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'

export const sourceKinds = ['domain', 'domain_category', 'url', 'category'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** An address, by its id, in a category. */
export type CitedPlace = { url: number; category: string }

/** The number of a cited address for each kind; 0 where it has none. */
export type SourceNumbers = Record<SourceKind, number>

/** Numbers places that have no numbers yet. The function finds the numbers of each of these. */
export async function numberSources(
  tx: Context,
  brandId: string,
  places: CitedPlace[],
): Promise<(place: CitedPlace) => SourceNumbers> {
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()]
  if (distinct.length > 0) await addPlaces(tx, brandId, distinct)
  const numbers = distinct.length > 0 ? await findNumbers(tx, brandId, distinct) : new Map()
  return (place) => {
    const found = numbers.get(keyOf(place))
    if (!found) throw new Error(`Address ${place.url} has no number as ${place.category}`)
    return found
  }
}

const keyOf = ({ url, category }: CitedPlace) => `${url} ${category}`

async function findNumbers(
  tx: Context,
  brandId: string,
  places: CitedPlace[],
): Promise<Map<string, SourceNumbers>> {
  const { rows } = await sql<CitedPlace & { numbers: SourceNumbers }>`
    select
      url_id as url, category,
      json_build_object('domain', domain_number, 'domain_category', pair_number, 'url', number, 'category', category_number) as numbers
    from sources
    where brand_id = ${brandId} and kind = 'url' and url_id = any(${[...new Set(places.map(({ url }) => url))]}::bigint[])`.execute(
    tx.db,
  )
  return new Map(rows.map(({ numbers, ...place }) => [keyOf(place), numbers]))
}

async function addPlaces(tx: Context, brandId: string, places: CitedPlace[]): Promise<void> {
  const found = sql`
    select url_id, category, registrable
    from unnest(
      ${places.map(({ url }) => url)}::bigint[], ${places.map(({ category }) => category)}::text[]
    ) as place (url_id, category)
    join urls on urls.brand_id = ${brandId} and urls.id = url_id
    join domains on domains.brand_id = ${brandId} and domains.id = urls.domain_id`
  await addSources(tx, brandId, 'category', sql`select '' as name, category from (${found}) found`)
  const onDomain = sql`from (${found}) found where registrable <> ''`
  await addSources(tx, brandId, 'domain', sql`select registrable as name, '' as category ${onDomain}`)
  await addSources(tx, brandId, 'domain_category', sql`select registrable as name, category ${onDomain}`)
  const named = (kind: SourceKind) =>
    sql`source.brand_id = ${brandId} and source.kind = ${kind} and source.url_id = 0`
  await sql`
    insert into sources (brand_id, kind, number, url_id, name, category, domain_number, pair_number, category_number)
    select
      ${brandId}, 'url', ${lastNumber(brandId, 'url')} + row_number() over (), url_id, '', found.category,
      coalesce(domain.number, 0), coalesce(pair.number, 0), category.number
    from (${found}) found
    join (select category, number from sources source where ${named('category')}) category using (category)
    left join (select name, number from sources source where ${named('domain')} and category = '') domain on domain.name = registrable
    left join (select name, category, number from sources source where ${named('domain_category')}) pair
      on pair.name = registrable and pair.category = found.category`.execute(tx.db)
}

async function addSources(
  tx: Context,
  brandId: string,
  kind: SourceKind,
  found: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into sources (brand_id, kind, number, url_id, name, category)
    select ${brandId}, ${kind}, ${lastNumber(brandId, kind)} + row_number() over (), 0, name, category
    from (
      ${found} except select name, category from sources where brand_id = ${brandId} and kind = ${kind} and url_id = 0
    ) added`.execute(tx.db)
}

const lastNumber = (brandId: string, kind: SourceKind) =>
  sql`(select coalesce(max(number), 0) from sources where brand_id = ${brandId} and kind = ${kind})`

/** The highest number of each kind. */
export async function countSources(ctx: Context, brandId: string): Promise<Record<SourceKind, number>> {
  const { rows } = await sql<Record<SourceKind, number>>`
    select ${sql.join(sourceKinds.map((kind) => sql`${lastNumber(brandId, kind)} as ${sql.ref(kind)}`))}`.execute(
    ctx.db,
  )
  return rows[0] ?? { domain: 0, domain_category: 0, url: 0, category: 0 }
}
