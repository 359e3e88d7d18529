/** The numbers of one brand in a digest, read from one window, and what happened in its period. */
import { resolveScope } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { dayAfter } from '../core/days.ts'
import { getFailedReason } from '../jobs/job.ts'
import { type MessageOrText, message } from '../languages/message.ts'
import { evaluateChanges } from '../metrics/changes.ts'
import { digestMetrics } from '../metrics/digest-metrics.ts'
import { type EstablishedSeriesChange, listEstablishedChanges } from '../metrics/established-changes.ts'
import { everyNumber, readWindow } from '../metrics/rollups.ts'
import { getTexts, listOpportunities, type OpportunityRow } from '../opportunities/opportunities.ts'
import { openStatuses } from '../opportunities/source-data.ts'
import { runKind, StoredRunCounts } from '../tracking/tracking.ts'

export type DigestPeriod = { from: string; to: string }

export type TroubledRun = { id: string; day: string; isPartial: boolean; reason: MessageOrText | null }

export type BrandDigest = Awaited<ReturnType<typeof readBrandDigest>>

const shownOpportunities = 3

export async function readBrandDigest(ctx: Context, brand: Brand, period: DigestPeriod) {
  const numbers = await readNumbers(ctx, brand, period)
  const opportunities = await bestOpportunities(ctx, brand.id)
  return {
    brand,
    ...numbers,
    changes: await listChanges(ctx, brand.id, period),
    opportunities,
    newOpportunities: await countNewOpportunities(ctx, brand.id, period),
    runs: await listTroubledRuns(ctx, brand.id, period),
  }
}

/** Whether anything happened that a person should know: new sources alone are mostly random. */
export const isNews = ({ summary, changes, newOpportunities, runs }: BrandDigest): boolean =>
  ['up', 'down'].includes(summary.change.period_state) ||
  changes.length > 0 ||
  newOpportunities > 0 ||
  runs.length > 0

async function readNumbers(ctx: Context, brand: Brand, { from, to }: DigestPeriod) {
  const scope = await resolveScope(ctx, brand, { brand_id: brand.id, date_from: from, date_to: to }, null)
  await evaluateChanges(ctx, brand.id)
  return readWindow(
    ctx,
    scope,
    async (window) => ({
      summary: await digestMetrics.summary.read(window, {}),
      comparison: await digestMetrics.comparison.read(window, {}),
      sources: await digestMetrics.sources.read(window, {}),
    }),
    everyNumber,
  )
}

/** `subject`: the name of a competitor whose score changed; null for the brand. */
export type DigestChange = EstablishedSeriesChange & { subject: string | null }

/** A day is evaluated after it has ended, so a change established on the last day of the period is included. */
async function listChanges(
  ctx: Context,
  brandId: string,
  { from, to }: DigestPeriod,
): Promise<DigestChange[]> {
  const competitors = await listEntities(ctx, 'competitors', brandId)
  const names = new Map(competitors.map(({ entity_no: number, name }) => [number, name]))
  const changes = await listEstablishedChanges(ctx, brandId)
  return changes
    .filter(({ established, group }) => group === null && established >= from && established <= to)
    .map((change) => ({
      ...change,
      subject: change.entity === 0 ? null : (names.get(change.entity) ?? null),
    }))
    .filter(({ entity, subject }) => entity === 0 || subject !== null)
}

export type DigestOpportunity = Pick<OpportunityRow, 'id'> & ReturnType<typeof getTexts>

async function bestOpportunities(ctx: Context, brandId: string): Promise<DigestOpportunity[]> {
  const pages = await Promise.all(
    openStatuses.map((status) => listOpportunities(ctx, brandId, { status, limit: shownOpportunities })),
  )
  return pages
    .flatMap(({ items }) => items)
    .sort((a, b) => b.opportunity_score - a.opportunity_score)
    .slice(0, shownOpportunities)
    .map((row) => ({ id: row.id, ...getTexts(row) }))
}

async function countNewOpportunities(
  { db }: Context,
  brandId: string,
  period: DigestPeriod,
): Promise<number> {
  const { count } = await db
    .selectFrom('opportunities')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .where('status', 'in', openStatuses)
    .where('created_at', '>=', getStart(period))
    .where('created_at', '<', getEnd(period))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the runs of the period that failed or did not answer every query. */
async function listTroubledRuns(
  { db }: Context,
  brandId: string,
  period: DigestPeriod,
): Promise<TroubledRun[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'status', 'result', 'failed_reason', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', runKind)
    .where('status', 'in', ['completed', 'failed'])
    .where('created_at', '>=', getStart(period))
    .where('created_at', '<', getEnd(period))
    .orderBy('id', 'desc')
    .execute()
  return jobs.flatMap(({ id, status, result, created_at, ...job }): TroubledRun[] => {
    const day = created_at.toISOString()
    const failedReason = getFailedReason(job)
    if (status === 'failed') return [{ id, day, isPartial: false, reason: failedReason }]
    const outcome = StoredRunCounts.safeParse(result)
    const troubled = outcome.success
      ? outcome.data.platforms.filter(({ failed, error }) => failed > 0 || error !== null)
      : []
    if (troubled.length === 0) return []
    const reasons: MessageOrText[] = troubled.map(({ platform, error }) =>
      error === null
        ? message('digests.readBrand.platformFailedQueries', { platform })
        : message('digests.readBrand.platformError', { platform, error }),
    )
    const reason = reasons.reduce((first, next) => message('common.texts.firstNext', { first, next }))
    return [{ id, day, isPartial: true, reason }]
  })
}

const getStart = ({ from }: DigestPeriod): Date => new Date(from)
const getEnd = ({ to }: DigestPeriod): Date => new Date(dayAfter(to))
