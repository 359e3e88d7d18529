/** Assigns numbers in the table `sources`: to domains, domains by category, URLs by category, and categories. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { SourceKind } from '../rollup-rows.ts'

/** A URL (by its id in the table `urls`) in a category, and its registrable domain; empty for a URL without one, such as an IP address. */
type CitedUrl = { url: number; category: string; registrable: string }

/** Assigns numbers to the sources that answers of these days cite. */
export async function numberSources(tx: Context, brandId: string, days: readonly string[]): Promise<void> {
  const cited = await listUnnumbered(tx, brandId, days)
  if (cited.length === 0) return
  const found = sql`unnest(
    ${cited.map(({ url }) => url)}::bigint[], ${cited.map(({ category }) => category)}::text[],
    ${cited.map(({ registrable }) => registrable)}::text[]
  ) as found (url_id, category, registrable)`
  const onDomain = sql`from ${found} where registrable <> ''`
  const names = [...new Set(cited.map(({ registrable }) => registrable))]
  await addSources(tx, brandId, 'category', [''], sql`select '' as name, category from ${found}`)
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
  await analyzeIfGrown(tx, brandId)
}

async function listUnnumbered(tx: Context, brandId: string, days: readonly string[]): Promise<CitedUrl[]> {
  const { rows } = await sql<CitedUrl>`
    with
      cited as materialized (
        select distinct url_id, category from answer_citations
        where brand_id = ${brandId} and day = any(${days}::date[]) and cited
      ),
      -- The arrays make PostgreSQL use the indexes: a join would scan all sources, URLs and domains for the few of a day.
      added as materialized (
        select url_id, category from cited
        except select url_id, category from sources
        where brand_id = ${brandId} and kind = 'url' and url_id = any(array(select url_id from cited))
      ),
      found as materialized (
        select id, domain_id from urls where brand_id = ${brandId} and id = any(array(select url_id from added))
      ),
      sites as (
        select id, registrable from domains
        where brand_id = ${brandId} and id = any(array(select distinct domain_id from found))
      )
    select url_id as url, category, registrable
    from added join found on found.id = url_id join sites on sites.id = domain_id`.execute(tx.db)
  return rows
}

/**
 * When the planner's row estimate is far too low, PostgreSQL scans the whole table to find a few sources. In a Citus cluster the
 * coordinator's table is empty: the workers analyze their shards themselves, and `analyze` would need all of them.
 */
async function analyzeIfGrown(tx: Context, brandId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_class
    where oid = 'sources'::regclass and 2 * reltuples < ${lastNumber(brandId, 'url')} and pg_relation_size(oid) > 0`.execute(
    tx.db,
  )
  if (rows.length > 0) await sql`analyze sources`.execute(tx.db)
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

/** The sources of a kind with one of these names; the name of a category is empty. */
const named = (brandId: string, kind: SourceKind, names: string[]) => sql`
  select name, category, number from sources
  where brand_id = ${brandId} and kind = ${kind} and url_id = 0 and name = any(${names}::text[])`

/** The highest number of a kind, 0 without any. */
const lastNumber = (brandId: string, kind: SourceKind) =>
  sql`(select coalesce(max(number), 0) from sources where brand_id = ${brandId} and kind = ${kind})`
