/**
 * Whether the numbers that are shown are those of the answers: days are counted again in plain SQL, and compared with the
 * sums that the metrics read.
 */
import { sql } from 'kysely'
import { PARSER_VERSION } from '../answers/parser/parser.ts'
import { isCounted } from '../answers/scope.ts'
import { type AppContext, type Context, systemContext } from '../core/context.ts'
import { readWindow } from '../metrics/rollups/snapshot.ts'
import { verify } from '../metrics/rollups/verify.ts'
import { refreshVisits } from '../metrics/rollups/visit-rollups.ts'
import { type Check, fail, ok, warn } from './check.ts'

type CheckedBrand = { id: string; slug: string; organization_id: string; names_version: number }

/** So many days of a brand, spread over its history; more only when all are asked for. */
const daysSampled = 14

export async function checkRollups(base: AppContext, { allDays }: { allDays: boolean }): Promise<Check[]> {
  const brands = await base.db
    .selectFrom('brands')
    .select(['id', 'slug', 'organization_id', 'names_version'])
    .orderBy('id')
    .execute()
  return [
    await checkRecount(base, brands, allDays),
    await checkVisits(base, brands),
    await checkReadings(base, brands),
  ]
}

async function checkRecount(base: AppContext, brands: CheckedBrand[], allDays: boolean): Promise<Check> {
  const id = 'sums.recount'
  let compared = 0
  for (const brand of brands) {
    const ctx = systemContext(base, brand.organization_id)
    const found = await readWindow(ctx, brand.id, async (at) => {
      const days = await listDays(at, brand.id)
      const chosen = allDays ? days : spread(days, daysSampled)
      compared += chosen.length
      return verify(at, { id: brand.id, name: brand.slug }, chosen)
    })
    if (found) {
      return fail(
        id,
        `${brand.slug}, ${found.day}: the sums of ${found.what} are not those of the answers (${found.kept} instead of ${found.counted}).`,
        `Read its answers again (POST /api/brands/${brand.slug}/reanalyse): that makes its sums anew. Please report it too, for it must not happen.`,
      )
    }
  }
  return ok(id, `The sums of ${brands.length} brands are those of their answers on ${compared} days.`)
}

/** All visits of all brands, by day and by month, in one query each. */
async function checkVisits(base: AppContext, brands: CheckedBrand[]): Promise<Check> {
  const id = 'visits.recount'
  for (const brand of brands) {
    const ctx = systemContext(base, brand.organization_id)
    await refreshVisits(ctx, brand.id)
    const { rows } = await sql<{ start: string; kept: number; counted: number }>`
      with counted as (
        select grain, part.dimension, start, platform, name, count(*) as visits
        from visits
        cross join lateral (values ('day', day), ('month', date_trunc('month', day)::date)) as span (grain, start)
        cross join lateral (values ('all', ''), ('page', page), ('country', country)) as part (dimension, name)
        where brand_id = ${brand.id} and in_rollups
        group by 1, 2, 3, 4, 5
      )
      select start::text, coalesce(kept.visits, 0) as kept, coalesce(counted.visits, 0) as counted
      from (select * from visit_rollups where brand_id = ${brand.id}) kept
      full join counted using (grain, dimension, start, platform, name)
      where kept.visits is distinct from counted.visits
      order by start limit 1`.execute(ctx.db)
    const [wrong] = rows
    if (wrong) {
      return fail(
        id,
        `${brand.slug}, ${wrong.start}: the sums of visits are not those of the visits (${wrong.kept} instead of ${wrong.counted}).`,
        'Please report it, for it must not happen.',
      )
    }
  }
  return ok(id, `The sums of visits of ${brands.length} brands are those of their visits.`)
}

/** Without the days that were changed since the sums were settled, whose sums are about to be made. */
async function listDays(at: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from answers where brand_id = ${brandId} and ${isCounted(brandId)}
    union select day from rollup_rows where brand_id = ${brandId} and part = 'day'
    except select day from dirty_days where brand_id = ${brandId}
    order by day`.execute(at.db)
  return rows.map(({ day }) => day)
}

/** At equal distances, the first and the last among them. */
function spread<T>(items: T[], most: number): T[] {
  if (items.length <= most) return items
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]).flatMap(
    (item) => item ?? [],
  )
}

async function checkReadings(base: AppContext, brands: CheckedBrand[]): Promise<Check> {
  const id = 'answers.readings'
  for (const brand of brands) {
    const { rows } = await sql<{ answers: number }>`
      select count(*)::int as answers from answers
      where brand_id = ${brand.id} and status = 'answered'
        and (names_version, analysis_version) is distinct from (${brand.names_version}::int, ${PARSER_VERSION}::int)
        and not exists (
          select 1 from jobs where brand_id = ${brand.id} and kind = 'reanalyse' and status in ('waiting', 'active')
        )`.execute(base.db)
    const { answers = 0 } = rows[0] ?? {}
    if (answers > 0)
      return warn(
        id,
        `${answers} answers of ${brand.slug} were read with names or a reader of before.`,
        `Read them again: POST /api/brands/${brand.slug}/reanalyse.`,
      )
  }
  return ok(id, 'Every answer is read with the present names, or about to be.')
}
