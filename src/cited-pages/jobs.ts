/**
 * The job that reads the due pages of a brand, one after another. It stores each page before the next request, so a job that
 * continues after a crash reads no page twice.
 */
import { analysisPool } from '../answers/analysis-pool.ts'
import { getEntities } from '../answers/analyzer.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { dayMs, utcDay } from '../core/days.ts'
import type { JobHandler } from '../jobs/job.ts'
import { countRemaining, type DuePage, freshSince, getDailyLimit, listDuePages } from './due-pages.ts'
import { type FetchJob, fetchPage } from './fetch-page.ts'
import { toSearchedText } from './searched-text.ts'
import { findWebPage, isTemporary, saveWebPage, type WebPage } from './web-pages.ts'

export const readCitedPages: JobHandler = async (ctx, { job, signal, report }) => {
  const brand = await getBrand(ctx, job.brand_id)
  const counts = { read: 0, known: 0 }
  if (getDailyLimit(ctx, brand) === 0) return counts
  const names = await readNames(ctx, brand)
  const due = await listDuePages(ctx, brand)
  let remaining = await countRemaining(ctx, brand)
  for (const [index, page] of due.entries()) {
    signal.throwIfAborted()
    report({ phase: 'reading', completed: index, total: due.length })
    const known = await findWebPage(ctx, page.url)
    if (known && isFresh(ctx, known, page)) {
      await saveCheck(ctx, brand, names, page, known, null)
      counts.known += 1
    } else if (remaining > 0) {
      const read = await readDuePage(ctx, page, known, { jobId: job.id, signal })
      await saveCheck(ctx, brand, names, page, read, utcDay(ctx.now()))
      counts.read += 1
      remaining -= 1
    }
  }
  return counts
}

/** A page that a person asked to read again is fresh if it was read today, also for another brand. */
function isFresh(ctx: Context, known: WebPage, { requested_at }: DuePage): boolean {
  if (requested_at) return utcDay(known.read_at) === utcDay(ctx.now())
  const since = isTemporary(known.state) ? new Date(ctx.now().getTime() - dayMs) : freshSince(ctx.now())
  return known.read_at > since
}

async function readDuePage(
  ctx: Context,
  { url }: DuePage,
  known: WebPage | null,
  job: FetchJob,
): Promise<WebPage> {
  const validators = known?.text == null ? { etag: null, last_modified: null } : known
  return saveWebPage(ctx, url, known, await fetchPage(ctx, url, validators, job))
}

/** The names of the brand and its competitors, and the entity number of each id. */
type Names = { entities: string; numbers: Map<string, number> }

async function readNames(ctx: Context, brand: Brand): Promise<Names> {
  const tracked = (await trackedEntities(ctx, brand)).filter(({ kind }) => kind !== 'product')
  return {
    entities: getEntities(tracked),
    numbers: new Map(tracked.map(({ id, number }) => [id, number])),
  }
}

/** Stores what a page says about the brand. `fetchedOn`: the day whose budget the request counts against; null without one. */
async function saveCheck(
  ctx: Context,
  brand: Brand,
  { entities, numbers }: Names,
  { url_id, requested_at }: DuePage,
  { state, read_at, changed_at, text, properties }: WebPage,
  fetchedOn: string | null,
): Promise<void> {
  const searched = text === null ? [] : [toSearchedText({ text, language: properties?.language ?? null })]
  const [found = []] = await ctx.use(analysisPool).find(ctx.organizationId, entities, searched)
  const row = {
    state,
    read_at,
    changed_at,
    names_version: brand.names_version,
    named: found.flatMap(({ id }) => numbers.get(id) ?? []),
    ...(properties ?? noProperties),
    ...(fetchedOn !== null && { fetched_on: fetchedOn }),
  }
  await ctx.db
    .insertInto('cited_pages')
    .values({ brand_id: brand.id, url_id, ...row })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'url_id']).doUpdateSet((eb) => ({
        ...row,
        // Keeps a request that arrived in the meantime.
        requested_at: eb
          .case()
          .when(eb.ref('cited_pages.requested_at'), 'is not distinct from', requested_at)
          .then(null)
          .else(eb.ref('cited_pages.requested_at'))
          .end(),
      })),
    )
    .execute()
}

const noProperties = {
  title: null,
  kind: null,
  author: null,
  published: null,
  modified: null,
  language: null,
  blocked_agents: [],
}
