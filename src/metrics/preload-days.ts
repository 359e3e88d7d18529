/** Loads the days of the brands that people and programs used last, so that their first metrics after a start are not slow. */
import { sql } from 'kysely'
import { unfiltered } from '../answers/scope.ts'
import { type AppContext, systemContext } from '../core/context.ts'
import { daysAfter, utcDay } from '../core/days.ts'
import { readWindow } from './rollups.ts'

const maxBrands = 20
/** Metrics of this many days also read as many days before. */
const windowDays = 28

/** Loads days in the background. Returns a function that stops it. */
export function startPreloading(app: AppContext): () => Promise<void> {
  let isStopped = false
  const preloaded = preloadDays(app, () => isStopped).catch((error: unknown) =>
    app.log.warn({ err: error }, 'days were not preloaded'),
  )
  return async () => {
    isStopped = true
    await preloaded
  }
}

/** Loads the days of one brand after another. */
export async function preloadDays(app: AppContext, isStopped: () => boolean): Promise<void> {
  for (const { id, organization_id } of await listRecentBrands(app)) {
    if (isStopped()) return
    const scope = {
      ...unfiltered,
      brand: { id, name: '' },
      from: daysAfter(utcDay(app.now()), 1 - windowDays),
      to: null,
    }
    await readWindow(systemContext(app, organization_id), scope, (window) => window.sources(), {
      previous: {},
    })
  }
}

/** Returns the brands of the organizations whose sessions or API keys were used last. */
async function listRecentBrands({ db }: AppContext): Promise<{ id: string; organization_id: string }[]> {
  const { rows } = await sql<{ id: string; organization_id: string }>`
    with used as (
      select organization_id, updated_at as at from sessions where organization_id is not null
      union all select organization_id, last_used_at from api_keys where last_used_at is not null
    )
    select brands.id, brands.organization_id
    from brands join (select organization_id, max(at) as at from used group by organization_id) recent using (organization_id)
    order by recent.at desc, brands.id limit ${maxBrands}`.execute(db)
  return rows
}
