/**
 * Reads the metrics of the brands that people and programs used last, so that their first requests after a start are not slow: their
 * days are in memory, and V8 has compiled the loops over them.
 */
import { sql } from 'kysely'
import { unfiltered } from '../answers/scope.ts'
import { type AppContext, systemContext } from '../core/context.ts'
import { daysAfter, utcDay } from '../core/days.ts'
import { reportMetrics } from './report-metrics.ts'
import { everyNumber, readWindow, type Window } from './rollups.ts'

const maxBrands = 20
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
    await readWindow(systemContext(app, organization_id), scope, readMetrics, everyNumber)
  }
}

async function readMetrics(window: Window): Promise<void> {
  const { summary, trend, comparison, sources, prompts } = reportMetrics
  await summary.read(window, {})
  await trend.read(window, {
    granularity: 'day',
    fill: 'false',
    competitors: 'false',
    trailing_days: 1,
    matched: 'false',
  })
  await comparison.read(window, {})
  await sources.read(window, { limit: 1, sort_by: 'citations', order: 'desc' })
  await prompts.read(window, { limit: 1, prompt_id: undefined, sort_by: 'visibility', order: 'desc' })
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
